// Decisions of Kimble to test searches on.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "engine/rng.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/parallel.h"

namespace gauntlet::search {

/// The values of a game, to about a millionth.
inline std::unique_ptr<kimble::Tablebase> solved(int pieces,
                                                 const kimble::Tablebase::Players& players) {
  auto table = std::make_unique<kimble::Tablebase>(pieces, players);
  Workers workers(1);
  kimble::ValueIteration iteration(*table, workers);
  for (const kimble::Layer layer : kimble::layers(pieces))
    while (*iteration.update(layer, {}) > 1e-6) {
    }
  return table;
}

/// What a method is told of the others; nothing by "".
inline absl::btree_map<std::string, std::string> told(const std::string& against) {
  if (against.empty()) return {};
  return {{"against", against}};
}

inline engine::AnyGame game_named(const std::string& name) {
  auto game = engine::find_game(name);
  EXPECT_TRUE(game.ok()) << engine::message_of(game);
  return *game;
}

/// Where a player decides between pieces, along a random game.
inline std::vector<engine::AnyState> decisions(const engine::AnyGame& game, int count,
                                               std::uint64_t seed) {
  std::vector<engine::AnyState> found;
  engine::Rng rng(seed);
  engine::AnyState state = game.start(rng);
  while (static_cast<int>(found.size()) < count) {
    state.play_chance_moves(rng, nullptr);
    if (state.is_over()) {
      state = game.start(rng);
      continue;
    }
    engine::Kimble::Moves moves;
    state.as<engine::Kimble>().legal_moves(moves);
    if (moves.size() > 1) found.push_back(state);
    state.apply(state.random_move(rng));
  }
  return found;
}

}  // namespace gauntlet::search
