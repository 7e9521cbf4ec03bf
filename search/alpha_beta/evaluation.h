// What a game tells alpha-beta about positions that are not over.
#pragma once

#include "engine/game.h"

namespace gauntlet::search {

/// Scores are integers for one side. A position's heuristic score lies within +-kMaxEvaluation; won
/// and lost ones beyond (see alpha_beta.h).
inline constexpr int kMaxEvaluation = 20'000;

/// Specialised per game in search/<game>/evaluation.h, for two-player games:
///   static int evaluate(const S& state);
///       how good the position is for player 0, within +-kMaxEvaluation; the search uses only its
///       order, and win_probability() where it must average.
///   static double win_probability(int score);
///       P(win) + P(draw)/2 for player 0 at that score; increasing, 0.5 at 0.
/// REQUIRES of evaluate: to_move() is not kNobody. Must not allocate, lock or read clocks.
template <class S>
struct Evaluation;

}  // namespace gauntlet::search
