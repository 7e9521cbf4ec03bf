// Random numbers whose whole state is one counter: cheap to copy, to fork and to replay.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/bits.h"

namespace gauntlet::engine {

/// A counter-based generator: the n-th number is a hash of start + n * constant, so equal seeds
/// give equal sequences on every machine and compiler. The hash is the folded 128-bit product of
/// wyrand (Wang Yi, 2019). Not for secrets. One thread each; copying forks the sequence.
class Rng {
 public:
  /// Different (seed, stream) pairs give independent sequences: `stream` numbers the games of a
  /// run, the seats of a game, and so on.
  explicit constexpr Rng(std::uint64_t seed, std::uint64_t stream = 0)
      : counter_(mix(mix(seed + 0x9e3779b97f4a7c15u) ^ (stream * 0xd1342543de82ef95u))) {}

  /// 64 random bits.
  std::uint64_t next() {
    counter_ += 0xa0761d6478bd642fu;
    const auto product =
        static_cast<unsigned __int128>(counter_) * (counter_ ^ 0xe7037ed1a0b428dbu);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
  }

  /// A number in 0..bound-1, each equally likely (Lemire 2019: multiply, reject the few that bias).
  /// REQUIRES: bound > 0.
  std::uint32_t below(std::uint32_t bound) {
    assert(bound > 0);
    std::uint64_t product = (next() >> 32) * bound;
    if (static_cast<std::uint32_t>(product) < bound) [[unlikely]] {
      const std::uint32_t threshold = -bound % bound;
      while (static_cast<std::uint32_t>(product) < threshold) product = (next() >> 32) * bound;
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  /// A number in [0, 1), a multiple of 2^-53.
  double uniform() { return static_cast<double>(next() >> 11) * 0x1p-53; }

  bool operator==(const Rng&) const = default;

 private:
  std::uint64_t counter_;
};

}  // namespace gauntlet::engine
