#include "search/registry.h"

#include <cassert>

#include "search/kimble/search.h"
#include "search/mnk/search.h"
#include "search/sudokill/search.h"
#include "search/twodoku/search.h"

namespace gauntlet::search {

namespace {

struct Row {
  const void* type;
  const GameSearch& (*search)();
};

/// A row for each state type; without a game_search() in its search.h a game does not compile.
template <class... S>
constexpr auto rows_of(engine::Types<S...>) {
  return std::array{Row{engine::AnyState::type_of<S>(),
                        []() -> const GameSearch& { return game_search(engine::Types<S>{}); }}...};
}

constexpr auto kRows = rows_of(engine::StateTypes{});

const GameSearch& row_for(const void* type) {
  for (const Row& row : kRows)
    if (row.type == type) return row.search();
  assert(false);  // engine::Listed holds for the type of every game
  return kRows.front().search();
}

}  // namespace

const GameSearch& search_of(const engine::AnyGame& game) {
  return row_for(game.type());
}

const GameSearch& search_of(const engine::AnyState& state) {
  return row_for(state.game().type());
}

const Method* find_method(std::string_view word, const engine::AnyGame& game) {
  for (const Method& method : search_of(game).methods)
    if (method.word == word && method.fits(game)) return &method;
  return nullptr;
}

const Method* any_method(std::string_view word) {
  for (const Row& row : kRows)
    for (const Method& method : row.search().methods)
      if (method.word == word) return &method;
  return nullptr;
}

std::vector<const Method*> methods_for(const engine::AnyGame& game) {
  std::vector<const Method*> fitting;
  for (const Method& method : search_of(game).methods)
    if (method.fits(game)) fitting.push_back(&method);
  return fitting;
}

const Method& strongest(const engine::AnyGame& game, const Knowledge* knowledge) {
  const Method* const method = find_method(search_of(game).strongest(game, knowledge), game);
  assert(method);
  return *method;
}

std::unique_ptr<Searcher> make_searcher(std::string_view method, const engine::AnyGame& game,
                                        const SearcherOptions& options) {
  const Method* const found = find_method(method, game);
  if (!found || (found->lacks && !found->lacks(game, options.knowledge.get()).ok())) return nullptr;
  return found->make(game, options);
}

PlayoutTotals run_playouts(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng) {
  return search_of(start).playouts(start, count, rng);
}

std::span<const Strategy> strategies(const engine::AnyGame& game) {
  return search_of(game).strategies;
}

}  // namespace gauntlet::search
