// Many random games of Kimble from one position.
#pragma once

#include <cstdint>

#include "engine/kimble/kimble.h"
#include "search/instruction_set.h"
#include "search/kimble/playout/playout.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/playout_batch.h"

namespace gauntlet::search {

/// Specialised because games side by side in vector registers are several times faster (see
/// kimble::Races). Alone at the board the throws of each game count: one after another.
template <>
class PlayoutBatch<engine::Kimble> {
 public:
  /// REQUIRES: set <= instruction_set().
  explicit PlayoutBatch(const engine::Kimble::Rules& rules, InstructionSet set = instruction_set());

  PlayoutTotals operator()(const engine::Kimble& start, std::uint64_t count,
                           engine::Rng& rng) const;

 private:
  PlayoutTotals alone(const engine::Kimble& start, std::uint64_t count, engine::Rng& rng) const;

  Playout<engine::Kimble> playout_;
  kimble::PolicyPlayouts races_;
};

}  // namespace gauntlet::search
