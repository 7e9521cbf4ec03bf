// What all protocols have in common on the player's side: text in, decisions and text out.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "selfplay/finished_game.h"

namespace gauntlet::tools {

using Milliseconds = std::chrono::milliseconds;

/// How a game on a server ended, for us.
enum class Verdict : std::uint8_t {
  kWin,
  kLoss,
  kDraw,
  kUnknown,  ///< The server went away, or did not say.
};

/// What a verdict for the player in `seat` gives the two players of a game. REQUIRES: a result.
inline engine::Returns returns_of_two(Verdict verdict, engine::Player seat) {
  const float ours = verdict == Verdict::kWin ? 1 : verdict == Verdict::kDraw ? 0.5f : 0;
  engine::Returns returns{};
  returns[static_cast<std::size_t>(seat)] = ours;
  returns[static_cast<std::size_t>(1 - seat)] = 1 - ours;
  return returns;
}

/// A position in which the server waits for our move.
struct Decision {
  engine::AnyGame game;
  engine::AnyState view;   ///< Of `game`: what we know of the position. We are to move.
  Milliseconds allowance;  ///< Within which the move must be sent; margins are taken off already.
};

/// A game with a result, as we saw it.
struct SeenGame {
  selfplay::FinishedGame game;  ///< Our own name is left empty.
  engine::Player seat = 0;      ///< Ours.
};

/// The end of a game.
struct GameEnd {
  Verdict verdict = Verdict::kUnknown;
  std::string reason;  ///< The server's words or ours; printable, no final stop.
  std::optional<SeenGame> seen =
      std::nullopt;  ///< If there is a result, and we could follow the game.
};

/// What a client wants after something has happened, to be done in this order.
struct ClientActions {
  std::vector<std::string> log;      ///< Sentences about what happened; printable.
  std::vector<std::string> sends;    ///< Each in a write of its own.
  std::optional<Decision> decision;  ///< To be thought about; replaces any earlier one.
  std::optional<GameEnd> end;        ///< The game is over and the client done: hang up.
  bool reconnect =
      false;  ///< Hang up, without a call of disconnected(), and connect again at once.
};

/// One game on a server, from our side: a machine without sockets, threads or clocks. Whoever
/// drives it tells it what happens, performs its actions, and calls decided() with the answer to
/// its last decision. Bytes come in pieces of any size and are hostile: whatever comes, each call
/// returns soon, and the memory stays bounded. A move is only ever sent as the answer to a
/// decision, so nothing is resent blindly. After `end` no member may be called. One
/// thread at a time.
class Client {
 public:
  using Time = std::chrono::steady_clock::time_point;

  virtual ~Client() = default;

  /// A connection stands: the first, or another one after it was lost (only if can_resume()).
  virtual void connected(Time now, ClientActions& actions) = 0;
  virtual void received(Time now, std::string_view bytes, ClientActions& actions) = 0;
  /// The answer to the last decision asked for.
  virtual void decided(Time now, engine::AnyMove move, ClientActions& actions) = 0;
  /// The server has closed the connection, or it broke. Without an `end` the connection is
  /// to be opened again.
  virtual void disconnected(Time now, ClientActions& actions) = 0;
  /// Called several times a second while connected.
  virtual void ticked(Time now, ClientActions& actions) = 0;
};

}  // namespace gauntlet::tools
