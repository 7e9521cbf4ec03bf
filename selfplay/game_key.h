// Which games are the same.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string_view>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "selfplay/players/player_spec.h"
#include "selfplay/schedule.h"

namespace gauntlet::selfplay {

/// A number that two lists of words share only if they are equal: begin with kNoWords and add word
/// by word. (They may all the same, about once in 2^64.)
inline constexpr std::uint64_t kNoWords = 0x9e3779b97f4a7c15u;
inline std::uint64_t with_word(std::uint64_t words, std::uint64_t word) {
  const std::uint64_t product = (words ^ word) * 0xd6e8feb86659fd93u;
  return product ^ product >> 32;
}
inline std::uint64_t with_move(std::uint64_t words, engine::AnyMove move) {
  return with_word(words, move.bits());
}
inline std::uint64_t with_text(std::uint64_t words, std::string_view text) {
  for (const char c : text) words = with_word(words, static_cast<unsigned char>(c));
  return with_word(words, 256);
}

/// Games are the same when they start alike, equal players sit in the same seats, and the players'
/// moves are equal; where chance moves, it must also have drawn the same for both.
struct GameKey {
  std::uint64_t value = 0;
  /// Chance has drawn for this game's block and for no other: games of other blocks are no
  /// repetitions, whatever their keys.
  bool is_of_block = false;
};

/// `seating`: of the players by seat; `moves`: see MatchResult::moves_key.
inline GameKey game_key(const engine::AnyState& start, std::uint64_t moves, std::uint64_t seating) {
  return {engine::Rng(engine::Rng(start.hash(), moves).next(), seating).next(),
          start.game().is_stochastic()};
}

/// The keys of the games of a batch. Immutable.
class GameKeys {
 public:
  GameKeys(const engine::AnyGame& game, std::span<const PlayerSpec> players) {
    const Schedule schedule(0, game.players());
    for (int rotation = 0; rotation < game.players(); ++rotation)
      for (int seat = 0; seat < game.players(); ++seat) {
        std::uint64_t& seating = seatings_[static_cast<std::size_t>(rotation)];
        const auto player = static_cast<std::size_t>(schedule.player_at(seat, rotation));
        seating = with_text(seating, players[player].text);
      }
  }

  /// `moves`: see MatchResult::moves_key.
  GameKey of(const Slot& slot, const engine::AnyState& start, std::uint64_t moves) const {
    return game_key(start, moves, seatings_[static_cast<std::size_t>(slot.rotation)]);
  }

 private:
  std::array<std::uint64_t, engine::kMaxPlayers> seatings_{kNoWords, kNoWords, kNoWords, kNoWords};
};

}  // namespace gauntlet::selfplay
