// What a Sudokill position is worth before it can be searched to its end.
#pragma once

#include "engine/sudokill.h"
#include "search/evaluation.h"

namespace gauntlet::search {

/// The more replies the player to move has, the better for it; a weak hint (mobility alone wins
/// 52 % against random safe play): the search to the end is what decides games.
template <>
struct Evaluation<engine::Sudokill> {
  static int evaluate(const engine::Sudokill& state) {
    const int score = 10 * (state.mobility() - kUsualReplies);
    return state.to_move() == 0 ? score : -score;
  }

  static double win_probability(int score) {
    const double advantage = score / 400.0;
    return 0.5 + 0.5 * advantage / (1 + (advantage < 0 ? -advantage : advantage));
  }

 private:
  static constexpr int kUsualReplies = 12;
};

}  // namespace gauntlet::search
