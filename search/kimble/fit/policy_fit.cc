#include "search/kimble/fit/policy_fit.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "engine/shuffle.h"
#include "search/kimble/fit/fitted_policy.h"

namespace gauntlet::search::kimble {

namespace {

constexpr std::size_t kBatch = 256;
constexpr double kFirstStep = 0.02;
/// Weights in the unit of a fit: whole numbers are fine enough for the differences that matter.
constexpr float kUnit = 200;

std::size_t mover_of(const LabelledDecision& decision) {
  return static_cast<std::size_t>(decision.state.to_move());
}

float most(const LabelledDecision& decision) {
  float best = 0;
  for (const auto& choice : decision.choices)
    best = std::max(best, choice.wins[mover_of(decision)]);
  return best;
}

}  // namespace

PolicyFit::PolicyFit(std::span<const LabelledDecision> decisions, const PolicyWeights& weights,
                     int epochs, std::uint64_t seed)
    : decisions_(decisions),
      order_(decisions.size()),
      adam_(kFirstStep, static_cast<double>(epochs) *
                            static_cast<double>((decisions.size() + kBatch - 1) / kBatch)),
      rng_(seed) {
  std::iota(order_.begin(), order_.end(), 0u);
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights_[i] = static_cast<float>(weights[i]) / kUnit;
}

double PolicyFit::epoch() {
  engine::shuffle(order_, rng_);
  double loss = 0;
  for (std::size_t begin = 0; begin < order_.size(); begin += kBatch) {
    const std::size_t end = std::min(begin + kBatch, order_.size());
    Slopes slopes{};
    for (std::size_t i = begin; i < end; ++i)
      loss += add_slopes(decisions_[order_[i]], 1 / static_cast<float>(end - begin), slopes);
    adam_.step(slopes, weights_);
  }
  return loss / static_cast<double>(order_.size());
}

/// Adds how the loss of one decision grows with each weight; returns the loss.
double PolicyFit::add_slopes(const LabelledDecision& decision, float share, Slopes& slopes) const {
  constexpr std::size_t kMost = engine::Kimble::Moves::kCapacity;
  const std::size_t count = decision.choices.size(), mover = mover_of(decision);
  std::array<float, kMost> shares{};  // log odds at first
  for (std::size_t i = 0; i < count; ++i)
    visit_features(decision.state, decision.choices[i].move, [&](int feature, int times) {
      shares[i] += static_cast<float>(times) * weights_[static_cast<std::size_t>(feature)];
    });
  const float highest = *std::max_element(shares.begin(), shares.begin() + count);
  float sum = 0, mean = 0;
  for (std::size_t i = 0; i < count; ++i) sum += shares[i] = std::exp(shares[i] - highest);
  for (std::size_t i = 0; i < count; ++i) {
    shares[i] /= sum;
    mean += shares[i] * decision.choices[i].wins[mover];
  }
  for (std::size_t i = 0; i < count; ++i) {
    const float slope = share * shares[i] * (mean - decision.choices[i].wins[mover]);
    visit_features(decision.state, decision.choices[i].move, [&](int feature, int times) {
      slopes[static_cast<std::size_t>(feature)] += slope * static_cast<float>(times);
    });
  }
  return most(decision) - mean;
}

PolicyWeights PolicyFit::weights() const {
  PolicyWeights weights;
  for (std::size_t i = 0; i < weights.size(); ++i)
    weights[i] = static_cast<std::int32_t>(
        std::clamp(std::lround(weights_[i] * kUnit), -long{kMostWeight}, long{kMostWeight}));
  return weights;
}

PolicyLoss policy_loss(std::span<const LabelledDecision> decisions, const PolicyWeights& weights) {
  PolicyLoss loss{0, 0};
  for (const LabelledDecision& decision : decisions) {
    const engine::Kimble::Move taken = fitted_choice(decision.state, weights);
    double random = 0;
    for (const auto& choice : decision.choices) {
      const double lost = most(decision) - choice.wins[mover_of(decision)];
      random += lost / static_cast<double>(decision.choices.size());
      if (choice.move == taken) loss.fitted += lost;
    }
    loss.random += random;
  }
  const auto count = static_cast<double>(decisions.size());
  return {loss.fitted / count, loss.random / count};
}

}  // namespace gauntlet::search::kimble
