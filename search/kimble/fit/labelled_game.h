// Games of Kimble by rollouts, which tell what each choice was worth.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/inplace_vector.h"
#include "engine/kimble/kimble.h"
#include "engine/rng.h"
#include "search/kimble/fit/move_features.h"

namespace gauntlet::search::kimble {

/// A decision between two moves or more, and who won how many of the games behind each.
struct LabelledDecision {
  struct LabelledMove {
    engine::Kimble::Move move;
    std::array<float, engine::kMaxPlayers> wins;  ///< By player; they add up to 1.
  };

  engine::Kimble state;
  engine::InplaceVector<LabelledMove, engine::Kimble::Moves::kCapacity> choices;
};

/// Plays a game in which each player plays what its rollouts say, or, with a chance of one third, a
/// simple policy, so that their positions are seen too; one move of ten is drawn at random. All its
/// decisions are labelled by `games` games behind each choice with the same dice, in which
/// everybody plays by `weights`. REQUIRES: two players or more; games > 0.
std::vector<LabelledDecision> labelled_game(const engine::Kimble::Rules& rules,
                                            const PolicyWeights& weights, std::uint64_t games,
                                            engine::Rng& rng);

}  // namespace gauntlet::search::kimble
