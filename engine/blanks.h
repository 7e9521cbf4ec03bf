// Blanks around a text.
#pragma once

#include <string_view>

namespace gauntlet::engine {

/// What most protocols and files of text take for a blank.
inline constexpr std::string_view kBlanks = " \t";

/// `text` without the blanks at both ends. Not absl::StripAsciiWhitespace, which takes
/// absl::string_view, a type of its own in Debian's build, and one set of blanks alone.
inline std::string_view trimmed(std::string_view text, std::string_view blanks = kBlanks) {
  const std::size_t begin = text.find_first_not_of(blanks);
  if (begin == std::string_view::npos) return {};
  return text.substr(begin, text.find_last_not_of(blanks) + 1 - begin);
}

}  // namespace gauntlet::engine
