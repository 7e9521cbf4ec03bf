// Who chooses moves: the seam between those who run games and all kinds of players.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <stop_token>
#include <string>
#include <type_traits>

#include "engine/any_game.h"
#include "selfplay/game_clock.h"
#include "selfplay/kept_conversation.h"
#include "selfplay/termination.h"

namespace gauntlet::selfplay {

struct Choice;

/// What whoever runs the game allows for one move; the player may have limits of its own.
struct Allowance {
  using Time = std::chrono::steady_clock::time_point;

  Time deadline = Time::max();  ///< The answer is due then; max(): whenever it comes.
  /// A later one for who sees its chances fall, and may then think so long; max(): there is none.
  Time crisis_deadline = Time::max();
  /// Where the deadline comes from, for players who tell others what time they have; null where
  /// there is no deadline, or nobody else's.
  const GameClock* clock = nullptr;
  std::uint64_t nodes = kNoNodes;  ///< Of a search, at most.
  std::stop_token stop = {};       ///< Ends a search early; the move found so far is the answer.
  /// Told now and then, on the thread that chooses, what the choice would be by now: for who cannot
  /// wait any longer when the answer is late. Empty: nobody wants to know.
  std::function<void(const Choice&)> so_far = {};

  static constexpr std::uint64_t kNoNodes = std::numeric_limits<std::uint64_t>::max();
};

/// A player's answer.
struct Choice {
  engine::AnyMove move;
  std::uint64_t nodes = 0;         ///< Nodes or simulations searched for it.
  std::optional<double> win = {};  ///< For the side to move, when a search was made.
  /// By how much its best move is ahead of the next, as in `win`, where both are known.
  std::optional<double> lead = {};
  bool has_won = false;  ///< The player knows for certain that it will win.
  /// Not kPlayed: there is no move, and the player forfeits the game in this way (Player::reason).
  Termination forfeit = Termination::kPlayed;
};
static_assert(std::is_trivially_copyable_v<Choice>, "one is made for every move of every game");

/// How a player has forfeited its game.
struct Forfeit {
  Termination how;
  std::string reason;  ///< Printable, or empty.

  Choice choice() const { return {.move = {}, .forfeit = how}; }
};

/// Player::absence() of one that forfeits its game like this, if it does.
inline std::string reason_of_absence(const std::optional<Forfeit>& forfeit) {
  if (!forfeit || forfeit->how != Termination::kAbsent) return "";
  return forfeit->reason.empty() ? "never came" : forfeit->reason;
}

/// How a game has ended, as one of its players is told.
struct GameEnding {
  Termination termination = Termination::kPlayed;
  engine::Player offender = engine::kNobody;  ///< Who forfeited.
  std::string words = {};                     ///< "you have won by forfeit".
};

/// Plays one game at a time, on one thread at a time.
class Player {
 public:
  virtual ~Player() = default;

  /// Bytes that it keeps between moves at most, beside a few kilobytes.
  virtual std::size_t memory() const { return 0; }

  /// Forgets all earlier games; what follows depends only on `seed` and what the player is shown.
  /// It will be asked for the moves of `seat`, or by kNobody of whoever is to move.
  virtual void new_game(std::uint64_t seed, engine::Player seat) = 0;

  /// The move to play, legal also when nothing is allowed any more. `view` is what the player to
  /// move may know. REQUIRES: its seat is to move.
  virtual Choice choose(const engine::AnyState& view, const Allowance& allowance) = 0;

  /// What there is to say of the forfeit that choose() has just answered: printable, or empty.
  virtual std::string reason() const { return ""; }

  /// True for players who want to be told of the start, of all moves, chance moves too, and of the
  /// end.
  virtual bool watches() const { return false; }
  /// A game begins from `start`, before chance moves too, and no clock runs yet: who needs time
  /// before it can play takes it now, but not for long once a stop is requested. After new_game().
  virtual void get_ready(const engine::AnyState& /*start*/, const std::stop_token& /*stop*/) {}
  /// Why it never came to this game, printable; "" when it came. After get_ready(); choose() says
  /// the same.
  virtual std::string absence() const { return ""; }
  /// `move` was played in `before`; both are shown as the player's seat may know them.
  virtual void saw(const engine::AnyState& /*before*/, engine::AnyMove /*move*/) {}
  /// The game has ended, by the rules in `end` or in whatever way `how` says. `end` is the whole
  /// state: nothing is hidden any more.
  virtual void saw_end(const engine::AnyState& /*end*/, const GameEnding& /*how*/) {}

  /// What was said with its program since new_game(). After saw_end().
  virtual KeptConversation conversation() const { return {}; }

  /// True when no answer can be illegal, so that nobody needs to check: only for players whose
  /// every move comes from the game's own random_move().
  virtual bool is_always_legal() const { return false; }
};

}  // namespace gauntlet::selfplay
