// `gauntlet fit gomoku`: a network over patterns, or a policy over them, fitted to games.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "engine/status.h"
#include "tools/commands/command.h"

namespace gauntlet::tools {

/// What to fit to and how long, as given.
struct GomokuFitOptions {
  std::vector<std::string> stores;
  std::optional<int> epochs;          ///< 8 when not given, 3 for the policy.
  std::optional<std::string> state;   ///< Where to keep how far the fit has come.
  std::optional<std::string> policy;  ///< Where to write the order of moves, which is fitted then.

  bool is_any_given() const { return !stores.empty() || epochs || state || policy; }
};

/// Adds them to the subcommand; `options` must outlive the parse.
void add_gomoku_fit_options(CLI::App& command, GomokuFitOptions& options);

/// Reads the games, fits epoch by epoch, tells progress on stderr and what came of it on stdout,
/// and writes `weights`, or the policy instead, if given.
Exit fit_gomoku(const CommonOptions& common, const GomokuFitOptions& options,
                const std::optional<std::string>& weights);

}  // namespace gauntlet::tools
