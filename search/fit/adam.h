// Steps down a slope that is only known in part.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>

namespace gauntlet::search {

/// Adam (Kingma and Ba 2014), with steps that shrink to nothing in a fixed number of them.
template <std::size_t kWeights>
class Adam {
 public:
  using Weights = std::array<float, kWeights>;

  /// REQUIRES: steps > 0.
  Adam(double first_step, double steps) : first_step_(first_step), steps_(steps) {}

  /// Moves `weights` against `slopes`: how what is to be lowered grows with each.
  void step(const Weights& slopes, Weights& weights) {
    const double length = first_step_ * std::max(0.0, 1 - steps_done_ / steps_);
    ++steps_done_;
    const auto mean_grown = static_cast<float>(1 - std::pow(kMeanDecay, steps_done_)),
               square_grown = static_cast<float>(1 - std::pow(kSquareDecay, steps_done_));
    for (std::size_t i = 0; i < kWeights; ++i) {
      mean_[i] = kMeanDecay * mean_[i] + (1 - kMeanDecay) * slopes[i];
      square_[i] = kSquareDecay * square_[i] + (1 - kSquareDecay) * slopes[i] * slopes[i];
      weights[i] -= static_cast<float>(length) * mean_[i] / mean_grown /
                    (std::sqrt(square_[i] / square_grown) + kTiny);
    }
  }

 private:
  static constexpr float kMeanDecay = 0.9f, kSquareDecay = 0.999f, kTiny = 1e-8f;

  double first_step_, steps_;
  double steps_done_ = 0;
  Weights mean_{}, square_{};  ///< Of the slopes so far, fading.
};

}  // namespace gauntlet::search
