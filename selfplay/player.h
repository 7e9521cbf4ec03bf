// Who chooses moves: the seam between a match and all kinds of players.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <stop_token>
#include <string>

#include "engine/any_game.h"

namespace gauntlet::selfplay {

/// A player's answer.
struct Choice {
  engine::AnyMove move;
  std::uint64_t nodes = 0;    ///< Nodes or simulations searched for it.
  bool has_given_up = false;  ///< There is no move: the player leaves the game.
  bool has_won = false;       ///< The player knows for certain that it will win.
};

/// Plays one game at a time, on one thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Forgets all earlier games; what follows depends only on `seed` and what the player is shown.
  virtual void new_game(std::uint64_t seed, engine::Player seat) = 0;

  /// The move to play. `view` is what the player to move may know. REQUIRES: view.to_move() is the
  /// seat given to new_game().
  virtual Choice choose(const engine::AnyState& view) = 0;

  /// True for players who want to be told of all moves, those of nature too, and of the end.
  virtual bool watches() const { return false; }
  /// `move` was played in `before`; both are shown as the player's seat may know them.
  virtual void saw(const engine::AnyState& /*before*/, engine::AnyMove /*move*/) {}
  /// The game has ended, by the rules in `end` or in whatever way `how` says.
  virtual void saw_end(const engine::AnyState& /*end*/, const std::string& /*how*/) {}

  /// True when no answer can be illegal, so that nobody needs to check: only for players whose
  /// every move comes from the game's own random_move().
  virtual bool is_always_legal() const { return false; }
};

/// What players need of the program round them.
struct PlayerSetup {
  /// Ends a search early; the move found so far is returned.
  std::stop_token stop;
  /// Makes the player of the spec "human"; empty where there is no terminal.
  std::function<std::unique_ptr<Player>(const engine::AnyGame&)> human;
};

}  // namespace gauntlet::selfplay
