#include "search/mnk/shape.h"

#include <cassert>

#include "engine/inplace_vector.h"

namespace gauntlet::search::mnk {

namespace {

constexpr std::uint64_t bit(int position) {
  return std::uint64_t{1} << position;
}

/// The empty squares of the windows through `position` that need fewest to win, ascending.
struct Gaps {
  int missing = 0;
  engine::InplaceVector<std::uint64_t, engine::mnk::kMaxSide> of_windows;
};

Gaps smallest_gaps(const SeenLine& line, int position, int k, bool exact) {
  Gaps smallest;
  smallest.missing = k;
  const std::uint64_t own = line.own | bit(position);
  for (int start = std::max(0, position - k + 1); start <= position; ++start) {
    const std::uint64_t window = (bit(k) - 1) << start;
    if ((line.open & window) != window) continue;
    const std::uint64_t ends = bit(start + k) | (start > 0 ? bit(start - 1) : 0);
    if (exact && (own & ends) != 0) continue;
    const std::uint64_t gap = window & ~own;
    const int missing = std::popcount(gap);
    if (missing > smallest.missing) continue;
    if (missing < smallest.missing) smallest.of_windows.clear();
    smallest.missing = missing;
    smallest.of_windows.push_back(gap);
  }
  return smallest;
}

/// Whether two of them share all but one of their gaps: once those are filled, either last one
/// wins. The further a window lies before another, the more of its gaps lie outside that.
bool leave_a_choice(const Gaps& gaps) {
  for (std::size_t i = 1; i < gaps.of_windows.size(); ++i)
    for (std::size_t j = i; j-- > 0;) {
      const int outside = std::popcount(gaps.of_windows[j] & ~gaps.of_windows[i]);
      if (outside == 1) return true;
      if (outside > 1) break;
    }
  return false;
}

}  // namespace

Shape shape_by_definition(const SeenLine& line, int position, int k, bool exact) {
  const Gaps gaps = smallest_gaps(line, position, k, exact);
  if (gaps.of_windows.size() == 0) return {};
  return {gaps.missing, gaps.missing == 0 || leave_a_choice(gaps)};
}

ShapeTable::ShapeTable(const engine::mnk::Rules& rules)
    : k_(rules.k), exact_(rules.exact), reach_(rules.exact ? k_ : k_ - 1) {
  if (k_ > kLargest) return;
  const int codes = 1 << (reach_ + 1);
  shapes_.resize(static_cast<std::size_t>(codes) * static_cast<std::size_t>(codes));
  for (unsigned before = 1; before < static_cast<unsigned>(codes); ++before)
    for (unsigned behind = 1; behind < static_cast<unsigned>(codes); ++behind) {
      const int before_length = std::bit_width(before) - 1;
      const int behind_length = std::bit_width(behind) - 1;
      SeenLine line;
      line.open = bit(before_length + 1 + behind_length) - 1;
      line.own = (before & (bit(before_length) - 1)) | (behind & (bit(behind_length) - 1))
                                                           << (before_length + 1);
      const Shape shape = shape_by_definition(line, before_length, k_, exact_);
      shapes_[index(line, before_length, reach_)] = shape;
    }
}

}  // namespace gauntlet::search::mnk
