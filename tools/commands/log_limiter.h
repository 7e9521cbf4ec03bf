// How much a log may grow.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <utility>

namespace gauntlet::tools {

/// Lets so many bytes a second through of what others make us write, a line at a time. A second
/// begins with the first line that comes after the last one's end, so in any second there are at
/// most twice as many bytes. Lines beyond that are counted, and the count is told with the next
/// line that has room. No clock of its own; one thread at a time.
class LogLimiter {
 public:
  using Time = std::chrono::steady_clock::time_point;

  struct Admission {
    bool is_admitted;
    std::uint64_t left_out;  ///< Lines before this one that were not: to be told before it.
  };

  explicit LogLimiter(std::size_t bytes_per_second) : room_(bytes_per_second) {}

  /// Whether a line of so many bytes is to be written. A line that is longer than a second's room
  /// is, when it comes first in its second. REQUIRES: `now` is not before that of the last call.
  Admission admit(Time now, std::size_t bytes) {
    if (now >= ends_) {
      ends_ = now + std::chrono::seconds(1);
      written_ = 0;
    }
    const bool has_room = written_ == 0 || written_ + bytes <= room_;
    if (!has_room) ++left_out_;
    // A short line behind a long one that had no room would be out of order: there is no more room.
    written_ = has_room ? written_ + bytes : room_;
    return {has_room, has_room ? take_left_out() : 0};
  }

  /// How many lines were left out and have not been told: for the end.
  std::uint64_t take_left_out() { return std::exchange(left_out_, 0); }

 private:
  const std::size_t room_;
  Time ends_ = Time::min();  // of this second
  std::size_t written_ = 0;  // in it
  std::uint64_t left_out_ = 0;
};

}  // namespace gauntlet::tools
