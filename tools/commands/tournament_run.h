// Playing a tournament that a command line describes.
#pragma once

#include <functional>
#include <string>

#include "selfplay/tournament/run_tournament.h"
#include "selfplay/tournament/tournament.h"
#include "selfplay/tournament/tournament_result.h"
#include "tools/commands/command.h"
#include "tools/commands/tournament_plan.h"

namespace gauntlet::tools {

/// What is played and how it is told.
struct TournamentRunOptions {
  using Report =
      std::function<Exit(const selfplay::Tournament&, const selfplay::TournamentResult&)>;

  CommonOptions common;
  TournamentPlan plan;
  bool resume = false;
  bool quiet = false;
  /// What resumes it, up to the options that this struct has.
  std::string command = "tournament";
  /// See TournamentRun::value.
  selfplay::ValueOfGame value = {};
  /// Called at the end instead of printing the standings; not when it was interrupted.
  Report report = {};
};

/// The command that goes on with it. REQUIRES: a store.
std::string command_to_resume(const TournamentRunOptions& options);

/// Plays it, or what is missing of it, showing its progress.
Exit run_tournament_command(TournamentRunOptions options);

}  // namespace gauntlet::tools
