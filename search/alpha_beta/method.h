// Alpha-beta as a method: for every game of two players who see everything.
#pragma once

#include <memory>

#include "search/alpha_beta/alpha_beta.h"
#include "search/method.h"

namespace gauntlet::search {

/// Null for games with hidden information, which alpha-beta does not fit.
template <class S>
std::unique_ptr<Searcher> make_alpha_beta(const engine::AnyGame& game,
                                          const SearcherOptions& options) {
  if constexpr (engine::Hidden<S>)
    return nullptr;
  else
    return std::make_unique<AlphaBeta<S>>(game.rules<S>(), options);
}

template <class S>
constexpr Method alpha_beta_method() {
  return {
      .word = "ab",
      .plays = "games of two players who see everything",
      .fits = [](const engine::AnyGame& game) { return game.players() == 2 && !game.is_hidden(); },
      .make = make_alpha_beta<S>,
      .takes_depth = true};
}

}  // namespace gauntlet::search
