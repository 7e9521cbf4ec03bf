// Which positions of a game an evaluation is asked about.
#pragma once

#include "engine/mnk/mnk.h"
#include "search/mnk/fours.h"
#include "search/mnk/shape_board.h"
#include "search/mnk/squares.h"

namespace gauntlet::search::mnk {

/// Tells positions in which alpha-beta asks for its evaluation: nobody threatens to win with the
/// next stone, and neither an open four nor fours win for who is to move. The other's open three
/// may stand. A search asks in some others, too: it tries fewer fours than are tried here. For
/// boards of one size. One thread.
class CalmPositions {
 public:
  explicit CalmPositions(const engine::mnk::Rules& rules) : board_(rules), fours_(board_) {}

  /// REQUIRES: the game is not over.
  bool contains(const engine::Mnk<8>& state) {
    const int us = state.to_move();
    board_.reset(state);
    return count(board_.squares(us, Threat::kFive)) == 0 &&
           count(board_.squares(1 - us, Threat::kFive)) == 0 &&
           count(board_.squares(us, Threat::kOpenFour)) == 0 &&
           !fours_.find(us, state.hash(), kMostFours);
  }

 private:
  static constexpr std::uint32_t kMostFours = 24;

  ShapeBoard<8> board_;
  Fours<8> fours_;
};

}  // namespace gauntlet::search::mnk
