#include "search/sudokill/strategies.h"

#include <array>

#include "engine/sudoku_lines.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::AnyMove;
using engine::AnyState;
using engine::Rng;
using engine::SquareSet;
using engine::Sudokill;
using Move = Sudokill::Move;

/// The lowest digit that fits on the first square of `squares`. REQUIRES: one fits there.
Move first_fitting(const Sudokill& state, SquareSet squares) {
  const int square = squares.nth(0);
  int digit = 1;
  while (!state.fits(digit).has(square)) ++digit;
  return Move(square, digit);
}

AnyMove naive(const AnyState& view, Rng&) {
  return AnyMove(choose_naive(view.as<Sudokill>()).bits());
}

AnyMove fewest(const AnyState& view, Rng& rng) {
  return AnyMove(choose_fewest(view.as<Sudokill>(), rng).bits());
}

constexpr std::array kStrategies = {
    Strategy{"naive", "first digit that fits along the row, then the column", naive},
    Strategy{"fewest", "leaves the opponent the fewest replies", fewest},
};

}  // namespace

Move choose_naive(const Sudokill& state) {
  const SquareSet alive = state.alive();
  if (state.is_free()) return first_fitting(state, alive);
  const int last = *state.last_square();
  const SquareSet row = alive & engine::kSudokuLines.row[engine::row_of(last)];
  if (!row.empty()) return first_fitting(state, row);
  return first_fitting(state, alive & engine::kSudokuLines.column[engine::column_of(last)]);
}

Move choose_fewest(const Sudokill& state, Rng& rng) {
  Sudokill::Moves moves;
  state.legal_moves(moves);
  Move best = moves[0];
  int fewest = Sudokill::Moves::kCapacity + 1;
  std::uint32_t equal = 0;
  for (const Move move : moves) {
    const int replies = child(state, move).mobility();
    if (replies > fewest) continue;
    equal = replies < fewest ? 1 : equal + 1;
    fewest = replies;
    if (rng.below(equal) == 0) best = move;
  }
  return best;
}

std::span<const Strategy> strategies() {
  return kStrategies;
}

}  // namespace gauntlet::search::sudokill
