// What a Sudokill position is worth before it can be searched to its end.
#pragma once

#include <cmath>

#include "engine/sudokill.h"
#include "search/evaluation.h"
#include "search/sudokill/network.h"
#include "search/sudokill/weights.h"

namespace gauntlet::search {

/// Scores are log-odds in thousandths. A win on the spot is exact. Else, while the board is open, a
/// network that was fitted to positions that the solver has solved (`gauntlet fit` makes it anew;
/// docs/strength.md tells how good it is). Where few candidates are left a search soon reads to the
/// end, and how far it sees in its time is worth more than judgement: there a hint from the number
/// of replies and from the parity of the live squares, which costs a fifth.
template <>
struct Evaluation<engine::Sudokill> {
  static int evaluate(const engine::Sudokill& state) {
    const int score = candidates_of(state) > kFewCandidates
                          ? static_cast<int>(kUnit * log_odds(kSudokillWeights, state))
                          : hint(state);
    return state.to_move() == 0 ? score : -score;
  }

  static double win_probability(int score) { return 1 / (1 + std::exp(-score / double{kUnit})); }

 private:
  static constexpr float kUnit = 1000;
  static constexpr int kFewCandidates = 44;
  static constexpr int kPerReply = 100;
  static constexpr int kEvenReplies = 4;
  static constexpr int kParity = 400;

  static int hint(const engine::Sudokill& state) {
    if (has_winning_move(state)) return static_cast<int>(kUnit * kWinOnTheSpot);
    const bool is_odd = state.alive().size() % 2 == 1;
    return kPerReply * (state.mobility() - kEvenReplies) + (is_odd ? kParity : -kParity);
  }
};

}  // namespace gauntlet::search
