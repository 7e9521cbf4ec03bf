// Chance moves in Two-Doku.
#include "engine/twodoku/twodoku.h"

namespace gauntlet::engine {

using namespace twodoku;

/// The dominoes that chance still has before the deal: ten of each digit less what is drawn.
DigitCounts TwoDoku::undrawn() const {
  DigitCounts left;
  left.fill(10);
  left[0] = 0;
  for (int i = 0; i < hidden_count_; ++i)
    if (hidden_[i].digit > 0) --left[hidden_[i].digit];
  for (int i = 0; i < 2; ++i)
    if (pot_[i] > 0) --left[pot_[i]];
  return left;
}

TwoDoku::Move TwoDoku::sample_chance(Rng& rng) const {
  assert(to_move() == kChance && is_whole());
  if (stage_ == Stage::kDeal) return Move::deal(Kind::kDeal, sample_deal(undrawn(), rng));
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
