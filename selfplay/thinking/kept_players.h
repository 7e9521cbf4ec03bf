// Players between two questions, with what they have learned.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <memory>
#include <string>

#include "engine/any_game.h"
#include "selfplay/players/player.h"

namespace gauntlet::selfplay {

struct KeptPlayer {
  std::string mind;
  engine::AnyGame game;  ///< Which the player refers to: it must not move.
  std::unique_ptr<Player> player = nullptr;
  std::uint64_t round = 0;
};

/// Keeps players within two limits; those that have rested longest go first. What is returned is
/// for the caller to use, or to free where no lock is held: that can take a while. Not thread-safe.
class KeptPlayers {
 public:
  using List = std::list<KeptPlayer>;  ///< Passed on without being moved in memory.

  KeptPlayers(std::size_t most_players, std::size_t most_bytes)
      : most_players_(most_players), most_bytes_(most_bytes) {}

  /// The player of that name who has rested longest, or an empty list.
  List take(const std::string& mind);
  /// Takes one player in. Returns those that are too many now.
  List rest(List player);
  /// Those that must go before another one is made, so that one more fits.
  List make_room();
  /// All players of that name.
  List forget(const std::string& mind);

  /// What the searches of all that are kept take.
  std::size_t bytes() const { return bytes_; }

 private:
  List beyond(std::size_t most_players);
  void move_out(List::iterator player, List& to);

  const std::size_t most_players_;
  const std::size_t most_bytes_;
  List players_;  // those used last at the back
  std::size_t bytes_ = 0;
};

}  // namespace gauntlet::selfplay
