#include "search/mnk/shape_worth.h"

#include <algorithm>

namespace gauntlet::search::mnk {

ShapeWorth::ShapeWorth() {
  // By missing stones 0, 1, ..: open, closed. Set by eye.
  constexpr int kListed = 6;
  constexpr std::array<std::int32_t, 2 * kListed> kPlay = {60'000, 60'000, 9'000, 3'000, 2'000, 600,
                                                           450,    120,    40,    12,    4,     1};
  for (int code = 0; code + 1 < Shape::kCodes; ++code) {
    const auto shape = static_cast<std::size_t>(code);
    const std::size_t listed = std::min<std::size_t>(shape, 2 * kListed - 2 + shape % 2);
    play_[shape] = kPlay[listed];
  }
}

}  // namespace gauntlet::search::mnk
