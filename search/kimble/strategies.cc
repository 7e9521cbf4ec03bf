#include "search/kimble/strategies.h"

#include <array>
#include <bit>
#include <cassert>

namespace gauntlet::search {

using engine::Kimble;
using engine::KimbleMove;

KimbleMove kimble_helppo(const Kimble& state) {
  assert(state.to_move() >= 0);
  return {KimbleMove::kPiece, std::countr_zero(state.movable_pieces())};
}

KimbleMove kimble_vaikea(const Kimble& state) {
  assert(state.to_move() >= 0);
  return {KimbleMove::kPiece, 63 - std::countl_zero(state.movable_pieces())};
}

KimbleMove kimble_capture(const Kimble& state) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  for (const KimbleMove move : moves)
    if (state.captures(move)) return move;
  const KimbleMove rearmost = moves[moves.size() - 1];
  return rearmost.number() == 0 ? rearmost : moves[0];
}

namespace {

template <KimbleMove (*Rule)(const Kimble&)>
engine::AnyMove choose(const engine::AnyState& view, engine::Rng&) {
  return engine::AnyMove(Rule(view.as<Kimble>()).bits());
}

constexpr std::array kStrategies = {
    Strategy{"helppo", "moves the rearmost piece that can move", choose<kimble_helppo>},
    Strategy{"vaikea", "moves the foremost piece that can move", choose<kimble_vaikea>},
    Strategy{"capture", "captures if it can, else leaves home, else moves the foremost piece",
             choose<kimble_capture>},
};

}  // namespace

std::span<const Strategy> kimble_strategies() {
  return kStrategies;
}

}  // namespace gauntlet::search
