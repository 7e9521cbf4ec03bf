// A text line by line.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace gauntlet::tools {

/// Lines end with LF or CR LF; the last may lack its end. The text must outlive it.
class TextLines {
 public:
  explicit TextLines(std::string_view text) : rest_(text) {}

  std::optional<std::string_view> next() {
    if (rest_.empty()) return std::nullopt;
    ++number_;
    const std::size_t end = rest_.find('\n');
    std::string_view line = rest_.substr(0, end);
    rest_.remove_prefix(end == rest_.npos ? rest_.size() : end + 1);
    if (line.ends_with('\r')) line.remove_suffix(1);
    return line;
  }
  /// Of the line that next() has given last, from 1.
  std::size_t number() const { return number_; }

 private:
  std::string_view rest_;
  std::size_t number_ = 0;
};

}  // namespace gauntlet::tools
