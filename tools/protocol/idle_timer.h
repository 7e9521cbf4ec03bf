// Servers that have gone, or that talk without saying anything.
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "tools/protocol/client.h"

namespace gauntlet::tools {

/// How long a game's start is awaited unless something else was said.
inline constexpr Milliseconds kUsualWait = std::chrono::hours(1);

/// How long a server has kept us waiting, and how many lines it has sent, since it last took the
/// game on. What does that is the protocol's to know: bytes alone do not, nor do blank lines, chat,
/// half a message, or what was told before.
class IdleTimer {
 public:
  using Time = Client::Time;

  /// A server that sends so many lines in a row without taking the game on is left.
  static constexpr int kMostLines = 1'000;
  static constexpr std::string_view kBabble =
      "the server has sent 1,000 lines in a row that mean nothing";

  /// Time begins to run, from zero.
  void start(Time now) {
    since_ = now;
    progress(now);
  }
  /// The server has taken the game on: both counts begin anew. Time that stands still does so on.
  void progress(Time now) {
    waited_ = {};
    lines_ = 0;
    if (since_) since_ = now;
  }
  /// It is our turn: time stands still ..
  void pause(Time now) {
    waited_ = waited(now);
    since_.reset();
  }
  /// .. until it is the server's again.
  void resume(Time now) {
    if (!since_) since_ = now;
  }
  void count_line() { ++lines_; }

  bool is_babble() const { return lines_ >= kMostLines; }
  /// Whether the server is to speak and has not for longer than `limit`.
  bool exceeds(Time now, Milliseconds limit) const { return since_ && waited(now) > limit; }

 private:
  Time::duration waited(Time now) const { return waited_ + (since_ ? now - *since_ : waited_ * 0); }

  Time::duration waited_{};    // before since_
  std::optional<Time> since_;  // unless time stands still
  int lines_ = 0;
};

/// "60 min", "90 s" or "500 ms": a limit for people.
std::string limit_text(Milliseconds limit);

/// Why a game that has not begun within `limit` is given up.
std::string no_game_text(Milliseconds limit);

}  // namespace gauntlet::tools
