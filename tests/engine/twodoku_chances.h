// Whether what chance draws in Two-Doku is drawn as often as it should be.
#pragma once

#include <array>
#include <cmath>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

#include "engine/twodoku/move.h"

namespace gauntlet::engine {

/// The chi-square of `counts` against `weights` (in any unit), and its degrees of freedom; cells
/// with an expectation below 5 are put together.
struct ChiSquare {
  double value = 0;
  double freedom = -1;
  bool is_plausible() const { return value < freedom + 5 * std::sqrt(2 * freedom) + 5; }
};

inline ChiSquare chi_square(const std::vector<double>& counts, const std::vector<double>& weights) {
  double drawn = 0, weight = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) drawn += counts[i], weight += weights[i];
  ChiSquare result;
  double rare_count = 0, rare_expected = 0;
  auto add = [&](double count, double expected) {
    result.value += (count - expected) * (count - expected) / expected;
    ++result.freedom;
  };
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = weights[i] / weight * drawn;
    if (expected >= 5) {
      add(counts[i], expected);
    } else {
      rare_count += counts[i];
      rare_expected += expected;
    }
  }
  if (rare_expected > 0) add(rare_count, rare_expected);
  return result;
}

/// Physical ways to choose `size` dominoes with the sum `total` of which n are `digit`, for
/// n = 0..10: products of binomials by (dominoes, sum), digit by digit.
inline std::vector<double> marginal_of(const twodoku::DigitCounts& pool, int digit, int size,
                                       int total) {
  std::vector<double> marginal;
  auto choose = [](int n, int k) {
    double ways = 1;
    for (int i = 0; i < k; ++i) ways = ways * (n - i) / (i + 1);
    return ways;
  };
  for (int n = 0; n <= 10; ++n) {
    std::map<std::pair<int, int>, double> ways = {{{n, n * digit}, choose(pool[digit], n)}};
    for (int other = 1; other <= 9; ++other) {
      if (other == digit) continue;
      std::map<std::pair<int, int>, double> next;
      for (const auto& [key, weight] : ways)
        for (int k = 0; k <= pool[other]; ++k)
          if (key.first + k <= size)
            next[{key.first + k, key.second + k * other}] += weight * choose(pool[other], k);
      ways = next;
    }
    marginal.push_back(n <= pool[digit] ? ways[{size, total}] : 0);
  }
  return marginal;
}

}  // namespace gauntlet::engine
