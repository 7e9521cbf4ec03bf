// What `gauntlet host --resume` goes on with.
#pragma once

#include <cstdint>
#include <string>

#include "engine/status.h"
#include "tools/commands/host_kinds.h"
#include "tools/commands/host_results.h"
#include "tools/lab/damage.h"
#include "tools/protocol/game_numbers.h"
#include "tools/protocol/known_opponents.h"

namespace gauntlet::tools {

/// The games that the file of `--store` has already.
struct EarlierGames {
  std::uint64_t games = 0;  ///< That count.
  GameNumbers numbers;      ///< Of those that are missing.
  KnownOpponents known;     ///< What level:auto has learnt from them.
  Damage damage;            ///< What does not count.
};

/// Adds the games of the file at `path`, of which there are to be `wanted` in all, or more without
/// end if that is 0, to `results`.
/// Fails with a sentence when there is no such file, or when it has a game that this server would
/// not play, or not with these players; cancelled when a stop is requested.
/// REQUIRES: kind.make(settings) succeeds, where there is one.
absl::StatusOr<EarlierGames> read_earlier_games(const std::string& path, std::uint64_t wanted,
                                                const HostKind& kind, const HostSettings& settings,
                                                HostResults& results);

}  // namespace gauntlet::tools
