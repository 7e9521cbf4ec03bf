// One line of a table as RFC 4180 has it.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// Fields joined by commas, ended by CR LF. Those with commas, quotes or line ends are quoted.
class CsvLine {
 public:
  CsvLine& add(std::string_view field);
  CsvLine& add(std::uint64_t number) { return add(std::to_string(number)); }
  /// Words of strangers. What a spreadsheet would take for a formula gets an apostrophe before it,
  /// as does what begins with one, so that the first of any is never part of the words.
  CsvLine& add_foreign(std::string_view field);
  CsvLine& skip(int fields = 1);

  std::string end() const { return text_ + "\r\n"; }

 private:
  std::string text_;
  bool is_first_ = true;
};

}  // namespace gauntlet::tools
