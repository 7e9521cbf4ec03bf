// Counterfactual regret minimization, as CFR+ does it.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "search/cfr/sequence_form.h"

namespace gauntlet::search::cfr {

/// Comes near an equilibrium of a two-player zero-sum game by playing against itself: CFR+
/// (Tammelin 2014, "Solving large imperfect information games using CFR+"), that is regret
/// matching+, whose regrets never fall below zero, players that learn in turn, and averages in
/// which the t-th iteration counts t times. What the average loses against its best answer falls
/// like 1 / iterations at worst, and in practice faster.
///
/// Deterministic. Not thread-safe, but const members may be called by several threads at once.
class CfrPlus {
 public:
  /// Begins with the uniform strategy. `form` must outlive it.
  explicit CfrPlus(const SequenceForm& form);

  /// One iteration: each player learns once. Takes two passes over the leaves.
  void iterate();
  std::uint64_t iterations() const { return iterations_; }

  /// The average strategies until now: what converges.
  Profile average() const;

 private:
  /// What a player has learned; by its sequences.
  struct Side {
    std::vector<double> regret;    ///< Of the last move, 0 or more.
    Strategy strategy;             ///< By regret matching.
    std::vector<double> reach;     ///< Of `strategy`.
    std::vector<double> averaged;  ///< Sum of `reach`, iteration t counting t times.
  };

  void learn(int player);

  const SequenceForm& form_;
  std::array<Side, 2> sides_;
  std::uint64_t iterations_ = 0;
};

}  // namespace gauntlet::search::cfr
