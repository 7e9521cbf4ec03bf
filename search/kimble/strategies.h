// The classic ways to play Kimble.
#pragma once

#include <optional>
#include <span>

#include "engine/kimble/kimble.h"
#include "search/kimble/policy.h"
#include "search/strategy.h"

namespace gauntlet::search::kimble {

/// The rearmost movable piece; one at home is rearmost of all. REQUIRES: state.to_move() >= 0; so
/// too below.
engine::Kimble::Move helppo(const engine::Kimble& state);
/// The foremost movable piece.
engine::Kimble::Move vaikea(const engine::Kimble& state);
/// The foremost piece that can capture; else a piece from home; else the foremost.
engine::Kimble::Move capture(const engine::Kimble& state);

/// What one of kSimplePolicies chooses; nothing of kRandom, and of others.
std::optional<engine::Kimble::Move> simple_choice(const engine::Kimble& state, Policy policy);

/// The piece after whose move heuristic() (heuristic.h) promises most.
engine::Kimble::Move prudent(const engine::Kimble& state);

/// "helppo", "vaikea", "capture", "prudent" and "fitted" (see fit/fitted_policy.h; alone at the
/// board it plays as prudent): for any number of players and pieces.
std::span<const Strategy> strategies();

}  // namespace gauntlet::search::kimble
