// What a player of Two-Doku sees, and what the rest might be.
#include "engine/twodoku.h"
#include "engine/twodoku_unknown.h"

namespace gauntlet::engine {

TwoDoku TwoDoku::redacted(Player observer) const {
  assert((observer == 0 || observer == 1) && (is_whole() || observer_ == observer));
  const Player other = 1 - observer;
  TwoDoku view = *this;
  view.observer_ = observer;
  for (FaceDown& domino : view.hidden_) domino.digit = 0;
  view.pot_.clear();
  if (rules_.open) return view;
  view.hand_[other] = {};
  view.pot_known_[other].clear();
  if (!sum_public_[other]) view.hand_sum_[other] = 0;
  return view;
}

TwoDokuMove TwoDoku::seen(Move move, Player observer) const {
  const Kind kind = move.kind();
  if (kind == Kind::kValue) return Move::of(kind, move.square());
  if (kind == Kind::kPot) return Move::of(kind);
  if (rules_.open) return move;
  if ((kind == Kind::kDrew || kind == Kind::kReturn) && observer != mover_) return Move::of(kind);
  if (kind == Kind::kDeal && observer == 1) {
    DigitCounts rest = undrawn();
    const DigitCounts dealt = move.counts();
    for (int digit = 1; digit <= 9; ++digit) rest[digit] -= dealt[digit];
    return Move::deal(Kind::kDealBlue, rest);
  }
  return move;
}

/// REQUIRES: a view after the deal.
UnknownDominoes TwoDoku::unknown() const {
  const Player other = 1 - observer_;
  const DigitPair& pot = pot_known_[observer_];
  DigitCounts pool{};
  for (int digit = 1; digit <= 9; ++digit)
    pool[digit] =
        static_cast<std::uint8_t>(10 - face_up(digit).size() - hand_[0][digit] - hand_[1][digit] -
                                  minimum_[other][digit] - (pot[0] == digit) - (pot[1] == digit));
  int sum = UnknownDominoes::kAnySum;
  if (knows_sum(other) && !rules_.open)
    sum = digit_sum(pool) - (hand_sum_[other] - digit_sum(minimum_[other]));
  UnknownDominoes unknown(pool, sum);
  for (int i = 0; i < hidden_count_; ++i) unknown.add_slot(hidden_[i].excluded);
  for (int i = pot.size(); i < pot_size_; ++i) unknown.add_slot(0);
  return unknown;
}

/// Before the deal nothing restricts what nature has drawn, but that the pot was redrawn until the
/// rest could be split equally.
void TwoDoku::fill_unknown_deal(Rng& rng) {
  DigitCounts all;
  all.fill(10);
  all[0] = 0;
  UnknownDominoes unknown(all, UnknownDominoes::kAnySum);
  for (int i = 0; i < values_drawn_; ++i) unknown.add_slot(0);
  const UnknownDominoes::Digits values = unknown.sample(rng);
  for (int i = 0; i < values_drawn_; ++i) hidden_[i].digit = values[i];
  if (stage_ != Stage::kDeal) return;
  stage_ = Stage::kPot;
  apply(sample_chance(rng));
}

TwoDoku TwoDoku::determinized(Rng& rng) const {
  if (is_whole()) return *this;
  TwoDoku world = *this;
  world.observer_ = kNobody;
  if (stage_ <= Stage::kDeal) {
    world.pot_size_ = 0;
    world.fill_unknown_deal(rng);
    return world;
  }
  const UnknownDominoes unknown = this->unknown();
  const UnknownDominoes::Digits digits = unknown.sample(rng);
  DigitCounts rest = unknown.pool();
  for (int i = 0; i < unknown.slots(); ++i) --rest[digits[i]];
  for (int i = 0; i < hidden_count_; ++i) world.hidden_[i].digit = digits[i];
  world.pot_ = pot_known_[observer_];
  for (int i = hidden_count_; i < unknown.slots(); ++i) world.pot_.add(digits[i]);
  if (rules_.open) return world;
  const Player other = 1 - observer_;
  for (int digit = 1; digit <= 9; ++digit)
    world.hand_[other][digit] = static_cast<std::uint8_t>(rest[digit] + minimum_[other][digit]);
  world.hand_sum_[other] = static_cast<std::uint16_t>(digit_sum(world.hand_[other]));
  return world;
}

}  // namespace gauntlet::engine
