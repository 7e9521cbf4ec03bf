#include "search/kimble/fit/labelled_game.h"

#include <algorithm>
#include <span>

#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/policy.h"
#include "search/kimble/strategies.h"

namespace gauntlet::search::kimble {

using engine::Kimble;
using engine::Player;
using engine::Rng;

namespace {

LabelledDecision labelled(const Kimble& state, const Kimble::Moves& moves,
                          const PolicyPlayouts& playouts, std::uint64_t games, std::uint64_t seed) {
  engine::InplaceVector<RaceStart, Kimble::Moves::kCapacity> starts;
  for (const Kimble::Move move : moves)
    starts.push_back(PolicyPlayouts::start(engine::child(state, move), games));
  playouts(std::span(starts.begin(), starts.end()), seed);
  LabelledDecision decision{state, {}};
  for (std::size_t i = 0; i < moves.size(); ++i) {
    LabelledDecision::LabelledMove choice{moves[i], {}};
    for (std::size_t player = 0; player < choice.wins.size(); ++player)
      choice.wins[player] = static_cast<float>(starts[i].wins[player]) / static_cast<float>(games);
    decision.choices.push_back(choice);
  }
  return decision;
}

Kimble::Move best_for(const LabelledDecision& decision, Player player) {
  const auto seat = static_cast<std::size_t>(player);
  return std::max_element(
             decision.choices.begin(), decision.choices.end(),
             [seat](const auto& one, const auto& two) { return one.wins[seat] < two.wins[seat]; })
      ->move;
}

Kimble::Move simple_move(const Kimble& state, Policy policy, Rng& rng) {
  const auto chosen = simple_choice(state, policy);
  return chosen ? *chosen : state.random_move(rng);
}

/// kFitted for those who play what their rollouts say.
Policies drawn_policies(Rng& rng) {
  Policies policies;
  for (Policy& policy : policies)
    policy =
        rng.below(3) > 0 ? Policy::kFitted : kSimplePolicies[rng.below(kSimplePolicies.size())];
  return policies;
}

}  // namespace

std::vector<LabelledDecision> labelled_game(const engine::Kimble::Rules& rules,
                                            const PolicyWeights& weights, std::uint64_t games,
                                            Rng& rng) {
  constexpr std::uint32_t kOneIsRandom = 10;
  Policies fitted;
  fitted.fill(Policy::kFitted);
  const PolicyPlayouts playouts(rules, fitted, weights);
  const Policies policies = drawn_policies(rng);
  std::vector<LabelledDecision> decisions;
  Kimble state = Kimble::start(rules, rng);
  while (!engine::is_over(state)) {
    if (state.to_move() == engine::kChance) {
      state.apply(state.sample_chance(rng));
      continue;
    }
    Kimble::Moves moves;
    state.legal_moves(moves);
    Kimble::Move move = moves[0];
    if (moves.size() > 1) {
      decisions.push_back(labelled(state, moves, playouts, games, rng.next()));
      const Policy policy = policies[static_cast<std::size_t>(state.to_move())];
      if (rng.below(kOneIsRandom) == 0)
        move = state.random_move(rng);
      else if (policy == Policy::kFitted)
        move = best_for(decisions.back(), state.to_move());
      else
        move = simple_move(state, policy, rng);
    }
    state.apply(move);
  }
  return decisions;
}

}  // namespace gauntlet::search::kimble
