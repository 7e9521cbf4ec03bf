// Shapes of one line, against filling in squares one by one.
#include "search/mnk/shape.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <string>
#include <string_view>

#include "engine/rng.h"
#include "search/mnk/line_class_table.h"
#include "search/mnk/square_class.h"

namespace gauntlet::search::mnk {
namespace {

engine::mnk::Rules rules_of(int k, bool exact) {
  engine::mnk::Rules rules{32, 32, static_cast<std::uint8_t>(k), false};
  rules.exact = exact;
  return rules;
}

/// A line drawn with X own, O theirs, . empty; the stone goes where * is.
struct Drawn {
  SeenLine line;
  int position = 0;
  int length = 0;

  explicit Drawn(std::string_view text) : length(static_cast<int>(text.size())) {
    for (int i = 0; i < length; ++i) {
      const std::uint64_t bit = std::uint64_t{1} << i;
      if (text[static_cast<std::size_t>(i)] == 'X') line.own |= bit;
      if (text[static_cast<std::size_t>(i)] != 'O') line.open |= bit;
      if (text[static_cast<std::size_t>(i)] == '*') position = i;
    }
  }
};

Shape shape(std::string_view text, int k = 5, bool exact = false) {
  const Drawn drawn(text);
  return ShapeTable(rules_of(k, exact)).at(drawn.line, drawn.position);
}

TEST(Shape, HasTheNamesOfGomoku) {
  EXPECT_EQ(shape("..XX*XX.."), Shape(0, true));
  EXPECT_EQ(shape("..XX*X..."), Shape(1, true)) << "open four";
  EXPECT_EQ(shape(".OXX*X..."), Shape(1, false)) << "four";
  EXPECT_EQ(shape("..XX*.X.."), Shape(1, false)) << "broken four";
  EXPECT_EQ(shape("X.XX*.X.."), Shape(1, true)) << "two fours on one line";
  EXPECT_EQ(shape("..XX*...."), Shape(2, true)) << "open three";
  EXPECT_EQ(shape("..X.X*..."), Shape(2, true)) << "broken three";
  EXPECT_EQ(shape(".OXX*...."), Shape(2, false)) << "three";
  EXPECT_EQ(shape("O.XX*.O"), Shape(2, false)) << "room for five, not for an open four";
  EXPECT_EQ(shape("...X*...."), Shape(3, true));
  EXPECT_EQ(shape("....*...."), Shape(4, true));
  EXPECT_TRUE(shape("OXX*XO").is_none()) << "no room";
}

TEST(Shape, OfExactFiveLeavesSixOut) {
  EXPECT_EQ(shape("..XX*XX..", 5, true), Shape(0, true));
  EXPECT_TRUE(shape("OXXX*XXO", 5, true).is_none());
  EXPECT_EQ(shape("X.XXX*..", 5, true), Shape(1, false)) << "the left square would make six";
  EXPECT_EQ(shape("X.XXX*..", 5, false), Shape(1, true));
}

bool wins(std::uint64_t own, int position, int k, bool exact) {
  int from = position, to = position;
  while (from > 0 && own >> (from - 1) & 1) --from;
  while (own >> (to + 1) & 1) ++to;
  const int run = to - from + 1;
  return exact ? run == k : run >= k;
}

/// By trying: the fewest stones that win, and whether some way of putting all but the last leaves
/// two squares for that one.
Shape by_filling(const SeenLine& line, int position, int k, bool exact) {
  const std::uint64_t own = line.own | std::uint64_t{1} << position;
  const std::uint64_t free = line.open & ~own;
  int fewest = k;
  bool found = false, open = false;
  // Each set of empty squares, in the order of its number.
  for (std::uint64_t set = 0;; set = (set - free) & free) {
    if (wins(own | set, position, k, exact)) {
      fewest = found ? std::min(fewest, std::popcount(set)) : std::popcount(set);
      found = true;
    }
    if (set == free) break;
  }
  if (!found) return {};
  if (fewest == 0) return {0, true};
  for (std::uint64_t set = 0;; set = (set - free) & free) {
    if (std::popcount(set) == fewest - 1) {
      int ways = 0;
      for (std::uint64_t left = free & ~set; left != 0; left &= left - 1)
        ways += wins(own | set | (left & -left), position, k, exact);
      open |= ways > 1;
    }
    if (set == free) break;
  }
  return {fewest, open};
}

TEST(Shape, IsWhatFillingInSquaresFinds) {
  engine::Rng rng(3);
  for (const bool exact : {false, true})
    for (int k = 1; k <= 10; ++k) {
      const ShapeTable table(rules_of(k, exact));
      for (int i = 0; i < 400; ++i) {
        const int length = k + static_cast<int>(rng.below(6));
        std::string text;
        for (int square = 0; square < length; ++square) text += "..XXXO"[rng.below(6)];
        text[rng.below(static_cast<std::uint32_t>(length))] = '*';
        const Drawn drawn(text);
        const Shape expected = by_filling(drawn.line, drawn.position, k, exact);
        ASSERT_EQ(table.at(drawn.line, drawn.position), expected)
            << text << " k " << k << (exact ? " exact" : "");
        ASSERT_EQ(shape_by_definition(drawn.line, drawn.position, k, exact), expected) << text;
      }
    }
}

/// Also where hardly a stone lies, on the longest lines, and near their ends.
TEST(LineClassTable, HasTheClassOfEachPlayersShape) {
  engine::Rng rng(4);
  for (const bool exact : {false, true})
    for (int k = 2; k <= engine::mnk::kMaxSide; ++k) {
      const LineClassTable table(rules_of(k, exact));
      for (int i = 0; i < 300; ++i) {
        const auto length = 1 + static_cast<int>(rng.below(engine::mnk::kMaxSide));
        const auto position = static_cast<int>(rng.below(static_cast<std::uint32_t>(length)));
        LineStones line = LineStones::empty(length);
        std::uint64_t stones[2] = {};
        const std::uint32_t rare = 2 + rng.below(30);
        for (int square = 0; square < length; ++square)
          if (square != position && rng.below(rare) == 0) stones[rng.below(2)] |= 1ull << square;
        const std::uint64_t board = (1ull << length) - 1;
        int expected = 0;
        for (const int player : {0, 1}) {
          line.of[player] |= stones[player] << LineStones::kMargin;
          const SeenLine seen{stones[player], board & ~stones[1 - player]};
          const Shape shape = shape_by_definition(seen, position, k, exact);
          expected |= static_cast<int>(line_class(shape, k)) << 4 * player;
        }
        ASSERT_EQ(static_cast<int>(table.at(line, position)), expected)
            << "k " << k << (exact ? " exact" : "") << ", square " << position << " of " << length;
      }
    }
}

}  // namespace
}  // namespace gauntlet::search::mnk
