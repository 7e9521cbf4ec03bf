// What tells one process of a program from all others.
#pragma once

#include <cstdint>
#include <random>

namespace gauntlet::tools {

/// A positive number by chance: of two it is the same once in 10^18 times.
inline std::int64_t process_number() {
  std::random_device random;
  return std::uniform_int_distribution<std::int64_t>(1)(random);
}

}  // namespace gauntlet::tools
