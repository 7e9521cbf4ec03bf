// By which numbers a server calls its games.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace gauntlet::tools {

/// Seeds and colours go by a game's number, so that a server that goes on where another one was
/// ended plays the games that would have come there.
class GameNumbers {
 public:
  /// From `first` up to `last`, which is not one of them.
  struct Range {
    std::uint64_t first;
    std::uint64_t last;
  };

  /// 1, 2, 3 and so on.
  GameNumbers() = default;
  /// Those of `ranges`, and then those that follow the last of them. REQUIRES: they ascend, none is
  /// empty, and there is one.
  explicit GameNumbers(std::vector<Range> ranges) : ranges_(std::move(ranges)) {}

  /// What the next take() will return.
  std::uint64_t next() const { return ranges_[current_].first; }
  std::uint64_t take() {
    Range& range = ranges_[current_];
    const std::uint64_t number = range.first++;
    if (range.first == range.last && current_ + 1 < ranges_.size()) ++current_;
    return number;
  }

 private:
  std::vector<Range> ranges_{{1, 2}};
  std::size_t current_ = 0;
};

}  // namespace gauntlet::tools
