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

/// In hundredths: what each square counts that shares row or column alone with another, the box
/// alone, or both.
struct Sight {
  int line, box, both;
};

/// What a square to be coloured is worth.
struct Worths {
  Sight own, other;  ///< For the squares of either player that it sees.
  int shared;        ///< If the other has coloured it.
};

/// One way to colour and hide.
struct Rule {
  int first;  ///< How many squares of one's own are chosen by the first of these.
  Worths at_first, then, against_spread, against_random;
  int hide_from_other, hide_from_own;  ///< Each square in sight that is that player's alone.
};

constexpr Rule kStrongest = {
    .first = 19,
    .at_first = {{-65, -125, -190}, {-100, -85, -185}, -1100},
    .then = {{-190, -160, -350}, {320, 80, 400}, 130},
    .against_spread = {{125, 35, 160}, {180, 80, 260}, -500},
    .against_random = {{130, 190, 70}, {0, 30, 55}, -820},
    .hide_from_other = 290,
    .hide_from_own = -180,
};
constexpr Worths kCrowding = {{100, 100, 100}, {100, 100, 100}, -600};
constexpr Rule kOpen = {
    .first = 20,
    .at_first = {{}, {}, -600},
    .then = kCrowding,
    .against_spread = kCrowding,
    .against_random = kCrowding,
    .hide_from_other = 100,
    .hide_from_own = -100,
};
/// Chance adds less than so many hundredths, so that boards differ, in steps that hardly ever tie.
constexpr int kSoftness = 50, kSteps = 1 << 16;

constexpr bool shares_line(int a, int b) {
  return a / 9 == b / 9 || a % 9 == b % 9;
}

constexpr bool shares_box(int a, int b) {
  return a / 27 == b / 27 && a % 9 / 3 == b % 9 / 3;
}

/// For each square the others that share line or box with it, as is asked for.
constexpr std::array<SquareSet, SquareSet::kSquares> others_with(bool line, bool box) {
  std::array<SquareSet, SquareSet::kSquares> others;
  for (int a = 0; a < SquareSet::kSquares; ++a)
    for (int b = 0; b < SquareSet::kSquares; ++b)
      if (a != b && shares_line(a, b) == line && shares_box(a, b) == box) others[a].add(b);
  return others;
}

constexpr std::array kLine = others_with(true, false), kBox = others_with(false, true),
                     kBoth = others_with(true, true);

int worth_of(int square, const SquareSet& seen, const Sight& sight) {
  return sight.line * (kLine[square] & seen).size() + sight.box * (kBox[square] & seen).size() +
         sight.both * (kBoth[square] & seen).size();
}

/// The square of `squares` with the highest worth, give or take chance.
template <class Worth>
int worthiest(const SquareSet& squares, Rng& rng, Worth worth) {
  int best = -1, best_worth = 0;
  squares.for_each([&](int square) {
    const int value = worth(square) * kSteps + static_cast<int>(rng.below(kSoftness * kSteps));
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
/// Of the rules of colouring that were looked at `careful`'s alone does: from 19 squares on each of
/// its own sees, nearly always, at least two more of ours; others' hardly ever 1.7 more.
bool is_spread(const SquareSet& other, const SquareSet& own) {
  return 10 * (sights(other, own) - sights(other, other)) > 17 * other.size();
}

/// Whether the other may well colour at random, when half of one's own squares are coloured: some
/// of its squares are one's own, too, which others avoid so early, and see as many of those as if
/// nobody had kept out of sight.
bool is_random(const SquareSet& other, const SquareSet& own) {
  return other.meets(own) && 10 * sights(other, own) > 33 * other.size();
}

int square_to_colour(const TwoDoku& view, const Worths& worths, Rng& rng) {
  const SquareSet& own = view.coloured(view.to_move());
  const SquareSet& other = view.coloured(1 - view.to_move());
  return worthiest(SquareSet::all().without(own), rng, [&](int at) {
    return worth_of(at, own, worths.own) + worth_of(at, other, worths.other) +
           worths.shared * other.has(at);
  });
}

int square_to_hide_on(const TwoDoku& view, const Rule& rule, Rng& rng) {
  const SquareSet& own = view.coloured(view.to_move());
  const SquareSet& other = view.coloured(1 - view.to_move());
  const SquareSet only_own = own.without(other), only_other = other.without(own);
  return worthiest(view.white_squares() & view.empty_squares(), rng, [&](int at) {
    return rule.hide_from_other * (kPeers[at] & only_other).size() +
           rule.hide_from_own * (kPeers[at] & only_own).size();
  });
}

}  // namespace

TwoDoku::Move SetupPlayer::choose(const TwoDoku& view, Rng& rng) {
  assert(view.to_move() >= 0 && view.stage() <= TwoDoku::Stage::kHide);
  const Rule& rule = setup_ == Setup::kStrongest ? kStrongest : kOpen;
  if (view.stage() == TwoDoku::Stage::kHide)
    return TwoDoku::Move::of(TwoDoku::Kind::kHide, square_to_hide_on(view, rule, rng));
  const SquareSet& own = view.coloured(view.to_move());
  const SquareSet& other = view.coloured(1 - view.to_move());
  if (own.size() == rule.first) other_is_random_ = is_random(other, own);
  const Worths& worths = own.size() < rule.first ? rule.at_first
                         : is_spread(other, own) ? rule.against_spread
                         : other_is_random_      ? rule.against_random
                                                 : rule.then;
  return TwoDoku::Move::of(TwoDoku::Kind::kColour, square_to_colour(view, worths, rng));
}

}  // namespace gauntlet::search::twodoku
