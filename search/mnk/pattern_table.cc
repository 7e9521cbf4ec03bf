#include "search/mnk/pattern_table.h"

#include <cassert>

namespace gauntlet::search::mnk {

namespace {

constexpr unsigned kSide = LineStones::kNear;

unsigned of_player(unsigned around, int player) {
  return around >> 8 * player & 0xff;
}

unsigned mirrored(unsigned around) {
  unsigned image = 0;
  for (unsigned player = 0; player < 2; ++player)
    for (unsigned bit = 0; bit < 8; ++bit)
      if (around >> (8 * player + bit) & 1) image |= 1u << (8 * player + 7 - bit);
  return image;
}

unsigned exchanged(unsigned around) {
  return of_player(around, 1) | of_player(around, 0) << 8;
}

}  // namespace

const PatternTable& PatternTable::get() {
  static const PatternTable table;
  return table;
}

/// The nearest square to the left is bit 3, to the right bit 4.
bool PatternTable::is_possible(std::size_t around) {
  const std::size_t beyond = around & around >> 8 & 0xff;
  const std::size_t left = beyond & 15, right = ~(beyond >> kSide) & 15;
  const bool left_is_whole = (left & (left + 1)) == 0;
  const bool right_is_whole = (right & (right + 1)) == 0;
  return left_is_whole && right_is_whole;
}

PatternTable::PatternTable() {
  PatternCode next = 0;
  for (unsigned around = 0; around < codes_.size(); ++around)
    if (is_possible(around))
      codes_[around] = mirrored(around) < around ? codes_[mirrored(around)] : next++;
  assert(next == kPatterns);
  for (unsigned around = 0; around < codes_.size(); ++around)
    if (is_possible(around)) exchanged_[codes_[around]] = codes_[search::mnk::exchanged(around)];
}

}  // namespace gauntlet::search::mnk
