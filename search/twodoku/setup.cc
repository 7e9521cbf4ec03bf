#include "search/twodoku/setup.h"

#include <cassert>
#include <cstdint>

namespace gauntlet::search::twodoku {

namespace {

using engine::kPeers;
using engine::Player;
using engine::Rng;
using engine::SquareSet;
using engine::TwoDoku;

/// From how many own squares on the others are chosen by what they see.
constexpr int kFree = 20;
/// What a square that the other has coloured counts against coloured squares in sight.
constexpr int kShared = 6;

/// The square of `squares` with the highest worth; among equals each is as likely.
template <class Worth>
int worthiest(const SquareSet& squares, Rng& rng, Worth worth) {
  int best = 0, best_worth = 0;
  std::uint32_t equal = 0;
  squares.for_each([&](int square) {
    const int value = worth(square);
    if (equal > 0 && value < best_worth) return;
    if (value > best_worth) equal = 0;
    if (rng.below(++equal) == 0) best = square;
    best_worth = value;
  });
  return best;
}

}  // namespace

TwoDoku::Move choose_setup(const TwoDoku& view, Rng& rng) {
  assert(view.to_move() >= 0 && view.stage() <= TwoDoku::Stage::kHide);
  const Player mover = view.to_move();
  const SquareSet& own = view.coloured(mover);
  const SquareSet& others = view.coloured(1 - mover);
  if (view.stage() == TwoDoku::Stage::kColour) {
    const bool is_free = own.size() < kFree;
    const int square = worthiest(SquareSet::all().without(own), rng, [&](int at) {
      const int coloured = (kPeers[at] & own).size() + (kPeers[at] & others).size();
      return (is_free ? 0 : coloured) - kShared * others.has(at);
    });
    return TwoDoku::Move::of(TwoDoku::Kind::kColour, square);
  }
  const SquareSet only_own = own.without(others), only_others = others.without(own);
  const int square = worthiest(view.white_squares() & view.empty_squares(), rng, [&](int at) {
    return (kPeers[at] & only_others).size() - (kPeers[at] & only_own).size();
  });
  return TwoDoku::Move::of(TwoDoku::Kind::kHide, square);
}

}  // namespace gauntlet::search::twodoku
