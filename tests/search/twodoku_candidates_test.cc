// The turns that Two-Doku's search looks at can all be played.
#include <gtest/gtest.h>

#include <cstdint>

#include "engine/twodoku/twodoku.h"
#include "search/twodoku/candidates.h"
#include "search/twodoku/playout.h"
#include "tests/checked.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::Rng;
using engine::TwoDoku;
using engine::TwoDokuPosition;
using Kind = TwoDoku::Kind;
using Move = TwoDoku::Move;
using Stage = TwoDoku::Stage;

bool is_legal(const TwoDoku& state, Move move) {
  return engine::is_legal(state, state.format(move));
}

/// Whether the mover, who must hold what it needs, can play the turn to its end.
::testing::AssertionResult can_be_played(TwoDoku state, const Candidate& turn) {
  if (turn.kind == Kind::kReturn) return ::testing::AssertionSuccess();  // any digit of the hand
  if (turn.take != Candidate::kNone) {
    const Move take = Move::of(Kind::kTake, turn.take);
    if (!is_legal(state, take)) return ::testing::AssertionFailure() << state.format(take);
    state.apply(take);
  }
  const Move move = turn.kind == Kind::kPlay ? Move::of(Kind::kPlay, turn.square, turn.digit)
                                             : Move::of(turn.kind);
  if (is_legal(state, move)) return ::testing::AssertionSuccess();
  return ::testing::AssertionFailure() << state.format(move) << " in " << state.to_text();
}

/// Returns how many were tried.
int expect_playable(const TwoDoku& state) {
  int tried = 0;
  for (const Candidate& turn : candidates(state, 3)) {
    const int taken = turn.take == Candidate::kNone ? 0 : state.digit_at(turn.take);
    if (!turn.is_open_to(state.hand(state.to_move()), taken)) continue;
    EXPECT_TRUE(can_be_played(state, turn)) << state.to_text();
    ++tried;
  }
  return tried;
}

/// Two sixes that were face down see each other. Neither can be put back once it is taken.
TEST(TwoDokuCandidates, put_no_domino_back_where_its_twin_sees_it) {
  TwoDokuPosition position;
  position.colours = {".........", "bbbbbbbbb", "bbbbbbbbb", "rrrrrrrrr", "rrrrrrrrr",
                      "rrrrrrrrr", "rrrrrrrrr", "bbbbbbbbb", "bbbbbbbbb"};
  position.dominoes = {"6.6......", ".........", ".........", "231564897", "564897231",
                       "897231564", "312645978", ".........", "........."};
  position.red = "100000000";
  const TwoDoku state = position.state();
  ASSERT_EQ(state.face_up(6).size(), 6);
  EXPECT_GT(expect_playable(state), 0);
}

TEST(TwoDokuCandidates, can_all_be_played) {
  constexpr int kTurns = 400'000 / kShare;
  int tried = 0;
  for (std::uint64_t game = 0; tried < kTurns && !::testing::Test::HasFailure(); ++game) {
    Rng rng(12, game);
    TwoDoku state = engine::dealt({false, game % 4 == 3});
    while (!engine::is_over(state)) {
      if (state.to_move() == engine::kChance) {
        state.apply(state.sample_chance(rng));
        continue;
      }
      if (state.stage() >= Stage::kTurn) tried += expect_playable(state);
      state.apply(rng.below(3) == 0 ? state.random_move(rng) : PolicyPlayout::choose(state, rng));
    }
  }
  EXPECT_GE(tried, kTurns);
}

}  // namespace

}  // namespace gauntlet::search::twodoku
