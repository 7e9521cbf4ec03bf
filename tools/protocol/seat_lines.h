// The lines of a program in its seat, and when they may be looked at.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "tools/protocol/line_buffer.h"
#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// The answer of a program that has sent too many lines that mean nothing.
inline SeatAnswer nonsense_forfeit() {
  return {.forfeit = selfplay::Termination::kNonsense,
          .reason = "sent more than " + std::to_string(Nonsense::kMost) +
                    " lines in a row that mean nothing"};
}

/// Once a line has answered a question, nobody can tell what those behind it are before the game
/// has gone on: answers to the next question, or out of turn. So they wait, but not too many.
class SeatLines {
 public:
  /// More than a flood of nonsense and an answer in it.
  static constexpr std::size_t kMostWaiting = 2 * Nonsense::kMost;

  explicit SeatLines(std::size_t longest) : lines_(longest) {}

  /// What does not find room is lost.
  void add(std::string_view bytes) {
    lines_.add(bytes);
    while (auto line = lines_.next())
      if (waiting_.size() < kMostWaiting) waiting_.push_back(std::move(*line));
  }
  /// The next line, unless they must wait.
  std::optional<Line> next() {
    if (must_wait_ || waiting_.empty()) return std::nullopt;
    Line line = std::move(waiting_.front());
    waiting_.pop_front();
    return line;
  }
  /// A question was answered.
  void hold() { must_wait_ = true; }
  /// The game has gone on.
  void release() { must_wait_ = false; }

 private:
  LineBuffer lines_;
  std::deque<Line> waiting_;
  bool must_wait_ = false;
};

}  // namespace gauntlet::tools
