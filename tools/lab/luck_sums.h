// Scores of stored games of Kimble, as they are and without the luck of the dice.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/game_rows.h"
#include "selfplay/schedule.h"
#include "selfplay/stats.h"
#include "selfplay/store.h"
#include "tools/lab/damage.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

/// A mean and its 95 % confidence interval, if the blocks are enough for one.
struct LuckEstimate {
  double mean;
  std::optional<selfplay::Interval> interval;
};

/// Adds up games in the order of their indices: their results as they are, and without luck.
class LuckSums {
 public:
  /// Each of the run's players on its own, also where two have one name.
  explicit LuckSums(const selfplay::RunInfo& run);
  /// Players of one name as one, which has several seats; in the order of their first seats.
  static LuckSums by_name(const selfplay::RunInfo& run);

  /// `luck` is that of each seat.
  void add(const selfplay::GameRecord& record, const engine::Returns& luck);
  /// Counts the games of the last block. To be called once all are added.
  void close();

  std::uint64_t games() const { return games_; }
  /// Whose sums there are.
  const std::vector<std::string>& names() const { return names_; }
  LuckEstimate score(std::size_t player) const;
  /// May lie outside 0 .. 1: the luck that is taken out is an estimate.
  LuckEstimate without_luck(std::size_t player) const;
  /// What without_luck() comes from.
  const selfplay::BlockSums& sums_without_luck(std::size_t player) const {
    return players_[player].adjusted;
  }
  /// How many times the games the first player's interval would need to be as narrow as without
  /// luck; nothing where there is no interval without luck.
  std::optional<double> times_the_games() const;

 private:
  struct OfPlayer {
    selfplay::BlockSums raw, adjusted;
    double points = 0, without_luck = 0;  // in this block
    int seats = 0;                        // at the table
  };
  explicit LuckSums(int seats) : schedule_(0, seats) {}

  const selfplay::Schedule schedule_;
  std::vector<std::size_t> entries_;  // by the run's player: its place in the next two
  std::vector<std::string> names_;
  std::vector<OfPlayer> players_;
  std::uint64_t block_ = 0;
  std::uint64_t games_ = 0;
  int games_in_block_ = 0;
};

/// Adds the luck of each seat in a game of `rules`, Kimble, to `found`; what is wrong with the game
/// if it is none.
std::optional<std::string> find_luck(const engine::AnyGame& rules, const selfplay::GameRecord& game,
                                     engine::Returns& found);

/// What the players got in a game of Kimble, without the luck of its dice, by seat. REQUIRES: each
/// move was possible.
engine::Returns value_without_luck(const engine::AnyState& start,
                                   const selfplay::MatchResult& result);

/// Replays stored games of Kimble on so many threads, and adds their results and their luck; tells
/// its progress on stderr. Games that are none go to `damage`; "interrupted" when a stop is
/// requested before the end.
absl::Status add_games(const StoredBatch& batch, int threads, const std::stop_token& stop,
                       LuckSums& sums, Damage& damage);

}  // namespace gauntlet::tools
