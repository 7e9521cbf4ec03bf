#include "tools/hint.h"

#include <chrono>

#include "search/registry.h"

namespace gauntlet::tools {

namespace {
constexpr std::size_t kHashMb = 64;
constexpr std::chrono::seconds kTime{1};
}  // namespace

std::string hinted_square(const engine::AnyState& view, std::span<const search::JudgedMove> moves) {
  const auto told = search::search_of(view).hinted_square;
  return told && !moves.empty() ? told(moves) : "";
}

std::string hint(const engine::AnyGame& game, const engine::AnyState& view) {
  const auto searcher = search::strongest(game).make(
      game, {.hash_mb = kHashMb, .threads = 1, .judges_all_moves = true});
  search::Limits limits;
  limits.deadline = std::chrono::steady_clock::now() + kTime;
  const search::Result result = searcher->search(view, limits);
  const std::string square = hinted_square(view, result.moves);
  const auto risks = search::search_of(view).risks;
  return (square.empty() ? view.format(result.best) + " looks best"
                         : "the safest square is " + square) +
         ".\n" + (risks ? risks->text(view) : "");
}

}  // namespace gauntlet::tools
