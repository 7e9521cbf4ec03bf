// What alpha-beta's scores mean, and how they are stored.
#include "search/alpha_beta/scores.h"

#include <gtest/gtest.h>

#include "tests/search/tree_game.h"

namespace gauntlet::search {
namespace {

TEST(Scores, ASoonerWinIsBetterAndALaterLossToo) {
  const PositionTree won = {{.result = 1}}, drawn = {{.result = 0.5f}};
  const SureTree end(won);
  EXPECT_EQ(final_score(end, 0, 0), kWin);
  EXPECT_GT(final_score(end, 0, 3), final_score(end, 0, 4));
  EXPECT_LT(final_score(end, 1, 3), final_score(end, 1, 4));
  EXPECT_EQ(final_score(SureTree(drawn), 1, 7), 0);
}

TEST(Scores, WithChanceOnlyExpectationsCount) {
  const PositionTree won = {{.result = 1}};
  const ChanceTree end(won);
  EXPECT_EQ(final_score(end, 0, 3), kMaxEvaluation);
  EXPECT_EQ(final_score(end, 1, 30), -kMaxEvaluation);
  EXPECT_EQ(win_probability<ChanceTree>(kMaxEvaluation / 2), 0.75);
}

TEST(Scores, OnlyWhatLeftNoMoveOutIsProven) {
  for (const int ply : {0, 1, kMaxPly}) {
    EXPECT_EQ(proven_by(kWin - ply), Proven::kWin);
    EXPECT_EQ(proven_by(ply - kWin), Proven::kLoss);
    EXPECT_EQ(proven_by(kWin - ply - kUnprovenPenalty), Proven::kNothing);
    EXPECT_TRUE(is_win(kWin - ply - kUnprovenPenalty));
    EXPECT_TRUE(is_loss(ply - kWin + kUnprovenPenalty));
  }
  EXPECT_FALSE(is_win(kMaxEvaluation));
  EXPECT_FALSE(is_loss(-kMaxEvaluation));
}

TEST(Scores, AWinIsCertainAndAnEvaluationIsNot) {
  EXPECT_EQ(win_probability<SureTree>(kWin - 9), 1);
  EXPECT_EQ(win_probability<SureTree>(9 - kWin), 0);
  EXPECT_EQ(win_probability<SureTree>(kMaxEvaluation / 4), 0.625);
}

/// A win found 3 plies below a position that is 5 plies down is 8 plies away from the root, and
/// 3 + 2 where the position comes up after 2.
TEST(Scores, InTheTableAreCountedFromThePosition) {
  for (const int sign : {1, -1}) {
    EXPECT_EQ(to_table(sign * (kWin - 8), 5), sign * (kWin - 3));
    EXPECT_EQ(from_table(sign * (kWin - 3), 2), sign * (kWin - 5));
    EXPECT_EQ(from_table(to_table(sign * 1'234, 5), 2), sign * 1'234);
  }
}

}  // namespace
}  // namespace gauntlet::search
