// `gauntlet solve kimble`: the chance to win of every position of two players.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>
#include <string>

#include "tools/commands/command.h"

namespace gauntlet::tools {

/// What is to be solved, as given.
struct KimbleSolveOptions {
  std::optional<std::string> seats;    ///< "A,C"; that when not given.
  std::optional<int> pieces;           ///< 4 when not given.
  std::optional<std::string> against;  ///< The second seat's strategy; the best when not given.
  std::optional<std::string> out;
  /// A layer is swept until no value changes by more.
  std::optional<double> tolerance;
  std::optional<int> bits;  ///< Of a value in the file.

  // As for the other games; solve reads them.
  std::optional<std::string> position;            ///< Told of; the start when not given.
  std::optional<std::chrono::milliseconds> time;  ///< Then it gives up.
  std::optional<std::size_t> memory_mb;           ///< It refuses to begin if it may take more.

  /// Of those that only Kimble takes.
  bool is_any_given() const { return seats || pieces || against || out || tolerance || bits; }
};

/// Adds them to the subcommand; `options` must outlive the parse.
void add_kimble_solve_options(CLI::App& command, KimbleSolveOptions& options);

/// Solves, tells progress on stderr and the result on stdout.
Exit solve_kimble(const CommonOptions& common, const KimbleSolveOptions& options);

}  // namespace gauntlet::tools
