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
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/opponent_model.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/strategies.h"
#include "search/kimble/tablebase/table_search.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/registry.h"
#include "tests/checked.h"
#include "tests/engine/kimble_positions.h"
#include "tests/search/kimble_decisions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::AnyGame;
using engine::AnyState;
using engine::Kimble;
using engine::Player;
using engine::Rng;

Limits games(std::uint64_t count) {
  Limits limits;
  limits.nodes = count;
  return limits;
}

// ---- rollouts ----

/// Where two policies are known every position has an exact value.
TEST(KimblePolicyPlayouts, AgreeWithExactValuesSlow) {
  const engine::Kimble::Rules rules = engine::rules("AB", 2);
  const AnyGame game = game_named("kimble:AB/pieces=2");
  for (const auto policy : {Policy::kHelppo, Policy::kVaikea, Policy::kRandom})
    for (const bool captures_first : {true, false}) {
      const Policy one = captures_first ? Policy::kCapture : policy,
                   two = captures_first ? policy : Policy::kCapture;
      const auto values = solved(2, {{{0, one}, {1, two}}});
      const PolicyPlayouts playouts(rules, {one, two});
      for (const AnyState& view : decisions(game, 20, 6)) {
        Kimble::Moves moves;
        view.as<Kimble>().legal_moves(moves);
        for (const Kimble::Move move : moves) {
          const Kimble after = engine::child(view.as<Kimble>(), move);
          if (engine::is_over(after)) continue;
          const auto thrower = after.turn();
          const double value = values->value(thrower, after.board(thrower),
                                             after.board(static_cast<Player>(1 - thrower)));
          constexpr std::uint64_t kGames = 20'000;
          constexpr double kCount = kGames;
          std::array starts = {PolicyPlayouts::start(after, kGames)};
          playouts(starts, 5);
          const auto won = static_cast<double>(starts[0].wins[static_cast<std::size_t>(thrower)]);
          EXPECT_NEAR(won / kCount, value,
                      5 * std::sqrt((value * (1 - value) + 1 / kCount) / kCount))
              << word_of(policy) << " " << view.to_text() << " "
              << view.format(engine::AnyMove(move.bits()));
        }
      }
    }
}

/// The share of the games behind a choice that its mover wins, where it plays by the fitted weights
/// and all others play `others`: other games side by side, which are tested against exact values
/// above.
double share_won_side_by_side(const Kimble& after, Player mover, Policy others,
                              std::uint64_t games) {
  Policies policies;
  policies.fill(others);
  policies[static_cast<std::size_t>(mover)] = Policy::kFitted;
  std::array starts = {PolicyPlayouts::start(after, games)};
  PolicyPlayouts(after.rules(), policies)(starts, 77);
  return static_cast<double>(starts[0].wins[static_cast<std::size_t>(mover)]) /
         static_cast<double>(games);
}

/// The same of games one by one, by the rules of the engine.
double share_won(const Kimble& after, Player mover, Policy others, std::uint64_t games) {
  std::uint64_t wins = 0;
  for (std::uint64_t game = 0; game < games; ++game) {
    Rng rng(8, game);
    Kimble state = after;
    while (!engine::is_over(state)) {
      const Policy policy = state.to_move() == mover ? Policy::kFitted : others;
      const auto chosen = state.to_move() < 0 ? std::nullopt : simple_choice(state, policy);
      if (state.to_move() < 0)
        state.apply(state.sample_chance(rng));
      else if (policy == Policy::kFitted)
        state.apply(fitted_choice(state, fitted_weights(state.players())));
      else
        state.apply(chosen ? *chosen : state.random_move(rng));
    }
    wins += state.turn() == mover;
  }
  return static_cast<double>(wins) / static_cast<double>(games);
}

