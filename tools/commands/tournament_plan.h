// A tournament as the command line or a file writes it.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/tournament/tournament.h"
#include "tools/commands/entrants.h"
#include "tools/commands/sandbox_option.h"
#include "tools/commands/sprt_options.h"

namespace gauntlet::tools {

/// What was said of a tournament; nothing where nothing was.
struct TournamentPlan {
  std::string game;
  std::vector<EntrantText> players;
  std::optional<selfplay::FormatKind> format;
  std::optional<std::uint64_t> rounds;
  std::optional<std::uint64_t> step_rounds;  ///< Of a ladder of levels.
  std::optional<std::uint64_t> seed;
  std::optional<std::string> openings;
  std::optional<std::chrono::milliseconds> time_per_move, time_per_game, increment, margin;
  std::optional<std::uint64_t> nodes;
  SprtPlan test;
  std::string store;
  std::string output;  ///< A folder for what programs say.
  SandboxWish sandbox;
};

/// What `over` says, and where it says nothing what `plan` says. Players of both take part.
TournamentPlan overlaid(TournamentPlan plan, const TournamentPlan& over);

/// Adds --player.
void add_player_option(CLI::App& command, TournamentPlan& plan, const std::string& help);
/// Adds the options of a plan to `command`, which writes what it reads to `plan`.
void add_plan_options(CLI::App& command, TournamentPlan& plan);

/// The tournament that the plan describes. What it does not say is as usual: a round robin of one
/// round, seed 0, balanced openings where a game has no luck of its own. What there is to say of
/// openings goes to stderr, unless it is to be quiet; once `stop` is set they are not looked for.
absl::StatusOr<selfplay::Tournament> new_tournament(const TournamentPlan& plan, bool quiet,
                                                    std::stop_token stop);

/// `stored` with what the plan adds or repeats. Refused where that is not the same tournament.
absl::StatusOr<selfplay::Tournament> continued(const selfplay::Tournament& stored,
                                               const TournamentPlan& plan);

}  // namespace gauntlet::tools
