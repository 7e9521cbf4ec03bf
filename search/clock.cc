#include "search/clock.h"

#include <algorithm>
#include <cstdint>

#include "search/registry.h"

namespace gauntlet::search {

using std::chrono::milliseconds;

milliseconds thinking_time(const engine::AnyState& view, milliseconds left) {
  constexpr double kUsualShare = 1.0 / 20;
  const auto own = search_of(view).thinking_time;
  return own ? own(view, left) : part_of(left, kUsualShare);
}

MoveTime MoveTime::within(const MoveTime& most) const {
  return {std::min(usual, most.usual), std::min(longest, most.longest)};
}

MoveTime move_time(const engine::AnyState& view, milliseconds left, milliseconds increment) {
  constexpr int kCrisis = 3;
  const milliseconds usual = thinking_time(view, left) + increment;
  return MoveTime{usual, kCrisis * usual}.within(MoveTime::fixed(part_of(left, 0.5)));
}

milliseconds part_of(milliseconds left, double share) {
  const auto time = static_cast<std::int64_t>(static_cast<double>(left.count()) * share);
  return milliseconds(std::max<std::int64_t>(1, time));
}

}  // namespace gauntlet::search
