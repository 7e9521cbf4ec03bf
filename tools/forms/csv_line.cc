#include "tools/forms/csv_line.h"

namespace gauntlet::tools {

CsvLine& CsvLine::add(std::string_view field) {
  if (!is_first_) text_ += ',';
  is_first_ = false;
  if (field.find_first_of(",\"\r\n") == field.npos) {
    text_ += field;
    return *this;
  }
  text_ += '"';
  for (const char c : field) text_.append(c == '"' ? 2 : 1, c);
  text_ += '"';
  return *this;
}

CsvLine& CsvLine::add_foreign(std::string_view field) {
  constexpr std::string_view kBeginsFormula = "=+-@'\t\r\n";
  const bool is_marked = !field.empty() && kBeginsFormula.find(field[0]) != field.npos;
  return add((is_marked ? "'" : "") + std::string(field));
}

CsvLine& CsvLine::skip(int fields) {
  for (int i = 0; i < fields; ++i) add("");
  return *this;
}

}  // namespace gauntlet::tools
