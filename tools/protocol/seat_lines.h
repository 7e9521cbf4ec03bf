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

/// Has `take` look at each line that is whole now; what it makes of the first one of which it makes
/// something.
template <class Take>
std::optional<SeatAnswer> first_answer(LineBuffer& lines, std::string_view bytes,
                                       const Take& take) {
  std::optional<SeatAnswer> first;
  lines.add(bytes);
  while (auto line = lines.next()) {
    std::optional<SeatAnswer> answer = take(std::move(*line));
    if (!first) first = std::move(answer);
  }
  return first;
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
  /// Has `take` look at the lines until it makes an answer of one.
  template <class Take>
  std::optional<SeatAnswer> next_answer(const Take& take) {
    while (!must_wait_ && !waiting_.empty()) {
      const Line line = std::move(waiting_.front());
      waiting_.pop_front();
      std::optional<SeatAnswer> answer = take(line);
      if (!answer) continue;
      must_wait_ = true;
      return answer;
    }
    return std::nullopt;
  }
  /// The game has gone on.
  void release() { must_wait_ = false; }

 private:
  LineBuffer lines_;
  std::deque<Line> waiting_;
  bool must_wait_ = false;
};

}  // namespace gauntlet::tools
