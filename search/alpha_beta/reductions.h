// By how many plies late moves are searched less deep.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

namespace gauntlet::search {

/// Grows with the logarithms of depth and rank, as is usual (Romstad, "An Introduction to Late Move
/// Reductions"). Immutable.
class Reductions {
 public:
  /// The larger the divisor, the smaller the reductions.
  explicit Reductions(double divisor) {
    for (int depth = kFirst; depth < kSide; ++depth)
      for (int rank = kFirst; rank < kSide; ++rank)
        plies_[depth][rank] =
            static_cast<float>(0.3 + std::log(depth) * std::log(rank + 1) / divisor);
  }

  /// `rank` counts from 0; the first two moves are never reduced.
  float plies(int rank, int depth) const {
    return plies_[std::min(depth, kSide - 1)][std::min(rank, kSide - 1)];
  }

 private:
  static constexpr int kSide = 32;
  static constexpr int kFirst = 2;
  std::array<std::array<float, kSide>, kSide> plies_{};
};

}  // namespace gauntlet::search
