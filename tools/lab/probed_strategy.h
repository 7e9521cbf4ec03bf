// The strategy of a player, found by asking it what it would do wherever it can come.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <stop_token>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "engine/twodoku/twodoku.h"
#include "search/cfr/sequence_form.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::tools {

/// A game that has been gone through.
struct UnrolledTwoDoku {
  engine::AnyGame game;
  search::cfr::SequenceForm form;
  /// Of each player a whole state of each of its information sets.
  std::array<std::vector<engine::TwoDoku>, 2> examples;
};

struct ProbeOptions {
  std::uint64_t seed = 0;
  /// How often a player is asked the same: its probabilities are how often it gives each answer.
  int asked = 1;
  int threads = 1;
  std::stop_token stop = {};
};

/// What the answers come to.
struct ProbedStrategy {
  search::cfr::Profile profile;
  std::uint64_t sets = 0;   ///< Information sets that the player's own play can reach.
  std::uint64_t views = 0;  ///< Different views that it was asked about; others had one move only.
  std::uint64_t nodes = 0;  ///< Of all its searches.
};

/// Told after each view how many are done and how many are known so far to be asked about. Called
/// by one thread at a time.
using ProbeProgress = std::function<void(std::uint64_t done, std::uint64_t known)>;

/// Asks a player, in each seat, at each information set that it can come to by what it does itself.
/// Each question is a new game to it, with a seed of its own. Where it never comes its strategy is
/// uniform, which nothing depends on. Sets that look the same to a player (as after moves in
/// another order) are asked about once. "random" is not asked: it is uniform. The same for any
/// number of threads, if no clock limits the player. Cancelled when stopped; other errors as
/// make_player() has them. REQUIRES: `spec` was parsed for the game.
absl::StatusOr<ProbedStrategy> probe(const selfplay::PlayerSpec& spec, const UnrolledTwoDoku& game,
                                     const ProbeOptions& options,
                                     const ProbeProgress& progress = {});

}  // namespace gauntlet::tools
