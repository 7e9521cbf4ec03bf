// Many games of Kimble between players with fixed policies.
#pragma once

#include <cstdint>
#include <span>

#include "engine/kimble/kimble.h"
#include "search/instruction_set.h"
#include "search/kimble/playout/race.h"
#include "search/kimble/policy.h"

namespace gauntlet::search::kimble {

/// Plays to their ends: 16 at a time with AVX-512, 8 with AVX2, else 4; the results are the same.
/// Does not allocate, lock or read clocks.
class PolicyPlayouts {
 public:
  /// With the weights that the program was built with. REQUIRES: set <= instruction_set(); nobody
  /// plays kBest.
  PolicyPlayouts(const engine::Kimble::Rules& rules, const Policies& policies,
                 InstructionSet set = instruction_set());
  /// With `weights` for those who play kFitted. REQUIRES: as above.
  PolicyPlayouts(const engine::Kimble::Rules& rules, const Policies& policies,
                 const PolicyWeights& weights, InstructionSet set = instruction_set());

  /// A start for `games` games from `state`. REQUIRES: the die is about to be thrown.
  static RaceStart start(const engine::Kimble& state, std::uint64_t games);

  /// Plays the games of all starts and adds up their winners there; returns how many throws and
  /// moves there were. Games of equal number have equal dice, whatever they start from.
  /// REQUIRES: two players or more.
  std::uint64_t operator()(std::span<RaceStart> starts, std::uint64_t seed) const;

 private:
  RaceRules rules_;
  InstructionSet set_;
};

}  // namespace gauntlet::search::kimble
