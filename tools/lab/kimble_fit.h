// Weights for Kimble fitted to what rollouts found, round by round.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>

#include "engine/status.h"
#include "search/kimble/fit/model.h"
#include "search/kimble/fit/policy_fit.h"
#include "search/parallel.h"

namespace gauntlet::tools {

/// What makes the rounds what they are.
struct KimbleFitRecipe {
  static constexpr int kMostRounds = 100;
  static constexpr int kLeastPlayers = 2, kMostPlayers = 4;

  std::uint64_t games;  ///< Of a round, for each number of players.
  std::uint64_t seed;

  /// What stands in the weights' header after `rounds` rounds.
  std::string after(int rounds) const;
};

/// What a round came to for one number of players, on the games that are held out. Losses are
/// chances to win that a choice gives away on average.
struct KimbleFitMarks {
  int round, players;
  std::size_t fitted_to;  ///< Decisions, of the other games.
  search::kimble::PolicyLoss before, after;
  double value_error;  ///< Root mean square; that of the rollouts themselves included.
};

/// Plays one round's games for so many players by the model, and fits the model's policy and value
/// to them; tells its progress on stderr. Nothing when `stop` was requested.
std::optional<KimbleFitMarks> fit_players(const KimbleFitRecipe& recipe, int round, int players,
                                          search::kimble::Model& model, search::Workers& workers,
                                          const std::stop_token& stop);

/// How many rounds of the recipe `text`, that of the file at `path`, holds, with their policies in
/// `model`.
absl::StatusOr<int> rounds_in(const std::string& text, const std::string& path,
                              const KimbleFitRecipe& recipe, search::kimble::Model& model);

}  // namespace gauntlet::tools
