#include "search/twodoku/belief.h"

#include <cassert>
#include <cstdint>
#include <utility>

#include "engine/twodoku/unknown.h"

namespace gauntlet::search::twodoku {

Belief::Belief(const engine::TwoDoku& view) : view_(view) {
  assert(view.observer() >= 0 && view.stage() >= engine::TwoDoku::Stage::kTurn);
  const engine::twodoku::UnseenDominoes unseen = view.unseen();
  add_swapped(unseen.counts, 1, unseen.swapped, 1);
  assert(weight_ > 0);
}

/// Gives the `left` swapped dominoes digits from `digit` on, each sequence of digits equally
/// likely. As determinized() has it, choices with which nothing agrees are left out, and the others
/// are as likely as before.
void Belief::add_swapped(const engine::twodoku::DigitCounts& counts, int digit, int left,
                         double ways) {
  if (left == 0) {
    engine::twodoku::Fillings fillings(view_.unknown(counts));
    if (fillings.total() == 0) return;
    weight_ += ways;
    cases_.push_back({std::move(fillings), ways});
    return;
  }
  if (digit > 9) return;
  engine::twodoku::DigitCounts more = counts;
  for (int n = 0; n <= left; ++n, ++more[digit]) {
    add_swapped(more, digit + 1, left - n, ways);
    ways /= n + 1;  // sequences: the multinomial coefficient, but for a common factor
  }
}

double Belief::any_of(std::uint32_t slots, int digit) const {
  double probability = 0;
  for (const Case& one : cases_)
    probability += one.weight / weight_ * one.fillings.probability(slots, digit);
  return probability;
}

double Belief::failure(int square, int digit) const {
  std::uint32_t slots = 0;
  for (int i = 0; i < view_.face_down_count(); ++i)
    if (const engine::twodoku::FaceDown& domino = view_.face_down(i);
        engine::kPeers[square].has(domino.square) && (domino.excluded >> digit & 1) == 0)
      slots |= 1u << i;
  return slots == 0 ? 0 : any_of(slots, digit);
}

double Belief::face_down(int i, int digit) const {
  assert(i >= 0 && i < view_.face_down_count());
  return any_of(1u << i, digit);
}

}  // namespace gauntlet::search::twodoku
