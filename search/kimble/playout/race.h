// What games of Kimble that are played side by side begin from, and have in common.
#pragma once

#include <array>
#include <cstdint>

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/move_features.h"
#include "search/kimble/policy.h"

namespace gauntlet::search::kimble {

/// Games to be played from one position, and who has won them.
struct RaceStart {
  std::array<std::uint32_t, engine::kMaxPlayers> boards{};  ///< By seat, as Kimble::board().
  std::uint32_t seat = 0;                                   ///< Who throws first.
  std::uint64_t games = 0;
  std::array<std::uint64_t, engine::kMaxPlayers> wins{};  ///< By seat.
};

/// How much the choice of a piece must be able to do.
enum class Choosing : std::uint8_t {
  kRandom,  ///< All choose at random.
  kByRule,  ///< All play simple rules or at random.
  kFitted,  ///< Somebody weighs what each move changes.
};

/// What all games have in common.
struct RaceRules {
  /// `weights` are those of kFitted.
  RaceRules(const engine::Kimble::Rules& rules, const Policies& policies,
            const PolicyWeights& weights);

  int players;
  int pieces;
  bool is_even;  ///< All corners that play are equally far apart.
  Choosing choosing;
  /// By how many corners away in turn order a player sits, and seat: by how many squares its start
  /// is further on the ring.
  std::array<std::array<std::uint32_t, 8>, engine::kMaxPlayers> gaps{};
  /// By seat: all ones for those who choose at random; the foremost; by captures first; by weights.
  std::array<std::uint32_t, 8> at_random{}, foremost{}, captures{}, fitted{};
  std::array<std::uint32_t, move_feature::kCount> weights;
};

}  // namespace gauntlet::search::kimble
