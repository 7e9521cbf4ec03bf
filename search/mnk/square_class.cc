#include "search/mnk/square_class.h"

#include <algorithm>

namespace gauntlet::search::mnk {

LineClass line_class(Shape shape, int k) {
  if (shape.is_none()) return LineClass::kNothing;
  const int missing = shape.missing();
  if (missing == 0) return LineClass::kFive;
  if (missing == 1) return shape.is_open() ? LineClass::kOpenFour : LineClass::kFour;
  if (missing == 2) return shape.is_open() ? LineClass::kOpenThree : LineClass::kThree;
  if (missing >= k - 1) return LineClass::kNothing;
  if (missing == 3) return shape.is_open() ? LineClass::kOpenTwo : LineClass::kTwo;
  return LineClass::kOther;
}

const SquareClassTable& SquareClassTable::get() {
  static const SquareClassTable table;
  return table;
}

SquareClassTable::SquareClassTable() : of_four_(1 << 16) {
  for (std::uint32_t lines = 0; lines < of_four_.size(); ++lines) {
    int best = 0, second = 0;
    for (int i = 0; i < 4; ++i) {
      const int line = std::min<int>(lines >> 4 * i & 15, static_cast<int>(LineClass::kFive));
      second = std::max(second, std::min(best, line));
      best = std::max(best, line);
    }
    of_four_[lines] = {best, second};
  }
}

SquareClass SquareClassTable::better(SquareClass a, SquareClass b) {
  const int best = std::max(a.best(), b.best());
  return {best, std::max({a.second(), b.second(), std::min(a.best(), b.best())})};
}

}  // namespace gauntlet::search::mnk
