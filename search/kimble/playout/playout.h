// Random playouts of Kimble.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "engine/bits.h"
#include "engine/kimble/kimble.h"
#include "search/playout.h"

namespace gauntlet::search {

/// Specialised because a roll without branches on whose turn it is, whether anything can move and
/// which piece does is much faster than move by move.
///
/// Only two branches are left in a roll, both predictable: a capture, and the end. That also lets
/// the processor run the players' boards ahead of each other. One 64-bit number serves both the die
/// and the choice of the piece; the bias is below 24 / 2^64.
template <>
class Playout<engine::Kimble> {
 public:
  explicit Playout(const engine::Kimble::Rules& rules);

  PlayoutResult operator()(engine::Kimble state, engine::Rng& rng) const;

 private:
  /// What random play changes; seats are players in order.
  struct Race {
    std::array<std::uint64_t, engine::kMaxPlayers> tracks;  ///< Home bits not kept up to date.
    std::uint32_t ring;  ///< All pieces on the ring, as A sees it.
    unsigned seat;       ///< Who throws, or has won.
    int throws = 0;
    int moves = 0;
  };
  /// Positions on a track; what a throw that moves nothing yields (64, up to 70) is off it.
  static constexpr int kPositions = 71;

  Race race(const engine::Kimble& state) const;
  void run(Race& race, engine::Rng& rng) const;
  static std::uint64_t nth_bit_alone(std::uint64_t word, int n);
  void send_home(Race& race, unsigned mover, int position) const;

  unsigned players_;
  int pieces_;
  std::uint64_t squares_;  ///< The track but for home.
  std::uint64_t goal_;
  std::array<int, engine::kMaxPlayers> corners_{};
  /// The ring square as A sees it, as a bit; 0 for home, goal and what is off the track.
  std::array<std::array<std::uint32_t, kPositions>, engine::kMaxPlayers> ring_bit_{};
};

/// `word` without all but its n-th set bit; 0 of 0.
inline std::uint64_t Playout<engine::Kimble>::nth_bit_alone(std::uint64_t word, int n) {
#ifdef __BMI2__
  return _pdep_u64(std::uint64_t{1} << n, word);
#else
  for (; n > 0; --n) word &= word - 1;
  return word & (~word + 1);
#endif
}

inline void Playout<engine::Kimble>::run(Race& race, engine::Rng& rng) const {
  for (;;) {
    // 1. The die, and the player's pieces that it can move.
    const auto thrown = static_cast<unsigned __int128>(rng.next()) * 6;
    const int die = static_cast<int>(thrown >> 64) + 1;
    const unsigned seat = race.seat;
    const std::uint64_t board = race.tracks[seat];
    const std::uint64_t track = board | (std::popcount(board) < pieces_);
    const std::uint64_t movable = track & (squares_ & ~track) >> die;

    // 2. One of them, or none at all.
    const auto choices = static_cast<unsigned>(std::popcount(movable));
    const auto drawn = static_cast<unsigned __int128>(static_cast<std::uint64_t>(thrown)) * choices;
    const std::uint64_t from = nth_bit_alone(movable, static_cast<int>(drawn >> 64));
    const std::uint64_t moved = (board & ~from) | from << die;
    race.tracks[seat] = moved;
    ++race.throws;
    race.moves += choices != 0;

    // 3. Whom it hits, and whether that was all.
    const int position = std::countr_zero(from);
    race.ring &= ~ring_bit_[seat][position];
    const std::uint32_t landing = ring_bit_[seat][position + die];
    if (race.ring & landing) [[unlikely]]
      send_home(race, seat, position + die);
    race.ring |= landing;
    if ((moved & goal_) == goal_) [[unlikely]]
      return;
    const unsigned next = seat + (die != 6);
    race.seat = next == players_ ? 0 : next;
  }
}

}  // namespace gauntlet::search
