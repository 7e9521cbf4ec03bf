// `gauntlet calibrate`: how strong the levels of a game are.
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cstdio>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/players/level_ratings.h"
#include "selfplay/statistics/ratings.h"
#include "selfplay/tournament/level_steps.h"
#include "tools/commands/command.h"
#include "tools/commands/elo_text.h"
#include "tools/commands/help_text.h"
#include "tools/commands/level_ladder.h"
#include "tools/commands/level_table.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"
#include "tools/commands/sandbox_option.h"
#include "tools/commands/shell.h"
#include "tools/commands/tournament_run.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/luck_sums.h"
#include "tools/lab/weights_file.h"

namespace gauntlet::tools {

namespace {

using selfplay::LevelRatings;
using selfplay::Tournament;
using selfplay::TournamentResult;

constexpr std::uint64_t kUsualRounds = 100;
/// In Elo: what is known of players before the first game, where games count without luck. These
/// may add up to less than nothing, and then a fit to them alone would have no end.
constexpr double kLooseDeviation = 2000;

struct CalibrateOptions {
  TournamentRunOptions run;
  std::optional<std::string> table;
};

bool is_level(const std::string& player) {
  return player.starts_with("level:");
}

/// Random at 0, and others loosely about there if they are to be.
std::vector<selfplay::Anchor> anchors_of(const std::vector<selfplay::Entrant>& entrants,
                                         std::size_t random, bool are_loose) {
  std::vector<selfplay::Anchor> anchors = {{static_cast<int>(random), 0}};
  for (std::size_t i = 0; are_loose && i < entrants.size(); ++i)
    if (i != random) anchors.push_back({static_cast<int>(i), 0, kLooseDeviation});
  return anchors;
}

/// What the games say, with random at 0. Who has won or lost all of theirs is left out, which is
/// told; if it is a level, that is a failed precondition.
absl::StatusOr<LevelRatings> rated(const Tournament& tournament, const TournamentResult& result,
                                   bool is_without_luck) {
  const auto& entrants = tournament.entrants;
  const auto random = std::find_if(entrants.begin(), entrants.end(),
                                   [](const auto& entrant) { return entrant.player == "random"; });
  if (random == entrants.end())
    return absl::InvalidArgumentError("this is no ladder of levels: random, which is 0, lacks");
  const auto zero = static_cast<std::size_t>(random - entrants.begin());
  const selfplay::Ratings ratings =
      selfplay::rate(static_cast<int>(entrants.size()), result.outcomes(),
                     {.anchors = anchors_of(entrants, zero, is_without_luck)});
  using Step = std::pair<int, int>;
  const std::vector<Step> steps = selfplay::level_steps(entrants);
  LevelRatings table{.game = tournament.game.name(),
                     .signature = selfplay::dial_signature(tournament.game),
                     .players = {}};
  for (std::size_t i = 0; i < entrants.size(); ++i) {
    const selfplay::PlayerRating& of = ratings.players()[i];
    const double score = result.records()[i].score();
    if (!of.elo || of.group != ratings.players()[zero].group || score == 0 || score == 1) {
      const std::string open = "what " + engine::in_quotes(entrants[i].name) +
                               " is worth stays open, for it or those next to it won or lost all "
                               "of their games; play more --rounds";
      if (is_level(entrants[i].player)) return absl::FailedPreconditionError(open);
      std::fprintf(stderr, "gauntlet: %s\n", open.c_str());
      continue;
    }
    table.players.push_back({entrants[i].name, *of.elo, of.low, of.high, of.games});
    const auto step = std::ranges::find(steps, static_cast<int>(i), &Step::second);
    if (step != steps.end()) table.players.back().step = ratings.lead(step->second, step->first);
  }
  return table;
}

/// Writes the table of the program with this game's ratings replaced.
absl::Status write_table(WeightsFile& file, const LevelRatings& ratings) {
  std::vector<LevelRatings> all = selfplay::all_level_ratings();
  all.erase(std::remove_if(all.begin(), all.end(),
                           [&](const LevelRatings& other) { return other.game == ratings.game; }),
            all.end());
  all.push_back(ratings);
  return file.write(selfplay::level_ratings_text(std::move(all)));
}

/// Why there are no ratings, and how to go on if more games would help.
Exit complain_of_few(const TournamentRunOptions& run, std::uint64_t rounds,
                     const absl::Status& status) {
  if (run.plan.store.empty() || !absl::IsFailedPrecondition(status)) return complain(status);
  return complain(Exit::kInterrupted,
                  engine::message_of(status) + ": " + command_to_resume(run) + " --rounds " +
                      std::to_string(std::min(2 * rounds, selfplay::FormatOptions::kMostRounds)));
}

Exit report(const TournamentRunOptions& run, WeightsFile* file, const Tournament& tournament,
            const TournamentResult& result) {
  const auto ratings = rated(tournament, result, run.value != nullptr);
  if (!ratings.ok()) return complain_of_few(run, tournament.format.rounds, ratings.status());
  if (run.common.json) {
    print_json(level_table_json(*ratings));
  } else {
    print(level_table_text(*ratings, Colours::of(STDOUT_FILENO)));
  }
  if (!file) return Exit::kDone;
  const absl::Status status = write_table(*file, *ratings);
  return status.ok() ? Exit::kDone : complain(status);
}

Exit run(CalibrateOptions options) {
  TournamentRunOptions& run = options.run;
  const auto game = engine::find_game(run.plan.game);
  if (!game.ok()) return complain(game.status());
  if (game->players() == 1)
    return complain(Exit::kUsage,
                    game->name() + " has one player, whom nobody can be stronger than");
  run.command = "calibrate " + shell_quoted(run.plan.game);
  if (options.table) run.command += " --table " + shell_quoted(*options.table);
  run.plan.format = selfplay::FormatKind::kLadder;
  // What is stored has its players; the marks may stand elsewhere by now.
  if (!run.resume || !selfplay::file_exists(run.plan.store)) {
    std::vector<EntrantText> ladder;
    for (std::string& player : level_ladder(*game, selfplay::level_ratings(*game)))
      ladder.push_back({"", std::move(player)});
    run.plan.players.insert(run.plan.players.begin(), ladder.begin(), ladder.end());
    if (!run.plan.rounds) run.plan.rounds = kUsualRounds;
  }
  std::unique_ptr<WeightsFile> file;
  if (options.table) {
    auto opened = WeightsFile::open(
        *options.table, {selfplay::kLevelRatingsHeading, "--table", "ratings of levels"});
    if (!opened.ok()) return complain(opened.status());
    file = *std::move(opened);
  }
  if (game->holds<engine::Kimble>())
    run.value = [](const selfplay::TournamentGame& played) {
      return value_without_luck(played.start, played.result);
    };
  run.report = [&](const Tournament& tournament, const TournamentResult& result) {
    return report(run, file.get(), tournament, result);
  };
  return run_tournament_command(run);
}

}  // namespace

void add_calibrate(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<CalibrateOptions>();
  TournamentPlan& plan = options->run.plan;
  CLI::App& command =
      *app.add_subcommand("calibrate", "Measure how strong a game's levels are, in Elo");
  command.add_option("GAME", plan.game, "The game: gomoku:15, mnk:7x6x4, ..")
      ->required()
      ->type_name(kGameValue);
  add_player_option(command, plan, "Another mark, beside the usual ones; programs too");
  add_number(command, "--rounds", {1, selfplay::FormatOptions::kMostRounds},
             "How many pairs of games neighbours play; 100 if omitted",
             [&plan](std::uint64_t rounds) { plan.rounds = rounds; });
  add_number(command, "--step-rounds", {1, selfplay::FormatOptions::kMostRounds},
             "How many pairs of games each level plays with the one below it; as many as others if "
             "omitted",
             [&plan](std::uint64_t rounds) { plan.step_rounds = rounds; });
  command.add_option("--store", plan.store, "Keep the games in this file")->type_name(kStoreValue);
  command
      .add_option("--table", options->table,
                  "Write the ratings of all games, this one's new, to this file: the program is "
                  "built with measured/level_ratings.inc")
      ->type_name(kFileValue);
  command.add_flag("--resume", options->run.resume, "Continue, or play more rounds")
      ->disable_flag_override();
  command.add_flag("--quiet", options->run.quiet, help::kQuiet)->disable_flag_override();
  add_sandbox_options(command, plan.sandbox);
  add_common_options(command, options->run.common);
  command.footer(
      "All levels and some fixed marks stand on a ladder, from weak to strong, one mark at most\n"
      "between two levels, and each plays the next two, in games without luck from balanced\n"
      "openings. The ratings are above random, whose own is 0. With --step-rounds the levels then\n"
      "go on with their neighbours alone: how far each stands above the one below it is what\n"
      "most games are needed for. Kimble's games count without the luck of the dice.\n\n"
      "Examples:\n"
      "  gauntlet calibrate mnk:7x6x4 --rounds 20\n"
      "  gauntlet calibrate gomoku:15 --store ladder.db --table level_ratings.inc\n"
      "  gauntlet calibrate sudokill --rounds 16 --step-rounds 200 --store sk.db\n"
      "  gauntlet calibrate gomoku:15 --store ladder.db --resume --rounds 400");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
