// `gauntlet games`: what can be played, and by whom.
#include <boost/json.hpp>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "search/registry.h"
#include "search/strategy.h"
#include "tools/commands/command.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

struct GamesOptions {
  CommonOptions common;
  std::optional<std::string> name;
};

boost::json::object described(const engine::GameFamily& family) {
  return {{"game", family.word},       {"usage", family.usage},   {"summary", family.summary},
          {"players", family.players}, {"limits", family.limits}, {"standard", family.standard}};
}

void print_families(bool json) {
  for (const engine::GameFamily& family : engine::game_families()) {
    if (json) {
      print_json(described(family));
      continue;
    }
    print(padded(family.word, 10) + std::string(family.summary) + "\n");
    print(padded("", 10) + "written  " + std::string(family.usage) + "\n");
    print(padded("", 10) + "players  " + std::string(family.players) + "\n");
    print(padded("", 10) + "limits   " + std::string(family.limits) + "\n");
  }
  if (!json) print("\n'gauntlet games NAME' tells more about one of them.\n");
}

/// The searchers that can play `game`, by the words of --player.
std::vector<std::string> searchers_for(const engine::AnyGame& game) {
  const search::SearcherOptions smallest{.hash_mb = 1, .threads = 1};
  std::vector<std::string> words;
  if (search::make_alpha_beta(game, smallest)) words.push_back("ab");
  if (search::make_mcts(game, smallest)) words.push_back("mcts");
  return words;
}

std::string yes_or_no(bool value) {
  return value ? "yes" : "no";
}

void print_game_text(const engine::AnyGame& game) {
  print(game.name() + "\n");
  print("  players             " + std::to_string(game.players()) + "\n");
  print("  chance              " + yes_or_no(game.is_stochastic()) + "\n");
  print("  hidden information  " + yes_or_no(game.is_hidden()) + "\n");
  std::string searchers;
  for (const std::string& word : searchers_for(game))
    searchers += (searchers.empty() ? "" : ", ") + word;
  print("  searchers           " + (searchers.empty() ? "none" : searchers) + "\n");
  const auto strategies = search::strategies(game);
  if (!strategies.empty()) print("  strategies\n");
  for (const search::Strategy& strategy : strategies)
    print("    " + padded(strategy.name, 18) + std::string(strategy.summary) + "\n");
}

void print_game_json(const engine::AnyGame& game) {
  boost::json::array searchers, strategies;
  for (const std::string& word : searchers_for(game)) searchers.emplace_back(word);
  for (const search::Strategy& strategy : search::strategies(game))
    strategies.push_back({{"name", strategy.name}, {"summary", strategy.summary}});
  print_json({{"game", game.name()},
              {"players", game.players()},
              {"chance", game.is_stochastic()},
              {"hidden", game.is_hidden()},
              {"searchers", std::move(searchers)},
              {"strategies", std::move(strategies)}});
}

Exit run(const GamesOptions& options) {
  if (!options.name) {
    print_families(options.common.json);
    return Exit::kDone;
  }
  const auto game = engine::find_game(*options.name);
  if (!game) return complain(Exit::kUsage, game.error());
  options.common.json ? print_game_json(*game) : print_game_text(*game);
  return Exit::kDone;
}

}  // namespace

void add_games(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<GamesOptions>();
  CLI::App& command = *app.add_subcommand("games", "List the games, or tell about one of them");
  command.add_option("GAME", options->name, "Tell about this game: mnk:7x6x4, kimble:AC, ..")
      ->type_name("");
  add_common_options(command, options->common);
  command.footer(
      "Examples:\n  gauntlet games\n  gauntlet games kimble:AC\n  gauntlet games --json");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
