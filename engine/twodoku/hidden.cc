// What a player of Two-Doku sees, and what the rest might be.
#include <utility>

#include "engine/twodoku/last_fillings.h"
#include "engine/twodoku/twodoku.h"
#include "engine/twodoku/unknown.h"

namespace gauntlet::engine {

using namespace twodoku;

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
  if (!sum_range_[other].is_exact()) view.hand_sum_[other] = 0;
  return view;
}

TwoDoku::Move TwoDoku::seen(Move move, Player observer) const {
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
UnseenDominoes TwoDoku::unseen() const {
  const Player other = 1 - observer_;
  const DigitPair& pot = pot_known_[observer_];
  UnseenDominoes unseen;
  unseen.swapped = swapped_.size();
  for (int digit = 1; digit <= 9; ++digit) {
    const int seen = face_up(digit).size() + hand_[0][digit] + hand_[1][digit] +
                     minimum_[other][digit] + (pot[0] == digit) + (pot[1] == digit);
    const int left = certain(digit) - seen;
    unseen.counts[digit] = static_cast<std::uint8_t>(left > 0 ? left : 0);
    if (left < 0) unseen.swapped += left;
  }
  return unseen;
}

/// `pool`: what the owner of this view has not seen.
UnknownDominoes TwoDoku::unknown(const DigitCounts& pool) const {
  const Player other = 1 - observer_;
  const SumRange hand = sum_range_[other];
  const int all = digit_sum(pool) + digit_sum(minimum_[other]);
  const bool is_free =
      rules_.open || (!hand.is_exact() && hand == SumRange::of_size(hand_size_[other]));
  UnknownDominoes unknown =
      is_free ? UnknownDominoes(pool) : UnknownDominoes(pool, all - hand.high, all - hand.low);
  for (int i = 0; i < hidden_count_; ++i) unknown.add_slot(hidden_[i].excluded);
  for (int i = pot_known_[observer_].size(); i < pot_size_; ++i) unknown.add_slot(0);
  return unknown;
}

/// Before the deal nothing restricts what chance has drawn, but that the pot (on the small board,
/// everything) was redrawn until the rest could be split equally.
void TwoDoku::fill_unknown_deal(Rng& rng) {
  if (rules_.small) return draw_again(rng);
  UnknownDominoes unknown(rules_.dimensions().dominoes);
  for (int i = 0; i < values_drawn_; ++i) unknown.add_slot(0);
  const UnknownDominoes::Digits values = unknown.sample(rng);
  for (int i = 0; i < values_drawn_; ++i) hidden_[i].digit = values[i];
  if (stage_ != Stage::kDeal) return;
  stage_ = Stage::kPot;
  apply(sample_chance(rng));
}

/// As chance draws, up to where this position is. REQUIRES: no digit is known.
void TwoDoku::draw_again(Rng& rng) {
  const Stage stage = std::exchange(stage_, Stage::kValues);
  const int drawn = std::exchange(values_drawn_, std::uint8_t{0});
  while (values_drawn_ < drawn || stage_ < stage) apply(sample_chance(rng));
}

TwoDoku TwoDoku::determinized(Rng& rng) const {
  LastFillings last;
  return determinized(rng, last);
}

TwoDoku TwoDoku::determinized(Rng& rng, LastFillings& last) const {
  if (is_whole()) return *this;
  if (stage_ <= Stage::kDeal) {
    TwoDoku world = *this;
    world.observer_ = kNobody;
    world.pot_size_ = 0;
    world.fill_unknown_deal(rng);
    return world;
  }
  const UnseenDominoes unseen = this->unseen();
  while (true) {  // again where swapped dominoes got digits with which nothing agrees
    const UnknownDominoes unknown = this->unknown(unseen.drawn(rng));
    if (const auto digits = unknown.try_sample(rng)) return filled(unknown.pool(), *digits);
    if (unseen.swapped == 0 || unknown.is_satisfiable())
      return filled(unknown.pool(), last.of(unknown).sample(rng));
  }
}

/// The world where the dominoes of `pool` lie as `digits` say, and the rest is the other's hand.
TwoDoku TwoDoku::filled(const DigitCounts& pool, const UnknownDominoes::Digits& digits) const {
  TwoDoku world = *this;
  world.observer_ = kNobody;
  DigitCounts rest = pool;
  for (int i = 0; i < hidden_count_; ++i) world.hidden_[i].digit = digits[i];
  world.pot_ = pot_known_[observer_];
  int slots = hidden_count_;
  while (world.pot_.size() < pot_size_) world.pot_.add(digits[slots++]);
  for (int i = 0; i < slots; ++i) --rest[digits[i]];
  if (rules_.open) return world;
  const Player other = 1 - observer_;
  for (int digit = 1; digit <= 9; ++digit)
    world.hand_[other][digit] = static_cast<std::uint8_t>(rest[digit] + minimum_[other][digit]);
  world.hand_sum_[other] = static_cast<std::uint16_t>(digit_sum(world.hand_[other]));
  return world;
}

}  // namespace gauntlet::engine
