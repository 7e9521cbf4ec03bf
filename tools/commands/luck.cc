// `gauntlet luck`: what the results of stored games say once the dice's luck is taken out of them.
#include "search/kimble/luck.h"

#include <atomic>
#include <boost/json/array.hpp>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "engine/words.h"
#include "search/parallel.h"
#include "selfplay/game_log.h"
#include "selfplay/schedule.h"
#include "selfplay/stats.h"
#include "tools/commands/command.h"
#include "tools/commands/interrupt.h"
#include "tools/commands/print.h"
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

/// Replays stored games on all threads, and takes their luck out of their results.
class LuckRun {
 public:
  LuckRun(const StoredBatch& batch, int threads)
      : batch_(batch), workers_(threads), sums_(batch.store->run()) {}

  /// All games, unless `stop` is requested before.
  std::optional<Error> operator()(const std::stop_token& stop) {
    auto error = batch_.store->for_each(
        selfplay::Store::Detail::kMoves, [&](const GameRecord& record) -> std::optional<Error> {
          if (stop.stop_requested()) return Error{"interrupted"};
          games_.push_back({record, {}, {}});
          return games_.size() < kAtOnce ? std::nullopt : add_games();
        });
    if (!error) error = add_games();
    sums_.close();
    return error;
  }

  const LuckSums& sums() const { return sums_; }

 private:
  static constexpr std::size_t kAtOnce = 4096;
  struct Game {
    GameRecord record;
    Returns luck{};
    std::optional<Error> error;
  };

  std::optional<Error> add_games() {
    std::atomic<std::size_t> next = 0;
    const auto work = [&](int) {
      for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < games_.size();)
        play_again(games_[i]);
    };
    workers_.run([&] { work(0); }, work);
    for (const Game& game : games_) {
      if (game.error) return game.error;
      sums_.add(game.record, game.luck);
    }
    played_again_ += games_.size();
    games_.clear();
    tell_progress();
    return std::nullopt;
  }

  /// Every few seconds.
  void tell_progress() {
    constexpr auto kEvery = std::chrono::seconds(5);
    const auto now = std::chrono::steady_clock::now();
    if (now < told_ + kEvery) return;
    told_ = now;
    std::fprintf(stderr, "%s of at most %s games\n", grouped(played_again_).c_str(),
                 grouped(batch_.store->run().games).c_str());
  }

  void play_again(Game& game) const {
    const auto add = [&](const engine::AnyState& state, engine::AnyMove move) {
      if (state.to_move() != engine::kChance) return;
      const Returns luck =
          search::kimble_luck(state.as<Kimble>(), engine::KimbleMove::from_bits(move.bits()));
      for (std::size_t seat = 0; seat < luck.size(); ++seat) game.luck[seat] += luck[seat];
    };
    game.error = replay(batch_.game, game.record, add);
  }

  const StoredBatch& batch_;
  search::Workers workers_;
  LuckSums sums_;
  std::vector<Game> games_;
  std::uint64_t played_again_ = 0;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

/// How many games the first player's interval as it is would need to be as narrow as without luck.
/// REQUIRES: there is one without luck.
std::uint64_t games_worth(const LuckSums& sums) {
  const double ratio = sums.score(0).width() / sums.without_luck(0).width();
  return static_cast<std::uint64_t>(
      std::llround(ratio * ratio * static_cast<double>(sums.games())));
}

void tell_text(const selfplay::RunInfo& run, const LuckSums& sums) {
  std::size_t width = 6;
  for (const std::string& player : run.players) width = std::max(width, player.size());
  std::string text = run.game + ", " + grouped(sums.games()) +
                     (sums.games() == 1 ? " game" : " games") + ", seed " +
                     std::to_string(run.seed) + "\n\n" + padded("player", width) +
                     "    score   95 % interval      no luck   95 % interval\n";
  for (std::size_t player = 0; player < run.players.size(); ++player)
    text += padded(run.players[player], width) + sums.score(player).cells() + "    " +
            sums.without_luck(player).cells() + "\n";
  if (sums.without_luck(0).interval)
    text += "\nWithout the luck of the dice " + run.players[0] + "'s interval is as narrow as " +
            grouped(games_worth(sums)) + " games as they are would make it.\n";
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
  LuckRun luck(*batch, threads_of(options.common));
  if (const auto error = luck(interrupt.token()))
    return interrupt.happened() ? complain(Exit::kInterrupted, error->message) : complain(*error);
  if (luck.sums().games() == 0) return complain(Exit::kUsage, "the store has no games yet");
  (options.common.json ? tell_json : tell_text)(batch->store->run(), luck.sums());
  return Exit::kDone;
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
      "Each throw is worth to a player what it does to his chances to win by the fitted network,\n"
      "less the mean over all throws. What a game's throws add up to is taken from its result: on\n"
      "average that changes nothing, whoever plays and however good the network is, but scores\n"
      "vary less and their intervals are narrower.\n\n"
      "Example:\n  gauntlet luck games.db");
  command.callback([options, &chosen] { chosen.run = [options] { return run(*options); }; });
}

}  // namespace gauntlet::tools
