// Functions that give the same result on every machine, for what decisions depend on.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

namespace gauntlet::search {

/// ln(x) to three decimals, for x >= 1.
inline float natural_log(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x);
  const auto exponent = static_cast<float>(static_cast<int>(bits >> 23) - 127);
  const float m = std::bit_cast<float>((bits & 0x7fffff) | 0x3f800000);  // 1..2
  // The cubic that interpolates ln at the Chebyshev nodes of 1..2.
  const float fraction = ((0.1058438f * m - 0.7117269f) * m + 2.0871786f) * m - 1.4807232f;
  return exponent * 0.6931472f + fraction;
}

/// e^x for x <= 0, to one part in a hundred near 0; for x <= -16 that of -16, nearly 0.
inline float falling_exponential(float x) {
  const float part = 1 + std::max(x, -16.0f) / 32;
  float power = part;
  for (int i = 0; i < 5; ++i) power *= power;
  return power;
}

}  // namespace gauntlet::search
