// `gauntlet tournament`: any number of players, in rounds, brackets or tests, with ratings.
#include <memory>

#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/tournament_plan.h"
#include "tools/commands/tournament_run.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

void add_tournament(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<TournamentRunOptions>();
  CLI::App& command = *app.add_subcommand(
      "tournament", "Play a tournament: everybody against everybody, Swiss, knockout, a test");
  command
      .add_option(
          "GAME", options->plan.game,
          "The game: gomoku:15, kimble:4, ..; or a file that describes the tournament, F.toml")
      ->type_name(kGameOrFileValue);
  add_plan_options(command, options->plan);
  command.add_flag("--resume", options->resume, "Continue a tournament, or add players or rounds")
      ->disable_flag_override();
  command.add_flag("--quiet", options->quiet, help::kQuiet)->disable_flag_override();
  add_common_options(command, options->common);
  command.footer(
      "Players meet in blocks: one game for each seat, from one opening, so that each has each "
      "seat\n"
      "once. Kimble's tables are drawn so that every pair meets equally often. --threads games "
      "are\n"
      "played at the same time. A player is built in (level:5, ab:nodes=10000, ..), or a program:\n"
      "server:COMMAND connects to the game's own server at {host} {port}, gomocup:COMMAND and\n"
      "engine:COMMAND talk on their pipes, cmd:COMMAND is the one of these that fits, and "
      "http://..\n"
      "is a bot of the K-in-a-Row page. docs/tournament.md tells all of it.\n\n"
      "Examples:\n"
      "  gauntlet tournament mnk:7x6x4 --player level:2 --player level:5 --player ab:nodes=5000 "
      "--rounds 10\n"
      "  gauntlet tournament gomoku --player old=level:4 --player new=level:5 --format sprt --elo0 "
      "0 --elo1 20\n"
      "  gauntlet tournament kimble:4 --player helppo --player vaikea --player level:3 --player "
      "level:6 --rounds 500 --store kimble.db\n"
      "  gauntlet tournament --store kimble.db --resume --rounds 1000\n"
      "  gauntlet tournament gomoku --player ann='cmd:python3 ann/bot.py {port}' --player level:5 "
      "--time-per-move 1s --rounds 10 --store night.db");
  command.callback(
      [options, &chosen] { chosen.run = [options] { return run_tournament_command(*options); }; });
}

}  // namespace gauntlet::tools
