#include "search/softness.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <map>
#include <vector>

namespace gauntlet::search {

namespace {

constexpr Softness kSoft{.temperature = 0.1, .cap = 0.25, .care = 1};
constexpr int kDraws = 20'000;

/// A search that found the move number i to win with probability wins[i]; the first one best.
Result found(const std::vector<double>& wins) {
  Result result;
  for (std::uint32_t i = 0; i < wins.size(); ++i)
    result.moves.push_back({.move = engine::AnyMove(i), .win = wins[i]});
  result.best = engine::AnyMove(0);
  result.win = wins[0];
  return result;
}

std::map<std::uint32_t, int> counted(const Result& result, const Softness& softness) {
  engine::Rng rng(1);
  std::map<std::uint32_t, int> counts;
  for (int i = 0; i < kDraws; ++i) ++counts[drawn(result, softness, rng).move.bits()];
  return counts;
}

TEST(Softness, IsASoftmaxOfTheChancesToWin) {
  const auto counts = counted(found({0.6, 0.55, 0.5, 0.4}), kSoft);
  double sum = 0;
  for (const double lost : {0.0, 0.05, 0.1, 0.2}) sum += std::exp(-lost / 0.1);
  std::uint32_t move = 0;
  for (const double lost : {0.0, 0.05, 0.1, 0.2})
    EXPECT_NEAR(counts.at(move++) / double{kDraws}, std::exp(-lost / 0.1) / sum, 0.015);
}

TEST(Softness, PlaysNothingBelowTheCap) {
  const auto counts =
      counted(found({0.6, 0.351, 0.349, 0.1}), {.temperature = 5, .cap = 0.25, .care = 0});
  EXPECT_GT(counts.at(0), kDraws / 3);
  EXPECT_GT(counts.at(1), kDraws / 3);
  EXPECT_EQ(counts.size(), 2u);
}

TEST(Softness, CareTakesWhatWinsAndPlaysNothingThatLoses) {
  const Softness careless{.temperature = 5, .cap = 1, .care = 0};
  Softness careful = careless;
  careful.care = 1;
  EXPECT_EQ(counted(found({1, 0.9, 0.9}), careful).size(), 1u);
  EXPECT_EQ(counted(found({1, 0.9, 0.9}), careless).size(), 3u);
  EXPECT_EQ(counted(found({0.2, 0.1, 0}), careful).size(), 2u);
  EXPECT_EQ(counted(found({0.2, 0.1, 0}), careless).size(), 3u);
  careful.care = 0.5;
  EXPECT_NEAR(counted(found({1, 0.9, 0.9}), careful).at(0) / double{kDraws}, 0.5 + 0.5 / 3, 0.02);
}

TEST(Softness, MayTakeAnyOfSeveralWins) {
  const Softness any{.temperature = 5, .cap = 0.05, .care = 1, .takes_any_win = true};
  Result several = found({1, 0.99, 1});
  const auto counts = counted(several, any);
  EXPECT_EQ(counts.size(), 2u) << "nothing but wins";
  EXPECT_GT(counts.at(2), kDraws / 3);
  several.pv = {engine::AnyMove(0)};
  EXPECT_EQ(counted(several, any).at(0), kDraws) << "who can win at once does";
  EXPECT_EQ(counted(found({0.97, 0.9, 0.95}), any).size(), 2u) << "nothing below the cap";
}

TEST(Softness, HoldsOutLongestWhereAllIsLost) {
  Result lost = found({0, 0, 0});
  lost.best = engine::AnyMove(2);
  EXPECT_EQ(counted(lost, {.temperature = 5, .cap = 1, .care = 0}).at(2), kDraws);
}

TEST(Softness, OfNoneTheBestIsPlayed) {
  EXPECT_EQ(counted(found({0.5, 0.5}), {}).at(0), kDraws);
  EXPECT_EQ(counted(found({0.5, 0.5}), {.temperature = 1, .cap = 0, .care = 0}).at(0), kDraws);
  Result alone = found({0.5, 0.5});
  alone.moves.clear();
  EXPECT_EQ(counted(alone, kSoft).at(0), kDraws) << "nothing else is known";
}

/// Chances that differ in their last bits only, as those of two libraries may.
TEST(Softness, IsTheSameWhereChancesDifferInTheLastBit) {
  engine::Rng one(7), other(7);
  for (int i = 0; i < 1'000; ++i) {
    const double win = 0.3 + i * 1e-4;
    const Result exact = found({0.5, win, 0.25}), near = found({0.5, std::nextafter(win, 1), 0.25});
    EXPECT_EQ(drawn(exact, kSoft, one).move, drawn(near, kSoft, other).move);
  }
}

}  // namespace

}  // namespace gauntlet::search
