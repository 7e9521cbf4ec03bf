#include "search/kimble/danger.h"

#include "search/kimble/strategies.h"

namespace gauntlet::search::kimble {

using engine::Kimble;
using engine::Player;

namespace {

double danger(const Kimble& state, Player player, double likelihood) {
  constexpr double kNegligible = 1e-5;
  if (engine::is_over(state) || state.turn() == player || likelihood < kNegligible) return 0;
  double sum = 0;
  for (int die = 1; die <= 6; ++die) {
    Kimble after = engine::child(state, Kimble::Move(Kimble::Move::kThrow, die));
    if (after.to_move() >= 0) after.apply(capture(after));
    const bool is_hit = after.at_home(player) > state.at_home(player);
    sum += is_hit ? 1 : danger(after, player, likelihood / 6);
  }
  return sum / 6;
}

}  // namespace

double capture_risk(const Kimble& state, Player player) {
  return danger(state, player, 1);
}

}  // namespace gauntlet::search::kimble
