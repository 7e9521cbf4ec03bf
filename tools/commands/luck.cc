// `gauntlet luck`: what the results of stored games say once the dice's luck is taken out of them.
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <boost/json/array.hpp>
#include <memory>
#include <string>
#include <utility>

#include "engine/kimble/kimble.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/table.h"
#include "tools/commands/value_kinds.h"
#include "tools/lab/luck_sums.h"

namespace gauntlet::tools {

namespace {

struct LuckOptions {
  CommonOptions common;
  std::string store;
};

void add_estimate(const LuckEstimate& estimate, Table::Cells& cells) {
  const auto& interval = estimate.interval;
  cells.emplace_back(absl::StrFormat("%.4f", estimate.mean));
  cells.emplace_back(interval ? absl::StrFormat("%.4f .. %.4f", interval->low, interval->high)
                              : "too few games");
}

boost::json::value json_of(const LuckEstimate& estimate) {
  if (!estimate.interval) return nullptr;
  return boost::json::array{estimate.interval->low, estimate.interval->high};
}

void tell_text(const selfplay::RunInfo& run, const LuckSums& sums) {
  Table table({Table::names(),
               Table::scores(),
               Table::intervals(),
               {.heading = "no luck", .gap = 4},
               Table::intervals()});
  for (std::size_t player = 0; player < run.players.size(); ++player) {
    Table::Cells cells = {run.players[player]};
    add_estimate(sums.score(player), cells);
    add_estimate(sums.without_luck(player), cells);
    table.add(std::move(cells));
  }
  std::string text =
      absl::StrFormat("%s, %s, seed %d\n\n%s", run.game, counted(sums.games(), "game"), run.seed,
                      table.text(Colours::of(STDOUT_FILENO)));
  if (const auto times = sums.times_the_games())
    absl::StrAppendFormat(
        &text, "\nRemoving dice luck is worth %.1f times the games (by %s's interval).\n", *times,
        shortened(run.players[0], 40));
  print(text);
}

void tell_json(const selfplay::RunInfo& run, const LuckSums& sums) {
  boost::json::array players;
  for (std::size_t player = 0; player < run.players.size(); ++player) {
    const LuckEstimate score = sums.score(player), without = sums.without_luck(player);
    players.push_back({{"player", run.players[player]},
                       {"score", score.mean},
                       {"ci95", json_of(score)},
                       {"score_without_luck", without.mean},
                       {"ci95_without_luck", json_of(without)}});
  }
  print_json({{"game", run.game},
              {"games", sums.games()},
              {"seed", run.seed},
              {"players", std::move(players)}});
}

absl::Status objection_to_store(const std::string& path) {
  const std::string file = engine::in_quotes(path, 200);
  if (selfplay::GameLog::is_log(path))
    return absl::InvalidArgumentError(
        "the games of " + file +
        " were played on servers; luck takes a store that selfplay has written");
  if (selfplay::TournamentStore::is_tournament(path))
    return absl::InvalidArgumentError(
        file +
        " is the store of a tournament, and luck takes one that selfplay has written; 'gauntlet "
        "report' and 'gauntlet rate --without-luck' take tournaments of Kimble");
  return absl::OkStatus();
}

Exit run(const LuckOptions& options) {
  if (const absl::Status status = objection_to_store(options.store); !status.ok())
    return complain(status);
  const auto batch = open_batch(options.store);
  if (!batch.ok()) return complain(batch.status());
  if (!batch->game.holds<engine::Kimble>() || batch->game.players() < 2)
    return complain(Exit::kUsage, "there is no luck to remove from " + batch->game.name() +
                                      ": luck takes games of Kimble with two players or more");
  const Interrupt interrupt;
  LuckSums sums(batch->store->run());
  Damage damage;
  if (const absl::Status status =
          add_games(*batch, threads_of(options.common), interrupt.token(), sums, damage);
      !status.ok())
    return complain(status);
  if (sums.games() > 0) (options.common.json ? tell_json : tell_text)(batch->store->run(), sums);
  if (damage.any())
    return complain(Exit::kIo, damage.sentence(options.store) + "; the results leave that out");
  return sums.games() > 0 ? Exit::kDone : complain(Exit::kUsage, "the store has no games yet");
}

}  // namespace

void add_luck(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<LuckOptions>();
  CLI::App& command =
      *app.add_subcommand("luck", "Remove the luck of the dice from the scores of stored games");
  command.add_option("STORE", options->store, "The file that selfplay wrote with --store")
      ->required()
      ->type_name(kStoreValue);
  add_common_options(command, options->common);
  say_without_effect(command, {"--seed"});
  command.footer(
      "The fitted network says how much a throw changes a player's chance to win; what differs\n"
      "from the mean over all throws is luck. The luck of all throws of a game is subtracted from\n"
      "its result. On average that changes nothing, whoever plays and however good the network\n"
      "is, but scores vary less and their intervals are narrower.\n\n"
      "Example:\n"
      "  gauntlet luck games.db");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
