#include "tools/lab/luck_sums.h"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <string>
#include <utility>

#include "engine/words.h"
#include "search/kimble/luck.h"
#include "tools/lab/replayed_games.h"

namespace gauntlet::tools {

using engine::Kimble;
using engine::Returns;
using selfplay::BlockSums;
using selfplay::GameRecord;

LuckSums::LuckSums(const selfplay::RunInfo& run) : LuckSums(static_cast<int>(run.players.size())) {
  names_ = run.players;
  for (std::size_t player = 0; player < run.players.size(); ++player) entries_.push_back(player);
  players_.resize(names_.size());
  for (OfPlayer& player : players_) player.seats = 1;
}

LuckSums LuckSums::by_name(const selfplay::RunInfo& run) {
  LuckSums result(static_cast<int>(run.players.size()));
  for (const std::string& player : run.players) {
    const auto found = std::find(result.names_.begin(), result.names_.end(), player);
    const auto entry = static_cast<std::size_t>(found - result.names_.begin());
    result.entries_.push_back(entry);
    if (found == result.names_.end()) {
      result.names_.push_back(player);
      result.players_.emplace_back();
    }
    ++result.players_[entry].seats;
  }
  return result;
}

void LuckSums::add(const GameRecord& record, const Returns& luck) {
  const selfplay::Slot slot = schedule_.slot(record.index);
  if (slot.block != block_) close();
  block_ = slot.block;
  ++games_in_block_;
  for (std::size_t player = 0; player < entries_.size(); ++player) {
    const auto seat =
        static_cast<std::size_t>(schedule_.seat_of(static_cast<int>(player), slot.rotation));
    const double points = record.result.summary.returns[seat];
    OfPlayer& sums = players_[entries_[player]];
    sums.points += points;
    sums.without_luck += points - static_cast<double>(luck[seat]);
  }
}

void LuckSums::close() {
  if (games_in_block_ == 0) return;
  for (OfPlayer& player : players_) {
    const double games = games_in_block_ * player.seats;
    player.raw.add(games, std::exchange(player.points, 0));
    player.adjusted.add(games, std::exchange(player.without_luck, 0));
  }
  games_ += static_cast<std::uint64_t>(std::exchange(games_in_block_, 0));
}

LuckEstimate LuckSums::score(std::size_t player) const {
  const BlockSums& sums = players_[player].raw;
  return {sums.score / sums.games, selfplay::score_interval(sums)};
}

LuckEstimate LuckSums::without_luck(std::size_t player) const {
  const BlockSums& sums = players_[player].adjusted;
  return {sums.score / sums.games, selfplay::mean_interval(sums)};
}

std::optional<double> LuckSums::times_the_games() const {
  const auto raw = score(0).interval, adjusted = without_luck(0).interval;
  if (!raw || !adjusted) return std::nullopt;
  const double ratio = (raw->high - raw->low) / (adjusted->high - adjusted->low);
  return ratio * ratio;
}

namespace {

/// Adds the luck of a move to `luck`.
void add_luck(const engine::AnyState& state, engine::AnyMove move, Returns& luck) {
  if (state.to_move() != engine::kChance) return;
  const Returns more =
      search::kimble::luck_of(state.as<Kimble>(), engine::Kimble::Move::from_bits(move.bits()));
  for (std::size_t seat = 0; seat < more.size(); ++seat) luck[seat] += more[seat];
}

}  // namespace

std::optional<std::string> find_luck(const engine::AnyGame& rules, const GameRecord& game,
                                     Returns& found) {
  return replay(rules, game, [&found](const engine::AnyState& state, engine::AnyMove move) {
    add_luck(state, move, found);
  });
}

Returns value_without_luck(const engine::AnyState& start, const selfplay::MatchResult& result) {
  engine::AnyState state = start;
  Returns luck{};
  for (const engine::AnyMove move : result.moves) {
    add_luck(state, move, luck);
    state.apply(move);
  }
  Returns value = result.summary.returns;
  for (std::size_t seat = 0; seat < value.size(); ++seat) value[seat] -= luck[seat];
  return value;
}

namespace {

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
    std::fprintf(stderr, "%s of at most %s\n", engine::grouped(done_).c_str(),
                 engine::counted(games_, "game").c_str());
  }

 private:
  const std::uint64_t games_;
  std::uint64_t done_ = 0;
  std::chrono::steady_clock::time_point told_ = std::chrono::steady_clock::now();
};

}  // namespace

absl::Status add_games(const StoredBatch& batch, int threads, const std::stop_token& stop,
                       LuckSums& sums, Damage& damage) {
  LuckProgress progress(batch.store->run().games);
  const auto play = [&](const GameRecord& game, Returns& luck) {
    return find_luck(batch.game, game, luck);
  };
  const auto take = [&](const GameRecord& game, const Returns& luck) -> absl::Status {
    sums.add(game, luck);
    progress.count_game();
    return absl::OkStatus();
  };
  absl::Status status = ReplayedGames<Returns>(threads, play, take)(*batch.store, damage, stop);
  sums.close();
  return status;
}

}  // namespace gauntlet::tools
