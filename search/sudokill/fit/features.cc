#include "search/sudokill/fit/features.h"

#include <algorithm>

#include "engine/square_set.h"
#include "engine/sudoku_lines.h"
#include "search/sudokill/immediate_win.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::kSudokuLines;
using engine::SquareSet;
using engine::Sudokill;
namespace place = feature;

constexpr int kSide = engine::sudokill::kSide;

/// The live squares by how many candidates they have.
struct ByCandidates {
  std::array<SquareSet, 4> squares;  ///< 1, 2, 3, 4 or more.
  SquareSet live;

  explicit ByCandidates(const Sudokill& state) {
    SquareSet two, three, four;  // or more
    for (int digit = 1; digit <= kSide; ++digit) {
      const SquareSet fits = state.fits(digit);
      four |= three & fits;
      three |= two & fits;
      two |= live & fits;
      live |= fits;
    }
    squares = {live.without(two), two.without(three), three.without(four), four};
  }
};

/// Live squares that play can get to along lines from the last move.
SquareSet reach_of(const Sudokill& state, SquareSet live) {
  SquareSet reach, edge = live & state.region();
  while (!edge.empty()) {
    reach |= edge;
    SquareSet lines;
    edge.for_each([&](int square) { lines |= kSudokuLines.both[square]; });
    edge = (lines & live).without(reach);
  }
  return reach;
}

/// All squares of lines with one of `squares`.
struct Lines {
  SquareSet squares;
  int rows = 0, columns = 0;

  explicit Lines(SquareSet through) {
    for (int i = 0; i < kSide; ++i) {
      if (through.meets(kSudokuLines.row[i])) squares |= kSudokuLines.row[i], ++rows;
      if (through.meets(kSudokuLines.column[i])) squares |= kSudokuLines.column[i], ++columns;
    }
  }
};

float count(SquareSet squares) {
  return static_cast<float>(squares.size());
}

/// All that needs no look at what the moves lead to.
void read_board(const Sudokill& state, Features& out) {
  const ByCandidates by(state);
  const SquareSet region = state.region(), dead = state.empty().without(by.live);
  for (std::size_t i = 0; i < by.squares.size(); ++i) {
    out[place::kRegionSquares + i] = count(by.squares[i] & region);
    out[place::kSquares + i] = count(by.squares[i]) / 4;
  }
  out[place::kMoves] = static_cast<float>(state.mobility()) / 4;
  out[place::kCandidates] = static_cast<float>(candidates_of(state)) / 16;
  out[place::kDead] = count(dead) / 4;
  out[place::kRegionDead] = count(dead & region);

  // A line is not clean, and a move there can set nobody free, when a dead square stands in it.
  const Lines bound(dead);
  const int rows = kSide - bound.rows, columns = kSide - bound.columns;
  out[place::kCleanLines] = static_cast<float>(rows + columns) / 4;
  out[place::kCleanCrossings] = static_cast<float>(rows * columns) / 16;

  const SquareSet reach = reach_of(state, by.live);
  const float parity = reach.size() % 2 == 1 ? 1.0f : -1.0f;
  const float singles = count(reach & by.squares[0]);
  const float can_escape = reach.without(bound.squares).empty() ? 0.0f : 1.0f;
  out[place::kReachIsAll] = reach == by.live ? 1.0f : 0.0f;
  out[place::kParity] = parity;
  out[place::kReach] = count(reach) / 8;
  out[place::kParitySingles] = parity * singles / 4;
  out[place::kParityOthers] = parity * (count(reach) - singles) / 4;
  out[place::kCanEscape] = can_escape;
  out[place::kParityEscape] = parity * can_escape;
}

/// What the moves leave; false when none is safe.
bool read_moves(const Sudokill& state, Features& out) {
  constexpr int kMostReplies = place::kReachIsAll - place::kReplies;
  Sudokill::Moves moves;
  state.legal_moves(moves);
  std::array<int, kMostReplies> leaving{};
  int safe = 0;
  for (const Sudokill::Move move : moves) {
    const Sudokill child = engine::child(state, move);
    ++leaving[std::min(child.mobility(), kMostReplies) - 1];
    safe += !has_winning_move(child);
  }
  for (std::size_t i = 0; i < leaving.size(); ++i)
    out[place::kReplies + i] = static_cast<float>(leaving[i]);
  out[place::kSafeMoves] = static_cast<float>(safe) / 4;
  out[place::kOneSafeMove] = safe == 1 ? 1.0f : 0.0f;
  out[place::kTwoSafeMoves] = safe == 2 ? 1.0f : 0.0f;
  return safe > 0;
}

}  // namespace

bool read_features(const Sudokill& state, Features& out) {
  if (!read_moves(state, out)) return false;
  read_board(state, out);
  return true;
}

}  // namespace gauntlet::search::sudokill
