// One program's seat at one game: what a server of its protocol tells it, and what it answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "selfplay/termination.h"

namespace gauntlet::tools {

/// What has come of a question.
struct SeatAnswer {
  engine::AnyMove move = {};  ///< Legal, unless it is a forfeit.
  selfplay::Termination forfeit = selfplay::Termination::kPlayed;
  /// Of the forfeit, in the words of the game: "9 9 is off the board: rows and columns are 0 to 8".
  /// Printable and short, whatever the program sent.
  std::string reason = {};
  std::optional<double> win = {};  ///< What the program has said of its chances, ..
  std::uint64_t nodes = 0;         ///< .. and of its search.
};

/// What a program may be told about its limits; nothing where there is no such limit.
struct SeatTime {
  std::optional<std::chrono::milliseconds> move;  ///< For the move that is asked for.
  std::optional<std::chrono::milliseconds> game;  ///< Left for all its moves.
  std::optional<std::uint64_t> nodes = {};        ///< To be searched for the move at most.
};

/// A machine of text for one program in one game, without sockets, threads or clocks: whoever
/// drives it sends what is appended to `out`, in that order. Bytes from the program come in pieces
/// of any size and are hostile; what it keeps of them is bounded. Calls come in this order:
/// begin(), then for each move of the game saw(), and where the program is to move ask() before;
/// end() last. received() may come at any time after begin(). One thread.
class Seat {
 public:
  virtual ~Seat() = default;

  /// The program has connected, or was started, and will play `seat` from `start` on, which is
  /// shown as that seat may know it.
  virtual void begin(const engine::AnyState& start, engine::Player seat, std::string& out) = 0;
  /// Whether it has said all that its protocol wants of it before the first move: a name, say.
  virtual bool is_ready() const { return true; }
  /// `move` was played in `before`, by a player (this one, too) or by chance; both are shown as the
  /// seat may know them.
  virtual void saw(const engine::AnyState& before, engine::AnyMove move, std::string& out) = 0;
  /// The program is to move in `view`. An answer that came too early counts, where the protocol
  /// keeps such, and is returned at once.
  virtual std::optional<SeatAnswer> ask(const engine::AnyState& view, const SeatTime& time,
                                        std::string& out) = 0;
  /// Bytes of the program. The answer, when they complete it: each question has one at most. What
  /// means nothing is ignored or answered by an error, as the protocol has it, until it is too
  /// much: then the answer is a forfeit, which may come without a question, too.
  virtual std::optional<SeatAnswer> received(std::string_view bytes, std::string& out) = 0;
  /// What follows comes by another connection, and what is said now goes there.
  virtual void reconnected() {}
  /// The game is over: by the rules in `end`, or else `loser` has forfeited in this way. A program
  /// that is kept for the next game is told that here, too.
  virtual void end(const engine::AnyState& end, std::optional<engine::Player> loser,
                   selfplay::Termination how, std::string& out) = 0;

  /// What the program calls itself, as it said it: hostile, but no longer than its protocol allows.
  /// "" where it has not, or its protocol has no names.
  virtual std::string_view name() const { return {}; }
  /// How many of its lines its protocol does not know, or came when they were not asked for, though
  /// the game has gone on. Empty lines are none, nor is chat where there is such.
  virtual std::uint64_t slips() const { return 0; }
};

}  // namespace gauntlet::tools
