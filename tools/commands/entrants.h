// Who takes part in a tournament, as it is written on the command line or in a file.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/tournament/run_tournament.h"

namespace gauntlet::tools {

/// One participant: what it is called, and what plays. Without a name of its own it gets one by
/// name_entrants().
struct EntrantText {
  std::string name;
  std::string player;
};

/// Splits "NAME=PLAYER". What has a colon before its first '=' is a player without a name, as
/// mcts:sims=1000 is.
EntrantText split_entrant(std::string_view text);

/// The tournament's players. Who has no name is called by its spec, or by its program's name or
/// folder (program_names.h). An error names who is none, and two of one name.
absl::StatusOr<std::vector<selfplay::Entrant>> read_entrants(const std::vector<EntrantText>& texts,
                                                             const engine::AnyGame& game);

/// Makes the players of `tournament`, which outlives the result. Their specs were read by
/// read_entrants() or are refused here with a sentence.
absl::StatusOr<selfplay::MakeEntrant> entrant_maker(const selfplay::Tournament& tournament);

}  // namespace gauntlet::tools
