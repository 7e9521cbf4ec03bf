// All physical ways to fill slots with dominoes, counted: exact probabilities and exact draws.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/rng.h"
#include "engine/twodoku/move.h"
#include "engine/twodoku/unknown.h"

namespace gauntlet::engine::twodoku {

/// The fillings of an UnknownDominoes. Slots that exclude the same digits are of one class, and
/// only how many slots of each class are filled is kept while the digits are gone through, so that
/// ten slots alike have 11 states and ten different ones 1,024. Building takes microseconds to some
/// tens of milliseconds, by the number of classes; the tables up to some 25 MB. Const members may
/// be called by several threads at once.
class Fillings {
 public:
  explicit Fillings(const UnknownDominoes& unknown);

  /// The number of physical fillings; 0 if nothing agrees with what is excluded and the
  /// sum.
  double total() const { return ways(1, states_ - 1, sum_); }

  /// A digit for each slot, all physical fillings equally likely. REQUIRES: total() > 0.
  UnknownDominoes::Digits sample(Rng& rng) const;

  /// The probability that at least one of the slots whose bit is set in `slots` holds `digit`.
  /// REQUIRES: total() > 0.
  double probability(std::uint32_t slots, int digit) const;

 private:
  static constexpr int kMaxSlots = UnknownDominoes::kMaxSlots;

  /// Slots that exclude the same digits.
  struct Class {
    std::uint16_t excluded = 0;
    std::uint32_t slots = 0;  ///< Their bits.
    int size = 0;
    int stride = 1;  ///< Of this class's count in the number of a state.
  };
  /// How many slots of each class: a number in mixed radix, and the digits of that number.
  using Counts = std::array<std::uint8_t, kMaxSlots>;

  void sort_into_classes(const UnknownDominoes& unknown);
  void count_from_the_top();
  void count_from_the_bottom();
  void find_shares();
  std::vector<double> shares_of(int digit) const;
  Counts counts_of(int state) const;
  template <class Visit>
  void for_each_part(int digit, const Counts& room, Visit visit) const;
  void paint(int digit, int part, std::uint32_t& free, UnknownDominoes::Digits& digits,
             Rng& rng) const;

  double& at(std::vector<double>& table, int digit, int state, int sum) const {
    return table[static_cast<std::size_t>((digit * states_ + state) * sums_ + sum)];
  }
  const double& at(const std::vector<double>& table, int digit, int state, int sum) const {
    return table[static_cast<std::size_t>((digit * states_ + state) * sums_ + sum)];
  }
  /// Ways in which digits `digit`..9 fill a state's slots with that sum, or slack_ less at most.
  double ways(int digit, int state, int sum) const {
    return sum < 0 || sum >= sums_ ? 0 : at(above_, digit, state, sum);
  }
  /// What a domino of this digit adds to a sum; nothing where sums are free.
  int weight(int digit) const { return sum_is_free_ ? 0 : digit; }

  DigitCounts pool_;
  bool sum_is_free_;
  int sum_;    ///< The highest that is allowed; 0 where it is free.
  int slack_;  ///< How much less it may be; negative where no sum is allowed.
  int sums_;   ///< 0..sums_ - 1 can be met.
  int slots_ = 0;
  int classes_ = 0;
  int states_ = 1;
  std::array<Class, kMaxSlots> class_{};
  std::vector<double> above_;  ///< Ways of the digits d..9, by d, state and sum.
  std::vector<double> below_;  ///< Ways of the digits 1..d-1, likewise.
  /// By digit and state: the probability that this many slots of each class hold the digit.
  std::array<std::vector<double>, 10> shares_;
};

}  // namespace gauntlet::engine::twodoku
