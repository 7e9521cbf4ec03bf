// How long players may think.
#pragma once

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <optional>

#include "engine/game.h"

namespace gauntlet::selfplay {

/// What a game allows each player. Nothing set: as long as it takes.
struct TimeControl {
  using Milliseconds = std::chrono::milliseconds;

  std::optional<Milliseconds> per_move = {};  ///< For each move.
  std::optional<Milliseconds> per_game = {};  ///< For all moves of a player together, ..
  Milliseconds increment{0};                  ///< .. which grows by this with every move.
  /// An answer may come so much later than it is due before it is too late: for the machine's own
  /// delay between the player and the clock.
  Milliseconds margin{0};
  /// Nodes or simulations for each move, for those who search and can be told.
  std::optional<std::uint64_t> nodes = {};

  bool is_timed() const { return per_move || per_game; }
  /// Whether a player needs no limit of its own.
  bool is_limited() const { return is_timed() || nodes; }
  bool operator==(const TimeControl&) const = default;
};

/// The clocks of one game. One thread.
class GameClock {
 public:
  using Time = std::chrono::steady_clock::time_point;
  using Duration = std::chrono::steady_clock::duration;

  explicit GameClock(const TimeControl& control) : control_(control) {
    left_.fill(control.per_game.value_or(TimeControl::Milliseconds(0)));
  }

  const TimeControl& control() const { return control_; }
  /// When the answer of `seat` is due, which is asked now.
  Time deadline(engine::Player seat, Time now) const {
    Time deadline = Time::max();
    if (control_.per_move) deadline = now + *control_.per_move;
    if (control_.per_game) deadline = std::min(deadline, now + left(seat));
    return deadline;
  }
  /// The player has moved after so long.
  void spend(engine::Player seat, Duration spent) {
    Duration& left = left_[static_cast<std::size_t>(seat)];
    left = std::max(Duration(0), left - spent) + control_.increment;
  }
  /// Of the time for all moves. REQUIRES: control().per_game.
  Duration left(engine::Player seat) const { return left_[static_cast<std::size_t>(seat)]; }

 private:
  const TimeControl control_;
  std::array<Duration, engine::kMaxPlayers> left_{};
};

}  // namespace gauntlet::selfplay
