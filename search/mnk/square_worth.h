// What an empty square is worth to the evaluation, by what a stone there would make.
#pragma once

#include <array>
#include <cstdint>

#include "search/mnk/square_class.h"

namespace gauntlet::search::mnk {

/// In 256ths of a natural logarithm of the odds: to the player who is to move, and to the other.
struct SquareWorth {
  std::int32_t to_mover = 0;
  std::int32_t to_other = 0;

  void operator+=(const SquareWorth& more) {
    to_mover += more.to_mover;
    to_other += more.to_other;
  }
  void operator-=(const SquareWorth& less) {
    to_mover -= less.to_mover;
    to_other -= less.to_other;
  }
  bool operator==(const SquareWorth&) const = default;
};

/// By SquareClass::code(). docs/strength.md tells how they were fitted.
extern const std::array<SquareWorth, SquareClass::kCodes> kSquareWorth;
/// What it is worth to be to move.
extern const std::int32_t kTempo;
/// What it is worth to play there, or to keep the other from it: for the order of moves.
extern const std::array<std::int32_t, SquareClass::kCodes> kOrderWorth;

}  // namespace gauntlet::search::mnk
