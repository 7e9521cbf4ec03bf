#include "search/method.h"

#include "engine/kimble.h"
#include "engine/sudokill.h"

namespace gauntlet::search {

std::string_view word_of(Method method) {
  constexpr std::array<std::string_view, kMethods.size()> kWords = {
      "ab", "mcts", "solver", "table", "rollouts", "expectimax"};
  return kWords[static_cast<std::size_t>(method)];
}

bool fits(Method method, const engine::AnyGame& game) {
  switch (method) {
    case Method::kAlphaBeta:
      return game.players() == 2 && !game.is_hidden();
    case Method::kMcts:
      return true;
    case Method::kSolver:
      return game.holds<engine::Sudokill>();
    case Method::kTable:
      return game.holds<engine::Kimble>() && game.players() == 2;
    case Method::kRollouts:
    case Method::kExpectimax:
      return game.holds<engine::Kimble>() && game.players() > 1;
  }
  return false;
}

Method strongest(const engine::AnyGame& game) {
  for (const Method method : {Method::kSolver, Method::kRollouts, Method::kAlphaBeta})
    if (fits(method, game)) return method;
  return Method::kMcts;
}

}  // namespace gauntlet::search
