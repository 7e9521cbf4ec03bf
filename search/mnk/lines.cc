#include "search/mnk/lines.h"

#include <algorithm>

namespace gauntlet::search::mnk {

namespace {

/// The squares from (row, column) on in one direction.
Line walk(const engine::mnk::Rules& rules, int row, int column, int down, int right) {
  Line line;
  for (; row >= 0 && row < rules.height && column >= 0 && column < rules.width;
       row += down, column += right)
    line.push_back(static_cast<std::uint16_t>(row * rules.width + column));
  return line;
}

std::vector<Line> straight_lines(const engine::mnk::Rules& rules) {
  std::vector<Line> all;
  for (int row = 0; row < rules.height; ++row) all.push_back(walk(rules, row, 0, 0, 1));
  for (int column = 0; column < rules.width; ++column) all.push_back(walk(rules, 0, column, 1, 0));
  for (int column = 0; column < rules.width; ++column) {
    all.push_back(walk(rules, 0, column, 1, 1));
    all.push_back(walk(rules, 0, column, 1, -1));
  }
  for (int row = 1; row < rules.height; ++row) {
    all.push_back(walk(rules, row, 0, 1, 1));
    all.push_back(walk(rules, row, rules.width - 1, 1, -1));
  }
  return all;
}

std::vector<Line> page_lines(const engine::mnk::Rules& rules) {
  std::vector<Line> all;
  for (int offset = 1; offset <= engine::mnk::PageLine::max_offset(rules); ++offset) {
    for (const bool falling : {true, false}) {
      const auto page_line = engine::mnk::PageLine::make(rules, offset, falling);
      if (page_line.step == 0) continue;
      Line line;
      for (int i = 0; i < page_line.length; ++i)
        line.push_back(static_cast<std::uint16_t>(page_line.square(i)));
      all.push_back(line);
    }
  }
  return all;
}

bool is_prefix(const Line& a, const Line& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}

}  // namespace

std::vector<Line> lines(const engine::mnk::Rules& rules) {
  std::vector<Line> all = straight_lines(rules);
  if (rules.page) {
    for (const Line& wrapped : page_lines(rules)) {
      std::erase_if(all, [&](const Line& line) { return is_prefix(line, wrapped); });
      all.push_back(wrapped);
    }
  }
  std::erase_if(all, [&](const Line& line) { return line.size() < rules.k; });
  return all;
}

}  // namespace gauntlet::search::mnk
