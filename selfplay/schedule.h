// Which game of a batch is what: a pure function of its index.
#pragma once

#include <cassert>
#include <cstdint>

#include "engine/rng.h"

namespace gauntlet::selfplay {

/// A game's place in its batch.
struct Slot {
  std::uint64_t block;
  int rotation;  ///< 0..players-1.
};

/// Games of one block share the start position and the dice, while the players rotate over the
/// seats: luck of the draw and of the seat cancels out within a block. Two players swap seats,
/// more take all cyclic rotations.
class Schedule {
 public:
  Schedule(std::uint64_t seed, int players) : seed_(seed), players_(players) {}

  int games_per_block() const { return players_; }
  Slot slot(std::uint64_t index) const {
    const auto size = static_cast<std::uint64_t>(players_);
    return {index / size, static_cast<int>(index % size)};
  }
  /// The seat in which `player` (its place in the list of players) sits.
  int seat_of(int player, int rotation) const { return (player + rotation) % players_; }
  int player_at(int seat, int rotation) const { return (seat - rotation + players_) % players_; }

  /// What is drawn before the first move.
  engine::Rng start_rng(std::uint64_t block) const { return engine::Rng(derived(kStart), block); }
  /// What makes the block's opening (see Starts): that of block 0 orders those that are numbered.
  engine::Rng opening_rng(std::uint64_t block) const {
    return engine::Rng(derived(kOpenings), block);
  }
  /// All that chance draws during the game.
  engine::Rng dice(std::uint64_t block) const { return engine::Rng(derived(kDice), block); }
  /// For Player::new_game().
  std::uint64_t player_seed(std::uint64_t index, int seat) const {
    return engine::Rng(derived(kPlayers), index * 4 + static_cast<std::uint64_t>(seat)).next();
  }

 private:
  enum Purpose : std::uint64_t { kStart, kDice, kPlayers, kOpenings };
  std::uint64_t derived(Purpose purpose) const { return engine::Rng(seed_, purpose).next(); }

  std::uint64_t seed_;
  int players_;
};

}  // namespace gauntlet::selfplay
