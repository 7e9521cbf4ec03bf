// A small network that predicts a yes or no from numbers.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace gauntlet::search {

/// One layer of hidden units that pass on what is positive, beside weights straight from the
/// inputs; without the hidden layer it is logistic regression. An aggregate, so that weights can be
/// written down as one.
///
/// Sums are taken in one fixed order: equal inputs give equal outputs with every compiler.
template <int kInputs, int kHidden>
struct LogisticNetwork {
  static_assert(kHidden % 8 == 0, "whole vectors of eight");
  static constexpr int kParameters = (kInputs + 2) * kHidden + kInputs + 1;
  using Inputs = std::array<float, kInputs>;
  using Hidden = std::array<float, kHidden>;

  std::array<Hidden, kInputs> to_hidden;  ///< By input; most inputs are 0 and cost nothing.
  Hidden hidden_bias;
  Hidden from_hidden;
  std::array<float, kInputs> direct;
  float bias;

  /// What the hidden units pass on.
  Hidden hidden(const Inputs& inputs) const {
    Hidden sums = hidden_bias;
    for (std::size_t i = 0; i < inputs.size(); ++i)
      if (inputs[i] != 0)
        for (std::size_t j = 0; j < sums.size(); ++j) sums[j] += inputs[i] * to_hidden[i][j];
    for (float& sum : sums) sum = std::max(sum, 0.0f);
    return sums;
  }

  /// The logarithm of the odds of yes. REQUIRES: `passed` is hidden(inputs).
  float log_odds(const Inputs& inputs, const Hidden& passed) const {
    float sum = plus_told_by(passed, bias);
    for (std::size_t i = 0; i < inputs.size(); ++i) sum += inputs[i] * direct[i];
    return sum;
  }
  float log_odds(const Inputs& inputs) const { return log_odds(inputs, hidden(inputs)); }

  /// The same of inputs that are not there as numbers: tell(add) calls add(index, input) for those
  /// that are not 0, each once.
  template <class Tell>
  float log_odds_of(Tell&& tell) const {
    struct Told {
      std::uint32_t index;
      float input;
    };
    std::array<Told, kInputs> all;  // first of all, so that the sums then stay in registers
    std::size_t count = 0;
    tell([&](int index, float input) {
      all[count++] = {static_cast<std::uint32_t>(index), input};
    });
    Hidden sums = hidden_bias;
    float straight = bias;
    for (std::size_t k = 0; k < count; ++k) {
      const auto [i, input] = all[k];
      for (std::size_t j = 0; j < kHidden; ++j) sums[j] += input * to_hidden[i][j];
      straight += input * direct[i];
    }
    for (float& sum : sums) sum = std::max(sum, 0.0f);
    return plus_told_by(sums, straight);
  }

 private:
  float plus_told_by(const Hidden& passed, float sum) const {
    std::array<float, 8> lanes{};
    for (std::size_t j = 0; j < passed.size(); ++j) lanes[j % 8] += passed[j] * from_hidden[j];
    for (const float lane : lanes) sum += lane;
    return sum;
  }
};

}  // namespace gauntlet::search
