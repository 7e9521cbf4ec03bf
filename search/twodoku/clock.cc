#include "search/twodoku/clock.h"

#include <algorithm>
#include <cassert>

#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::TwoDoku;
using std::chrono::milliseconds;

constexpr milliseconds kShortestThought{10};
/// The shortest thought, and the way there and back.
constexpr milliseconds kKeptForADecision{15};
/// A turn may be as many: take and place.
constexpr int kDecisionsOfATurn = 2;

/// By how many thoughts like this one the time is to be shared.
int thoughts_left(const TwoDoku& view) {
  const engine::Player mover = view.to_move();
  const engine::twodoku::Dimensions& dimensions = view.rules().dimensions();
  if (view.rules().small) return 2 * view.hand_size(mover);
  if (view.stage() == TwoDoku::Stage::kColour)
    return 6 * (dimensions.coloured - view.coloured(mover).size() + dimensions.face_down);
  if (view.stage() == TwoDoku::Stage::kHide) return 50;
  return std::clamp(view.hand_size(mover), 12, 40);
}

}  // namespace

milliseconds decision_time(const engine::AnyState& state, milliseconds left) {
  const auto& view = state.as<TwoDoku>();
  assert(view.to_move() >= 0);
  const int turns_left = (view.rules().dimensions().max_turns - view.turns() + 1) / 2;
  const milliseconds kept =
      std::min(left * 3 / 4, turns_left * kDecisionsOfATurn * kKeptForADecision);
  return std::max(kShortestThought, (left - kept) / thoughts_left(view));
}

}  // namespace gauntlet::search::twodoku
