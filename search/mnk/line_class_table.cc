#include "search/mnk/line_class_table.h"

#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <array>
#include <optional>
#include <utility>

namespace gauntlet::search::mnk {

LinePair LineClassTable::by_shapes(const LineStones& line, int position) const {
  const std::uint64_t in_sight = ~std::uint64_t{0} >> (63 - std::min(2 * reach(), 63));
  int pair = 0;
  for (int player = 0; player < 2; ++player) {
    // Beyond the line's ends both have stones, which makes these squares neither own nor open.
    const std::uint64_t open = ~line.of[1 - player] >> LineStones::kMargin;
    const SeenLine seen{line.of[player] >> LineStones::kMargin & open, open};
    // Alone, a stone misses all but one of k, which is nothing (line_class()) unless k is small.
    const bool is_alone = (seen.own << reach() >> position & in_sight) == 0;
    if (is_alone && k_ > 3) continue;
    const Shape shape = shapes_.at(seen, position);
    pair |= static_cast<int>(line_class(shape, k_)) << 4 * player;
  }
  return static_cast<LinePair>(pair);
}

const LineClassTable& LineClassTable::of(const engine::mnk::Rules& rules) {
  static absl::Mutex mutex(absl::kConstInit);
  static std::array<std::optional<LineClassTable>, 2 * (engine::mnk::kMaxSide + 1)> tables;
  const absl::MutexLock lock(&mutex);
  auto& table = tables[2 * std::size_t{rules.k} + (rules.exact ? 1 : 0)];
  if (!table) table.emplace(rules);
  return *table;
}

LineClassTable::LineClassTable(const engine::mnk::Rules& rules) : k_(rules.k), shapes_(rules) {
  if (shapes_.reach() > kReach) return;
  constexpr std::size_t kPairs = std::size_t{1} << 4 * kReach;
  std::vector<LinePair> pairs(kPairs);
  for (std::size_t index = 0; index < kPairs; ++index) {
    LineStones line = LineStones::empty(2 * kReach + 1);
    for (int player = 0; player < 2; ++player) {
      const std::uint64_t around = index >> 2 * kReach * player & 0xff;
      line.of[player] |= ((around & 15) | (around & 0xf0) << 1) << LineStones::kMargin;
    }
    pairs[index] = by_shapes(line, kReach);
  }
  pairs_ = std::move(pairs);
}

}  // namespace gauntlet::search::mnk
