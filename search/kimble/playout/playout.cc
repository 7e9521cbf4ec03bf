#include "search/kimble/playout/playout.h"

#include <algorithm>
#include <cassert>

namespace gauntlet::search {

using engine::Kimble;

Playout<Kimble>::Playout(const engine::Kimble::Rules& rules)
    : players_(static_cast<unsigned>(rules.players())),
      pieces_(rules.pieces),
      squares_(((std::uint64_t{1} << (Kimble::kRing + rules.pieces)) - 1) << Kimble::kHomeGap),
      goal_(squares_ >> (Kimble::kRing + Kimble::kHomeGap) << (Kimble::kRing + Kimble::kHomeGap)) {
  for (unsigned seat = 0; seat < players_; ++seat) {
    corners_[seat] = engine::nth_set_bit(rules.seats, static_cast<int>(seat));
    for (int square = 0; square < Kimble::kRing; ++square) {
      ring_bit_[seat][Kimble::kHomeGap + square] =
          1u << (square + Kimble::kCornerGap * corners_[seat]) % Kimble::kRing;
    }
  }
}

Playout<Kimble>::Race Playout<Kimble>::race(const Kimble& state) const {
  Race race{{}, 0, static_cast<unsigned>(state.turn())};
  for (unsigned seat = 0; seat < players_; ++seat) {
    const std::uint64_t board = state.board(static_cast<engine::Player>(seat));
    race.tracks[seat] = board << Kimble::kHomeGap;
    for (std::uint64_t rest = race.tracks[seat]; rest != 0;)
      race.ring |= ring_bit_[seat][engine::pop_lowest(rest)];
  }
  return race;
}

void Playout<Kimble>::send_home(Race& race, unsigned mover, int position) const {
  const int square = position - Kimble::kHomeGap;
  for (unsigned seat = 0; seat < players_; ++seat) {
    if (seat == mover) continue;
    const int further = (corners_[seat] - corners_[mover] + Kimble::kCorners) % Kimble::kCorners;
    const int there = Kimble::kHomeGap + Kimble::seen_from(square, further);
    race.tracks[seat] &= ~(std::uint64_t{1} << there);
  }
}

PlayoutResult Playout<Kimble>::operator()(Kimble state, engine::Rng& rng) const {
  int plies = 0;
  for (; state.turn() == engine::kChance || state.to_move() >= 0; ++plies)
    state.apply(state.to_move() >= 0 ? state.random_move(rng) : state.sample_chance(rng));
  if (engine::is_over(state)) return {state.returns(), plies};
  Race now = race(state);
  run(now, rng);
  const int throws = std::min(state.throws() + now.throws, Kimble::kMostThrows);
  PlayoutResult result{{}, plies + now.throws + now.moves};
  result.returns[now.seat] =
      players_ == 1 ? static_cast<float>(Kimble::kMostThrows - throws) / Kimble::kMostThrows : 1.0f;
  return result;
}

}  // namespace gauntlet::search
