// What level:auto knows of those who play against it.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstddef>
#include <cstdint>
#include <string>

#include "engine/any_game.h"
#include "selfplay/finished_game.h"
#include "selfplay/players/strength_estimate.h"

namespace gauntlet::tools {

/// Opponents by their keys, whatever tells them apart, each of one game. Keys come from outside, so
/// there is a bound: who has not played for longest is forgotten. One thread at a time.
class KnownOpponents {
 public:
  KnownOpponents() = default;
  explicit KnownOpponents(std::size_t most) : most_(most) {}

  bool empty() const { return known_.empty(); }
  /// The level that `key` plays next, `first` if nothing is known.
  search::LevelTenths level_for(const std::string& key, search::LevelTenths first) const;
  /// A game of `game` against level `played` has brought `key`, who is told as `name`, that score.
  selfplay::OpponentStrength saw_end(const std::string& key, const std::string& name,
                                     const engine::AnyGame& game, search::LevelTenths first,
                                     search::LevelTenths played, double score);

 private:
  struct Known {
    selfplay::StrengthEstimate estimate;
    std::uint64_t last;  ///< Of all games, the number of the last one.
  };

  void forget_one();

  std::size_t most_ = 10'000;
  absl::flat_hash_map<std::string, Known> known_;
  std::uint64_t games_ = 0;
};

}  // namespace gauntlet::tools
