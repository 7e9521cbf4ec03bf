#include "search/mnk/fit/pattern_families.h"

#include <cassert>
#include <map>

namespace gauntlet::search::mnk {

namespace {

/// The stones around a square as LineStones::around() has them, with nothing on what lies further
/// than `reach` away; beyond an edge that is nearer there is still no square.
unsigned seen_within(unsigned around, unsigned reach) {
  constexpr unsigned kNear = LineStones::kNear;
  const unsigned left = (1u << (kNear - reach)) - 1;  // what is not seen, of one player
  const unsigned right = 0xffu & ~((1u << (kNear + reach)) - 1);
  const unsigned beyond = around & around >> 8;
  unsigned seen = around & ~((left | right) * 0x101u);
  if (beyond >> (kNear - reach) & 1) seen |= left * 0x101u;
  if (beyond >> (kNear + reach - 1) & 1) seen |= right * 0x101u;
  return seen;
}

}  // namespace

const PatternFamilies& PatternFamilies::get() {
  static const PatternFamilies families;
  return families;
}

PatternFamilies::PatternFamilies() {
  const PatternTable& table = PatternTable::get();
  std::uint16_t next = 0;
  for (unsigned reach = 1; reach <= kOfOne; ++reach) {
    std::map<PatternCode, std::uint16_t> numbers;  // a family's, by its pattern with nothing else
    for (unsigned around = 0; around < 1 << 16; ++around) {
      if (!PatternTable::is_possible(around)) continue;
      const PatternCode near = table.at(seen_within(around, reach));
      const auto [known, is_new] = numbers.try_emplace(near, next);
      next += is_new;
      families_[table.at(around)][reach - 1] = known->second;
    }
  }
  assert(next == kAll);
}

}  // namespace gauntlet::search::mnk
