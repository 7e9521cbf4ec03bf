// A line's words, as protocols of lines have them.
#pragma once

#include <algorithm>
#include <string_view>

namespace gauntlet::tools {

/// A line's first word, and what follows the blank behind it.
struct LineWords {
  std::string_view first;
  std::string_view rest;
};
inline LineWords first_word(std::string_view line, std::string_view blanks = " ") {
  const std::size_t end = std::min(line.find_first_of(blanks), line.size());
  return {line.substr(0, end), line.substr(std::min(end + 1, line.size()))};
}

}  // namespace gauntlet::tools
