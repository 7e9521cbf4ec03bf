// The stones around an empty square on one line, numbered.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/mnk/line_class_table.h"

namespace gauntlet::search::mnk {

/// The number of what stands on the four squares to either side of an empty one: each is empty, of
/// one player, of the other, or beyond the edge. What is each other's mirror image has one number,
/// so that whatever is built on the numbers is the same however the board is turned.
using PatternCode = std::uint16_t;

/// Squares beyond the edge are at the ends, which makes 121 ways for each side.
inline constexpr std::size_t kPatterns = std::size_t{121} * (121 + 1) / 2;

/// All patterns. Immutable.
class PatternTable {
 public:
  /// The only one, made when it is first asked for. Any thread may ask.
  static const PatternTable& get();

  /// Whether squares may look like that around an empty one: beyond an edge, which both players
  /// seem to have, is nothing but their like.
  static bool is_possible(std::size_t around);

  /// Below kPatterns. REQUIRES: `around` is LineStones::around() of an empty square.
  PatternCode at(std::size_t around) const { return codes_[around]; }
  /// The same stones with their players exchanged.
  PatternCode exchanged(PatternCode code) const { return exchanged_[code]; }

 private:
  PatternTable();

  std::array<PatternCode, 1 << 16> codes_{};
  std::array<PatternCode, kPatterns> exchanged_{};
};

}  // namespace gauntlet::search::mnk
