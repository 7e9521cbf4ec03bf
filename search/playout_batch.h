// Many random games from one position.
#pragma once

#include <cstdint>
#include <memory>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/playout.h"
#include "search/playout_totals.h"

namespace gauntlet::search {

/// Plays uniformly random games to their ends, one after another, unless the game specialises it in
/// search/<game>/playout/ because several at a time are faster. The distribution of results
/// and lengths must be that of Playout<S>, and equal seeds must give equal totals on every machine.
/// May hold much scratch memory; must not allocate, lock or read clocks once it is built.
template <class S>
class PlayoutBatch {
 public:
  explicit PlayoutBatch(const typename S::Rules& rules) : playout_(rules) {}

  /// REQUIRES: start is a full (not redacted) state; it may be over already.
  PlayoutTotals operator()(const S& start, std::uint64_t count, engine::Rng& rng) {
    PlayoutTotals totals;
    for (; totals.playouts < count; ++totals.playouts) {
      const PlayoutResult result = playout_(start, rng);
      totals.plies += static_cast<std::uint64_t>(result.plies);
      for (int seat = 0; seat < engine::kMaxPlayers; ++seat)
        totals.returns[seat] += result.returns[seat];
    }
    return totals;
  }

 private:
  Playout<S> playout_;
};

/// The same for a state of any game. REQUIRES: start.holds<S>().
template <class S>
PlayoutTotals playouts_from(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng) {
  const S& typed = start.as<S>();
  return (*std::make_unique<PlayoutBatch<S>>(typed.rules()))(typed, count, rng);
}

}  // namespace gauntlet::search
