// What a program says beside its answers, and how much of it is too much.
#pragma once

#include <optional>
#include <string_view>

#include "tools/protocol/nonsense.h"
#include "tools/protocol/seat.h"

namespace gauntlet::tools {

/// Counts a program's lines that are no answers. What it returns is a forfeit: they were too many.
class Chatter {
 public:
  /// Lines between two answers, whatever they say.
  static constexpr int kMost = 10'000;

  /// A line that its protocol lets it say at any time.
  std::optional<SeatAnswer> allowed();
  /// A line that means nothing, more than Nonsense::kMost of which in a row are too many.
  std::optional<SeatAnswer> meaningless(std::string_view line);
  /// It has answered.
  void end();

 private:
  int lines_ = 0;
  Nonsense nonsense_;
};

}  // namespace gauntlet::tools
