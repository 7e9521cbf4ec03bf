// `gauntlet report`: the games of a store as a page to look at.
#include <boost/json/array.hpp>
#include <boost/json/object.hpp>
#include <boost/json/serialize.hpp>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/help_text.h"
#include "tools/commands/new_file.h"
#include "tools/commands/print.h"
#include "tools/commands/program_outputs.h"
#include "tools/commands/value_kinds.h"
#include "tools/report/game_script.h"
#include "tools/report/packed.h"
#include "tools/report/report_page.h"

namespace gauntlet::tools {

namespace {

struct ReportOptions {
  CommonOptions common;
  std::string store, page, game, output;
};

/// Games that the page can step through: all of few, and of many so many, evenly chosen.
class ShownGames {
 public:
  explicit ShownGames(std::uint64_t games) : every_(1 + games / (kMost + 1)) {}

  void add(const ReportGame& game) {
    if (seen_++ % every_ == 0) scripts_.push_back(game_script(game));
  }
  std::size_t count() const { return scripts_.size(); }
  /// All of them, or as many as make no huge page.
  std::string packed_games(const ReportFacts& facts) {
    std::string piece = packed(json(facts));
    if (piece.size() > kMostBytes) {  // the boards tell moves, too
      for (boost::json::object& script : scripts_) script["moves"] = "";
      piece = packed(json(facts));
    }
    while (piece.size() > kMostBytes && scripts_.size() > 1) {
      std::size_t kept = 0;
      for (std::size_t i = 0; i < scripts_.size(); i += 2) std::swap(scripts_[kept++], scripts_[i]);
      scripts_.resize(kept);
      piece = packed(json(facts));
    }
    return piece;
  }

 private:
  static constexpr std::uint64_t kMost = 1'000;
  static constexpr std::size_t kMostBytes = 900'000;

  std::string json(const ReportFacts& facts) const {
    boost::json::array players(facts.players.begin(), facts.players.end());
    std::string text =
        "{\"game\":" + boost::json::serialize(boost::json::value(facts.game.name())) +
        ",\"players\":" + boost::json::serialize(players) + ",\"games\":[";
    for (std::size_t i = 0; i < scripts_.size(); ++i)
      text += (i > 0 ? "," : "") + boost::json::serialize(scripts_[i]);
    return text + "]}";
  }

  const std::uint64_t every_;
  std::uint64_t seen_ = 0;
  std::vector<boost::json::object> scripts_;
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

void tell_done(const ReportOptions& options, const ReportContent& content, std::size_t bytes) {
  if (options.common.json)
    return print_json({{"report", options.page},
                       {"game", content.facts.game.name()},
                       {"games", content.sums.games()},
                       {"players", content.facts.players.size()},
                       {"games_shown", content.games_shown},
                       {"bytes", bytes}});
  print("wrote " + options.page + ": " + engine::counted(content.sums.games(), "game") + " of " +
        content.facts.game.name() + ", " + engine::grouped(bytes) + " bytes\n");
}

Exit run(const ReportOptions& options) {
  const auto source = ReportSource::open(options.store, options.game);
  if (!source.ok()) return complain(source.status());
  const ReportFacts& facts = (*source)->facts();
  ReportSums sums(facts.players.size(), facts.game.players());
  ShownGames shown(facts.games);
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
  if (!options.output.empty())
    for (const std::string& player : facts.players)
      if (std::string words = ProgramOutputs::last_words(options.output, player); !words.empty())
        content.last_words.emplace(player, std::move(words));
  content.games = shown.packed_games(facts);
  content.games_shown = shown.count();
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
      .add_option("--output", options->output,
                  "The folder of tournament's --output: shows the last lines of each program")
      ->type_name(kFolderValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed"});
  command.footer(
      "The page is one file that needs no other and asks for nothing from anywhere. It fits a\n"
      "phone, and games can be stepped through by the arrow keys. At most a thousand games are\n"
      "part of it; all others count in its tables.\n\n"
      "Example:\n"
      "  gauntlet tournament mnk:7x6x4 --player level:2 --player level:5 --rounds 20 --store t.db\n"
      "  gauntlet report t.db -o report.html");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
