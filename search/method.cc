#include "search/method.h"

#include "engine/sudokill.h"

namespace gauntlet::search {

std::string_view word_of(Method method) {
  constexpr std::array<std::string_view, kMethods.size()> kWords = {"ab", "mcts", "solver"};
  return kWords[static_cast<std::size_t>(method)];
}

bool fits(Method method, const engine::AnyGame& game) {
  if (method == Method::kAlphaBeta) return game.players() == 2 && !game.is_hidden();
  return method == Method::kMcts || game.holds<engine::Sudokill>();
}

Method strongest(const engine::AnyGame& game) {
  for (const Method method : {Method::kSolver, Method::kAlphaBeta})
    if (fits(method, game)) return method;
  return Method::kMcts;
}

}  // namespace gauntlet::search
