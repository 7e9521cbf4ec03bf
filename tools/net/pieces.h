// How what is sent is cut, for those who must read it as one.
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

namespace gauntlet::tools {

/// The sizes of the pieces of a stream, small ones and larger ones, so that some end anywhere in a
/// line and others hold several. After each there is a pause, so that it comes by itself.
class Pieces {
 public:
  static constexpr std::chrono::milliseconds kPause{2};

  /// Of the next piece, in bytes.
  std::size_t next_size() { return kSizes[turn_++ % kSizes.size()]; }

 private:
  static constexpr std::array<std::size_t, 7> kSizes = {1, 3, 17, 2, 58, 1, 131};

  std::size_t turn_ = 0;
};

}  // namespace gauntlet::tools
