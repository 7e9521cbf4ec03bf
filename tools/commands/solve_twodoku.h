// `gauntlet solve twodoku/small`: an equilibrium of the small board, and what players lose there.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "engine/any_game.h"
#include "tools/commands/command.h"

namespace gauntlet::tools {

/// What is to be solved, as given.
struct TwoDokuSolveOptions {
  std::optional<std::string> player;  ///< Whose exploitability is measured too.
  std::optional<int> asked;           ///< How often it is asked the same.

  // As for other games; solve reads them.
  std::optional<double> tolerance;                ///< It is solved when this exploitable.
  std::optional<std::string> position;            ///< Refused: it begins at the start.
  std::optional<std::chrono::milliseconds> time;  ///< Then it gives up.
  std::optional<std::uint64_t> nodes;             ///< It gives up after so many histories.
  std::optional<std::size_t> memory_mb;           ///< It refuses to begin if it may take more.

  /// Of those that only Two-Doku takes.
  bool is_any_given() const { return player || asked; }
};

/// Adds them to the subcommand; `options` must outlive the parse.
void add_twodoku_solve_options(CLI::App& command, TwoDokuSolveOptions& options);

/// Solves `game`, tells progress on stderr and the result on stdout. REQUIRES: Two-Doku.
Exit solve_twodoku(const CommonOptions& common, const TwoDokuSolveOptions& options,
                   const engine::AnyGame& game);

}  // namespace gauntlet::tools
