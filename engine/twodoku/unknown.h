// What a player of Two-Doku does not know, as a sampling problem: which dominoes lie where.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

#include "engine/rng.h"
#include "engine/twodoku/move.h"

namespace gauntlet::engine::twodoku {

/// What the owner of a view has not seen.
struct UnseenDominoes {
  DigitCounts counts{};  ///< Of the dominoes that there are for certain.
  int swapped = 0;       ///< Dominoes of any digit beside them; negative if more was seen than is.

  /// The counts with digits for the swapped ones, each equally likely.
  DigitCounts drawn(Rng& rng) const;
};

/// Dominoes of known digits, some of which fill slots (face-down squares, the pot); the rest is the
/// other player's hand. Slots may exclude digits, and the sum of their digits may have bounds.
class UnknownDominoes {
 public:
  static constexpr int kMaxSlots = 10;
  using Digits = std::array<std::uint8_t, kMaxSlots>;

  /// REQUIRES: at most thirteen of a digit. The slots may have any sum.
  explicit UnknownDominoes(const DigitCounts& pool) : pool_(pool) {}
  /// The slots' sum is `low` to `high`, both included. REQUIRES: low <= high.
  UnknownDominoes(const DigitCounts& pool, int low, int high)
      : pool_(pool), is_free_(false), low_(low), high_(high) {}

  /// Adds a slot; bit d of `excluded` says that it cannot be digit d. REQUIRES: fewer than
  /// kMaxSlots.
  void add_slot(std::uint16_t excluded) { excluded_[slots_++] = excluded; }

  int slots() const { return slots_; }
  /// What add_slot() was told of the slot.
  std::uint16_t excluded(int slot) const { return excluded_[slot]; }
  const DigitCounts& pool() const { return pool_; }
  /// Whether the slots may have any sum; low_sum() and high_sum() say nothing then.
  bool sum_is_free() const { return is_free_; }
  int low_sum() const { return low_; }
  int high_sum() const { return high_; }

  /// Whether any filling agrees with everything.
  bool is_satisfiable() const;

  bool operator==(const UnknownDominoes&) const = default;

  /// A digit for each slot, in the order in which they were added: all physical fillings equally
  /// likely. About half a microsecond; where some 300 attempts find none, up to tens of
  /// milliseconds for counting them all. REQUIRES: is_satisfiable().
  Digits sample(Rng& rng) const;
  /// The same, or nothing where some 300 attempts find none.
  std::optional<Digits> try_sample(Rng& rng) const;

 private:
  class Plan;
  class Reach;

  bool allows(int slot, int digit) const { return (excluded_[slot] >> digit & 1) == 0; }
  bool sum_is_known() const { return !is_free_ && low_ == high_; }
  std::size_t best_tilt() const;

  DigitCounts pool_;
  bool is_free_ = true;
  int low_ = 0, high_ = 0;
  int slots_ = 0;
  std::array<std::uint16_t, kMaxSlots> excluded_{};
};

}  // namespace gauntlet::engine::twodoku
