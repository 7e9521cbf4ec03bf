#include "search/kimble/strategies.h"

#include <array>
#include <bit>
#include <cassert>
#include <cmath>

#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/heuristic.h"

namespace gauntlet::search::kimble {

using engine::Kimble;

Kimble::Move helppo(const Kimble& state) {
  assert(state.to_move() >= 0);
  return {Kimble::Move::kPiece, std::countr_zero(state.movable_pieces())};
}

Kimble::Move vaikea(const Kimble& state) {
  assert(state.to_move() >= 0);
  return {Kimble::Move::kPiece, 63 - std::countl_zero(state.movable_pieces())};
}

Kimble::Move capture(const Kimble& state) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  for (const Kimble::Move move : moves)
    if (state.captures(move)) return move;
  const Kimble::Move rearmost = moves[moves.size() - 1];
  return rearmost.number() == 0 ? rearmost : moves[0];
}

std::optional<Kimble::Move> simple_choice(const Kimble& state, Policy policy) {
  switch (policy) {
    case Policy::kHelppo:
      return helppo(state);
    case Policy::kVaikea:
      return vaikea(state);
    case Policy::kCapture:
      return capture(state);
    case Policy::kRandom:
    case Policy::kFitted:
    case Policy::kBest:
      break;
  }
  return std::nullopt;
}

namespace {

/// How likely `player` is to win, by where everybody's pieces stand; alone, how far it is.
double promise(const Kimble& state, engine::Player player) {
  if (engine::is_over(state)) return state.returns()[player];
  if (state.players() == 1) return heuristic(state, player);
  constexpr double kSteepness = 2;
  double all = 0;
  for (engine::Player other = 0; other < state.players(); ++other)
    all += std::exp(kSteepness * heuristic(state, other));
  return std::exp(kSteepness * heuristic(state, player)) / all;
}

}  // namespace

Kimble::Move prudent(const Kimble& state) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  Kimble::Move best = moves[0];
  double most = -1;
  for (const Kimble::Move move : moves) {
    const double promised = promise(engine::child(state, move), state.to_move());
    if (promised <= most) continue;
    most = promised;
    best = move;
  }
  return best;
}

namespace {

Kimble::Move fitted(const Kimble& state) {
  return state.players() == 1 ? prudent(state)
                              : fitted_choice(state, fitted_weights(state.players()));
}

template <Kimble::Move (*Rule)(const Kimble&)>
engine::AnyMove choose(const engine::AnyState& view, engine::Rng&) {
  return engine::AnyMove(Rule(view.as<Kimble>()).bits());
}

constexpr std::array kStrategies = {
    Strategy{"helppo", "moves the rearmost piece that can move", choose<helppo>},
    Strategy{"vaikea", "moves the foremost piece that can move", choose<vaikea>},
    Strategy{"capture", "captures if it can, else leaves home, else moves the foremost piece",
             choose<capture>},
    Strategy{"prudent",
             "moves where its pieces are far on and hard to hit, thinking one move ahead",
             choose<prudent>},
    Strategy{"fitted", "weighs what a move changes, by weights fitted to games played on",
             choose<fitted>},
};

}  // namespace

std::span<const Strategy> strategies() {
  return kStrategies;
}

}  // namespace gauntlet::search::kimble
