// Which patterns look alike from near.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/mnk/pattern_table.h"

namespace gauntlet::search::mnk {

/// The patterns that are one on the nearest one, two or three squares to either side are a family.
/// Each pattern is of three, a wider one and two narrower. Immutable.
class PatternFamilies {
 public:
  static constexpr std::size_t kOfOne = 3;  ///< So many families has a pattern.
  /// 4, 13 and 40 ways for each side.
  static constexpr std::size_t kAll = 4 * 5 / 2 + 13 * 14 / 2 + 40 * 41 / 2;
  using Families = std::array<std::uint16_t, kOfOne>;  ///< Numbers below kAll.

  /// The only ones, made when they are first asked for. Any thread may ask.
  static const PatternFamilies& get();

  const Families& of(PatternCode code) const { return families_[code]; }

 private:
  PatternFamilies();

  std::array<Families, kPatterns> families_{};
};

}  // namespace gauntlet::search::mnk
