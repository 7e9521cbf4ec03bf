// Two-Doku against the laws of all games, against a naive twin, and against frozen figures.
#include "engine/twodoku/twodoku.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <string>
#include <vector>

#include "engine/perft.h"
#include "engine/registry.h"
#include "tests/engine/golden.h"
#include "tests/engine/laws.h"
#include "tests/engine/twodoku_positions.h"
#include "tests/engine/twodoku_reference.h"

namespace gauntlet::engine {

using namespace twodoku;

namespace {

#if defined(__SANITIZE_ADDRESS__)
constexpr bool kQuick = true;
#else
constexpr bool kQuick = false;
#endif

constexpr TwoDoku::Rules kSmall = {.small = true};
constexpr std::array<TwoDoku::Rules, 6> kVariants = {
    TwoDoku::Rules{}, {.java = true},
    {.open = true},   {.java = true, .open = true},
    kSmall,           {.open = true, .small = true}};

TEST(TwoDoku, keeps_the_laws) {
  std::uint64_t seed = 10;
  for (const TwoDoku::Rules& rules : kVariants)
    expect_laws<TwoDoku>(rules, rules.small ? 100 : 25, ++seed, rules.small ? 1 : 9);
}

TEST(TwoDoku, is_found_by_its_names) {
  for (const char* name : {"twodoku", "twodoku/java", "twodoku/open", "twodoku/java/open",
                           "twodoku/small", "twodoku/small/open"}) {
    const auto game = find_game(name);
    ASSERT_TRUE(game.ok()) << message_of(game);
    EXPECT_EQ(game->name(), name);
    EXPECT_EQ(game->players(), 2);
    EXPECT_TRUE(game->is_hidden() && game->is_stochastic());
  }
  EXPECT_EQ(find_game("twodoku/open/java")->name(), "twodoku/java/open");
  EXPECT_EQ(message_of(find_game("twodoku:9")),
            "twodoku takes no size, but got ':9'; say twodoku, or with options twodoku/java, "
            "twodoku/open, twodoku/java/open, twodoku/small or twodoku/small/open");
  EXPECT_EQ(message_of(find_game("twodoku/closed")),
            "unknown option 'closed' of twodoku; the options are java, open and small");
  EXPECT_EQ(message_of(find_game("twodoku/java/small")),
            "twodoku/small has its colours given, so that java, an order of colouring, does not go "
            "with it");
  EXPECT_EQ(message_of(find_game("twodoku/open/open")), "option 'open' of twodoku is given twice");
}

TEST(TwoDoku, plays_the_golden_game) {
  expect_golden<TwoDoku>({}, "twodoku.txt", 3);
}

// ---- the naive twin ----

std::vector<std::string> sorted_moves(const TwoDoku& state) {
  TwoDoku::Moves moves;
  state.legal_moves(moves);
  std::vector<std::string> texts;
  for (const TwoDoku::Move move : moves) texts.push_back(state.format(move));
  std::sort(texts.begin(), texts.end());
  return texts;
}

void expect_same_outcomes(const TwoDoku& state, const NaiveTwoDoku& naive) {
  const std::map<std::string, double> expected = naive.outcomes();
  std::size_t count = 0;
  state.chance_outcomes([&](TwoDoku::Move move, double probability) {
    const auto found = expected.find(state.format(move));
    ASSERT_NE(found, expected.end()) << state.format(move);
    EXPECT_NEAR(found->second, probability, 1e-12);
    ++count;
  });
  EXPECT_EQ(count, expected.size());
}

void expect_same(const TwoDoku& state, const NaiveTwoDoku& naive) {
  ASSERT_EQ(is_over(state), naive.is_over());
  ASSERT_EQ(state.to_move() == kChance, naive.is_chance());
  if (naive.is_over()) {
    ASSERT_EQ(state.returns()[0], naive.red_result());
  } else if (!naive.is_chance()) {
    ASSERT_EQ(state.to_move(), naive.mover());
    std::vector<std::string> moves = naive.moves();
    std::sort(moves.begin(), moves.end());
    ASSERT_EQ(sorted_moves(state), moves);
  } else if (!naive.is_deal()) {
    expect_same_outcomes(state, naive);
  }
}

TEST(TwoDoku, plays_like_its_naive_twin) {
  for (int game = 0; game < (kQuick ? 20 : 200); ++game) {
    const TwoDoku::Rules rules = kVariants[static_cast<std::size_t>(game) % kVariants.size()];
    Rng rng(21, static_cast<std::uint64_t>(game));
    TwoDoku state = dealt(rules);
    NaiveTwoDoku naive = rules.small ? NaiveTwoDoku::small() : NaiveTwoDoku(rules.java);
    for (;;) {
      SCOPED_TRACE("game " + std::to_string(game) + ": " + state.to_text());
      expect_same(state, naive);
      if (::testing::Test::HasFailure()) return;
      if (is_over(state)) break;
      const TwoDoku::Move move = any_move(state, rng);
      naive.play(state.format(move));
      state.apply(move);
    }
  }
}

/// Plays both at random until `turns` turns are done (-1: until the deal), from a game that lasts
/// that long.
std::pair<TwoDoku, NaiveTwoDoku> both_after(int turns, std::uint64_t seed) {
  for (std::uint64_t game = 0;; ++game) {
    Rng rng(seed, game);
    TwoDoku state = dealt();
    NaiveTwoDoku naive(false);
    while (!is_over(state)) {
      if (turns < 0 && state.stage() == TwoDoku::Stage::kDeal) return {state, naive};
      if (state.stage() == TwoDoku::Stage::kTurn && state.turns() == turns) return {state, naive};
      const TwoDoku::Move move = any_move(state, rng);
      naive.play(state.format(move));
      state.apply(move);
    }
  }
}

TEST(TwoDoku, has_the_perft_of_its_naive_twin) {
  std::uint64_t leaves = 0;
  auto compare = [&](const TwoDoku& state, const NaiveTwoDoku& naive, int depth) {
    const std::uint64_t expected = naive.perft(depth);
    EXPECT_EQ(perft(state, depth), expected) << state.to_text();
    leaves += expected;
  };
  compare(dealt(), NaiveTwoDoku(false), kQuick ? 2 : 3);
  compare(dealt({.java = true}), NaiveTwoDoku(true), kQuick ? 2 : 3);
  const auto [deal, naive_deal] = both_after(-1, 30);
  compare(deal, naive_deal, 1);
  for (std::uint64_t seed = 31; seed < 35; ++seed)
    for (const int turns : {0, 3, 6, 9, 12, 15, 18, 24, 30, 40, 50, 60, 75, 90}) {
      const auto [state, naive_twin] = both_after(turns, seed);
      compare(state, naive_twin, kQuick ? 2 : 3);
    }
  if (!kQuick) {
    EXPECT_GE(leaves, 10'000'000u);
  }
}

/// Of every deal, to the end of every game.
void expect_perft_from_deals(const TwoDoku& state, const NaiveTwoDoku& naive, int depth,
                             std::uint64_t& leaves) {
  if (state.to_move() != kChance || state.stage() >= TwoDoku::Stage::kTurn) {
    const std::uint64_t expected = naive.perft(depth);
    EXPECT_EQ(perft(state, depth), expected) << state.to_text();
    leaves += expected;
    return;
  }
  state.chance_outcomes([&](TwoDoku::Move move, double) {
    NaiveTwoDoku next = naive;
    next.play(state.format(move));
    expect_perft_from_deals(child(state, move), next, depth, leaves);
  });
}

TEST(TwoDokuSmall, has_the_perft_of_its_naive_twin) {
  std::uint64_t leaves = 0;
  expect_perft_from_deals(dealt(kSmall), NaiveTwoDoku::small(), kQuick ? 3 : 6, leaves);
  if (!kQuick) {
    EXPECT_GE(leaves, 100'000u);
  }
}

/// Ways to lay down the small board's ten dominoes, each of them a thing of its own.
double physical_ways(const TwoDoku& dealt) {
  constexpr std::array<double, 4> kFactorial = {1, 1, 2, 6};
  double ways = 1;
  for (int digit = 1; digit <= 4; ++digit) {
    const int in_pot = (dealt.pot()[0] == digit) + (dealt.pot()[1] == digit);
    ways *= kFactorial[static_cast<std::size_t>(dealt.certain(digit))];
    for (const int count : {in_pot, int{dealt.hand(0)[digit]}, int{dealt.hand(1)[digit]}})
      ways /= kFactorial[static_cast<std::size_t>(count)];
  }
  return ways;
}

/// What determinized() takes for granted.
TEST(TwoDokuSmall, deals_in_all_physical_ways_alike) {
  double each = 0;
  int deals = 0;
  auto deal = [&](auto&& self, const TwoDoku& state, double probability) -> void {
    if (state.stage() == TwoDoku::Stage::kTurn) {
      if (++deals == 1) each = probability / physical_ways(state);
      EXPECT_NEAR(probability / physical_ways(state), each, 1e-12) << state.to_text();
      return;
    }
    state.chance_outcomes(
        [&](TwoDoku::Move move, double p) { self(self, child(state, move), probability * p); });
  };
  deal(deal, dealt(kSmall), 1);
  EXPECT_EQ(deals, 116);
}

TEST(TwoDokuSmall, begins_when_the_face_down_dominoes_are_drawn) {
  const TwoDoku state = dealt(kSmall);
  EXPECT_EQ(state.to_text(),
            "r..b...../....r..../........./b......../.r..b..../........./........./........./"
            "......... ........./?......../........./....?..../........./........./........./"
            "........./......... values:0");
  EXPECT_EQ(state.to_move(), kChance);
}

TEST(TwoDoku, has_the_frozen_perft) {
  const std::array<std::uint64_t, 4> from_start = {1, 81, 6561, 524880};
  for (int depth = 0; depth < (kQuick ? 3 : 4); ++depth)
    EXPECT_EQ(perft(dealt(), depth), from_start[static_cast<std::size_t>(depth)]);
  TwoDokuPosition position;
  position.dominoes = {"123456789", "456789123", ".........", ".........", "...2....1",
                       "6........", ".........", ".........", "a..e..i.c"};
  position.red = "333333333";
  position.pot = "94";
  position.excluded = "-,-,-,-";
  const std::array<std::uint64_t, 4> later = {1, 105, 12267, 698544};
  for (int depth = 0; depth < 4; ++depth)
    EXPECT_EQ(perft(position.state(), depth), later[static_cast<std::size_t>(depth)]) << depth;
}

/// What the state keeps beside the facts (sums, sizes, sets of squares) must be what reading the
/// position computes anew.
TEST(TwoDoku, keeps_its_sums_up_to_date) {
  for (int game = 0; game < (kQuick ? 30 : 20'000); ++game) {
    Rng rng(41, static_cast<std::uint64_t>(game));
    TwoDoku state = dealt(kVariants[static_cast<std::size_t>(game) % kVariants.size()]);
    while (!is_over(state)) {
      state.apply(any_move(state, rng));
      const auto reread = TwoDoku::from_text(state.rules(), state.to_text());
      ASSERT_TRUE(reread.ok()) << message_of(reread) << "\ngame " << game << ": "
                               << state.to_text();
      ASSERT_EQ(*reread, state) << "game " << game << ": " << state.to_text();
      ASSERT_EQ(reread->hash(), state.hash());
    }
  }
}

TEST(TwoDoku, draws_random_moves_evenly) {
  const auto [state, naive] = both_after(30, 50);
  std::map<std::string, int> counts;
  Rng rng(51);
  constexpr int kDraws = 200'000;
  for (int i = 0; i < kDraws; ++i) ++counts[state.format(state.random_move(rng))];
  const auto moves = naive.moves();
  const double expected = static_cast<double>(kDraws) / static_cast<double>(moves.size());
  double chi_square = 0;
  for (const std::string& move : moves) {
    const double off = counts[move] - expected;
    chi_square += off * off / expected;
  }
  const double freedom = static_cast<double>(moves.size() - 1);
  EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom)) << "seed 51";
}

}  // namespace

}  // namespace gauntlet::engine
