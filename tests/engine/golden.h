// Golden playthroughs: one random game of a fixed seed, written out line by line and kept in
// tests/engine/golden/. Whatever changes in the rules, the notation or the drawing of a game shows
// up as a difference that a person can read. Run the tests with GAUNTLET_UPDATE=1 to rewrite them.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/game.h"

namespace gauntlet::engine {

/// What a golden playthrough shows.
struct GoldenOptions {
  int drawn_every = 10;  ///< Plies between two drawn boards; the last position is always drawn.
  int max_plies = 300;   ///< The file ends here if the game does not.
  std::size_t max_moves = 12;  ///< Moves listed a position; of the others only the number is told.
};

/// The legal moves (or chance outcomes) as text, sorted, so that the order in which a game
/// generates them does not matter here.
template <Game S>
std::vector<std::string> golden_moves(const S& state) {
  std::vector<std::string> texts;
  if constexpr (Stochastic<S>) {
    if (state.to_move() == kChance)
      state.chance_outcomes(
          [&](typename S::Move move, double) { texts.push_back(state.format(move)); });
  }
  if (state.to_move() >= 0) {
    typename S::Moves moves;
    state.legal_moves(moves);
    for (const auto move : moves) texts.push_back(state.format(move));
  }
  std::sort(texts.begin(), texts.end());
  return texts;
}

/// The move that the playthrough makes: chance draws, a player takes one of `moves` at random.
template <Game S>
std::string golden_choice(const S& state, const std::vector<std::string>& moves, Rng& rng) {
  if constexpr (Stochastic<S>) {
    if (state.to_move() == kChance) return state.format(state.sample_chance(rng));
  }
  return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
}

/// One position: its text, the board now and then, and what each seat knows where that differs.
template <Game S>
void write_golden_position(std::ostream& out, const S& state, bool is_drawn) {
  out << "position " << state.to_text() << '\n';
  if constexpr (Hidden<S>) {
    if (is_drawn)
      for (Player seat = 0; seat < state.players(); ++seat)
        out << "seat " << int{seat} << " sees " << state.redacted(seat).to_text() << '\n';
  }
  if (is_drawn) out << state.drawn();
}

/// The whole playthrough.
template <Game S>
std::string golden_playthrough(const typename S::Rules& rules, std::uint64_t seed,
                               const GoldenOptions& options) {
  std::ostringstream out;
  Rng rng(seed);
  S state = S::start(rules, rng);
  out << "game " << rules.name() << ", seed " << seed << '\n';
  for (int ply = 0; ply < options.max_plies; ++ply) {
    out << "\nply " << ply << '\n';
    write_golden_position(out, state, is_over(state) || ply % options.drawn_every == 0);
    if (is_over(state)) break;
    const std::vector<std::string> moves = golden_moves(state);
    out << (state.to_move() == kChance ? "chance" : "seat " + std::to_string(state.to_move()))
        << " has " << moves.size() << ":";
    for (std::size_t i = 0; i < std::min(moves.size(), options.max_moves); ++i)
      out << ' ' << moves[i];
    if (moves.size() > options.max_moves) out << " ..";
    const std::string choice = golden_choice(state, moves, rng);
    out << "\nplays " << choice << '\n';
    const auto move = state.parse(choice);
    EXPECT_TRUE(move.ok()) << choice << ": " << message_of(move);
    if (!move.ok()) break;
    state.apply(*move);
  }
  if (is_over(state)) {
    out << "over, returns";
    for (int seat = 0; seat < state.players(); ++seat) out << ' ' << state.returns()[seat];
    out << '\n';
  }
  return out.str();
}

/// Says at which line two texts part.
inline std::string first_difference(const std::string& expected, const std::string& actual) {
  std::istringstream left(expected), right(actual);
  std::string a, b;
  for (int line = 1;; ++line) {
    const bool more_left = static_cast<bool>(std::getline(left, a));
    const bool more_right = static_cast<bool>(std::getline(right, b));
    if (!more_left && !more_right) return "no difference in any line";
    if (more_left && more_right && a == b) continue;
    return "line " + std::to_string(line) + "\n  kept: " + (more_left ? a : "(end of file)") +
           "\n  now:  " + (more_right ? b : "(end of file)");
  }
}

/// Compares the playthrough with tests/engine/golden/<file>, or writes that file when the
/// environment has GAUNTLET_UPDATE=1.
template <Game S>
void expect_golden(const typename S::Rules& rules, const std::string& file, std::uint64_t seed,
                   const GoldenOptions& options = {}) {
  const std::string path = std::string(GAUNTLET_SOURCE_DIR) + "/tests/engine/golden/" + file;
  const std::string actual = golden_playthrough<S>(rules, seed, options);
  const char* update = std::getenv("GAUNTLET_UPDATE");
  if (update && std::string_view(update) == "1") {
    std::ofstream out(path, std::ios::binary);
    out << actual;
    ASSERT_TRUE(out.flush()) << "cannot write " << path;
    return;
  }
  std::ifstream in(path, std::ios::binary);
  ASSERT_TRUE(in) << "cannot read " << path << "; GAUNTLET_UPDATE=1 writes it";
  std::ostringstream kept;
  kept << in.rdbuf();
  EXPECT_TRUE(kept.str() == actual)
      << path << " differs at " << first_difference(kept.str(), actual)
      << "\nif this is meant, GAUNTLET_UPDATE=1 rewrites it";
}

}  // namespace gauntlet::engine
