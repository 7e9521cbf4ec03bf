// The scale of alpha-beta's scores.
#pragma once

#include <cstdint>

#include "engine/game.h"
#include "search/alpha_beta/evaluation.h"
#include "search/searcher.h"

namespace gauntlet::search {

inline constexpr int kInfinite = 32'000;
/// A proven win is kWin minus the plies it takes; in games with chance, where only expectations
/// count, a win is kMaxEvaluation flat.
inline constexpr int kWin = 31'000;
inline constexpr int kProvenWin = 30'000;
/// A win found while moves of the loser were left out: pushed down by this much.
inline constexpr int kUnprovenPenalty = 4'000;
inline constexpr int kUnprovenWin = kProvenWin - kUnprovenPenalty;
static_assert(kUnprovenWin > kMaxEvaluation);
inline constexpr int kMaxPly = 120;

inline constexpr bool is_win(int score) {
  return score >= kUnprovenWin;
}
inline constexpr bool is_loss(int score) {
  return score <= -kUnprovenWin;
}

/// What a score proves, for the side it is counted for.
inline Proven proven_by(int score) {
  if (score >= kProvenWin) return Proven::kWin;
  return score <= -kProvenWin ? Proven::kLoss : Proven::kNothing;
}

/// The score of a finished game for `us`, `ply` plies below the root.
template <class S>
inline int final_score(const S& state, engine::Player us, int ply) {
  const float mine = state.returns()[us];
  if (mine == 0.5f) return 0;
  if constexpr (engine::Stochastic<S>) return mine > 0.5f ? kMaxEvaluation : -kMaxEvaluation;
  return mine > 0.5f ? kWin - ply : ply - kWin;
}

/// An evaluation as a score. At chance nodes scores are averaged, so there they must be linear
/// in the probability of winning.
template <class S>
inline int heuristic_score(int evaluation) {
  if constexpr (!engine::Stochastic<S>) return evaluation;
  const double win = Evaluation<S>::win_probability(evaluation);
  return static_cast<int>((2 * win - 1) * kMaxEvaluation);
}

/// P(win) + P(draw)/2 at a score.
template <class S>
inline double win_probability(int score) {
  if (is_win(score)) return 1;
  if (is_loss(score)) return 0;
  if constexpr (engine::Stochastic<S>) return 0.5 + 0.5 * score / kMaxEvaluation;
  return Evaluation<S>::win_probability(score);
}

/// Wins are stored relative to the position they are stored for, not to the root.
inline int to_table(int score, int ply) {
  return is_win(score) ? score + ply : is_loss(score) ? score - ply : score;
}
inline int from_table(int score, int ply) {
  return is_win(score) ? score - ply : is_loss(score) ? score + ply : score;
}

}  // namespace gauntlet::search
