#include "search/mnk/shape.h"

#include <cassert>

#include "engine/inplace_vector.h"

namespace gauntlet::search::mnk {

namespace {

constexpr std::uint64_t bit(int position) {
  return std::uint64_t{1} << position;
}

/// The empty squares of each window through `position` that can still win.
using Gaps = engine::InplaceVector<std::uint64_t, engine::mnk::kMaxSide>;

Gaps gaps_of_windows(const SeenLine& line, int position, int k, bool exact) {
  Gaps gaps;
  const std::uint64_t own = line.own | bit(position);
  for (int start = std::max(0, position - k + 1); start <= position; ++start) {
    const std::uint64_t window = (bit(k) - 1) << start;
    if ((line.open & window) != window) continue;
    const std::uint64_t ends = bit(start + k) | (start > 0 ? bit(start - 1) : 0);
    if (exact && (own & ends) != 0) continue;
    gaps.push_back(window & ~own);
  }
  return gaps;
}

/// Whether all but one of the gaps are shared: once those are filled, either last one wins.
bool leave_a_choice(std::uint64_t a, std::uint64_t b) {
  return std::popcount(a) == std::popcount(b) && std::popcount(a & ~b) == 1;
}

}  // namespace

Shape shape_by_definition(const SeenLine& line, int position, int k, bool exact) {
  const Gaps gaps = gaps_of_windows(line, position, k, exact);
  if (gaps.size() == 0) return {};
  int missing = k;
  for (const std::uint64_t gap : gaps) missing = std::min(missing, std::popcount(gap));
  bool open = missing == 0;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      open |= std::popcount(gaps[i]) == missing && leave_a_choice(gaps[i], gaps[j]);
  return {missing, open};
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
