// What a program says, as far as it is kept.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// Keeps the beginning and the end of a stream, however long that is, in bounded memory.
class KeptOutput {
 public:
  static constexpr std::size_t kEachEnd = 64 * 1024;

  void add(std::string_view bytes);
  /// All of it; in the place of what was not kept, a line that tells how many bytes that were.
  std::string text() const;

 private:
  std::string_view end() const;

  std::string beginning_;
  std::string rest_;  // what followed the beginning, but its last bytes only: at most two kEachEnd
  std::uint64_t size_ = 0;  // of all that came
};

}  // namespace gauntlet::tools
