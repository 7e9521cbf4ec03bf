#include "engine/kimble/kimble.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <string>
#include <vector>

#include "engine/perft.h"
#include "tests/checked.h"
#include "tests/engine/golden.h"
#include "tests/engine/kimble_positions.h"
#include "tests/engine/kimble_reference.h"
#include "tests/engine/kimble_wire.h"
#include "tests/engine/laws.h"

namespace gauntlet::engine {
namespace {

TEST(KimbleLaws, HoldForEveryNumberOfPlayersAndPieces) {
  std::uint64_t seed = 1;
  for (const char* seats : {"A", "AC", "AB", "BD", "C", "ABC", "ABCD"})
    for (int pieces = 1; pieces <= 4; ++pieces)
      expect_laws<Kimble>(rules(seats, pieces), 10, seed++);
}

// ---- the rules, one by one ----

TEST(KimbleRulesOfPlay, TheStarterIsDrawnWithEqualChances) {
  Rng rng(1);
  const Kimble start = Kimble::start(rules("ABD"), rng);
  EXPECT_EQ(start.to_move(), kChance);
  EXPECT_EQ(start.to_text(), text({}, "-0", "ABD"));
  std::string outcomes;
  start.chance_outcomes([&](Kimble::Move move, double probability) {
    outcomes += start.format(move) + " ";
    EXPECT_DOUBLE_EQ(probability, 1.0 / 3);
  });
  EXPECT_EQ(outcomes, "starter=A starter=B starter=D ");
  EXPECT_EQ(after(start, "starter=D").turn(), 2);
}

TEST(KimbleRulesOfPlay, HomeIsLeftOnlyOnASixOntoTheStartSquare) {
  for (const char* die : {"die=1", "die=2", "die=3", "die=4", "die=5"})
    EXPECT_EQ(after(started(rules("4")), die).to_text(), text({}, "B0", "ABCD"));
  const Kimble six = after(started(rules("4"), "starter=C"), "die=6");
  EXPECT_EQ(moves_of(six), "0") << "four pieces at home are one choice";
  EXPECT_EQ(after(six, "0").to_text(), text({{14, 'C'}}, "C0", "ABCD"));
  EXPECT_EQ(after(six, "3"), after(six, "0")) << "any of them may be named";
}

TEST(KimbleRulesOfPlay, OnesOwnStartSquareMustBeFree) {
  EXPECT_EQ(moves_of(position({{0, 'A'}}, "A6")), "0");
  EXPECT_EQ(moves_of(position({{0, 'A'}, {6, 'A'}}, "A6")), "0");
  EXPECT_EQ(moves_of(position({{1, 'A'}, {6, 'A'}}, "A6")), "012");
}

TEST(KimbleRulesOfPlay, ASixThrowsAgainEvenIfNothingMoved) {
  EXPECT_EQ(after(position({{0, 'A'}}, "A6"), "0").to_text(), text({{6, 'A'}}, "A0", "ABCD"));
  const std::map<int, char> stuck = {{0, 'A'}, {6, 'A'}, {12, 'A'}, {31, 'A'}};
  const Kimble blocked = position({{27, 'A'}, {30, 'A'}, {31, 'A'}, {29, 'A'}}, "A0");
  EXPECT_EQ(after(blocked, "die=6").to_text(), blocked.to_text());
  EXPECT_EQ(after(position(stuck, "A0"), "die=6").to_move(), 0);
}

TEST(KimbleRulesOfPlay, AThrowThatMovesNothingPassesTheTurnAtOnce) {
  const Kimble stuck = position({{30, 'A'}, {31, 'A'}}, "A0", "AC");
  EXPECT_EQ(after(stuck, "die=5").turn(), 1);
  EXPECT_EQ(after(stuck, "die=5").to_move(), kChance);
  EXPECT_EQ(after(after(stuck, "die=5"), "die=3").turn(), 0);
}

TEST(KimbleRulesOfPlay, TheTurnGoesClockwise) {
  Kimble state = started(rules("4"), "starter=B");
  for (const Player next : {2, 3, 0, 1}) {
    state = after(state, "die=1");
    EXPECT_EQ(state.turn(), next);
  }
}

TEST(KimbleRulesOfPlay, LandingOnAnOpponentSendsItHome) {
  const Kimble before = position({{3, 'A'}, {7, 'B'}, {9, 'B'}}, "A4");
  EXPECT_TRUE(before.captures(*before.parse("0")));
  EXPECT_EQ(before.at_home(1), 2);
  const Kimble landed = after(before, "0");
  EXPECT_EQ(landed.to_text(), text({{7, 'A'}, {9, 'B'}}, "B0", "ABCD"));
  EXPECT_EQ(landed.at_home(1), 3);
  EXPECT_EQ(after(position({{0, 'D'}}, "A6"), "0").to_text(), text({{0, 'A'}}, "A0", "ABCD"));
  const Kimble across = position({{26, 'D'}, {1, 'B'}, {2, 'A'}}, "D3");
  EXPECT_EQ(after(across, "0").to_text(), text({{1, 'D'}, {2, 'A'}}, "A0", "ABCD"));
}

TEST(KimbleRulesOfPlay, PiecesMayPassEachOther) {
  const Kimble crowd = position({{0, 'A'}, {1, 'A'}, {2, 'B'}, {3, 'C'}}, "A4");
  EXPECT_EQ(after(crowd, "1").to_text(),
            text({{1, 'A'}, {2, 'B'}, {3, 'C'}, {4, 'A'}}, "B0", "ABCD"));
  EXPECT_EQ(moves_of(position({{27, 'A'}, {28, 'A'}}, "A3")), "01");
}

TEST(KimbleRulesOfPlay, OnesOwnPiecesBar) {
  EXPECT_EQ(moves_of(position({{0, 'A'}, {4, 'A'}}, "A4")), "0");
  EXPECT_EQ(moves_of(position({{27, 'A'}, {28, 'A'}}, "A1")), "0");
}

TEST(KimbleRulesOfPlay, TheGoalIsReachedByExactCount) {
  EXPECT_EQ(after(position({{27, 'A'}}, "A4"), "0").to_text(), text({{31, 'A'}}, "B0", "ABCD"));
  EXPECT_EQ(position({{27, 'A'}}, "A5").turn(), 1) << "five is past the goal: the turn passes";
  EXPECT_EQ(after(position({{6, 'B'}}, "B1"), "0").to_text(), text({{32, 'B'}}, "C0", "ABCD"));
  EXPECT_EQ(after(position({{6, 'A'}}, "A1"), "0").to_text(), text({{7, 'A'}}, "B0", "ABCD"))
      << "only one's own goal";
  EXPECT_EQ(after(position({{40, 'D'}}, "D2"), "0").to_text(), text({{42, 'D'}}, "A0", "ABCD"));
}

TEST(KimbleRulesOfPlay, TheFirstWithAllPiecesInTheGoalWins) {
  const Kimble last = position({{27, 'A'}, {29, 'A'}, {30, 'A'}, {31, 'A'}, {7, 'B'}}, "A1");
  const Kimble won = after(last, "3");
  EXPECT_EQ(won.to_move(), kNobody);
  EXPECT_EQ(won.returns(), (Returns{1, 0, 0, 0}));
  EXPECT_EQ(won.to_text().substr(44), "A0 ABCD");
  EXPECT_FALSE(won.parse("0").ok());
}

TEST(KimbleRulesOfPlay, FewerPiecesFillFewerGoalSquares) {
  EXPECT_EQ(position({{27, 'A'}}, "A2", "AC", 1).turn(), 1) << "the only goal square is the first";
  EXPECT_EQ(after(position({{27, 'A'}}, "A1", "AC", 1), "0").to_move(), kNobody);
  EXPECT_EQ(moves_of(position({{27, 'A'}}, "A2", "AC", 2)), "0");
}

TEST(KimbleRulesOfPlay, RanksCountFromTheForemostAndHomeIsLast) {
  const Kimble state = position({{29, 'A'}, {20, 'A'}, {3, 'A'}}, "A6");
  EXPECT_EQ(moves_of(state), "123");
  EXPECT_EQ(after(state, "1").to_text(), text({{29, 'A'}, {26, 'A'}, {3, 'A'}}, "A0", "ABCD"));
  EXPECT_EQ(after(state, "3").to_text(),
            text({{29, 'A'}, {20, 'A'}, {3, 'A'}, {0, 'A'}}, "A0", "ABCD"));
}

TEST(KimbleRulesOfPlay, AloneTheScoreIsTheNumberOfThrows) {
  Kimble state = started(rules("A", 1));
  state = after(after(state, "die=3"), "die=6");
  EXPECT_EQ(state.to_text(), text({}, "A6", "A 2"));
  EXPECT_EQ(after(state, "0").to_text(), text({{0, 'A'}}, "A0", "A 2"));
  const Kimble near = position({{27, 'A'}}, "A1", "A 40", 1);
  EXPECT_FLOAT_EQ(after(near, "0").returns()[0], 0.96f);
  const Kimble late = position({{27, 'A'}}, "A0", "A 1000", 1);
  EXPECT_EQ(after(late, "die=2").throws(), Kimble::kMostThrows) << "counted no further";
  EXPECT_EQ(position({{27, 'A'}}, "A1", "A", 1).throws(), 0) << "left out: none";
  EXPECT_EQ(after(started(rules("AC")), "die=1").throws(), 0) << "not counted in company";
}

TEST(KimbleDice, AreFair) {
  constexpr int kThrows = 1'000'000;
  Rng rng(6);
  const Kimble state = started(rules("4"));
  std::array<int, 6> counts{};
  for (int i = 0; i < kThrows; ++i)
    ++counts[static_cast<std::size_t>(state.sample_chance(rng).number()) - 1];
  double chi_square = 0;
  for (const int count : counts) {
    const double off = count - kThrows / 6.0;
    chi_square += off * off / (kThrows / 6.0);
  }
  EXPECT_LT(chi_square, 25.7) << "five degrees of freedom: exceeded once in 10,000 seeds";
}

// ---- against other counts ----

const std::map<int, char> kMiddleGame = {{3, 'A'},  {27, 'A'}, {30, 'A'}, {4, 'B'},  {6, 'B'},
                                         {14, 'C'}, {20, 'C'}, {38, 'C'}, {21, 'D'}, {1, 'D'}};

TEST(KimblePerft, GoldenFigures) {
  const auto expect = [](const Kimble& state, std::vector<std::uint64_t> leaves) {
    for (std::size_t depth = 1; depth <= leaves.size(); ++depth)
      EXPECT_EQ(perft(state, static_cast<int>(depth)), leaves[depth - 1])
          << state.to_text() << " depth " << depth;
  };
  Rng rng(1);
  expect(Kimble::start(rules("4"), rng), {4, 24, 124, 644, 3244, 16364, 82468, 415728, 2095552});
  expect(started(rules("AC")), {6, 31, 161, 811, 4091, 20617, 103332, 517913});
  expect(position(kMiddleGame, "A0"), {6, 11, 66, 114, 660, 1399, 7598, 16504});
}

TEST(KimblePerft, AgreesWithTheNaiveReference) {
  struct Case {
    Kimble::Rules rules;
    std::string text;
    int depth;
  };
  const std::vector<Case> cases = {
      {rules("4"), text({}, "A0", "ABCD"), 10},
      {rules("BD", 2), text({{20, 'B'}, {10, 'D'}}, "D0", "BD"), 10},
      {rules("4"),
       text({{3, 'A'},
             {27, 'A'},
             {30, 'A'},
             {4, 'B'},
             {6, 'B'},
             {14, 'C'},
             {20, 'C'},
             {38, 'C'},
             {21, 'D'},
             {1, 'D'}},
            "A0", "ABCD"),
       9},
      {rules("AC"),
       text({{26, 'A'}, {29, 'A'}, {31, 'A'}, {13, 'C'}, {36, 'C'}, {37, 'C'}, {39, 'C'}}, "C0",
            "AC"),
       10},
      {rules("ABC", 3), text({{12, 'A'}, {13, 'A'}, {11, 'B'}, {20, 'C'}, {37, 'C'}}, "B0", "ABC"),
       7},
      {rules("C"), text({{12, 'C'}, {13, 'C'}, {37, 'C'}}, "C0", "C"), 9},
  };
  std::uint64_t total = 0;
  for (const Case& c : cases) {
    const auto state = Kimble::from_text(c.rules, c.text);
    ASSERT_TRUE(state.ok()) << message_of(state);
    const int depth = kIsChecked ? c.depth - 1 : c.depth;
    const std::uint64_t leaves = perft(*state, depth);
    EXPECT_EQ(leaves, KimbleReference::read(c.text, c.rules.pieces).perft(depth)) << c.text;
    total += leaves;
  }
  EXPECT_GE(total, kIsChecked ? 1'000'000u : 10'000'000u);
}

/// Plays a random game by both sets of rules and stops at the first difference.
void play_beside_reference(const Kimble::Rules& r, Rng& rng) {
  Kimble state = Kimble::start(r, rng);
  KimbleReference naive(r.letters(), r.pieces);
  for (;;) {
    ASSERT_EQ(state.to_text().substr(0, 47 + r.letters().size()), naive.text());
    ASSERT_EQ(is_over(state), naive.is_over());
    if (is_over(state)) {
      ASSERT_GT(state.returns()[static_cast<std::size_t>(naive.turn())], 0);
      return;
    }
    const Kimble::Move move =
        state.to_move() == kChance ? state.sample_chance(rng) : state.random_move(rng);
    if (!naive.starter_is_drawn()) {
      naive.draw_starter(move.number());
    } else if (!naive.die_is_thrown()) {
      naive.throw_die(move.number());
    } else {
      std::map<int, int> by_rank;  // rank -> place
      for (const int place : naive.movable()) by_rank[naive.rank(place)] = place;
      std::string ranks;
      for (const auto& [rank, place] : by_rank) ranks += std::to_string(rank);
      ASSERT_EQ(moves_of(state), ranks);
      naive.move(by_rank.at(state.format(move)[0] - '0'));
    }
    state.apply(move);
  }
}

TEST(KimbleReferenceRules, AgreeAtEveryPlyOfRandomGames) {
  constexpr int kGames = 20'000 / kShare;
  const std::vector<Kimble::Rules> variants = {rules("A", 2),   rules("AC", 3), rules("AB", 2),
                                               rules("BCD", 1), rules("4", 2),  rules("AC"),
                                               rules("4")};
  for (int game = 0; game < kGames; ++game) {
    SCOPED_TRACE("stream " + std::to_string(game) + " of seed 5");
    Rng rng(5, static_cast<std::uint64_t>(game));
    play_beside_reference(variants[static_cast<std::size_t>(game) % variants.size()], rng);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// Each line is reached from the one before by a legal move, or by passing.
template <class Lines>
void expect_legal_replay(const Lines& lines) {
  const auto read = [](std::string line) {
    const auto state = Kimble::from_text(rules("4"), line + " ABCD");
    EXPECT_TRUE(state.ok()) << message_of(state);
    return *state;
  };
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const Kimble before = read(lines[i]);
    const Kimble next = read(std::string(lines[i + 1]).replace(45, 1, "0"));
    bool reached = before == next;
    if (before.to_move() >= 0) {
      Kimble::Moves moves;
      before.legal_moves(moves);
      for (const auto move : moves) reached |= child(before, move) == next;
    }
    EXPECT_TRUE(reached) << lines[i] << " to " << lines[i + 1];
  }
}

TEST(KimbleWire, EveryLineFollowsFromTheOneBefore) {
  expect_legal_replay(kWireOpening);
  expect_legal_replay(kWireEnding);
  const auto last = Kimble::from_text(rules("4"), std::string(kWireEnding.back()) + " ABCD");
  ASSERT_TRUE(last.ok());
  EXPECT_TRUE(is_over(after(*last, "3")));
}

TEST(KimbleGolden, Playthrough) {
  expect_golden<Kimble>(Kimble::Rules{}, "kimble.txt", 3, {.drawn_every = 25, .max_plies = 500});
  expect_golden<Kimble>(rules("A", 2), "kimble-alone.txt", 4, {.drawn_every = 25});
}

}  // namespace
}  // namespace gauntlet::engine
