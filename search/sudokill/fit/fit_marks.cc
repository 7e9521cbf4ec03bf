#include "search/sudokill/fit/fit_marks.h"

#include <algorithm>
#include <limits>

#include "search/fit/logistic_fit.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::Sudokill;

void add_position(FitMarks& marks, float odds, bool won) {
  ++marks.positions;
  marks.won += won;
  marks.right += (odds > 0) == won;
  marks.log_loss += log_loss(odds, won);
}

bool is_certain(float odds) {
  return odds == kWinOnTheSpot || odds == kLossAtOnce;
}

void add_siblings(FitMarksByEmpties& all, const Network& network, const Siblings& siblings) {
  Sudokill::Moves moves;
  siblings.parent.legal_moves(moves);
  float least = std::numeric_limits<float>::max();  // for the opponent
  bool best_wins = false;
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const Sudokill child = engine::child(siblings.parent, moves[i]);
    const float odds = log_odds(network, child);
    if (!is_certain(odds)) add_position(all[child.empty().size()], odds, !siblings.wins[i]);
    if (odds >= least) continue;
    least = odds;
    best_wins = siblings.wins[i];
  }
  const auto winning = std::count(siblings.wins.begin(), siblings.wins.end(), true);
  const auto of = static_cast<std::ptrdiff_t>(moves.size());
  if (winning == 0 || winning == of) return;
  FitMarks& marks = all[siblings.parent.empty().size()];
  ++marks.sibling_sets;
  marks.best_wins += best_wins;
  marks.winning_share += static_cast<double>(winning) / static_cast<double>(of);
}

}  // namespace

FitMarksByEmpties mark(const Network& network, std::span<const Siblings> sibling_sets) {
  FitMarksByEmpties by_empties;
  for (const Siblings& siblings : sibling_sets) add_siblings(by_empties, network, siblings);
  return by_empties;
}

FitMarks total(const FitMarksByEmpties& by_empties) {
  FitMarks sum;
  for (const auto& [empties, marks] : by_empties) {
    sum.positions += marks.positions;
    sum.won += marks.won;
    sum.right += marks.right;
    sum.log_loss += marks.log_loss;
    sum.sibling_sets += marks.sibling_sets;
    sum.best_wins += marks.best_wins;
    sum.winning_share += marks.winning_share;
  }
  return sum;
}

}  // namespace gauntlet::search::sudokill
