// What was said between us and a program, as people read it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// The last lines of a conversation, whatever its pieces were: "> START 15" is what the program was
/// told, "< OK" what it said. Bytes of the program are hostile; what is kept is bounded, and what
/// is shown printable.
class Transcript {
 public:
  static constexpr std::size_t kMostLines = 40;
  static constexpr std::size_t kMostBytes = 4'096;  ///< Of all that is shown, roughly.
  static constexpr std::size_t kLongestLine = 200;  ///< What is longer is cut, and says so.
  static constexpr std::string_view kNoEnd = "  (without a line end)";

  /// The program was told this.
  void told(std::string_view bytes) { add(Side::kUs, bytes); }
  /// The program has said this.
  void said(std::string_view bytes) { add(Side::kProgram, bytes); }
  /// A line of neither, as "(by another connection)".
  void remark(std::string_view text);

  /// Oldest first. Equal lines that follow each other are one: "<  (7 times)". Where lines have
  /// been dropped, the first one tells how many.
  std::vector<std::string> lines() const;

 private:
  enum class Side : std::uint8_t { kUs, kProgram, kNobody };

  struct Entry {
    Side side;
    bool has_end;
    std::string text;        // the beginning of the line
    std::uint64_t size = 0;  // of the whole line
    std::uint64_t times = 1;

    bool is_same(const Entry& other) const;
  };

  static std::string shown(const Entry& entry);
  void add(Side side, std::string_view bytes);
  void begin_or_extend(Side side, std::string_view piece);
  void finish(bool has_end);
  void drop_what_is_too_much();

  std::deque<Entry> entries_;             // whole lines
  std::size_t bytes_ = 0;                 // of their texts
  std::uint64_t dropped_ = 0;             // lines
  Entry open_{Side::kNobody, false, {}};  // the line that has not ended; of nobody: there is none
};

}  // namespace gauntlet::tools
