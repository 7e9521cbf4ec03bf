// Monte-Carlo tree search as a method: for every game.
#pragma once

#include <memory>

#include "search/mcts/mcts.h"
#include "search/method.h"

namespace gauntlet::search {

template <class S>
constexpr Method mcts_method() {
  return {.word = "mcts",
          .plays = "every game",
          .fits = [](const engine::AnyGame&) { return true; },
          .make = [](const engine::AnyGame& game,
                     const SearcherOptions& options) -> std::unique_ptr<Searcher> {
            return std::make_unique<Mcts<S>>(game.rules<S>(), options);
          },
          .counts = Counts::kSimulations};
}

}  // namespace gauntlet::search
