// Positions of m,n,k boards for tests, and what the rules alone say of them.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/rng.h"

namespace gauntlet::search::mnk {

template <int Words>
engine::Mnk<Words> after(engine::Mnk<Words> state, int square) {
  state.apply({static_cast<std::uint16_t>(square)});
  return state;
}

/// Whether a stone on the empty `square` wins for the mover.
template <int Words>
bool wins(const engine::Mnk<Words>& state, int square) {
  const auto mover = static_cast<std::size_t>(state.to_move());
  const auto next = after(state, square);
  return next.to_move() == engine::kNobody && next.returns()[mover] == 1;
}

template <int Words>
std::vector<int> wins_of_mover(const engine::Mnk<Words>& state) {
  std::vector<int> squares;
  for (int square = 0; square < state.rules().squares(); ++square)
    if (state.is_empty(square) && wins(state, square)) squares.push_back(square);
  return squares;
}

/// A position of a random game with stones near one another.
template <int Words>
engine::Mnk<Words> crowded(const engine::mnk::Rules& rules, int stones, engine::Rng& rng) {
  engine::Mnk<Words> state(rules);
  const int side = std::min<int>({rules.width, rules.height, 8});
  for (int i = 0; i < stones && state.to_move() != engine::kNobody;) {
    const int row = static_cast<int>(rng.below(static_cast<std::uint32_t>(side)));
    const int column = static_cast<int>(rng.below(static_cast<std::uint32_t>(side)));
    const int square = row * rules.width + column;
    if (!state.is_empty(square)) continue;
    ++i;
    if (!wins(state, square)) state.apply({static_cast<std::uint16_t>(square)});
  }
  return state;
}

/// After `plies` random moves of a game that they have not ended.
inline engine::Mnk<8> random_position(const engine::mnk::Rules& rules, int plies,
                                      std::uint64_t seed) {
  engine::Rng rng(seed);
  for (;;) {
    engine::Mnk<8> state(rules);
    while (state.to_move() != engine::kNobody && state.plies() < plies)
      state.apply(state.random_move(rng));
    if (state.to_move() != engine::kNobody) return state;
  }
}

/// The same stones in the other colours.
inline engine::Mnk<8> with_colours_exchanged(const engine::Mnk<8>& state) {
  std::string text = state.to_text();
  for (char& square : text) square = square == 'x' ? 'o' : square == 'o' ? 'x' : square;
  return *engine::Mnk<8>::from_text(state.rules(), text);
}

}  // namespace gauntlet::search::mnk
