// Who sits where in the games of an encounter, and what luck they have.
#pragma once

#include <cstdint>
#include <vector>

#include "selfplay/schedule.h"
#include "selfplay/tournament/tournament.h"

namespace gauntlet::selfplay {

/// All that is drawn for an encounter. It depends on the tournament's seed, the names of those who
/// meet and how often they have met, so neither the order of the list nor other players change it.
class Seating {
 public:
  Seating(const Tournament& tournament, const Encounter& encounter);

  /// The entrants by seat in one of the games: 0 .. seats-1. Two swap seats; more sit round the
  /// table in an order drawn by lot, and move on by a seat from game to game.
  std::vector<int> seats(int rotation) const;
  /// Of every game of the encounter.
  engine::Rng dice() const { return schedule_.dice(0); }
  std::uint64_t player_seed(int rotation, int seat) const {
    return schedule_.player_seed(static_cast<std::uint64_t>(rotation), seat);
  }
  /// Of the players by name and seat: what games that start alike must have in common besides their
  /// moves to be the same.
  std::uint64_t key(int rotation) const;

 private:
  const Tournament& tournament_;
  std::vector<int> table_;
  Schedule schedule_;
};

}  // namespace gauntlet::selfplay
