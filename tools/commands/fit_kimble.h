// `gauntlet fit kimble`: policies and values fitted to what rollouts found.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "tools/commands/command.h"

namespace gauntlet::tools {

/// How much is to be played, as given.
struct KimbleFitOptions {
  std::optional<int> rounds;           ///< 3 when not given.
  std::optional<std::uint64_t> games;  ///< Of a round, for each number of players; 3000.

  bool is_any_given() const { return rounds || games; }
};

/// Adds them to the subcommand; `options` must outlive the parse.
void add_kimble_fit_options(CLI::App& command, KimbleFitOptions& options);

/// Plays and fits round by round, tells progress on stderr and what the rounds came to on stdout.
/// After each round `weights` is written, if given; where it holds some rounds of the same options
/// and seed it goes on from them.
Exit fit_kimble(const CommonOptions& common, const KimbleFitOptions& options,
                const std::optional<std::string>& weights);

}  // namespace gauntlet::tools
