// The methods that know no game: the one list of them, for the games' rows.
#pragma once

#include <array>
#include <cstddef>

#include "search/alpha_beta/method.h"
#include "search/mcts/method.h"

namespace gauntlet::search {

/// For games with state type S, as far as they fit. Only search/<game>/search.cc includes this, so
/// that each search is compiled once for each game.
template <class S>
constexpr auto general_methods() {
  return std::array{alpha_beta_method<S>(), mcts_method<S>()};
}

/// The general methods and those that only this game has.
template <class S, std::size_t N>
constexpr auto with_general_methods(const std::array<Method, N>& own) {
  constexpr auto kGeneral = general_methods<S>();
  std::array<Method, kGeneral.size() + N> all{};
  std::size_t at = 0;
  for (const Method& method : kGeneral) all[at++] = method;
  for (const Method& method : own) all[at++] = method;
  return all;
}

/// What is strongest where alpha-beta has no rival of its own.
inline std::string_view strongest_general(const engine::AnyGame& game, const Knowledge*) {
  return game.players() == 2 && !game.is_hidden() ? "ab" : "mcts";
}

}  // namespace gauntlet::search
