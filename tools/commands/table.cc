#include "tools/commands/table.h"

#include <algorithm>
#include <cassert>

#include "engine/utf8.h"

namespace gauntlet::tools {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view kLeftOut = "..";
  const std::string safe = engine::legible(text, 4 * text.size());
  const std::size_t columns = engine::columns_of(safe);
  if (columns <= most) return safe;
  const std::size_t kept = most - kLeftOut.size(), end = kept / 3;
  const std::size_t front = engine::bytes_of_columns(safe, kept - end);
  std::size_t back = engine::bytes_of_columns(safe, columns - end);
  if (engine::columns_of(safe.substr(back)) > end)  // half of a wide letter
    back = engine::bytes_of_columns(safe, columns - end + 1);
  return safe.substr(0, front).append(kLeftOut) + safe.substr(back);
}

void Table::add(Cells cells, Look look) {
  assert(cells.size() <= columns_.size());
  for (std::size_t i = 0; i < cells.size(); ++i) {
    cells[i].text = shortened(cells[i].text, columns_[i].most);
    if (cells[i].look == Look::kPlain) cells[i].look = look;
  }
  while (!cells.empty() && cells.back().text.empty()) cells.pop_back();
  rows_.push_back(std::move(cells));
}

std::size_t Table::width_of(std::size_t column) const {
  std::size_t width = std::max(columns_[column].width, columns_[column].heading.size());
  for (const Cells& cells : rows_)
    if (column < cells.size()) width = std::max(width, engine::columns_of(cells[column].text));
  return width;
}

std::string Table::line(const Cells& cells, const std::vector<std::size_t>& widths,
                        const Colours& colours) const {
  std::string line;
  std::size_t blanks = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t padding = widths[i] - engine::columns_of(cells[i].text);
    const bool is_right = columns_[i].side == Side::kRight;
    line += std::string(blanks + columns_[i].gap + (is_right ? padding : 0), ' ');
    line += colours.dressed(cells[i].look, cells[i].text);
    blanks = is_right ? 0 : padding;
  }
  return line + "\n";
}

std::string Table::text(const Colours& colours) const {
  std::vector<std::size_t> widths;
  Cells headings;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    widths.push_back(width_of(i));
    headings.emplace_back(columns_[i].heading, Look::kFaint);
  }
  while (!headings.empty() && headings.back().text.empty()) headings.pop_back();
  std::string text = line(headings, widths, colours);
  for (const Cells& cells : rows_) text += line(cells, widths, colours);
  return text;
}

}  // namespace gauntlet::tools
