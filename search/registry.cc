#include "search/registry.h"

#include <cstdlib>
#include <type_traits>

#include "engine/kimble.h"
#include "engine/mnk.h"
#include "engine/sudokill.h"
#include "engine/twodoku.h"
#include "search/kimble/duel/table_search.h"
#include "search/kimble/expectimax.h"
#include "search/kimble/rollouts/rollouts.h"
#include "search/kimble/strategies.h"
#include "search/strategy.h"
#include "search/sudokill/solving_search.h"
#include "search/sudokill/strategies.h"
#include "search/twodoku/strategies.h"
#include "search/typed.h"

namespace gauntlet::search {

namespace {

/// Calls visit(state) with the state's own type: the one list of state types.
template <class Visit>
auto with_typed(const engine::AnyState& state, Visit&& visit) {
  using engine::Mnk;
  if (state.holds<engine::Kimble>()) return visit(state.as<engine::Kimble>());
  if (state.holds<Mnk<1>>()) return visit(state.as<Mnk<1>>());
  if (state.holds<Mnk<4>>()) return visit(state.as<Mnk<4>>());
  if (state.holds<Mnk<8>>()) return visit(state.as<Mnk<8>>());
  if (state.holds<Mnk<16>>()) return visit(state.as<Mnk<16>>());
  if (state.holds<engine::Sudokill>()) return visit(state.as<engine::Sudokill>());
  if (state.holds<engine::TwoDoku>()) return visit(state.as<engine::TwoDoku>());
  std::abort();  // a type is missing in this list
}

engine::AnyState any_start(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

}  // namespace

std::unique_ptr<Searcher> make_searcher(Method method, const engine::AnyGame& game,
                                        const SearcherOptions& options) {
  if (!fits(method, game)) return nullptr;
  return with_typed(any_start(game), [&](const auto& state) -> std::unique_ptr<Searcher> {
    using State = std::remove_cvref_t<decltype(state)>;
    if constexpr (!engine::Hidden<State>)
      if (method == Method::kAlphaBeta) return typed_alpha_beta<State>(state.rules(), options);
    if constexpr (std::is_same_v<State, engine::Sudokill>)
      if (method == Method::kSolver) return make_sudokill_search(state.rules(), options);
    if constexpr (std::is_same_v<State, engine::Kimble>) {
      if (method == Method::kTable)
        return options.table && is_table_of(*options.table, game)
                   ? make_kimble_table_search(options.table)
                   : nullptr;
      if (method == Method::kRollouts) return make_kimble_rollouts(state.rules(), options);
      if (method == Method::kExpectimax) return make_kimble_expectimax(state.rules(), options);
    }
    return typed_mcts<State>(state.rules(), options);
  });
}

bool is_table_of(const KimbleDuel& table, const engine::AnyGame& game) {
  return game.holds<engine::Kimble>() &&
         is_table_of(table, any_start(game).as<engine::Kimble>().rules());
}

PlayoutTotals run_playouts(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng) {
  return with_typed(start, [&](const auto& state) { return typed_playouts(state, count, rng); });
}

std::span<const Strategy> strategies(const engine::AnyGame& game) {
  if (game.holds<engine::Kimble>()) return kimble_strategies();
  if (game.holds<engine::Sudokill>()) return sudokill_strategies();
  if (game.holds<engine::TwoDoku>()) return twodoku_strategies();
  return {};
}

}  // namespace gauntlet::search
