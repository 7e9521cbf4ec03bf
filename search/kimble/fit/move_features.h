// What can be counted of a move of Kimble without looking further.
#pragma once

#include <array>
#include <cstdint>

#include "engine/kimble/kimble.h"

namespace gauntlet::search::kimble {

/// Where each kind of feature lies among the weights of a policy, a block of 32 for those that have
/// squares (vector lookups read as many). Squares are those of the board of whose piece it is.
namespace move_feature {
inline constexpr int kProgress = 0;       ///< 32: a piece on this square, above one at home.
inline constexpr int kCapture = 32;       ///< 28: one that is hit there.
inline constexpr int kRisk = 64;          ///< 28: one there that another could hit with a throw.
inline constexpr int kRiskAfterSix = 96;  ///< 28: the same if its owner throws again first.
inline constexpr int kChase = 128;        ///< A piece that could hit with a throw.
inline constexpr int kVacate = 129;       ///< The start square left while pieces are at home.
inline constexpr int kCount = 130;
}  // namespace move_feature

/// What each feature is worth, in any unit: only what a move adds up to beside others matters.
/// REQUIRES: each within kMostWeight of 0, so that no sum of a move's features, of which
/// there are 12 at most, comes near 2^30.
inline constexpr std::int32_t kMostWeight = 1 << 20;
using PolicyWeights = std::array<std::int32_t, move_feature::kCount>;

/// The squares on `player`'s ring that a piece of `other`, or one at its home, reaches with one
/// throw.
std::uint32_t reach_of(const engine::Kimble& state, engine::Player other, engine::Player player);

/// Calls visit(feature, times) for all that `move` changes: some twice, some with times < 0. Others
/// reach what they did before the move. REQUIRES: a legal move of a piece.
template <class Visit>
void visit_features(const engine::Kimble& state, engine::Kimble::Move move, Visit&& visit);

// ---- inline definitions ----

namespace ring {

inline constexpr std::uint32_t kSquares = (1u << engine::Kimble::kRing) - 1;

/// `squares` of the ring as the corner `further` places on (clockwise) sees them.
inline std::uint32_t seen_from(std::uint32_t squares, int further) {
  const int by = engine::Kimble::kCornerGap * further;
  return (squares >> by | squares << (engine::Kimble::kRing - by)) & kSquares;
}

/// What lies one to six squares before any of `squares`, up to the end of the ring.
inline std::uint32_t ahead(std::uint32_t squares) {
  std::uint32_t reached = 0;
  for (int die = 1; die <= 6; ++die) reached |= squares << die;
  return reached & kSquares;
}

}  // namespace ring

inline std::uint32_t reach_of(const engine::Kimble& state, engine::Player other,
                              engine::Player player) {
  const std::uint32_t start = state.at_home(other) > 0;
  const int further = (state.corner(player) - state.corner(other) + engine::Kimble::kCorners) %
                      engine::Kimble::kCorners;
  const std::uint32_t ring = state.board(other) & ring::kSquares;
  return ring::seen_from(ring::ahead(ring) | start, further);
}

template <class Visit>
void visit_features(const engine::Kimble& state, engine::Kimble::Move move, Visit&& visit) {
  using engine::Kimble;
  using engine::Player;
  namespace feature = move_feature;
  const Player mover = state.to_move();
  const int to = move.number() + state.die() - Kimble::kHomeGap;
  const int from = move.number() == 0 ? -1 : move.number() - Kimble::kHomeGap;
  const int risk = state.die() == 6 ? feature::kRiskAfterSix : feature::kRisk;

  visit(feature::kProgress + to, 1);
  if (from >= 0) visit(feature::kProgress + from, -1);
  std::uint32_t rivals = 0;
  for (Player other = 0; other < state.players(); ++other) {
    if (other == mover) continue;
    const int further =
        (state.corner(other) - state.corner(mover) + Kimble::kCorners) % Kimble::kCorners;
    const std::uint32_t ring = state.board(other) & ring::kSquares;
    rivals |= ring::seen_from(ring, Kimble::kCorners - further);
    if (to < Kimble::kRing)
      if (const int hit = Kimble::seen_from(to, further); ring >> hit & 1)
        visit(feature::kCapture + hit, 1);
    const std::uint32_t reached = reach_of(state, other, mover);
    if (to < Kimble::kRing && reached >> to & 1) visit(risk + to, 1);
    if (from >= 0 && from < Kimble::kRing && reached >> from & 1) visit(risk + from, -1);
  }
  if (to < Kimble::kRing && (ring::ahead(1u << to) & rivals) != 0) visit(feature::kChase, 1);
  if (from >= 0 && from < Kimble::kRing && (ring::ahead(1u << from) & rivals) != 0)
    visit(feature::kChase, -1);
  if (from == 0 && state.at_home(mover) > 0) visit(feature::kVacate, 1);
}

}  // namespace gauntlet::search::kimble
