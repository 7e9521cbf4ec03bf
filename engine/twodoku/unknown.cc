#include "engine/twodoku/unknown.h"

#include <algorithm>
#include <bit>
#include <cassert>
#include <utility>

#include "engine/twodoku/deal.h"
#include "engine/twodoku/fillings.h"

namespace gauntlet::engine::twodoku {

// ---- rejection: exact ----

namespace {

/// What a domino of each digit weighs when drawn: p^d * q^(9-d). A filling with a given sum weighs
/// the same however it is made up, so that drawing by weight changes nothing but how often the sum
/// is met.
using Weights = std::array<std::uint32_t, 10>;

constexpr Weights weights_of(std::uint32_t p, std::uint32_t q) {
  Weights weights{};
  for (int digit = 1; digit <= 9; ++digit) {
    weights[digit] = 1;
    for (int i = 1; i <= 9; ++i) weights[digit] *= i <= digit ? p : q;
  }
  return weights;
}

constexpr Weights kLevel = weights_of(1, 1);
constexpr std::array<Weights, 6> kTilts = {weights_of(1, 2), weights_of(2, 3), weights_of(4, 5),
                                           weights_of(5, 4), weights_of(3, 2), weights_of(2, 1)};

}  // namespace

/// The order in which slots are filled, the most constrained first, and a bound on how much weight
/// can be available to each.
class UnknownDominoes::Plan {
 public:
  Plan(const UnknownDominoes& unknown, const Weights& weights)
      : unknown_(unknown), weights_(weights) {
    std::array<std::uint32_t, kMaxSlots> available{};
    for (int slot = 0; slot < unknown.slots_; ++slot) {
      for (int digit = 1; digit <= 9; ++digit)
        if (unknown.allows(slot, digit)) available[slot] += unknown.pool_[digit] * weights[digit];
      int at = slot;
      for (; at > 0 && available[order_[at - 1]] > available[slot]; --at)
        order_[at] = order_[at - 1];
      order_[at] = slot;
    }
    std::uint32_t all = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      all += unknown.pool_[digit] * weights[digit];
      last_bound_ = std::max(last_bound_, unknown.pool_[digit] * weights[digit]);
    }
    const std::uint32_t lightest = std::min(weights[1], weights[9]);
    for (int i = 0; i < unknown.slots_; ++i)
      bound_[i] = std::min(available[order_[i]], all - i * lightest);
    free_slots_ = unknown.slots_;
    if (unknown.sum_is_known() && unknown.slots_ > 0) --free_slots_;
  }

  /// Each slot draws by weight from `bound_`, of which only a part is there; meeting what is not
  /// there fails the attempt. So every filling has a probability proportional to its weight, that
  /// is (for one sum, or level weights) to its number of physical ways. The last slot's digit
  /// follows from the sum, if that is known.
  bool attempt(Digits& digits, Rng& rng) const {
    DigitCounts left = unknown_.pool_;
    int low = unknown_.low_, high = unknown_.high_;  // of the slots that are not filled yet
    for (int i = 0; i < free_slots_; ++i) {
      if (bound_[i] == 0) return false;  // nothing in the pool may lie there
      const int digit = draw(order_[i], rng.below(bound_[i]), left);
      if (digit == 0) return false;
      digits[order_[i]] = static_cast<std::uint8_t>(digit);
      --left[digit];
      low -= digit;
      high -= digit;
    }
    if (unknown_.is_free_) return true;
    if (free_slots_ == unknown_.slots_) return low <= 0 && high >= 0;
    const int last = order_[free_slots_];
    if (low < 1 || low > 9 || !unknown_.allows(last, low)) return false;
    digits[last] = static_cast<std::uint8_t>(low);
    return last_bound_ > 0 && rng.below(last_bound_) < left[low] * weights_[low];
  }

 private:
  int draw(int slot, std::uint32_t nth, const DigitCounts& left) const {
    for (int digit = 1; digit <= 9; ++digit) {
      if (!unknown_.allows(slot, digit)) continue;
      const std::uint32_t weight = left[digit] * weights_[digit];
      if (nth < weight) return digit;
      nth -= weight;
    }
    return 0;
  }

  const UnknownDominoes& unknown_;
  const Weights& weights_;
  std::array<int, kMaxSlots> order_{};
  std::array<std::uint32_t, kMaxSlots> bound_{};
  std::uint32_t last_bound_ = 0;
  int free_slots_;
};

