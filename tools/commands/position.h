// The position that a command works on: given as text, or the start of the game.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/any_game.h"
#include "engine/status.h"

namespace gauntlet::tools {

/// How a position was named on the command line.
struct PositionOptions {
  std::string game;                      ///< As engine::find_game reads it.
  std::optional<std::string> text;       ///< The game's position text; the start when not given.
  std::optional<std::string> save_file;  ///< A save file of the game's own program, instead.
  std::uint64_t seed = 0;                ///< Draws what is drawn before the first move.

  bool is_start() const { return !text && !save_file; }
};

/// Adds --save-file.
void add_save_file_option(CLI::App& command, PositionOptions& options);

/// A game and a position of it. The state refers to the game: keep them together.
struct Position {
  engine::AnyGame game;
  engine::AnyState state;
};

/// The position chosen, or a sentence that says which of game, text and file is wrong. It may be a
/// player's view, and of a save file is.
absl::StatusOr<Position> read_position(const PositionOptions& options);

/// Invalid for a player's view, from which `what` cannot be done.
absl::Status need_whole(const engine::AnyState& state, const std::string& what);

/// The position that `state` leads to after the chance moves, drawn by `seed`: an example for
/// people of what to type instead.
std::string text_after_chance(engine::AnyState state, std::uint64_t seed);

}  // namespace gauntlet::tools
