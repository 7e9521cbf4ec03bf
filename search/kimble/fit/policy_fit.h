// Fitting Kimble's policy to what rollouts found.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "engine/rng.h"
#include "search/fit/adam.h"
#include "search/kimble/fit/labelled_game.h"
#include "search/kimble/fit/move_features.h"

namespace gauntlet::search::kimble {

/// Lowers what a policy that is drawn by the scores of moves (softmax) loses beside the best
/// choices, by Adam on batches drawn without replacement in a fixed number of epochs. Equal seeds
/// give equal weights.
class PolicyFit {
 public:
  /// Goes on from `weights`. REQUIRES: `decisions` is not empty and outlives this; epochs >= 1.
  PolicyFit(std::span<const LabelledDecision> decisions, const PolicyWeights& weights, int epochs,
            std::uint64_t seed);

  /// Sees every decision once; the mean loss in chances to win, as it was met.
  double epoch();

  PolicyWeights weights() const;

 private:
  using Slopes = std::array<float, move_feature::kCount>;

  double add_slopes(const LabelledDecision& decision, float share, Slopes& slopes) const;

  std::span<const LabelledDecision> decisions_;
  std::vector<std::uint32_t> order_;
  Adam<move_feature::kCount> adam_;
  engine::Rng rng_;
  Slopes weights_;  ///< In units in which a difference of one is odds of e.
};

/// What the choices of fitted_choice() lose beside the best ones, on average; and what choices at
/// random do. REQUIRES: `decisions` is not empty.
struct PolicyLoss {
  double fitted, random;
};
PolicyLoss policy_loss(std::span<const LabelledDecision> decisions, const PolicyWeights& weights);

}  // namespace gauntlet::search::kimble
