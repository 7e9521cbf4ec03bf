// Many random games of Sudokill from one position.
#pragma once

#include <cstdint>

#include "engine/sudokill/sudokill.h"
#include "search/instruction_set.h"
#include "search/playout_batch.h"

namespace gauntlet::search {

/// Specialised because one game is a chain in which everything waits for the move before: eight
/// games played in turns, ply by ply, fill the time. They know of a board only which digits its
/// lines and boxes hold (sudokill::UsedDigits): after a move the next one goes on one of sixteen
/// squares, whose candidates are one 256-bit register.
template <>
class PlayoutBatch<engine::Sudokill> {
 public:
  /// REQUIRES: set <= instruction_set().
  explicit PlayoutBatch(const engine::Sudokill::Rules&, InstructionSet set = instruction_set())
      : set_(set) {}

  PlayoutTotals operator()(const engine::Sudokill& start, std::uint64_t count,
                           engine::Rng& rng) const;

 private:
  InstructionSet set_;
};

}  // namespace gauntlet::search
