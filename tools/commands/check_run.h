// One check: its games, in the time that there is for them.
#pragma once

#include <chrono>
#include <deque>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tools/commands/check_game.h"
#include "tools/commands/check_words.h"

namespace gauntlet::tools {

/// Games are played when a step wants them, and all of them are kept. Whatever the program does,
/// all is over `whole` after the beginning. One thread.
class CheckRun {
 public:
  using Milliseconds = std::chrono::milliseconds;

  /// After so many games that went wrong nothing more is to be learned.
  static constexpr int kMostFaults = 3;

  CheckRun(CheckTarget target, Milliseconds whole, const std::stop_token& interrupt);

  const CheckTarget& target() const { return bot_.target(); }
  const CheckWords& words() const { return words_; }
  int seats() const { return seats_; }
  /// Where the game starts, but for its luck.
  const engine::AnyState& start() const { return start_; }
  /// "moving first", "as red", "in seat C".
  std::string seat_title(engine::Player seat) const;

  /// Plays. The result stays where it is.
  const CheckedGame& play(const Trial& trial);
  /// The plain game in that seat, which is played the first time.
  const CheckedGame& seat_game(engine::Player seat);
  bool has_seat_game(engine::Player seat) const { return seat_games_.contains(seat); }
  const std::deque<CheckedGame>& games() const { return games_; }
  /// How many games in a row one process has played at most, each to its end; where each game has
  /// a process of its own, how many were.
  int most_in_a_row() const { return most_in_a_row_; }
  /// Sends the program away.
  std::vector<ProgramReport> dismiss() { return bot_.dismiss(); }

  /// Why nothing more is to be asked, as a sentence's end; "" while there is more.
  std::string why_over() const;

 private:
  Milliseconds length() const;
  void count(const CheckedGame& game);

  const std::chrono::steady_clock::time_point began_ = std::chrono::steady_clock::now();
  const Milliseconds whole_;
  CheckedBot bot_;
  const CheckWords& words_;
  const engine::AnyState start_;
  const int seats_;
  std::deque<CheckedGame> games_;  // which stay where they are
  std::map<engine::Player, const CheckedGame*> seat_games_;
  int good_seat_games_ = 0, faults_ = 0, in_a_row_ = 0, most_in_a_row_ = 0;
  std::stop_source over_;  // the time, or an interrupt
  std::stop_callback<std::function<void()>> on_interrupt_;
  const std::stop_token interrupt_;
  std::jthread timer_;  // last
};

}  // namespace gauntlet::tools
