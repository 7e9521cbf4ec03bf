#include "tools/commands/table.h"

#include <algorithm>
#include <cassert>

#include "engine/words.h"

namespace gauntlet::tools {

std::string shortened(std::string_view text, std::size_t most) {
  constexpr std::string_view kLeftOut = "..";
  const std::string safe = engine::printable(text, text.size());
  if (safe.size() <= most) return safe;
  const std::size_t kept = most - kLeftOut.size(), end = kept / 3;
  return safe.substr(0, kept - end).append(kLeftOut) + safe.substr(safe.size() - end);
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
    if (column < cells.size()) width = std::max(width, cells[column].text.size());
  return width;
}

std::string Table::line(const Cells& cells, const std::vector<std::size_t>& widths,
                        const Colours& colours) const {
  std::string line;
  std::size_t blanks = 0;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    const std::size_t padding = widths[i] - cells[i].text.size();
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
