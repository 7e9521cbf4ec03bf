// Numbers that a test draws, of which it wants the mean.
#pragma once

#include <cmath>

namespace gauntlet::search {

/// Mean and standard error of a sample.
struct Sample {
  double sum = 0, squares = 0;
  int n = 0;

  void add(double x) { sum += x, squares += x * x, ++n; }
  double mean() const { return sum / n; }
  double error() const { return std::sqrt((squares / n - mean() * mean()) / n); }
};

}  // namespace gauntlet::search
