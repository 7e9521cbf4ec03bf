// Chance moves in Two-Doku.
#include "engine/twodoku/twodoku.h"

namespace gauntlet::engine {

using namespace twodoku;

/// The dominoes that chance still has before the deal: all less what is drawn.
DigitCounts TwoDoku::undrawn() const {
  DigitCounts left = rules_.dimensions().dominoes;
  for (int i = 0; i < hidden_count_; ++i)
    if (hidden_[i].digit > 0) --left[hidden_[i].digit];
  for (int i = 0; i < 2; ++i)
    if (pot_[i] > 0) --left[pot_[i]];
  return left;
}

/// What each digit of the next face-down domino weighs: the physical ways to draw it. On the small
/// board everything is drawn anew until the hands can have equal sums, so that the ways to go on
/// count too.
std::array<double, 10> TwoDoku::ways_of_values() const {
  const DigitCounts left = undrawn();
  const int more = rules_.dimensions().face_down - values_drawn_ - 1;
  std::array<double, 10> ways{};
  for (int digit = 1; digit <= 9; ++digit) {
    ways[digit] = left[digit];
    if (!rules_.small || left[digit] == 0) continue;
    DigitCounts rest = left;
    --rest[digit];
    ways[digit] *= ways_to_draw(rest, more);
  }
  return ways;
}

TwoDoku::Move TwoDoku::sample_chance(Rng& rng) const {
  assert(to_move() == kChance && is_whole());
  if (stage_ == Stage::kDeal && !rules_.small)
    return Move::deal(Kind::kDeal, sample_deal(undrawn(), rng));
  double left = rng.uniform();
  Move drawn;
  bool found = false;
  chance_outcomes([&](Move move, double probability) {
    if (!found) drawn = move;
    left -= probability;
    found |= left < 0;
  });
  return drawn;
}

bool TwoDoku::is_outcome(Move move) const {
  if (to_move() != kChance || !is_whole()) return false;
  if (stage_ == Stage::kDeal)
    return is_deal(undrawn(), move.counts()) &&
           Move::deal(Kind::kDeal, move.counts()).bits() == move.bits();
  bool possible = false;
  chance_outcomes([&](Move outcome, double) { possible |= outcome == move; });
  return possible;
}

}  // namespace gauntlet::engine