/// Compares what rollouts say of some decisions' choices with `won(after, mover, others, games)`.
template <class Won>
void expect_worth(int count, std::uint64_t other_games, Won&& won) {
  for (const char* name : {"kimble:AB/pieces=2", "kimble:ABD/pieces=2"}) {
    const AnyGame game = game_named(name);
    for (const std::string against : {"helppo", "vaikea", "random", "fitted", ""}) {
      const Policy others = find_policy(against).value_or(Policy::kFitted);
      const auto searcher =
          make_searcher("rollouts", game, {.judges_all_moves = true, .own = told(against)});
      searcher->new_game(5);
      for (const AnyState& view : decisions(game, count, 6)) {
        const Result result = searcher->search(view, games(20'000));
        ASSERT_GE(result.nodes, 19'000u);
        for (const JudgedMove& move : result.moves) {
          const Kimble after =
              engine::child(view.as<Kimble>(), Kimble::Move::from_bits(move.move.bits()));
          if (engine::is_over(after)) continue;
          const double share = won(after, view.to_move(), others, other_games);
          EXPECT_NEAR(move.win, share,
                      5 * std::hypot(*move.error, std::sqrt(share * (1 - share) /
                                                            static_cast<double>(other_games))))
              << against << " " << view.to_text() << " " << view.format(move.move);
        }
      }
    }
  }
}

TEST(KimbleRollouts, TellWhatTheChoicesAreWorthToThosePoliciesSlow) {
  expect_worth(10, 10'000, share_won_side_by_side);
}

TEST(KimbleRollouts, TellWhatTheChoicesAreWorthByTheRulesOfTheEngineSlow) {
  expect_worth(4, 600, share_won);
}

TEST(KimbleRivals, AreNamedOneByOneOrTogether) {
  using enum Policy;
  Rng rng(1);
  const auto drawn = [&](const char* names, int players, Player mover) {
    const auto rivals = OpponentModel::parse(names, players);
    EXPECT_TRUE(rivals) << names;
    return rivals->draw(mover, rng);
  };
  EXPECT_EQ(drawn("helppo", 4, 2), (Policies{kHelppo, kHelppo, kFitted, kHelppo}));
  EXPECT_EQ(drawn("helppo+vaikea+random", 4, 2), (Policies{kVaikea, kRandom, kFitted, kHelppo}));
  EXPECT_EQ(drawn("capture+fitted", 3, 0), (Policies{kFitted, kCapture, kFitted, kFitted}));
  EXPECT_EQ(OpponentModel::unknown(3).draw(1, rng), (Policies{kFitted, kFitted, kFitted, kFitted}));
  std::array<int, 6> times{};
  for (int i = 0; i < 8'000; ++i)
    ++times[static_cast<std::size_t>(drawn("people+helppo", 3, 2)[0])];
  EXPECT_NEAR(times[static_cast<std::size_t>(kFitted)], 4'000, 250);
  EXPECT_NEAR(times[static_cast<std::size_t>(kVaikea)], 1'000, 160);
  EXPECT_EQ(times[static_cast<std::size_t>(kHelppo)], 0);
  for (const char* bad : {"", "+", "helppo+", "best", "helppo+vaikea", "prudent", "helppo,helppo"})
    EXPECT_FALSE(OpponentModel::parse(bad, 4)) << bad;
}

TEST(KimbleRollouts, AreTheSameForAnyNumberOfThreads) {
  const AnyGame game = game_named("kimble:4");
  const auto alone =
      make_searcher("rollouts", game, {.threads = 1, .own = {{"against", "people"}}});
  const auto together =
      make_searcher("rollouts", game, {.threads = 3, .own = {{"against", "people"}}});
  alone->new_game(1);
  together->new_game(1);
  constexpr std::uint64_t kGames = kIsChecked ? 1'000 : 5'000;
  for (const AnyState& view : decisions(game, kIsChecked ? 3 : 10, 2)) {
    const Result one = alone->search(view, games(kGames)),
                 two = together->search(view, games(kGames));
    EXPECT_EQ(one.best, two.best);
    EXPECT_EQ(one.win, two.win);
    EXPECT_EQ(one.nodes, two.nodes);
  }
}

TEST(KimbleRollouts, DropTheWorseHalfOfTheChoicesSlow) {
  const AnyGame game = game_named("kimble:AC");
  const auto searcher = make_searcher("rollouts", game, {.judges_all_moves = true});
  searcher->new_game(1);
  constexpr std::uint64_t kGames = kIsChecked ? 20'000 : 40'000;
  int of_four = 0;
  for (const AnyState& view : decisions(game, kIsChecked ? 60 : 200, 4)) {
    Kimble::Moves moves;
    view.as<Kimble>().legal_moves(moves);
    int told = 0;
    const Result result = searcher->search(view, games(kGames), [&](const Result&) { ++told; });
    ASSERT_EQ(result.moves.size(),
              result.proven == Proven::kWin ? result.moves.size() : moves.size());
    if (moves.size() < 3 || result.proven == Proven::kWin) continue;
    ++of_four;
    EXPECT_EQ(told, 1);
    // The two that are left have most of the games, and so the smaller errors.
    EXPECT_LT(*result.moves[0].error, *result.moves.back().error * 1.01) << view.to_text();
    EXPECT_EQ(result.best, result.moves[0].move);
    EXPECT_GE(result.moves[0].win, result.moves[1].win);
    EXPECT_LE(result.nodes, kGames);
    EXPECT_GE(result.nodes, kIsChecked ? 18'500u : 38'000u);
  }
  EXPECT_GT(of_four, kIsChecked ? 5 : 20);
}

TEST(KimbleRollouts, EndWhenTheBestChoiceIsClearSlow) {
  const AnyGame game = game_named("kimble:AC/pieces=2");
  const auto hasty = make_searcher("rollouts", game, {});
  const auto thorough = make_searcher("rollouts", game, {.judges_all_moves = true});
  int same = 0, shorter = 0;
  const auto views = decisions(game, 20, 7);
  for (const AnyState& view : views) {
    hasty->new_game(3);
    thorough->new_game(4);
    const Result quick = hasty->search(view, games(100'000)),
                 whole = thorough->search(view, games(100'000));
    same += quick.best == whole.best;
    shorter += quick.nodes < whole.nodes / 2;
    if (quick.best != whole.best) {
      EXPECT_NEAR(quick.win, whole.win, 0.03) << view.to_text();
    }
  }
  EXPECT_GE(same, 16);
  EXPECT_GE(shorter, 4);
}

/// Where few games say little.
TEST(KimbleRollouts, LookAheadFirstSlow) {
  const AnyGame game = game_named("kimble:4");
  const auto looking = make_searcher("rollouts", game, {});
  const auto playing = make_searcher("rollouts", game, {.judges_all_moves = true});
  const auto ahead = make_searcher("expectimax", game, {});
  Limits four;
  four.depth = 4;
  int with = 0, without = 0;
  const auto views = decisions(game, 60, 9);
  for (const AnyState& view : views) {
    looking->new_game(1);
    playing->new_game(1);
    const engine::AnyMove best = ahead->search(view, four).best;
    with += looking->search(view, games(2'000)).best == best;
    without += playing->search(view, games(2'000)).best == best;
  }
  EXPECT_GT(with, without + 8) << without;
}

/// Against people, of whom some are drawn for a few games at a time, they lie further apart than as
/// many games without such a draw.
TEST(KimbleRollouts, TellHowFarApartResultsLieSlow) {
  constexpr int kTimes = 300;
  const AnyGame game = game_named("kimble:AC");
  const AnyState view = decisions(game, 1, 8).back();
  for (const char* against : {"vaikea", "people"}) {
    const auto searcher =
        make_searcher("rollouts", game, {.judges_all_moves = true, .own = told(against)});
    double sum = 0, squares = 0, told = 0;
    for (int i = 0; i < kTimes; ++i) {
      searcher->new_game(static_cast<std::uint64_t>(i));
      const Result result = searcher->search(view, games(4'000));
      const auto first = std::min_element(result.moves.begin(), result.moves.end(),
                                          [](const auto& one, const auto& two) {
                                            return one.move.bits() < two.move.bits();
                                          });  // the same choice each time
      sum += first->win;
      squares += first->win * first->win;
      told += *first->error * *first->error;
    }
    const double variance = (squares - sum * sum / kTimes) / (kTimes - 1);
    EXPECT_NEAR(variance / (told / kTimes), 1, 0.2) << against;
  }
}

TEST(KimbleRollouts, UseTheirTime) {
  const AnyGame game = game_named(kIsChecked ? "kimble:AC/pieces=2" : "kimble:4");
  const auto searcher = make_searcher("rollouts", game, {.judges_all_moves = true});
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
    EXPECT_GT(games_in(100), games_in(1) + (kIsChecked ? 500 : 1'000));
  }
}

TEST(KimbleRollouts, KnowWhatWins) {
  const AnyGame game = game_named("kimble:AC");
  const Kimble state =
      engine::position({{28, 'A'}, {29, 'A'}, {31, 'A'}, {26, 'A'}, {10, 'C'}}, "A4", "AC");
  const auto view = game.from_text(state.to_text());
  ASSERT_TRUE(view.ok()) << engine::message_of(view);
  for (const bool judges : {false, true}) {
    const auto searcher = make_searcher("rollouts", game, {.judges_all_moves = judges});
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
      for (const Kimble::Move move : moves)
        EXPECT_FALSE(engine::is_over(engine::child(view.as<Kimble>(), move))) << view.to_text();
    }
  }
}

// ---- tables ----

/// A table, and players at other corners whose values it is to know.
struct TableCase {
  Tablebase::Players table, players;
};

void PrintTo(const TableCase& test, std::ostream* out) {
  for (const auto& players : {test.table, test.players})
    for (const auto& [corner, policy] : players)
      *out << static_cast<char>('A' + corner) << ' ' << word_of(policy) << ' ';
}

class KimbleTableOf : public testing::TestWithParam<TableCase> {};

/// Which of a table's players sits there.
int index_in(const Tablebase::Players& players, const Kimble& state, Player seat) {
  return state.corner(seat) == players[0].corner ? 0 : 1;
}

/// What a position is worth to `player`, by a table of exactly the corners that play.
double value_by(const Tablebase& tablebase, const Kimble& after, Player player) {
  const Player thrower = after.turn();
  if (engine::is_over(after)) return thrower == player ? 1 : 0;
  const double value =
      tablebase.value(index_in(tablebase.players(), after, thrower), after.board(thrower),
                      after.board(static_cast<Player>(1 - thrower)));
  return thrower == player ? value : 1 - value;
}

/// A table serves all corners that are as far apart. Here positions are looked up by hand among the
/// values of their own corners, which kimble_tablebase_test.cc compares with those of a naive
/// solver.
TEST_P(KimbleTableOf, PlaysWhatIsBestSlow) {
  const auto& players = GetParam().players;
  std::string corners = {static_cast<char>('A' + players[0].corner),
                         static_cast<char>('A' + players[1].corner)};
  std::sort(corners.begin(), corners.end());
  const AnyGame game = game_named("kimble:" + corners + "/pieces=2");
  const std::shared_ptr<Tablebase> table = solved(2, GetParam().table);
  ASSERT_TRUE(is_table_of(*table, game.rules<engine::Kimble>()));
  const auto searcher = make_searcher("table", game, {.knowledge = table});
  ASSERT_TRUE(searcher);
  const auto tablebase = solved(2, players);
  std::array<int, 2> seen{};
  for (const AnyState& view : decisions(game, 60, 3)) {
    const Kimble& state = view.as<Kimble>();
    const int player = index_in(players, state, view.to_move());
    ++seen[static_cast<std::size_t>(player)];
    if (players[static_cast<std::size_t>(player)].policy != Policy::kBest) continue;
    const auto value = [&](engine::AnyMove move) {
      const Kimble after = engine::child(state, Kimble::Move::from_bits(move.bits()));
      return value_by(*tablebase, after, view.to_move());
    };
    const Result result = searcher->search(view, {});
    engine::AnyMoves moves;
    view.legal_moves(moves);
    EXPECT_EQ(result.moves.size(), moves.size());
    double best = 0;
    for (const engine::AnyMove move : moves) best = std::max(best, value(move));
    EXPECT_NEAR(value(result.best), best, 1e-5) << view.to_text();
    EXPECT_NEAR(result.win, best, 1e-5) << view.to_text();
    for (const JudgedMove& move : result.moves)
      EXPECT_NEAR(move.win, value(move.move), 1e-5) << view.to_text();
  }
  EXPECT_GT(std::min(seen[0], seen[1]), 10);
}

constexpr Policy kHelppo = Policy::kHelppo;
INSTANTIATE_TEST_SUITE_P(Adjacent, KimbleTableOf,
                         testing::Values(TableCase{{{{0}, {1}}}, {{{3}, {2}}}},
                                         TableCase{{{{0}, {1}}}, {{{0}, {3}}}},
                                         TableCase{{{{0}, {3}}}, {{{1}, {2}}}}));
INSTANTIATE_TEST_SUITE_P(Opposite, KimbleTableOf,
                         testing::Values(TableCase{{{{0}, {2}}}, {{{1}, {3}}}},
                                         TableCase{{{{1}, {3}}}, {{{2}, {0}}}},
                                         TableCase{{{{3, kHelppo}, {1}}}, {{{0}, {2, kHelppo}}}},
                                         TableCase{{{{3, kHelppo}, {1}}}, {{{0, kHelppo}, {2}}}}));

TEST(KimbleTable, IsOfItsCornersAndPieces) {
  const Tablebase opposite(1, {{{0}, {2}}}), adjacent(1, {{{0}, {1}}});
  const Tablebase response(1, {{{0}, {2, Policy::kHelppo}}}),
      one_sided(1, {{{0}, {1, Policy::kHelppo}}});
  for (const char* name : {"kimble:AC/pieces=1", "kimble:BD/pieces=1"}) {
    EXPECT_TRUE(is_table_of(opposite, game_named(name).rules<engine::Kimble>()));
    EXPECT_TRUE(is_table_of(response, game_named(name).rules<engine::Kimble>()));
    EXPECT_FALSE(is_table_of(adjacent, game_named(name).rules<engine::Kimble>()));
  }
  for (const char* name : {"kimble:AB/pieces=1", "kimble:AD/pieces=1", "kimble:BC/pieces=1"}) {
    EXPECT_FALSE(is_table_of(opposite, game_named(name).rules<engine::Kimble>()));
    EXPECT_TRUE(is_table_of(adjacent, game_named(name).rules<engine::Kimble>()));
    EXPECT_FALSE(is_table_of(one_sided, game_named(name).rules<engine::Kimble>()));
  }
  for (const char* name : {"kimble:AC", "kimble:ABC/pieces=1", "kimble:A/pieces=1"})
    EXPECT_FALSE(is_table_of(opposite, game_named(name).rules<engine::Kimble>())) << name;
  EXPECT_EQ(make_searcher("table", game_named("kimble:AC/pieces=1"), {}), nullptr);
}

TEST(KimbleTable, LiesOverBytesThatSomebodyElseHas) {
  const auto tablebase = solved(1, {{{0}, {1}}});
  std::vector<std::byte> bytes(1);  // one before them
  for (int mover = 0; mover < 2; ++mover) {
    const auto values = tablebase->values(mover).bytes(0, tablebase->pairs(mover).size());
    bytes.insert(bytes.end(), values.begin(), values.end());
  }
  const auto over = Tablebase::over(1, tablebase->players(), false, std::span(bytes).subspan(1));
  ASSERT_TRUE(over);
  for (int mover = 0; mover < 2; ++mover)
    for (std::uint32_t own = 0; own < 28; ++own)
      EXPECT_EQ(over->value(mover, 1u << own, 0), tablebase->value(mover, 1u << own, 0));
  EXPECT_FALSE(Tablebase::over(1, tablebase->players(), false, std::span(bytes)));
  EXPECT_FALSE(Tablebase::over(1, tablebase->players(), false, std::span(bytes).subspan(2)));
}

TEST(KimbleTable, LiesNarrowOverBytesThatSomebodyElseHas) {
  const auto tablebase = solved(1, {{{0}, {1}}});
  std::vector<std::byte> bytes(1);  // one before them
  for (int mover = 0; mover < 2; ++mover) {
    const std::uint64_t size = tablebase->pairs(mover).size();
    for (std::uint64_t place = 0; place < size; place += NarrowValues::kGroup) {
      std::array<std::uint32_t, NarrowValues::kGroup> group{};
      for (std::uint64_t i = 0; i < NarrowValues::kGroup && place + i < size; ++i)
        group[i] = tablebase->values(mover).get(place + i);
      bytes.resize(bytes.size() + NarrowValues::kGroupBytes);
      NarrowValues::pack(group, bytes.data() + bytes.size() - NarrowValues::kGroupBytes);
    }
  }
  const auto over = Tablebase::over(1, tablebase->players(), true, std::span(bytes).subspan(1));
  ASSERT_TRUE(over);
  for (int mover = 0; mover < 2; ++mover)
    for (std::uint32_t own = 0; own < 28; ++own)
      EXPECT_NEAR(over->value(mover, 1u << own, 0), tablebase->value(mover, 1u << own, 0), 3.1e-5);
  EXPECT_FALSE(Tablebase::over(1, tablebase->players(), false, std::span(bytes).subspan(1)));
  EXPECT_FALSE(Tablebase::over(1, tablebase->players(), true, std::span(bytes).subspan(2)));
}

// ---- danger ----

TEST(KimbleDanger, IsTheChanceToBeHit) {
  // C throws; A stands so many squares before one of C's pieces.
  const auto danger = [](int squares) {
    return capture_risk(engine::position({{10, 'C'}, {10 + squares, 'A'}}, "C0", "AC"), 0);
  };
  // One die of six; a six throws again, and moves a piece out of home or this one on.
  EXPECT_NEAR(danger(1), 1.0 / 6, 0.04);
  EXPECT_GT(danger(1), 1.0 / 6 - 1e-12);
  EXPECT_GT(danger(7), 1.0 / 36 - 1e-12);
  EXPECT_LT(danger(7), 2.5 / 36);
  EXPECT_EQ(capture_risk(engine::position({{10, 'C'}, {11, 'A'}}, "A0", "AC"), 0), 0);
  EXPECT_EQ(capture_risk(engine::position({{10, 'C'}, {28, 'A'}}, "C0", "AC"), 0), 0);
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
        if (state.to_move() >= 0) state.apply(capture(state));
        is_hit = state.at_home(player) > after.at_home(player);
      }
      hits += is_hit;
    }
    const double chance = capture_risk(after, player);
    EXPECT_NEAR(static_cast<double>(hits) / kTrials, chance,
                5 * std::sqrt(chance * (1 - chance) / kTrials) + 1e-3)
        << after.to_text();
  }
}

}  // namespace
}  // namespace gauntlet::search
