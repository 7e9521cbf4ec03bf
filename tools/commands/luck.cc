// `gauntlet luck`: what the results of stored games say once the dice's luck is taken out of them.
#include "search/kimble/luck.h"

#include <boost/json/array.hpp>
#include <chrono>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "selfplay/game_log.h"
#include "selfplay/schedule.h"
#include "selfplay/stats.h"
#include "tools/commands/command.h"
#include "tools/commands/damage.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
#include "tools/commands/replayed_games.h"
#include "tools/commands/stored_batch.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Kimble;
using engine::Returns;
using selfplay::BlockSums;
using selfplay::GameRecord;

struct LuckOptions {
  CommonOptions common;
  std::string store;
};

/// A mean and its 95 % confidence interval, if the blocks are enough for one.
struct Estimate {
  double mean;
  std::optional<selfplay::Interval> interval;

  double width() const { return interval->high - interval->low; }
  std::string cells() const {
    return right_aligned(fixed(mean, 4), 9) + "   " +
           (interval ? fixed(interval->low, 4) + " .. " + fixed(interval->high, 4)
                     : padded("too few games", 16));
  }
  boost::json::value json() const {
    if (!interval) return nullptr;
    return boost::json::array{interval->low, interval->high};
  }
};

/// Adds up games in the order of their indices: their results as they are, and without luck.
class LuckSums {
 public:
  explicit LuckSums(const selfplay::RunInfo& run)
      : schedule_(run.seed, static_cast<int>(run.players.size())), players_(run.players.size()) {}

  void add(const GameRecord& record, const Returns& luck) {
    const selfplay::Slot slot = schedule_.slot(record.index);
    if (slot.block != block_) close();
    block_ = slot.block;
    ++games_in_block_;
    for (std::size_t player = 0; player < players_.size(); ++player) {
      const auto seat =
          static_cast<std::size_t>(schedule_.seat_of(static_cast<int>(player), slot.rotation));
      const double points = record.result.outcome.returns[seat];
      players_[player].points += points;
      players_[player].without_luck += points - static_cast<double>(luck[seat]);
    }
  }
  /// Counts the games of the last block. To be called once all are added.
  void close() {
    if (games_in_block_ == 0) return;
    for (OfPlayer& player : players_) {
      player.raw.add(games_in_block_, std::exchange(player.points, 0));
      player.adjusted.add(games_in_block_, std::exchange(player.without_luck, 0));
    }
    games_ += static_cast<std::uint64_t>(std::exchange(games_in_block_, 0));
  }

  std::uint64_t games() const { return games_; }
  Estimate score(std::size_t player) const {
    const BlockSums& sums = players_[player].raw;
    return {sums.score / sums.games, selfplay::score_interval(sums)};
  }
  /// May lie outside 0 .. 1: the luck that is taken out is an estimate.
  Estimate without_luck(std::size_t player) const {
    const BlockSums& sums = players_[player].adjusted;
    return {sums.score / sums.games, selfplay::mean_interval(sums)};
  }

 private:
  struct OfPlayer {
    BlockSums raw, adjusted;
    double points = 0, without_luck = 0;  // in this block
  };

  const selfplay::Schedule schedule_;
  std::vector<OfPlayer> players_;
  std::uint64_t block_ = 0;
  std::uint64_t games_ = 0;
  int games_in_block_ = 0;
};

/// The luck of each seat in a game of `rules`; what is wrong with the game if it is none.
std::optional<std::string> find_luck(const engine::AnyGame& rules, const GameRecord& game,
                                     Returns& found) {
  return replay(rules, game, [&found](const engine::AnyState& state, engine::AnyMove move) {
    if (state.to_move() != engine::kChance) return;
    const Returns luck =
        search::kimble::luck_of(state.as<Kimble>(), engine::KimbleMove::from_bits(move.bits()));
    for (std::size_t seat = 0; seat < luck.size(); ++seat) found[seat] += luck[seat];
  });
}

/// Tells every few seconds how many games are done.
class LuckProgress {
 public:
  explicit LuckProgress(std::uint64_t games) : games_(games) {}

  void count_game() {
    constexpr auto kEvery = std::chrono::seconds(5);
    ++done_;
    const auto now = std::chrono::steady_clock::now();
    if (now < told_ + kEvery) return;
    told_ = now;
    std::fprintf(stderr, "%s of at most %s\n", grouped(done_).c_str(),
                 counted(games_, "game").c_str());
  }

