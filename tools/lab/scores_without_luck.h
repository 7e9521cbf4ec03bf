// Scores of the players of Kimble, without the luck of the dice.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <stop_token>
#include <string>

#include "engine/status.h"
#include "selfplay/stats.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/lab/damage.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

/// By a player's name; the blocks are what of its luck is shared.
using ScoresByName = absl::flat_hash_map<std::string, selfplay::BlockSums>;

/// Replays the games of a tournament of Kimble on so many threads, and adds each player's results
/// less its luck, an encounter as a block. Games that are damaged go to `damage`; "interrupted"
/// when a stop is requested before the end.
absl::Status add_without_luck(selfplay::TournamentStore& store, int threads,
                              const std::stop_token& stop, ScoresByName& scores, Damage& damage);
/// The same of a batch; tells its progress on stderr.
absl::Status add_without_luck(const StoredBatch& batch, int threads, const std::stop_token& stop,
                              ScoresByName& scores, Damage& damage);

}  // namespace gauntlet::tools
