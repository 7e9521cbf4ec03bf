// What can be counted of where everybody stands in Kimble.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "engine/bits.h"
#include "engine/kimble/kimble.h"
#include "search/kimble/exposure.h"

namespace gauntlet::search::kimble {

/// Where each kind of input of the value lies. Seats are relative: 0 is the player whose chances
/// are asked for, 1 the next in turn order, to 3.
namespace value_feature {
inline constexpr int kPieces = 0;  ///< 37 for each seat: 32 squares, then 0..4 pieces at home.
inline constexpr int kOfSeat = 37;
inline constexpr int kThrower = 148;   ///< 4: who throws next.
inline constexpr int kGap = 152;       ///< 3: by 7, 14 or 21 squares seat 1 starts further on.
inline constexpr int kExposure = 155;  ///< 10 for each of seats 1 to 3: see below.
inline constexpr int kOfRival = 10;
inline constexpr int kCount = kExposure + 3 * kOfRival;
}  // namespace value_feature

/// How much of a player's is in the way of another's throws.
struct Exposure {
  float near = 0;  ///< Within one throw,
  float far = 0;   ///< and within a six and one more; that a six leaves home first is left out.
};

/// Each piece of `player` on the ring counts with how far it has come, for each piece of `hunter`
/// that is so far behind it.
inline Exposure exposure_to(const engine::Kimble& state, engine::Player player,
                            engine::Player hunter) {
  constexpr float kStakeAtStart = 8, kScale = 72;
  Exposure exposure;
  visit_hunted(state, player, hunter, [&exposure](int square, int near, int far) {
    const float stake = (static_cast<float>(square) + kStakeAtStart) / kScale;
    exposure.near += stake * static_cast<float>(near);
    exposure.far += stake * static_cast<float>(far);
  });
  return exposure;
}

/// Those of all players to all others, by their numbers.
class Exposures {
 public:
  explicit Exposures(const engine::Kimble& state) {
    for (engine::Player player = 0; player < state.players(); ++player)
      for (engine::Player hunter = 0; hunter < state.players(); ++hunter)
        if (player != hunter) (*this)(player, hunter) = exposure_to(state, player, hunter);
  }

  const Exposure& operator()(engine::Player player, engine::Player hunter) const {
    return exposures_[static_cast<std::size_t>(player)][static_cast<std::size_t>(hunter)];
  }

 private:
  Exposure& operator()(engine::Player player, engine::Player hunter) {
    return exposures_[static_cast<std::size_t>(player)][static_cast<std::size_t>(hunter)];
  }

  std::array<std::array<Exposure, engine::kMaxPlayers>, engine::kMaxPlayers> exposures_{};
};

/// For each rival ten inputs: near and far of what is the player's and in the rival's way, by
/// whether the rival throws before the player does (2 x near, 2 x far); the same of what is the
/// rival's and in the player's way, by whether the player throws first; near and far of what is the
/// rival's and in the way of third players.
template <class Visit>
void visit_exposures(const Exposures& exposures, engine::Player player, int players, int thrower,
                     Visit&& visit) {
  namespace feature = value_feature;
  const auto at_seat = [&](int seat) {
    return static_cast<engine::Player>((player + seat) % players);
  };
  const auto visit_both = [&](int near, int far, const Exposure& exposure) {
    if (exposure.near != 0) visit(near, exposure.near);
    if (exposure.far != 0) visit(far, exposure.far);
  };
  for (int seat = 1; seat < players; ++seat) {
    const int first = feature::kExposure + (seat - 1) * feature::kOfRival;
    const int player_is_first = thrower == 0 || seat < thrower;
    visit_both(first + player_is_first, first + 2 + player_is_first,
               exposures(player, at_seat(seat)));
    visit_both(first + 5 - player_is_first, first + 7 - player_is_first,
               exposures(at_seat(seat), player));
    Exposure others;
    for (int other = 1; other < players; ++other) {
      if (other == seat) continue;
      const Exposure& more = exposures(at_seat(seat), at_seat(other));
      others.near += more.near;
      others.far += more.far;
    }
    visit_both(first + 8, first + 9, others);
  }
}

/// Calls visit(feature, input) for all inputs that are not 0, each once, in a fixed order. Inputs
/// are of the order of one. REQUIRES: two players or more; the starter is drawn;
/// `exposures` are those of `state`.
template <class Visit>
void visit_value_features(const engine::Kimble& state, const Exposures& exposures,
                          engine::Player player, Visit&& visit) {
  using engine::Kimble;
  using engine::Player;
  namespace feature = value_feature;
  const int players = state.players();
  const auto at_seat = [&](int seat) { return static_cast<Player>((player + seat) % players); };
  for (int seat = 0; seat < players; ++seat) {
    const int first = feature::kPieces + seat * feature::kOfSeat;
    for (std::uint32_t rest = state.board(at_seat(seat)); rest != 0;)
      visit(first + engine::pop_lowest(rest), 1.0f);
    visit(first + Kimble::kSquares + state.at_home(at_seat(seat)), 1.0f);
  }
  const int thrower = (state.turn() - player + players) % players;
  visit(feature::kThrower + thrower, 1.0f);
  const int corners =
      (state.corner(at_seat(1)) - state.corner(player) + Kimble::kCorners) % Kimble::kCorners;
  visit(feature::kGap + corners - 1, 1.0f);

  visit_exposures(exposures, player, players, thrower, visit);
}

}  // namespace gauntlet::search::kimble
