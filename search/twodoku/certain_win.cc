#include "search/twodoku/certain_win.h"

#include <algorithm>

#include "engine/square_set.h"
#include "search/twodoku/risk.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::Player;
using engine::SquareSet;
using engine::TwoDoku;
using Move = TwoDoku::Move;
using Kind = TwoDoku::Kind;

/// No hand that `other` may have weighs less: where the sum is not known it has what it must have
/// and then the lowest dominoes that have not been seen, those that were swapped being ones, but no
/// less than its sum's bounds allow.
int least_sum(const TwoDoku& view, Player other) {
  if (view.knows_sum(other)) return view.hand_sum(other);
  const engine::twodoku::DigitCounts& known = view.known_minimum(other);
  const Beliefs beliefs(view, 1 - other);
  int left = view.hand_size(other) - engine::twodoku::domino_count(known);
  int sum = engine::twodoku::digit_sum(known);
  for (int digit = 1; digit <= 9; ++digit) {
    const int free = beliefs.unseen(digit) + (digit == 1 ? view.swapped().size() : 0);
    const int taken = std::clamp(left, 0, free);
    left -= taken;
    sum += digit * taken;
  }
  return std::max<int>(sum, view.sum_range(other).low);
}

std::optional<Move> last_domino(const TwoDoku& view, Player mover) {
  for (int digit = 1; digit <= 9; ++digit) {
    if (view.hand(mover)[digit] == 0) continue;
    const SquareSet safe =
        view.targets(mover).without(view.seen_by(digit)).without(risky_squares(view, digit));
    if (!safe.empty()) return Move::of(Kind::kPlay, safe.nth(0), digit);
  }
  return std::nullopt;
}

}  // namespace

std::optional<Move> certain_win(const TwoDoku& view) {
  if (view.stage() < TwoDoku::Stage::kTurn) return std::nullopt;
  const Player mover = view.to_move();
  if (view.idle_turns() == 1 && view.hand_sum(mover) < least_sum(view, 1 - mover))
    return Move::of(Kind::kPass);
  return view.hand_size(mover) == 1 ? last_domino(view, mover) : std::nullopt;
}

}  // namespace gauntlet::search::twodoku
