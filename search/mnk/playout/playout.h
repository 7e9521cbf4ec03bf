// Random playouts of m,n,k boards.
#pragma once

#include <memory>

#include "engine/mnk/mnk.h"
#include "search/mnk/playout/line_playout.h"
#include "search/mnk/playout/row_playout.h"
#include "search/playout.h"

namespace gauntlet::search {

/// By rows where the board and its rules allow it, else by lines: the same games, at different
/// speeds. Only what is needed has memory.
template <int Words>
class Playout<engine::Mnk<Words>> {
 public:
  using State = engine::Mnk<Words>;

  explicit Playout(const engine::mnk::Rules& rules) {
    if (kMayBeSmall && Rows::can_play(rules))
      by_rows_ = std::make_unique<Rows>(rules);
    else
      by_lines_ = std::make_unique<Lines>(rules);
  }

  PlayoutResult operator()(const State& state, engine::Rng& rng) {
    if (engine::is_over(state)) return {state.returns(), 0};
    if constexpr (kMayBeSmall)
      if (by_rows_) return (*by_rows_)(state, rng);
    return (*by_lines_)(state, rng);
  }

 private:
  using Rows = mnk::RowPlayout<Words>;
  using Lines = mnk::LinePlayout<Words>;
  static constexpr bool kMayBeSmall = State::kCapacity <= mnk::RowStones::kSquares;

  std::unique_ptr<Rows> by_rows_;
  std::unique_ptr<Lines> by_lines_;
};

}  // namespace gauntlet::search
