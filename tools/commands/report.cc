// `gauntlet report`: the games of a store as a page to look at.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/guide.h"
#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/new_file.h"
#include "tools/commands/print.h"
#include "tools/commands/program_outputs.h"
#include "tools/commands/value_kinds.h"
#include "tools/report/report_page.h"
#include "tools/report/shown_games.h"

namespace gauntlet::tools {

namespace {

struct ReportOptions {
  CommonOptions common;
  std::string store, page, game;
  std::optional<std::string> output;  // a folder of what programs said
};

PlayerRatings ratings_of(const ReportFacts& facts, const RatedGames& rated) {
  if (rated.outcomes().games() == 0) return {};
  const selfplay::Ratings ratings =
      selfplay::rate(static_cast<int>(rated.players().size()), rated.outcomes(), {});
  PlayerRatings by_player(facts.players.size());
  for (std::size_t i = 0; i < facts.players.size(); ++i)
    if (const auto known = rated.player_called(facts.players[i]))
      by_player[i] = ratings.players()[static_cast<std::size_t>(*known)];
  return by_player;
}

/// The test after each pair of games, in their order, as far as all have ended.
std::vector<double> test_path(const ReportFacts& facts, const ReportSums& sums) {
  std::vector<double> path;
  if (!facts.test) return path;
  selfplay::Pentanomial pairs;
  for (const auto& [meeting, encounter] : sums.encounters()) {
    if (meeting != path.size() || encounter.first != 2) break;
    ++pairs.pairs[static_cast<std::size_t>(2 * encounter.second)];
    path.push_back(log_likelihood_ratio(*facts.test, pairs));
  }
  return path;
}

/// A game played alone has no ratings; other batches and tournaments have.
absl::Status rate_games(ReportSource& source, RatedGames& rated, Damage& damage) {
  return source.facts().game.players() < 2 ? absl::OkStatus() : source.rate(rated, damage);
}

boost::json::array endings_json(const ReportContent& content) {
  const bool has_lead = !engine::lead_unit(content.facts.game).empty();
  boost::json::array endings;
  for (const auto& [how, sums] : content.sums.endings()) {
    const auto games = static_cast<double>(sums.games);
    boost::json::object& ending = endings.emplace_back(boost::json::object()).as_object();
    ending = {{"how", how},
              {"games", sums.games},
              {"first_seat", sums.first_seat / games},
              {"last_mover", sums.last_mover / games}};
    if (has_lead) ending["lead_mean"] = sums.lead / games;
  }
  return endings;
}

void tell_done(const ReportOptions& options, const ReportContent& content, std::size_t bytes) {
  if (options.common.json)
    return print_json({{"report", options.page},
                       {"game", content.facts.game.name()},
                       {"games", content.sums.games()},
                       {"players", content.facts.players.size()},
                       {"games_shown", content.games_shown},
                       {"bytes", bytes},
                       {"plies_mean", content.sums.plies_mean()},
                       {"endings", endings_json(content)}});
  print("wrote " + options.page + ": " + engine::counted(content.sums.games(), "game") + " of " +
        content.facts.game.name() + ", " + engine::grouped(bytes) + " bytes\n");
}

absl::Status objection_to_output(const ReportOptions& options) {
  std::error_code ignored;
  if (!options.output || std::filesystem::is_directory(*options.output, ignored))
    return absl::OkStatus();
  return absl::InvalidArgumentError("--output " + engine::in_quotes(*options.output, 200) +
                                    " is no folder; give the one that tournament's --output had");
}

void add_last_words(const ReportOptions& options, ReportContent& content) {
  if (!options.output) return;
  for (const std::string& player : content.facts.players)
    if (std::string words = ProgramOutputs::last_words(*options.output, player); !words.empty())
      content.last_words.emplace(player, std::move(words));
}

/// Tables come first; games get the room that they leave.
void fit(const ShownGames& shown, ReportContent& content) {
  fit_tables(content);
  PackedGames games =
      shown.packed_games(content.facts, content.limits.name_bytes, room_for_games(content));
  content.games = std::move(games.piece);
  content.games_shown = games.games;
}

Exit run(const ReportOptions& options) {
  if (const absl::Status status = objection_to_output(options); !status.ok())
    return complain(status);
  const auto source = ReportSource::open(options.store, options.game);
  if (!source.ok()) return complain(source.status());
  const ReportFacts& facts = (*source)->facts();
  ReportSums sums(facts.players.size(), facts.game.players());
  ShownGames shown;
  Damage damage, told_already;
  absl::Status status = (*source)->for_each(
      [&](ReportGame&& game) {
        sums.add(game);
        shown.add(game);
        return absl::OkStatus();
      },
      damage);
  if (status.ok() && sums.games() == 0)
    return damage.any() ? complain(Exit::kIo, damage.sentence(options.store))
                        : complain(Exit::kUsage, "there are no games yet to report");
  RatedGames rated;
  if (status.ok()) status = rate_games(**source, rated, told_already);
  ReportContent content{.facts = facts, .sums = sums, .ratings = {}};
  if (status.ok())
    status = (*source)->add_luck(threads_of(options.common), content.without_luck, told_already);
  if (!status.ok()) return complain(status);
  content.ratings = ratings_of(facts, rated);
  content.test_path = test_path(facts, sums);
  add_last_words(options, content);
  fit(shown, content);
  const std::string page = report_page(content);
  if (status = write_new_file(options.page, "-o", page); !status.ok()) return complain(status);
  tell_done(options, content, page.size());
  if (!damage.any()) return Exit::kDone;
  return complain(Exit::kIo, damage.sentence(options.store) + "; the report leaves that out");
}

}  // namespace

void add_report(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<ReportOptions>();
  CLI::App& command = *app.add_subcommand(
      "report", "Make a page of stored games: standings, charts, and every game on its board");
  command.add_option("STORE", options->store, help::kAnyStore)->required()->type_name(kStoreValue);
  command.add_option("-o,--out", options->page, "The page, a new file")
      ->required()
      ->type_name(kPageValue);
  command.add_option("--game", options->game, help::kWhichGame)->type_name(kGameValue);
  command
      .add_option_function<std::string>(
          "--output", [options](const std::string& folder) { options->output = folder; },
          "The folder of tournament's --output: shows the last lines of each program")
      ->type_name(kFolderValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed"});
  command.footer(
      "The page is one file that needs no other and asks for nothing from anywhere. It fits a\n"
      "phone, and games can be stepped through by the arrow keys. At most a thousand games are\n"
      "part of it, evenly chosen, or as many as fit a megabyte; all count in its tables.\n\n"
      "Example:\n"
      "  gauntlet tournament mnk:7x6x4 --player level:2 --player level:5 --rounds 20 --store t.db\n"
      "  gauntlet report t.db -o report.html");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
