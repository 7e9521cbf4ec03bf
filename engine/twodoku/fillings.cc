#include "engine/twodoku/fillings.h"

#include <algorithm>
#include <bit>
#include <cassert>

namespace gauntlet::engine::twodoku {

namespace {

/// Ways to choose k of n slots, n <= 10.
double choose(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
  return ways;
}

/// Ways to lay k of n dominoes onto k slots, in order.
double arrange(int n, int k) {
  double ways = 1;
  for (int i = 0; i < k; ++i) ways *= n - i;
  return ways;
}

}  // namespace

Fillings::Fillings(const UnknownDominoes& unknown)
    : pool_(unknown.pool()),
      sum_is_free_(unknown.sum_is_free()),
      sum_(sum_is_free_ ? 0 : std::min(unknown.high_sum(), 9 * kMaxSlots)),
      slack_(sum_is_free_ ? 0 : sum_ - std::max(unknown.low_sum(), 0)),
      sums_(std::max(sum_, 0) + 1),
      slots_(unknown.slots()) {
  sort_into_classes(unknown);
  count_from_the_top();
  if (total() == 0) return;
  count_from_the_bottom();
  find_shares();
}

void Fillings::sort_into_classes(const UnknownDominoes& unknown) {
  for (int slot = 0; slot < slots_; ++slot) {
    int at = 0;
    while (at < classes_ && class_[at].excluded != unknown.excluded(slot)) ++at;
    classes_ = std::max(classes_, at + 1);
    class_[at].excluded = unknown.excluded(slot);
    class_[at].slots |= 1u << slot;
    ++class_[at].size;
  }
  for (int i = 0; i < classes_; ++i) {
    class_[i].stride = states_;
    states_ *= class_[i].size + 1;
  }
}

Fillings::Counts Fillings::counts_of(int state) const {
  Counts counts{};
  for (int i = 0; i < classes_; ++i)
    counts[i] = static_cast<std::uint8_t>(state / class_[i].stride % (class_[i].size + 1));
  return counts;
}

/// Calls visit(part, dominoes, ways) for each way to choose slots for `digit` out of `room` by the
/// numbers of each class; `ways` counts the choices of slots and of dominoes.
template <class Visit>
void Fillings::for_each_part(int digit, const Counts& room, Visit visit) const {
  const auto extend = [&](auto& self, int i, int part, int dominoes, double ways) -> void {
    if (i == classes_) return visit(part, dominoes, ways * arrange(pool_[digit], dominoes));
    const bool may = (class_[i].excluded >> digit & 1) == 0;
    const int most = may ? std::min<int>(room[i], pool_[digit] - dominoes) : 0;
    for (int k = 0; k <= most; ++k)
      self(self, i + 1, part + k * class_[i].stride, dominoes + k, ways * choose(room[i], k));
  };
  extend(extend, 0, 0, 0, 1);
}

void Fillings::count_from_the_top() {
  above_.assign(static_cast<std::size_t>(11 * states_ * sums_), 0);
  for (int left = 0; left <= slack_; ++left) at(above_, 10, 0, left) = 1;
  for (int digit = 9; digit >= 1; --digit)
    for (int state = 0; state < states_; ++state)
      for_each_part(digit, counts_of(state), [&](int part, int dominoes, double ways) {
        const int shift = dominoes * weight(digit);
        if (shift >= sums_) return;
        double* const to = &at(above_, digit, state, shift);
        const double* const from = &at(above_, digit + 1, state - part, 0);
        for (int sum = 0; sum < sums_ - shift; ++sum) to[sum] += ways * from[sum];
      });
}

void Fillings::count_from_the_bottom() {
  below_.assign(static_cast<std::size_t>(11 * states_ * sums_), 0);
  at(below_, 1, 0, 0) = 1;
  for (int digit = 1; digit <= 8; ++digit)
    for (int state = 0; state < states_; ++state)
      for_each_part(digit, counts_of(state), [&](int part, int dominoes, double ways) {
        const int shift = dominoes * weight(digit);
        if (shift >= sums_) return;
        double* const to = &at(below_, digit + 1, state, shift);
        const double* const from = &at(below_, digit, state - part, 0);
        for (int sum = 0; sum < sums_ - shift; ++sum) to[sum] += ways * from[sum];
      });
}

void Fillings::find_shares() {
  for (int digit = 1; digit <= 9; ++digit) shares_[digit] = shares_of(digit);
}

/// The digits below fill some slots, this one fills `part`, those above what is left.
std::vector<double> Fillings::shares_of(int digit) const {
  std::vector<double> shares(static_cast<std::size_t>(states_), 0);
  const int full = states_ - 1;
  for_each_part(digit, counts_of(full), [&](int part, int dominoes, double ways) {
    const int sum = sum_ - dominoes * weight(digit);
    if (sum < 0) return;
    const Counts rest = counts_of(full - part);
    double others = 0;
    for (int low = 0; low < states_; ++low) {
      const Counts lower = counts_of(low);
      double chosen = 1;  // of the slots that are left, those for the digits below
      for (int i = 0; i < classes_; ++i) chosen *= choose(rest[i], lower[i]);
      if (chosen == 0) continue;
      const double* const below = &at(below_, digit, low, 0);
      const double* const above = &at(above_, digit + 1, full - part - low, 0);
      double both = 0;
      for (int s = 0; s <= sum; ++s) both += below[s] * above[sum - s];
      others += chosen * both;
    }
    shares[static_cast<std::size_t>(part)] = ways * others / total();
  });
  return shares;
}

double Fillings::probability(std::uint32_t slots, int digit) const {
  assert(total() > 0);
  double none = 0;
  for (int part = 0; part < states_; ++part) {
    const double share = shares_[digit][static_cast<std::size_t>(part)];
    if (share == 0) continue;
    const Counts held = counts_of(part);
    double missed = 1;
    for (int i = 0; i < classes_; ++i) {
      const int asked = std::popcount(class_[i].slots & slots);
      missed *= choose(class_[i].size - asked, held[i]) / choose(class_[i].size, held[i]);
    }
    none += share * missed;
  }
  return std::clamp(1 - none, 0.0, 1.0);
}

UnknownDominoes::Digits Fillings::sample(Rng& rng) const {
  assert(total() > 0);
  UnknownDominoes::Digits digits{};
  std::uint32_t free = (1u << slots_) - 1;
  int state = states_ - 1;
  int sum = sum_;
  for (int digit = 1; digit <= 9; ++digit) {
    double left = rng.uniform() * ways(digit, state, sum);
    int chosen = 0;
    int dominoes = 0;
    bool is_found = false;
    for_each_part(digit, counts_of(state), [&](int part, int count, double ways_of_part) {
      const int rest = sum - count * weight(digit);
      const double ways_below = ways_of_part * ways(digit + 1, state - part, rest);
      if (is_found || ways_below == 0) return;
      chosen = part;
      dominoes = count;
      left -= ways_below;
      is_found = left < 0;
    });
    paint(digit, chosen, free, digits, rng);
    state -= chosen;
    sum -= dominoes * weight(digit);
  }
  return digits;
}

/// Gives `digit` to slots of `free`, as many of each class as `part` says, any of them alike.
void Fillings::paint(int digit, int part, std::uint32_t& free, UnknownDominoes::Digits& digits,
                     Rng& rng) const {
  const Counts counts = counts_of(part);
  for (int i = 0; i < classes_; ++i)
    for (int k = 0; k < counts[i]; ++k) {
      std::uint32_t open = free & class_[i].slots;
      auto skip = rng.below(static_cast<std::uint32_t>(std::popcount(open)));
      while (skip-- > 0) open &= open - 1;
      const int slot = std::countr_zero(open);
      digits[slot] = static_cast<std::uint8_t>(digit);
      free &= ~(1u << slot);
    }
}

}  // namespace gauntlet::engine::twodoku