 private:
  const std::uint64_t games_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

/// Replays stored games on all threads, and takes their luck out of their results.
std::optional<Error> add_games(const StoredBatch& batch, int threads, const std::stop_token& stop,
                               LuckSums& sums, Damage& damage) {
  LuckProgress progress(batch.store->run().games);
  const auto play = [&](const GameRecord& game, Returns& luck) {
    return find_luck(batch.game, game, luck);
  };
  const auto take = [&](const GameRecord& game, const Returns& luck) -> std::optional<Error> {
    sums.add(game, luck);
    progress.count_game();
    return std::nullopt;
  };
  auto error = ReplayedGames<Returns>(threads, play, take)(*batch.store, damage, stop);
  sums.close();
  return error;
}

/// How many times the games the first player's interval would need to be as narrow as without
/// luck. REQUIRES: there is one without luck.
double times_the_games(const LuckSums& sums) {
  const double ratio = sums.score(0).width() / sums.without_luck(0).width();
  return ratio * ratio;
}

void tell_text(const selfplay::RunInfo& run, const LuckSums& sums) {
  std::size_t width = 6;
  for (const std::string& player : run.players) width = std::max(width, player.size());
  std::string text = run.game + ", " + counted(sums.games(), "game") + ", seed " +
                     std::to_string(run.seed) + "\n\n" + padded("player", width) +
                     "    score   95 % interval      no luck   95 % interval\n";
  for (std::size_t player = 0; player < run.players.size(); ++player)
    text += padded(run.players[player], width) + sums.score(player).cells() + "    " +
            sums.without_luck(player).cells() + "\n";
  if (sums.without_luck(0).interval)
    text += "\nRemoving dice luck is worth " + fixed(times_the_games(sums), 1) +
            " times the games (by " + run.players[0] + "'s interval).\n";
  print(text);
}

void tell_json(const selfplay::RunInfo& run, const LuckSums& sums) {
  boost::json::array players;
  for (std::size_t player = 0; player < run.players.size(); ++player) {
    const Estimate score = sums.score(player), without = sums.without_luck(player);
    players.push_back({{"player", run.players[player]},
                       {"score", score.mean},
                       {"ci95", score.json()},
                       {"score_without_luck", without.mean},
                       {"ci95_without_luck", without.json()}});
  }
  print_json({{"game", run.game},
              {"games", sums.games()},
              {"seed", run.seed},
              {"players", std::move(players)}});
}

Exit run(const LuckOptions& options) {
  if (selfplay::GameLog::is_log(options.store))
    return complain(Exit::kUsage,
                    "the games of '" + engine::printable(options.store, 200) +
                        "' were played on servers; luck takes a store that selfplay has written");
  const auto batch = open_batch(options.store);
  if (!batch) return complain(batch.failure());
  if (!batch->game.holds<Kimble>() || batch->game.players() < 2)
    return complain(Exit::kUsage, "there is no luck to take out of " + batch->game.name() +
                                      ": luck takes games of Kimble with two players or more");
  const Interrupt interrupt;
  LuckSums sums(batch->store->run());
  Damage damage;
  if (const auto error =
          add_games(*batch, threads_of(options.common), interrupt.token(), sums, damage))
    return interrupt.happened() ? complain(Exit::kInterrupted, error->message) : complain(*error);
  if (sums.games() > 0) (options.common.json ? tell_json : tell_text)(batch->store->run(), sums);
  if (damage.any())
    return complain(Exit::kIo, damage.sentence(options.store) + "; that is not among the results");
  return sums.games() > 0 ? Exit::kDone : complain(Exit::kUsage, "the store has no games yet");
}

}  // namespace

void add_luck(CLI::App& app, Chosen& chosen) {
  const auto options = std::make_shared<LuckOptions>();
  CLI::App& command =
      *app.add_subcommand("luck", "Scores of stored games without the luck of the dice");
  command.add_option("STORE", options->store, "The file that selfplay wrote with --store")
      ->required()
      ->type_name("F.db");
  add_common_options(command, options->common);
  command.footer(
      "By the fitted network each throw changes a player's chance to win; how much more than the\n"
      "mean over all throws is luck. The luck of all throws of a game is taken from its result: "
      "on\n"
      "average that changes nothing, whoever plays and however good the network is, but scores\n"
      "vary less and their intervals are narrower.\n\n"
      "Example:\n  gauntlet luck games.db");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
