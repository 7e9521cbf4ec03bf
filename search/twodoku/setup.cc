#include "search/twodoku/setup.h"

#include <array>
#include <cassert>
#include <cstdint>

namespace gauntlet::search::twodoku {

namespace {

using engine::kPeers;
using engine::Player;
using engine::Rng;
using engine::SquareSet;
using engine::TwoDoku;

/// What a square is worth for what it shares row, column or box with, in hundredths.
struct Worths {
  int own_in_line, own_in_box;      ///< Each square of one's own in its row or column, in its box.
  int other_in_line, other_in_box;  ///< Each square of the other's.
  int shared;                       ///< That the other has coloured it.
};

/// How many squares of one's own are chosen by the first of these.
constexpr int kFirst = 19;
constexpr Worths kAtFirst = {-65, -125, -100, -85, -1100};
constexpr Worths kThen = {-190, -160, 320, 80, 130};
constexpr Worths kAgainstSpread = {125, 35, 180, 80, -500};
/// Of face-down dominoes: each square in sight that is the other's alone, or one's own alone.
constexpr int kHideFromOther = 290, kHideFromOwn = -180;
/// Chance adds less than this, so that boards differ.
constexpr int kSoftness = 50;

constexpr bool shares_line(int a, int b) {
  return a / 9 == b / 9 || a % 9 == b % 9;
}

constexpr bool shares_box(int a, int b) {
  return a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
}

/// For each square the others that `shares` something with it.
template <class Shares>
constexpr std::array<SquareSet, SquareSet::kSquares> others_where(Shares shares) {
  std::array<SquareSet, SquareSet::kSquares> others;
  for (int a = 0; a < SquareSet::kSquares; ++a)
    for (int b = 0; b < SquareSet::kSquares; ++b)
      if (a != b && shares(a, b)) others[a].add(b);
  return others;
}

constexpr std::array kLines = others_where(shares_line), kBoxes = others_where(shares_box);

/// The square of `squares` with the highest worth, give or take chance.
template <class Worth>
int worthiest(const SquareSet& squares, Rng& rng, Worth worth) {
  int best = -1, best_worth = 0;
  squares.for_each([&](int square) {
    const int value = worth(square) + static_cast<int>(rng.below(kSoftness));
    if (best >= 0 && value <= best_worth) return;
    best = square;
    best_worth = value;
  });
  return best;
}

/// How often a square of `some` sees one of `others`.
int sights(const SquareSet& some, const SquareSet& others) {
  int count = 0;
  some.for_each([&](int square) { count += (kPeers[square] & others).size(); });
  return count;
}

/// Whether the other keeps its squares out of each other's sight and minds those of one's own less.
/// Of the rules of colouring that were looked at `careful`'s alone does, by 1.8 and more squares in
/// sight for each of its own from 19 squares on; what else was played is 1.7 at most.
bool is_spread(const SquareSet& other, const SquareSet& own) {
  return 10 * (sights(other, own) - sights(other, other)) > 17 * other.size();
}

const Worths& worths_for(const SquareSet& own, const SquareSet& other) {
  if (own.size() < kFirst) return kAtFirst;
  return is_spread(other, own) ? kAgainstSpread : kThen;
}

int square_to_colour(const TwoDoku& view, Rng& rng) {
  const SquareSet& own = view.coloured(view.to_move());
  const SquareSet& other = view.coloured(1 - view.to_move());
  const Worths& worths = worths_for(own, other);
  return worthiest(SquareSet::all().without(own), rng, [&](int at) {
    return worths.own_in_line * (kLines[at] & own).size() +
           worths.own_in_box * (kBoxes[at] & own).size() +
           worths.other_in_line * (kLines[at] & other).size() +
           worths.other_in_box * (kBoxes[at] & other).size() + worths.shared * other.has(at);
  });
}

int square_to_hide_on(const TwoDoku& view, Rng& rng) {
  const SquareSet& own = view.coloured(view.to_move());
  const SquareSet& other = view.coloured(1 - view.to_move());
  const SquareSet only_own = own.without(other), only_other = other.without(own);
  return worthiest(view.white_squares() & view.empty_squares(), rng, [&](int at) {
    return kHideFromOther * (kPeers[at] & only_other).size() +
           kHideFromOwn * (kPeers[at] & only_own).size();
  });
}

}  // namespace

TwoDoku::Move choose_setup(const TwoDoku& view, Rng& rng) {
  assert(view.to_move() >= 0 && view.stage() <= TwoDoku::Stage::kHide);
  if (view.stage() == TwoDoku::Stage::kColour)
    return TwoDoku::Move::of(TwoDoku::Kind::kColour, square_to_colour(view, rng));
  return TwoDoku::Move::of(TwoDoku::Kind::kHide, square_to_hide_on(view, rng));
}

}  // namespace gauntlet::search::twodoku
