// The games of stores as ratings need them.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/repeated_blocks.h"
#include "selfplay/statistics/outcomes.h"
#include "selfplay/store.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/lab/damage.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

/// Collects the outcomes of one or several stores of the same game. Players are known by their
/// names: those of one name are one player, wherever they play. A block whose games are those of an
/// earlier block, by the same players in the same seats, counts for nothing; with dice no block
/// repeats another.
class RatedGames {
 public:
  /// Adds what `batch` has, which was opened at `path`. Damaged games go to `damage` and do not
  /// count. It is refused where it cannot be rated together with what is there: another game, the
  /// same batch again, the same dice for the same players, a game of one, or too many players.
  absl::Status add(const std::string& path, const StoredBatch& batch, Damage& damage);
  /// The same of a tournament, whose players are known by their names in it.
  absl::Status add(const std::string& path, selfplay::TournamentStore& store, Damage& damage);

  const std::string& game() const { return game_; }
  int seats() const { return seats_; }
  /// The players' names, in the order in which they came up.
  const std::vector<std::string>& players() const { return players_; }
  std::optional<int> player_called(const std::string& name) const;
  /// Of all blocks that count.
  const selfplay::Outcomes& outcomes() const { return outcomes_; }
  /// All, also of blocks that do not count.
  std::uint64_t games() const { return games_; }
  /// Those that are not the same as an earlier one.
  std::uint64_t distinct_games() const { return has_dice_ ? games_ : repeated_.distinct_games(); }
  /// How many blocks there are with each store and those before it.
  const std::vector<std::size_t>& store_ends() const { return store_ends_; }

 private:
  /// Reads one store.
  class Reader;

  std::string objection(const selfplay::RunInfo& run, const engine::AnyGame& game) const;
  absl::StatusOr<std::vector<int>> enter(const engine::AnyGame& game,
                                         const std::vector<std::string>& players);
  void add_block(const std::vector<selfplay::Outcome>& block,
                 const std::vector<std::uint64_t>& keys);
  int number_of(const std::string& name);

  std::string game_;
  bool has_dice_ = false;
  int seats_ = 0;
  std::vector<selfplay::RunInfo> runs_;
  std::vector<std::string> players_;
  absl::flat_hash_map<std::string, int> numbers_;
  selfplay::Outcomes outcomes_;
  selfplay::RepeatedBlocks repeated_;
  std::uint64_t games_ = 0;
  std::vector<std::size_t> store_ends_;
};

}  // namespace gauntlet::tools
