// Kimble's rollouts, tables and danger, against exact values.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstring>
#include <memory>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "search/kimble/danger.h"
#include "search/kimble/duel/sweep.h"
#include "search/kimble/duel/table_search.h"
#include "search/kimble/strategies.h"
#include "search/registry.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {
namespace {

using engine::AnyGame;
using engine::AnyState;
using engine::Kimble;
using engine::KimbleMove;
using engine::Player;
using engine::Rng;

AnyGame game_named(const std::string& name) {
  auto game = engine::find_game(name);
  EXPECT_TRUE(game) << game.error();
  return *game;
}

std::unique_ptr<KimbleDuel> solved(int pieces, const KimbleDuel::Players& players) {
  auto duel = std::make_unique<KimbleDuel>(pieces, players);
  Workers workers(1);
  DuelSweep sweep(*duel, workers);
  for (const DuelLayer layer : duel_layers(pieces))
    while (*sweep.update(layer, {}) > 1e-6) {
    }
  return duel;
}

Limits games(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

/// Where a player decides between pieces, along a random game.
std::vector<AnyState> decisions(const AnyGame& game, int count, std::uint64_t seed) {
  std::vector<AnyState> found;
  Rng rng(seed);
  AnyState state = game.start(rng);
  while (static_cast<int>(found.size()) < count) {
    state.settle(rng, nullptr);
    if (state.is_over()) {
      state = game.start(rng);
      continue;
    }
    Kimble::Moves moves;
    state.as<Kimble>().legal_moves(moves);
    if (moves.size() > 1) found.push_back(state);
    state.apply(state.random_move(rng));
  }
  return found;
}

// ---- rollouts ----

TEST(KimbleRollouts, TellWhatTheChoicesAreWorthToThosePolicies) {
  const AnyGame game = game_named("kimble:AB/pieces=2");
  for (const auto policy : {KimblePolicy::kHelppo, KimblePolicy::kVaikea, KimblePolicy::kRandom}) {
    // Seat 0 captures, seat 1 plays the policy; and the other way round.
    const KimbleDuel::Player one{0, KimblePolicy::kCapture}, two{1, policy};
    const KimbleDuel::Player other_one{0, policy}, other_two{1, KimblePolicy::kCapture};
    const auto first = solved(2, {one, two}), second = solved(2, {other_one, other_two});
    const auto searcher =
        make_searcher(Method::kRollouts, game, {.against = std::string(word_of(policy))});
    searcher->new_game(5);
    for (const AnyState& view : decisions(game, 20, 6)) {
      const Player mover = view.to_move();
      const KimbleDuel& values = mover == 0 ? *first : *second;
      const Result result = searcher->search(view, games(20'000));
      ASSERT_GE(result.nodes, 19'000u);
      for (const JudgedMove& move : result.moves) {
        const Kimble after =
            engine::child(view.as<Kimble>(), KimbleMove::from_bits(move.move.bits()));
        if (engine::is_over(after)) continue;
        const auto thrower = after.turn();
        const double value = values.value(thrower, after.board(thrower),
                                          after.board(static_cast<Player>(1 - thrower)));
        EXPECT_NEAR(move.win, thrower == mover ? value : 1 - value, 5 * *move.error)
            << word_of(policy) << " " << view.to_text() << " " << view.format(move.move);
      }
    }
  }
}

TEST(KimbleRollouts, AreTheSameForAnyNumberOfThreads) {
  const AnyGame game = game_named("kimble:4");
  const auto alone = make_searcher(Method::kRollouts, game, {.threads = 1});
  const auto together = make_searcher(Method::kRollouts, game, {.threads = 3});
  alone->new_game(1);
  together->new_game(1);
  for (const AnyState& view : decisions(game, 10, 2)) {
    const Result one = alone->search(view, games(5'000)),
                 two = together->search(view, games(5'000));
    EXPECT_EQ(one.best, two.best);
    EXPECT_EQ(one.win, two.win);
    EXPECT_EQ(one.nodes, two.nodes);
  }
}

TEST(KimbleRollouts, DropTheWorseHalfOfTheChoices) {
  const AnyGame game = game_named("kimble:AC");
  const auto searcher = make_searcher(Method::kRollouts, game, {});
  searcher->new_game(1);
  int of_four = 0;
  for (const AnyState& view : decisions(game, 200, 4)) {
    Kimble::Moves moves;
    view.as<Kimble>().legal_moves(moves);
    int told = 0;
    const Result result = searcher->search(view, games(40'000), [&](const Result&) { ++told; });
    ASSERT_EQ(result.moves.size(),
              result.proven == Proven::kWin ? result.moves.size() : moves.size());
    if (moves.size() < 3 || result.proven == Proven::kWin) continue;
    ++of_four;
    EXPECT_EQ(told, 1);
    // The two that are left have most of the games, and so the smaller errors.
    EXPECT_LT(*result.moves[0].error, *result.moves.back().error * 1.01) << view.to_text();
    EXPECT_EQ(result.best, result.moves[0].move);
    EXPECT_GE(result.moves[0].win, result.moves[1].win);
    EXPECT_LE(result.nodes, 40'000u);
    EXPECT_GE(result.nodes, 38'000u);
  }
  EXPECT_GT(of_four, 20);
}

TEST(KimbleRollouts, UseTheirTime) {
  const AnyGame game = game_named("kimble:4");
  const auto searcher = make_searcher(Method::kRollouts, game, {});
  searcher->new_game(1);
  for (const AnyState& view : decisions(game, 3, 5)) {
    const auto games_in = [&](int milliseconds) {
      Limits limits;
      const auto start = std::chrono::steady_clock::now();
      limits.deadline = start + std::chrono::milliseconds(milliseconds);
      const Result result = searcher->search(view, limits);
      EXPECT_GE(std::chrono::steady_clock::now(), *limits.deadline);
      return result.nodes;
    };
    EXPECT_GT(games_in(100), games_in(1) + 1'000);
  }
}

TEST(KimbleRollouts, KnowWhatWins) {
  const AnyGame game = game_named("kimble:AC");
  const Kimble state =
      engine::position({{28, 'A'}, {29, 'A'}, {31, 'A'}, {26, 'A'}, {10, 'C'}}, "A4", "AC");
  const auto view = game.from_text(state.to_text());
  ASSERT_TRUE(view) << view.error();
  for (const bool judges : {false, true}) {
    const auto searcher = make_searcher(Method::kRollouts, game, {.judges_all_moves = judges});
    searcher->new_game(1);
    const Result result = searcher->search(*view, games(1'000));
    EXPECT_EQ(result.proven, Proven::kWin);
    EXPECT_EQ(result.win, 1);
    ASSERT_EQ(result.moves.size(), 1u);
    EXPECT_EQ(result.moves[0].proven, Proven::kWin);
    EXPECT_EQ(view->format(result.best), "3");
  }
}

TEST(KimbleRollouts, NeverChooseBetweenAWinAndAnything) {
  for (const char* name : {"kimble:4", "kimble:AC/pieces=2", "kimble:AB/pieces=3"}) {
    const AnyGame game = game_named(name);
    for (const AnyState& view : decisions(game, 2'000, 12)) {
      Kimble::Moves moves;
      view.as<Kimble>().legal_moves(moves);
      for (const KimbleMove move : moves)
        EXPECT_FALSE(engine::is_over(engine::child(view.as<Kimble>(), move))) << view.to_text();
    }
  }
}

// ---- tables ----

TEST(KimbleTable, PlaysWhatIsBest) {
  const auto duel = std::shared_ptr<KimbleDuel>(solved(2, {{{0}, {1}}}));
  for (const char* name : {"kimble:AB/pieces=2", "kimble:CD/pieces=2", "kimble:AD/pieces=2"}) {
    const AnyGame game = game_named(name);
    ASSERT_TRUE(is_table_of(*duel, game)) << name;
    const auto searcher = make_searcher(Method::kTable, game, {.table = duel});
    ASSERT_TRUE(searcher);
    for (const AnyState& view : decisions(game, 50, 3)) {
      const Result result = searcher->search(view, {});
      // Its choice is worth what the position is: see DuelSweep for what that means.
      const Kimble& state = view.as<Kimble>();
      double best = 0;
      Kimble::Moves moves;
      state.legal_moves(moves);
      for (const KimbleMove move : moves)
        best = std::max(best, table_value(*duel, engine::child(state, move), state.to_move()));
      EXPECT_EQ(result.win, best);
      EXPECT_EQ(table_value(*duel, engine::child(state, KimbleMove::from_bits(result.best.bits())),
                            state.to_move()),
                best);
    }
  }
}

TEST(KimbleTable, IsOfItsCornersAndPieces) {
  const KimbleDuel opposite(1, {{{0}, {2}}}), adjacent(1, {{{0}, {1}}});
  const KimbleDuel response(1, {{{0}, {2, KimblePolicy::kHelppo}}}),
      one_sided(1, {{{0}, {1, KimblePolicy::kHelppo}}});
  for (const char* name : {"kimble:AC/pieces=1", "kimble:BD/pieces=1"}) {
    EXPECT_TRUE(is_table_of(opposite, game_named(name)));
    EXPECT_TRUE(is_table_of(response, game_named(name)));
    EXPECT_FALSE(is_table_of(adjacent, game_named(name)));
  }
  for (const char* name : {"kimble:AB/pieces=1", "kimble:AD/pieces=1", "kimble:BC/pieces=1"}) {
    EXPECT_FALSE(is_table_of(opposite, game_named(name)));
    EXPECT_TRUE(is_table_of(adjacent, game_named(name)));
    EXPECT_FALSE(is_table_of(one_sided, game_named(name)));
  }
  for (const char* name : {"kimble:AC", "kimble:ABC/pieces=1", "kimble:A/pieces=1", "gomoku"})
    EXPECT_FALSE(is_table_of(opposite, game_named(name))) << name;
  EXPECT_EQ(make_searcher(Method::kTable, game_named("kimble:AC/pieces=1"), {}), nullptr);
}

TEST(KimbleTable, LiesOverBytesThatSomebodyElseHas) {
  const auto duel = solved(1, {{{0}, {1}}});
  std::vector<std::byte> bytes(1);  // one before them
  for (int mover = 0; mover < 2; ++mover) {
    const auto values = duel->values(mover).bytes(0, duel->pairs(mover).size());
    bytes.insert(bytes.end(), values.begin(), values.end());
  }
  const auto over = KimbleDuel::over(1, duel->players(), std::span(bytes).subspan(1));
  ASSERT_TRUE(over);
  for (int mover = 0; mover < 2; ++mover)
    for (std::uint32_t own = 0; own < 28; ++own)
      EXPECT_EQ(over->value(mover, 1u << own, 0), duel->value(mover, 1u << own, 0));
  EXPECT_FALSE(KimbleDuel::over(1, duel->players(), std::span(bytes)));
  EXPECT_FALSE(KimbleDuel::over(1, duel->players(), std::span(bytes).subspan(2)));
}

// ---- danger ----

TEST(KimbleDanger, IsTheChanceToBeHit) {
  // C throws; A stands so many squares before one of C's pieces.
  const auto danger = [](int squares) {
    return kimble_danger(engine::position({{10, 'C'}, {10 + squares, 'A'}}, "C0", "AC"), 0);
  };
  // One die of six; a six throws again, and moves a piece out of home or this one on.
  EXPECT_NEAR(danger(1), 1.0 / 6, 0.04);
  EXPECT_GT(danger(1), 1.0 / 6 - 1e-12);
  EXPECT_GT(danger(7), 1.0 / 36 - 1e-12);
  EXPECT_LT(danger(7), 2.5 / 36);
  EXPECT_EQ(kimble_danger(engine::position({{10, 'C'}, {11, 'A'}}, "A0", "AC"), 0), 0);
  EXPECT_EQ(kimble_danger(engine::position({{10, 'C'}, {28, 'A'}}, "C0", "AC"), 0), 0);
}

TEST(KimbleDanger, IsWhatGamesShow) {
  const AnyGame game = game_named("kimble:4");
  Rng rng(8);
  for (const AnyState& view : decisions(game, 10, 9)) {
    Kimble after = view.as<Kimble>();
    const Player player = after.to_move();
    after.apply(after.random_move(rng));
    if (engine::is_over(after)) continue;
    constexpr int kTrials = 20'000;
    int hits = 0;
    for (int trial = 0; trial < kTrials; ++trial) {
      Kimble state = after;
      bool is_hit = false;
      while (!is_hit && !engine::is_over(state) && state.turn() != player) {
        state.apply(state.sample_chance(rng));
        if (state.to_move() >= 0) state.apply(kimble_capture(state));
        is_hit = state.at_home(player) > after.at_home(player);
      }
      hits += is_hit;
    }
    const double chance = kimble_danger(after, player);
    EXPECT_NEAR(static_cast<double>(hits) / kTrials, chance,
                5 * std::sqrt(chance * (1 - chance) / kTrials) + 1e-3)
        << after.to_text();
  }
}

}  // namespace
}  // namespace gauntlet::search
