// Fitting a LogisticNetwork to examples.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <span>
#include <vector>

#include "engine/rng.h"
#include "engine/shuffle.h"
#include "search/fit/adam.h"
#include "search/fit/logistic_network.h"

namespace gauntlet::search {

/// What a network should say of some inputs.
template <class Inputs>
struct Example {
  Inputs inputs;
  float yes;  ///< The share of the cases in which it is yes, 0..1.
};

/// The logarithm of how unlikely a prediction held what came true: 0.69 for who never knows.
inline double log_loss(double log_odds, bool yes) {
  const double against = yes ? -log_odds : log_odds;
  return against > 30 ? against : std::log1p(std::exp(against));
}

/// The mean of log_loss() where `yes` is the share of the cases in which it came true.
inline double mean_log_loss(double log_odds, double yes) {
  return yes * log_loss(log_odds, true) + (1 - yes) * log_loss(log_odds, false);
}

/// Lowers the mean log loss of `examples` by Adam on batches drawn without replacement, in a fixed
/// number of epochs. Equal seeds give equal weights. Inputs should be of the order of one.
template <int kInputs, int kHidden>
class LogisticFit {
 public:
  using Network = LogisticNetwork<kInputs, kHidden>;
  using Examples = std::span<const Example<typename Network::Inputs>>;

  /// REQUIRES: `examples` is not empty and outlives this; epochs >= 1.
  LogisticFit(Examples examples, int epochs, std::uint64_t seed)
      : examples_(examples),
        order_(examples.size()),
        adam_(kFirstStep, static_cast<double>(epochs) *
                              static_cast<double>((examples.size() + kBatch - 1) / kBatch)),
        rng_(seed) {
    std::iota(order_.begin(), order_.end(), 0u);
    for (auto& weights : network_.to_hidden)
      for (float& weight : weights) weight = spread(0.15f);
    for (float& weight : network_.from_hidden) weight = spread(0.25f);
  }

  /// Sees every example once; its mean log loss as it was met.
  double epoch() {
    engine::shuffle(order_, rng_);
    double loss = 0;
    for (std::size_t begin = 0; begin < order_.size(); begin += kBatch)
      loss += learn(std::span(order_).subspan(begin, std::min(kBatch, order_.size() - begin)));
    return loss / static_cast<double>(order_.size());
  }

  const Network& network() const { return network_; }

 private:
  using Flat = std::array<float, Network::kParameters>;
  static_assert(sizeof(Flat) == sizeof(Network));

  static constexpr std::size_t kBatch = 256;
  static constexpr double kFirstStep = 0.004;

  float spread(float most) { return static_cast<float>(2 * rng_.uniform() - 1) * most; }

  /// One step for one batch; the sum of its losses.
  double learn(std::span<const std::uint32_t> batch) {
    Network slopes{};
    double loss = 0;
    for (const std::uint32_t index : batch)
      loss += add_slopes(examples_[index], 1 / static_cast<float>(batch.size()), slopes);
    step(std::bit_cast<Flat>(slopes));
    return loss;
  }

  /// Adds how the loss of one example grows with each weight; returns the loss.
  double add_slopes(const Example<typename Network::Inputs>& example, float share,
                    Network& slopes) const {
    const auto passed = network_.hidden(example.inputs);
    const float odds = network_.log_odds(example.inputs, passed);
    const float error = share * (1 / (1 + std::exp(-odds)) - example.yes);
    typename Network::Hidden errors;
    for (std::size_t j = 0; j < passed.size(); ++j) {
      slopes.from_hidden[j] += error * passed[j];
      errors[j] = passed[j] > 0 ? error * network_.from_hidden[j] : 0.0f;
      slopes.hidden_bias[j] += errors[j];
    }
    for (std::size_t i = 0; i < example.inputs.size(); ++i) {
      const float input = example.inputs[i];
      if (input == 0) continue;
      slopes.direct[i] += error * input;
      for (std::size_t j = 0; j < passed.size(); ++j) slopes.to_hidden[i][j] += errors[j] * input;
    }
    slopes.bias += error;
    return mean_log_loss(odds, example.yes);
  }

  void step(const Flat& slopes) {
    Flat weights = std::bit_cast<Flat>(network_);
    adam_.step(slopes, weights);
    network_ = std::bit_cast<Network>(weights);
  }

  Examples examples_;
  std::vector<std::uint32_t> order_;
  Adam<Network::kParameters> adam_;
  engine::Rng rng_;
  Network network_{};
};

}  // namespace gauntlet::search
