#include "search/mnk/line_table.h"

#include <cassert>

#include "search/mnk/lines.h"

namespace gauntlet::search::mnk {

LineTable::LineTable(const engine::mnk::Rules& rules) {
  std::array<int, engine::kMaxMoves> used{};
  for (const Line& line : mnk::lines(rules)) {
    assert(lines_ < kMaxLines && line.size() <= 32);
    std::uint32_t bit = 1;
    for (const std::uint16_t square : line) {
      assert(used[square] < SquareLines::kAll);
      SquareLines& through = squares_[square];
      through.line[used[square]] = static_cast<std::uint16_t>(lines_);
      through.bit[used[square]++] = bit;
      bit <<= 1;
    }
    ++lines_;
  }
}

}  // namespace gauntlet::search::mnk
