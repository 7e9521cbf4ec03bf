#include "tools/protocol/twodoku_pace.h"

#include <algorithm>
#include <cassert>

namespace gauntlet::tools {

namespace {

using engine::TwoDoku;

constexpr Milliseconds kShortestThought{10};
/// A short thought, on its way and back.
constexpr Milliseconds kKeptForATurn{20};

/// By how many thoughts like this one the time is to be shared.
int thoughts_left(const TwoDoku& view) {
  const engine::Player mover = view.to_move();
  if (view.stage() == TwoDoku::Stage::kColour)
    return 6 * (TwoDoku::kColoured - view.coloured(mover).size() + TwoDoku::kFaceDown);
  if (view.stage() == TwoDoku::Stage::kHide) return 50;
  return std::clamp(view.hand_size(mover), 12, 40);
}

}  // namespace

Milliseconds twodoku_pace(const TwoDoku& view, Milliseconds left) {
  assert(view.to_move() >= 0);
  const int turns_left = (TwoDoku::kMaxTurns - view.turns() + 1) / 2;
  // Each turn may be two decisions: take and place.
  const Milliseconds kept = std::min(left / 2, 2 * turns_left * kKeptForATurn);
  return std::max(kShortestThought, (left - kept) / thoughts_left(view));
}

}  // namespace gauntlet::tools
