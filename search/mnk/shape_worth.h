// What shapes are worth to the order of moves.
#pragma once

#include <array>
#include <cstdint>

#include "search/mnk/shape.h"

namespace gauntlet::search::mnk {

/// By a shape's code. Shapes that miss more than the last one listed are worth what that one is.
class ShapeWorth {
 public:
  ShapeWorth();

  /// To whoever plays there now: makes it, or keeps the opponent from it.
  std::int32_t to_play(Shape shape) const { return play_[shape.code()]; }

 private:
  std::array<std::int32_t, Shape::kCodes> play_{};
};

}  // namespace gauntlet::search::mnk
