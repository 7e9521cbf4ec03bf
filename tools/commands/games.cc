// `gauntlet games`: what can be played, and by whom.
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/guide.h"
#include "engine/registry.h"
#include "search/level.h"
#include "search/registry.h"
#include "search/strategy.h"
#include "selfplay/players/level_ratings.h"
#include "tools/commands/command.h"
#include "tools/commands/level_table.h"
#include "tools/commands/new_file.h"
#include "tools/commands/print.h"
#include "tools/commands/value_kinds.h"
#include "tools/report/dial_chart.h"

namespace gauntlet::tools {

namespace {

struct GamesOptions {
  CommonOptions common;
  std::optional<std::string> name;
  std::optional<std::string> picture;
};

boost::json::object guide_json(const engine::GameGuide& guide) {
  boost::json::array variants;
  for (const auto& variant : guide.variants)
    variants.push_back({{"written", variant.written}, {"change", variant.change}});
  return {{"rules", guide.rules},
          {"variants", std::move(variants)},
          {"moves", guide.moves},
          {"position", guide.position}};
}

boost::json::object described(const engine::GameFamily& family) {
  boost::json::object object = {{"game", family.word},           {"usage", family.usage},
                                {"summary", family.summary},     {"players", family.players},
                                {"limits", family.limits},       {"standard", family.standard},
                                {"seating", family.guide->seats}};
  for (auto& member : guide_json(*family.guide)) object.insert(member);
  return object;
}

void print_families(bool json) {
  for (const engine::GameFamily& family : engine::game_families()) {
    if (json) {
      print_json(described(family));
      continue;
    }
    print(absl::StrFormat("%-10s%s\n", family.word, family.summary));
    print(absl::StrFormat("%-10swritten  %s\n", "", family.usage));
    print(absl::StrFormat("%-10splayers  %s\n", "", family.players));
    print(absl::StrFormat("%-10slimits   %s\n", "", family.limits));
  }
  if (!json)
    print(
        "\n'gauntlet games NAME' tells the rules of one of them, how its moves and positions are\n"
        "written, and who plays it.\n");
}

/// The searchers that can play `game`, by the words of --player.
std::vector<std::string> searchers_for(const engine::AnyGame& game) {
  std::vector<std::string> words;
  for (const search::Method* const method : search::methods_for(game))
    words.emplace_back(method->word);
  return words;
}

constexpr std::size_t kWidth = 88;
constexpr int kLabel = 10;

/// "Rules     The players ..", wrapped.
std::string paragraph(std::string_view label, const std::string& text) {
  return absl::StrFormat("%-*s", kLabel, label) + wrapped(text, kWidth, kLabel, kLabel);
}

/// The beginning of a line of a list below a paragraph.
constexpr int kItem = kLabel + 12;
std::string item_name(std::string_view name) {
  return absl::StrFormat("%*s%-*s", kLabel, "", kItem - kLabel, name);
}

std::string item(std::string_view name, std::string_view text) {
  return item_name(name) + wrapped(text, kWidth, kItem, kItem);
}

/// In one piece however long it is, for people copy it.
std::string example_line(const std::string& text) {
  return item_name("example") + text + "\n";
}

/// What everybody plays by name, in the order of listings.
std::string players_text(const engine::AnyGame& game) {
  std::string text = "human, random";
  for (const std::string& word : searchers_for(game)) text += ", " + word;
  text += ", expert, level:1 to level:" + std::to_string(search::kLevels);
  return text + (search::strategies(game).empty() ? "" : ", and by rules of thumb");
}

std::string kind_text(const engine::AnyGame& game) {
  return std::string(game.is_stochastic() ? "Chance moves too (dice, draws). " : "No chance. ") +
         (game.is_hidden() ? "Players do not see everything." : "Players see everything.");
}

void print_game_text(const engine::AnyGame& game) {
  const engine::GameFamily& family = engine::family_of(game.name());
  const engine::GameGuide& guide = *family.guide;
  const engine::GameExample example = engine::example_of(game);
  print(game.name() + ": " + std::string(family.summary) + "\n\n");
  print(paragraph("Players", std::string(guide.seats) + " " + kind_text(game)));
  print(paragraph("Rules", std::string(guide.rules)));
  print(paragraph("Names", std::string(family.usage)));
  for (const auto& variant : guide.variants) print(item(variant.written, variant.change));
  print(paragraph("Moves", std::string(guide.moves)));
  if (!example.move.empty()) print(example_line(example.move));
  print(paragraph("Positions", std::string(guide.position) +
                                   " --position of analyze, solve, perft and selfplay takes one."));
  print(example_line(example.position));
  print(paragraph("Played by", players_text(game)));
  for (const search::Strategy& strategy : search::strategies(game))
    print(item(strategy.name, strategy.summary));
  if (const selfplay::LevelRatings* const ratings = selfplay::level_ratings(game)) {
    print(
        "\nHow strong they are, in Elo above random, and how far above the level below\n('gauntlet "
        "calibrate " +
        game.name() + "' has measured it):\n\n" +
        level_table_text(*ratings, Colours::of(STDOUT_FILENO)));
    return;
  }
  for (const selfplay::LevelRatings& other : selfplay::all_level_ratings())
    if (engine::family_of(other.game).word == family.word)
      print("\nHow strong levels are was measured for " + other.game + ": gauntlet games " +
            other.game + "\n");
}

void print_game_json(const engine::AnyGame& game) {
  const engine::GameFamily& family = engine::family_of(game.name());
  const engine::GameExample example = engine::example_of(game);
  boost::json::array searchers, strategies, seats;
  for (const std::string& word : searchers_for(game)) searchers.emplace_back(word);
  for (const search::Strategy& strategy : search::strategies(game))
    strategies.push_back({{"name", strategy.name}, {"summary", strategy.summary}});
  for (const std::string& name : engine::seat_names(game)) seats.emplace_back(name);
  boost::json::object object = {{"game", game.name()},
                                {"usage", family.usage},
                                {"summary", family.summary},
                                {"players", game.players()},
                                {"seats", std::move(seats)},
                                {"chance", game.is_stochastic()},
                                {"hidden", game.is_hidden()},
                                {"searchers", std::move(searchers)},
                                {"strategies", std::move(strategies)},
                                {"example_position", example.position},
                                {"example_move", example.move}};
  for (auto& member : guide_json(*family.guide)) object.insert(member);
  if (const selfplay::LevelRatings* const ratings = selfplay::level_ratings(game))
    object["ladder"] = level_table_json(*ratings);
  print_json(object);
}

/// Of one game, or of all.
absl::StatusOr<std::vector<selfplay::LevelRatings>> ratings_of(
    const std::optional<std::string>& name) {
  if (!name) return selfplay::all_level_ratings();
  const auto game = engine::find_game(*name);
  if (!game.ok()) return game.status();
  const selfplay::LevelRatings* const ratings = selfplay::level_ratings(*game);
  if (ratings) return std::vector{*ratings};
  return absl::InvalidArgumentError("the levels of " + game->name() +
                                    " have no ratings to draw; 'gauntlet calibrate' measures them");
}

Exit draw_levels(const GamesOptions& options) {
  const auto ratings = ratings_of(options.name);
  if (!ratings.ok()) return complain(ratings.status());
  const absl::Status status =
      write_new_file(*options.picture, "--picture", dial_chart_svg(*ratings));
  return status.ok() ? Exit::kDone : complain(status);
}

Exit run(const GamesOptions& options) {
  if (options.picture) return draw_levels(options);
  if (!options.name) {
    print_families(options.common.json);
    return Exit::kDone;
  }
  const auto game = engine::find_game(*options.name);
  if (!game.ok()) return complain(game.status());
  options.common.json ? print_game_json(*game) : print_game_text(*game);
  return Exit::kDone;
}

}  // namespace

void add_games(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<GamesOptions>();
  CLI::App& command =
      *app.add_subcommand("games", "List the games, or explain the rules and notation of one");
  command.add_option("GAME", options->name, "Explain this game: mnk:7x6x4, kimble:AC, ..")
      ->type_name(kGameValue);
  command
      .add_option("--picture", options->picture,
                  "Instead draw how strong the levels of GAME are, or of all calibrated games, as "
                  "SVG, in this file")
      ->type_name(kFileValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed", "--threads"});
  command.footer(
      "Examples:\n  gauntlet games\n  gauntlet games kimble:AC\n  gauntlet games --json\n"
      "  gauntlet games --picture levels.svg");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
