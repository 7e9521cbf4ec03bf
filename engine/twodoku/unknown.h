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
/// other player's hand. Slots may exclude digits, and the sum of their digits may be known.
class UnknownDominoes {
 public:
  static constexpr int kMaxSlots = 10;
  static constexpr int kAnySum = -1'000'000;  ///< Below any sum, and far from overflow.
  using Digits = std::array<std::uint8_t, kMaxSlots>;

  /// REQUIRES: at most thirteen of a digit. `sum` is the slots' sum, or kAnySum.
  UnknownDominoes(const DigitCounts& pool, int sum) : pool_(pool), sum_(sum) {}

  /// Adds a slot; bit d of `excluded` says that it cannot be digit d. REQUIRES: fewer than
  /// kMaxSlots.
  void add_slot(std::uint16_t excluded) { excluded_[slots_++] = excluded; }

  int slots() const { return slots_; }
  /// What add_slot() was told of the slot.
  std::uint16_t excluded(int slot) const { return excluded_[slot]; }
  const DigitCounts& pool() const { return pool_; }
  int sum() const { return sum_; }

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
  std::size_t best_tilt() const;

  DigitCounts pool_;
  int sum_;
  int slots_ = 0;
  std::array<std::uint16_t, kMaxSlots> excluded_{};
};

}  // namespace gauntlet::engine::twodoku
