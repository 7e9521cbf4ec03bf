// Positions of stored games, to fit the evaluation of m,n,k boards to.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/status.h"
#include "search/mnk/fit/pattern_fit.h"
#include "tools/lab/damage.h"

namespace gauntlet::tools {

/// Those of every tenth game are held out, to measure by.
struct PatternExamples {
  std::vector<search::mnk::PatternExample> fitted, held_out;
  std::uint64_t games = 0;
};

/// Adds the calm positions of the games that `gauntlet selfplay --store` has kept at `path`. What
/// is to be learnt of each is how its game ended, half and half with what who was to move thought
/// of its chances, where that was kept. An error is one sentence.
absl::Status add_examples(const std::string& path, PatternExamples& examples, Damage& damage,
                          const std::stop_token& stop);

}  // namespace gauntlet::tools