DigitCounts UnseenDominoes::drawn(Rng& rng) const {
  DigitCounts pool = counts;
  for (int i = 0; i < swapped; ++i) ++pool[1 + rng.below(9)];
  return pool;
}

UnknownDominoes::Digits UnknownDominoes::sample(Rng& rng) const {
  const auto digits = try_sample(rng);
  return digits ? *digits : Fillings(*this).sample(rng);
}

std::optional<UnknownDominoes::Digits> UnknownDominoes::try_sample(Rng& rng) const {
  constexpr int kAttempts = 256;
  constexpr int kLevelAttempts = 64;  // an unlikely sum is then better met by tilting
  Digits digits{};
  const Plan level(*this, kLevel);
  for (int i = 0; i < (sum_is_known() ? kLevelAttempts : kAttempts); ++i)
    if (level.attempt(digits, rng)) return digits;
  if (sum_is_known()) {
    const Plan tilted(*this, kTilts[best_tilt()]);
    for (int i = 0; i < kAttempts; ++i)
      if (tilted.attempt(digits, rng)) return digits;
  }
  return std::nullopt;
}

/// The weights under which the slots' expected sum (as if they were independent) is nearest to the
/// known one.
std::size_t UnknownDominoes::best_tilt() const {
  std::size_t best = 0;
  double least_off = 0;
  for (std::size_t tilt = 0; tilt < kTilts.size(); ++tilt) {
    double expected = 0;
    for (int slot = 0; slot < slots_; ++slot) {
      double weight = 0, weighted = 0;
      for (int digit = 1; digit <= 9; ++digit) {
        if (!allows(slot, digit)) continue;
        weight += pool_[digit] * kTilts[tilt][digit];
        weighted += digit * (pool_[digit] * kTilts[tilt][digit]);
      }
      expected += weighted / weight;
    }
    const double off = expected > low_ ? expected - low_ : low_ - expected;
    if (tilt == 0 || off < least_off) {
      best = tilt;
      least_off = off;
    }
  }
  return best;
}

// ---- whether there is one ----

/// For every digit d and set of slots: the sums with which digits d..9 can fill exactly that set,
/// bit s for sum s.
class UnknownDominoes::Reach {
 public:
  using Sums = unsigned __int128;

  explicit Reach(const UnknownDominoes& unknown) : unknown_(unknown) {
    const unsigned all = (1u << unknown.slots_) - 1;
    for (unsigned set = 0; set <= all; ++set) sums_[10][set] = set == 0;
    for (int digit = 9; digit >= 1; --digit)
      for (unsigned set = 0; set <= all; ++set) {
        Sums sums = 0;
        for_each_part(digit, set, [&](unsigned part, int count) {
          sums |= sums_[digit + 1][set & ~part] << (digit * count);
        });
        sums_[digit][set] = sums;
      }
  }

  /// Whether all slots can be filled with a sum that is allowed.
  bool can_fill() const {
    const Sums sums = sums_[1][(1u << unknown_.slots_) - 1];
    if (unknown_.is_free_) return sums != 0;
    const int high = std::min(unknown_.high_, 9 * kMaxSlots);
    for (int sum = std::max(unknown_.low_, 0); sum <= high; ++sum)
      if ((sums >> sum & 1) != 0) return true;
    return false;
  }

  /// Calls visit(part, size) for each part of `set` that could take this digit.
  template <class Visit>
  void for_each_part(int digit, unsigned set, Visit visit) const {
    unsigned allowed = 0;
    for (int slot = 0; slot < unknown_.slots_; ++slot)
      if (unknown_.allows(slot, digit)) allowed |= 1u << slot;
    allowed &= set;
    for (unsigned part = allowed;; part = (part - 1) & allowed) {
      const int count = std::popcount(part);
      if (count <= unknown_.pool_[digit]) visit(part, count);
      if (part == 0) return;
    }
  }

 private:
  const UnknownDominoes& unknown_;
  std::array<std::array<Sums, 1 << kMaxSlots>, 11> sums_;
};

bool UnknownDominoes::is_satisfiable() const {
  return slots_ <= domino_count(pool_) && Reach(*this).can_fill();
}

}  // namespace gauntlet::engine::twodoku
