// Lines out of a stream of bytes that comes in pieces of any size.
#pragma once

#include <cstddef>
#include <deque>
#include <optional>
#include <string>
#include <string_view>

namespace gauntlet::tools {

struct Line {
  std::string text;     ///< Without its LF or CR LF.
  bool is_cut = false;  ///< It was longer than allowed; `text` is its beginning.
};

/// Collects bytes and hands out lines. An over-long line costs no memory beyond `longest` bytes.
/// How many lines wait is bounded by what is added between calls of next(): take them all out after
/// each add().
class LineBuffer {
 public:
  explicit LineBuffer(std::size_t longest) : longest_(longest) {}

  void add(std::string_view bytes);
  /// The next whole line, or nothing.
  std::optional<Line> next();
  /// What has come since the last whole line, or the beginning of it.
  std::string_view partial() const { return partial_; }
  /// Whether the line that has not ended yet is too long already: its end may never come.
  bool is_overlong() const { return is_cut_; }
  /// Forgets everything.
  void clear();

 private:
  void append(std::string_view bytes);
  void finish();

  std::size_t longest_;
  std::deque<Line> lines_;
  std::string partial_;
  bool is_cut_ = false;
};

}  // namespace gauntlet::tools
