#include "search/mnk/line_table.h"

#include <absl/container/flat_hash_map.h>
#include <absl/synchronization/mutex.h>

#include <cassert>
#include <cstdint>
#include <tuple>

#include "search/mnk/lines.h"

namespace gauntlet::search::mnk {

LineTable::LineTable(const engine::mnk::Rules& rules)
    : lines_(1), squares_(static_cast<std::size_t>(rules.squares())) {
  for (const Line& squares : mnk::lines(rules)) {
    assert(lines_.size() < kMaxLines && squares.size() <= engine::mnk::kMaxSide);
    LineCourse line;
    line.start = squares[0];
    line.length = static_cast<std::uint8_t>(squares.size());
    if (squares.size() > 1) line.step = static_cast<std::uint16_t>(squares[1] - squares[0]);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      SquareLines& through = squares_[squares[i]];
      assert(through.count < SquareLines::kAll);
      line.slots[i] = static_cast<std::uint8_t>(through.count);
      through.line[through.count] = static_cast<std::uint16_t>(lines_.size());
      through.bit[through.count++] = std::uint32_t{1} << i;
    }
    lines_.push_back(line);
  }
}

std::shared_ptr<const LineTable> LineTable::of(const engine::mnk::Rules& rules) {
  static absl::Mutex mutex(absl::kConstInit);
  using Key = std::tuple<std::uint8_t, std::uint8_t, std::uint8_t, bool>;
  static absl::flat_hash_map<Key, std::weak_ptr<const LineTable>> tables;
  const absl::MutexLock lock(&mutex);
  std::weak_ptr<const LineTable>& known = tables[{rules.width, rules.height, rules.k, rules.page}];
  std::shared_ptr<const LineTable> table = known.lock();
  if (!table) {
    // Not make_shared(), with which weak pointers keep the memory.
    table = std::shared_ptr<const LineTable>(new LineTable(rules));
    known = table;
    absl::erase_if(tables, [](const auto& entry) { return entry.second.expired(); });
  }
  return table;
}

}  // namespace gauntlet::search::mnk
