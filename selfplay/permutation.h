// The numbers below a bound in an order drawn at random, without a list of them.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/rng.h"

namespace gauntlet::selfplay {

/// A Feistel network of four rounds over the next power of four, walked until it is within the
/// bound (Black and Rogaway, Ciphers with Arbitrary Finite Domains, 2002). Immutable.
class Permutation {
 public:
  /// REQUIRES: count < 2^62.
  Permutation(std::uint64_t count, const engine::Rng& rng) : count_(count) {
    while (std::uint64_t{1} << (2 * half_bits_) < count) ++half_bits_;
    engine::Rng own = rng;
    for (std::uint64_t& key : keys_) key = own.next();
  }

  std::uint64_t count() const { return count_; }
  /// REQUIRES: number < count().
  std::uint64_t operator()(std::uint64_t number) const {
    assert(number < count_);
    do number = once(number);
    while (number >= count_);
    return number;
  }

 private:
  std::uint64_t once(std::uint64_t number) const {
    const std::uint64_t mask = (std::uint64_t{1} << half_bits_) - 1;
    std::uint64_t left = number >> half_bits_, right = number & mask;
    for (const std::uint64_t key : keys_) {
      const std::uint64_t mixed = left ^ (engine::Rng(key, right).next() & mask);
      left = right;
      right = mixed;
    }
    return left << half_bits_ | right;
  }

  std::uint64_t count_;
  int half_bits_ = 0;
  std::uint64_t keys_[4];
};

}  // namespace gauntlet::selfplay
