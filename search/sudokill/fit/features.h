// What the evaluation of Sudokill looks at.
#pragma once

#include <array>

#include "engine/sudokill/sudokill.h"

namespace gauntlet::search::sudokill {

/// Numbers about a position, for the player to move. They count what stands near the last move
/// rather than how full the board is, so that what they weigh in positions that are small enough to
/// be solved they may weigh in fuller ones too. Terms: a square is live while some digit (a
/// candidate) fits there, else dead; a line is clean without a dead square; the region is where the
/// next move must go; the reach is what play can get to along lines from there.
namespace feature {
enum Place {
  kRegionSquares = 0,             ///< With 1, 2, 3, 4 or more candidates.
  kSquares = kRegionSquares + 4,  ///< The same of the whole board, in quarters.
  kMoves = kSquares + 4,          ///< In quarters.
  kCandidates,                    ///< In sixteenths.
  kDead,                          ///< Dead squares, in quarters.
  kRegionDead,                    ///< Those in the region.
  kCleanLines,                    ///< In quarters.
  kCleanCrossings,                ///< Clean rows times clean columns, in sixteenths.
  kReplies,                       ///< Moves that leave 1, 2, .. 16 or more replies.
  kReachIsAll = kReplies + 16,    ///< 1: no live square is out of reach.
  kParity,                        ///< Of the squares in reach: odd 1, even -1.
  kReach,                         ///< Squares in reach, in eighths.
  kParitySingles,                 ///< Parity times those with one candidate, in quarters.
  kParityOthers,                  ///< Parity times the others, in quarters.
  kCanEscape,                     ///< 1: some move in reach may set the next one free.
  kParityEscape,                  ///< Parity times that.
  kSafeMoves,                     ///< Moves that leave no win on the spot, in quarters.
  kOneSafeMove,                   ///< 1: there is one.
  kTwoSafeMoves,                  ///< 1: there are two.
  kCount
};
}  // namespace feature

using Features = std::array<float, feature::kCount>;

/// Fills `out`; false when the player to move loses, for every move leaves a win on the spot: then
/// `out` is of no use. REQUIRES: is_open(state).
bool read_features(const engine::Sudokill& state, Features& out);

}  // namespace gauntlet::search::sudokill
