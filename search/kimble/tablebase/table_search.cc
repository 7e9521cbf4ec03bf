#include "search/kimble/tablebase/table_search.h"

#include <algorithm>
#include <cassert>
#include <utility>

namespace gauntlet::search::kimble {

using engine::Kimble;
using engine::Player;

bool is_table_of(const Tablebase& tablebase, const engine::Kimble::Rules& rules) {
  if (rules.players() != 2 || rules.pieces != tablebase.pieces()) return false;
  const int one = engine::nth_set_bit(rules.seats, 0), two = engine::nth_set_bit(rules.seats, 1);
  return tablebase.best_at(one, two) && tablebase.best_at(two, one);
}

double table_value(const Tablebase& tablebase, const Kimble& state, Player player) {
  const auto other = static_cast<Player>(1 - player);
  const int mine = *tablebase.best_at(state.corner(player), state.corner(other));
  if (engine::is_over(state)) return state.returns()[player];
  const bool is_mine = state.turn() == player;
  const Player thrower = is_mine ? player : other;
  const double value = tablebase.value(is_mine ? mine : 1 - mine, state.board(thrower),
                                       state.board(static_cast<Player>(1 - thrower)));
  return is_mine ? value : 1 - value;
}

namespace {

class TableSearch final : public Searcher {
 public:
  explicit TableSearch(std::shared_ptr<const Tablebase> tablebase)
      : tablebase_(std::move(tablebase)) {}

  std::size_t memory() const override { return 0; }
  void new_game(std::uint64_t) override {}
  Result search(const engine::AnyState& view, const Limits&, const Progress&) override;

 private:
  const std::shared_ptr<const Tablebase> tablebase_;
};

Result TableSearch::search(const engine::AnyState& view, const Limits&, const Progress&) {
  const Kimble& state = view.as<Kimble>();
  assert(state.to_move() >= 0);
  Kimble::Moves moves;
  state.legal_moves(moves);
  Result result;
  result.nodes = moves.size();
  result.depth = 1;
  for (const Kimble::Move move : moves) {
    const Kimble after = engine::child(state, move);
    const double value = table_value(*tablebase_, after, state.to_move());
    const Proven proven = engine::is_over(after) ? Proven::kWin : Proven::kNothing;
    result.moves.push_back({engine::AnyMove(move.bits()), proven, value, 0});
  }
  std::stable_sort(result.moves.begin(), result.moves.end(),
                   [](const auto& one, const auto& two) { return one.win > two.win; });
  result.best = result.moves[0].move;
  result.win = result.moves[0].win;
  result.proven = result.moves[0].proven;
  result.pv = {result.best};
  return result;
}

}  // namespace

std::unique_ptr<Searcher> make_table_search(std::shared_ptr<const Tablebase> tablebase) {
  return std::make_unique<TableSearch>(std::move(tablebase));
}

}  // namespace gauntlet::search::kimble
