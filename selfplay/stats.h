// What the results of a batch say: pure arithmetic, no I/O.
#pragma once

#include <absl/container/btree_map.h>

#include <array>
#include <cstdint>

#include "engine/game.h"
#include "selfplay/distinct_count.h"
#include "selfplay/game_key.h"
#include "selfplay/match.h"
#include "selfplay/schedule.h"
#include "selfplay/statistics/score_interval.h"

namespace gauntlet::selfplay {

/// One player's result in a batch.
struct PlayerScore {
  std::uint64_t wins = 0;  ///< Games with the whole point. Alone at the board: games finished.
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;
  double mean = 0;  ///< Mean return, 0..1; 0 before the first game.
  double low = 0;   ///< 95 % confidence interval of the score, within 0..1.
  double high = 1;
};

/// What one player knew for certain before the end.
struct Proofs {
  std::uint64_t games = 0;  ///< In which it proved that it would win.
  std::uint64_t lost = 0;   ///< Of them not won all the same: none, if proofs are right.
  double mean_after = 0;    ///< Plies played when it knew; 0 before the first.
};

/// Adds up the games of one batch, in any order. One thread.
class Stats {
 public:
  explicit Stats(int players);

  /// A game that has ended; `slot` says which. REQUIRES: no slot twice.
  void add(Slot slot, const GameSummary& summary, GameKey key);
  /// One that is like no other.
  void add(Slot slot, const GameSummary& summary) {
    add(slot, summary, {static_cast<std::uint64_t>(slot.rotation), true});
  }

  int players() const { return schedule_.games_per_block(); }
  std::uint64_t games() const { return games_; }
  /// Games that are not the same as an earlier one (see GameKey); past half a million about so
  /// many.
  std::uint64_t distinct_games() const { return games_of_blocks_ + games_seen_.count(); }
  /// Blocks that differ in a game from each other one: what scores are worth as evidence.
  std::uint64_t distinct_blocks() const;
  std::uint64_t forfeits() const { return forfeits_; }
  std::uint64_t too_long() const { return too_long_; }
  std::uint64_t nodes() const { return nodes_; }
  /// Moves of players and of chance a game; 0 before the first game.
  double mean_plies() const;
  /// Games in which the seat got the whole point.
  std::uint64_t seat_wins(int seat) const { return seat_wins_[static_cast<std::size_t>(seat)]; }
  /// The interval counts as many blocks as there are distinct ones: who plays the same game again
  /// tells nothing new.
  PlayerScore score_of(int player) const;
  Proofs proofs(int player) const;

 private:
  using PerPlayer = std::array<double, engine::kMaxPlayers>;
  struct Block {
    std::uint64_t number = 0;
    int games = 0;
    PerPlayer scores{};
    std::array<GameKey, engine::kMaxPlayers> keys{};  // of its games, as they came
    std::uint64_t key = 0;                            // of all, in whatever order they came
  };

  void count(PlayerScore& result, float points, Termination termination) const;
  void count_distinct(Slot slot, GameKey key);
  void count_proof(std::size_t player, std::size_t seat, const GameSummary& summary);
  void switch_to(std::uint64_t block);
  void close(const Block& block);

  Schedule schedule_;
  std::array<PlayerScore, engine::kMaxPlayers> counts_{};
  std::array<Proofs, engine::kMaxPlayers> proofs_{};  // mean_after holds the sum
  std::array<std::uint64_t, engine::kMaxPlayers> seat_wins_{};
  std::array<BlockSums, engine::kMaxPlayers> sums_{};
  Block current_;
  absl::btree_map<std::uint64_t, Block>
      open_;  // other blocks that miss games; summed in their order
  DistinctCount games_seen_, blocks_seen_;
  std::uint64_t games_of_blocks_ = 0;      // distinct ones; only those of one block can be the same
  std::uint64_t blocks_of_their_own_ = 0;  // complete ones of such games
  std::uint64_t games_ = 0;
  std::uint64_t forfeits_ = 0;
  std::uint64_t too_long_ = 0;
  std::uint64_t plies_ = 0;
  std::uint64_t nodes_ = 0;
};

}  // namespace gauntlet::selfplay
