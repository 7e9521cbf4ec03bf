// The tables of lines: each square finds its lines and each line its squares, and searchers share
// them.
#include "search/mnk/line_table.h"

#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "search/mnk/lines.h"

namespace gauntlet::search::mnk {
namespace {

engine::mnk::Rules rules_of(int width, int height, int k, bool page = false) {
  return {.width = static_cast<std::uint8_t>(width),
          .height = static_cast<std::uint8_t>(height),
          .k = static_cast<std::uint8_t>(k),
          .gomoku = false,
          .page = page};
}

std::vector<int> squares_of(const LineCourse& line) {
  std::vector<int> squares(line.length);
  for (int i = 0; i < line.length; ++i)
    squares[static_cast<std::size_t>(i)] = line.start + i * line.step;
  return squares;
}

class LineTables : public ::testing::TestWithParam<engine::mnk::Rules> {};

TEST_P(LineTables, HaveTheLinesOfTheBoard) {
  const LineTable table(GetParam());
  std::vector<std::vector<int>> found, expected;
  for (int line = 1; line < table.lines(); ++line) found.push_back(squares_of(table.line(line)));
  for (const Line& line : lines(GetParam())) expected.emplace_back(line.begin(), line.end());
  EXPECT_EQ(found, expected);
  EXPECT_EQ(table.line(0).length, 0);
}

TEST_P(LineTables, TellWhereASquareLies) {
  const LineTable table(GetParam());
  std::vector<std::uint32_t> seen(static_cast<std::size_t>(GetParam().squares()));
  for (int number = 1; number < table.lines(); ++number) {
    const LineCourse& line = table.line(number);
    const std::vector<int> squares = squares_of(line);
    for (std::size_t i = 0; i < squares.size(); ++i) {
      const SquareLines& through = table.at(squares[i]);
      ++seen[static_cast<std::size_t>(squares[i])];
      ASSERT_LT(line.slots[i], through.count);
      EXPECT_EQ(through.line[line.slots[i]], number);
      EXPECT_EQ(through.bit[line.slots[i]], std::uint32_t{1} << i);
    }
  }
  for (int square = 0; square < GetParam().squares(); ++square) {
    const SquareLines& through = table.at(square);
    EXPECT_EQ(through.count, seen[static_cast<std::size_t>(square)]);
    for (std::size_t slot = through.count; slot < SquareLines::kAll; ++slot) {
      EXPECT_EQ(through.line[slot], 0);
      EXPECT_EQ(through.bit[slot], 0u);
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Boards, LineTables,
                         ::testing::Values(rules_of(15, 15, 5), rules_of(7, 6, 4),
                                           rules_of(32, 32, 5), rules_of(5, 32, 6),
                                           rules_of(3, 3, 8), rules_of(1, 1, 1),
                                           rules_of(9, 12, 5, true)),
                         [](const auto& info) {
                           std::string name = info.param.name();
                           std::replace_if(
                               name.begin(), name.end(), [](char c) { return !std::isalnum(c); },
                               '_');
                           return name;
                         });

TEST(LineTable, IsOneForAllWhoHoldIt) {
  const auto first = LineTable::of(rules_of(15, 15, 5));
  EXPECT_EQ(LineTable::of(rules_of(15, 15, 5)), first);
  // Which rows win matters nothing to where the lines lie.
  engine::mnk::Rules exact = rules_of(15, 15, 5);
  exact.gomoku = exact.exact = true;
  EXPECT_EQ(LineTable::of(exact), first);
  for (const auto& other : {rules_of(15, 15, 6), rules_of(15, 16, 5), rules_of(12, 15, 5, true)})
    EXPECT_NE(LineTable::of(other), first);
  EXPECT_NE(LineTable::of(rules_of(12, 15, 5, true)), LineTable::of(rules_of(12, 15, 5)));
}

TEST(LineTable, GoesWithTheLastWhoHoldsIt) {
  auto held = LineTable::of(rules_of(15, 14, 5));
  const std::weak_ptr<const LineTable> watched = held;
  auto other = LineTable::of(rules_of(15, 14, 5));
  held.reset();
  EXPECT_FALSE(watched.expired());
  other.reset();
  EXPECT_TRUE(watched.expired());
  EXPECT_EQ(LineTable::of(rules_of(15, 14, 5))->lines(), LineTable(rules_of(15, 14, 5)).lines());
}

/// A server plays on whatever boards it is asked for.
TEST(LineTable, LeavesNothingOfBoardsThatNobodyHolds) {
  const auto bytes_in_use = [] { return static_cast<long>(mallinfo2().uordblks); };
  const long before = bytes_in_use();
  for (int width = 1; width <= engine::mnk::kMaxSide; ++width)
    for (int height = 1; height <= engine::mnk::kMaxSide; ++height)
      EXPECT_GE(LineTable::of(rules_of(width, height, 1))->lines(), 2);
  EXPECT_LE(bytes_in_use() - before, 100'000);  // of 12 MB
}

TEST(LineTableThreads, GetWholeTables) {
  const std::vector<engine::mnk::Rules> boards = {rules_of(15, 15, 5), rules_of(7, 6, 4),
                                                  rules_of(9, 12, 5, true)};
  std::vector<int> lines;
  for (const auto& board : boards) lines.push_back(LineTable(board).lines());
  const auto ask = [&] {
    for (std::size_t i = 0; i < 600; ++i) {
      const auto table = LineTable::of(boards[i % boards.size()]);
      EXPECT_EQ(table->lines(), lines[i % boards.size()]);
      EXPECT_EQ(table->at(0).line[0], 1);
    }
  };
  const std::jthread one(ask), two(ask), three(ask);
}

}  // namespace
}  // namespace gauntlet::search::mnk
