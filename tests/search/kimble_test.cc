// Kimble in search: playouts, classic strategies and the evaluation, against known figures.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "search/kimble/evaluation.h"
#include "search/kimble/leaf_playout.h"
#include "search/kimble/playout/playout.h"
#include "search/kimble/strategies.h"
#include "search/registry.h"
#include "tests/engine/kimble_positions.h"
#include "tests/engine/kimble_wire.h"
#include "tests/search/sample.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::Kimble;
using engine::Player;
using engine::Rng;
using engine::rules;
using engine::start_of;
using engine::started_by;

// ---- playouts ----

PlayoutResult slow_playout(Kimble state, Rng& rng) {
  int plies = 0;
  for (; !engine::is_over(state); ++plies) {
    const bool decides = state.to_move() >= 0;
    state.apply(decides ? state.random_move(rng) : state.sample_chance(rng));
  }
  return {state.returns(), plies};
}

/// Lengths and results of both kinds of playout are alike: within four standard errors.
void expect_same_distribution(const Kimble& from, int playouts, std::uint64_t seed) {
  SCOPED_TRACE(from.rules().name() + " " + from.to_text() + ", seed " + std::to_string(seed));
  Rng rng(seed);
  const Playout<Kimble> playout(from.rules());
  std::array<Sample, 2> plies, squares, first, last;
  const auto seats = static_cast<std::size_t>(from.players());
  for (int i = 0; i < playouts; ++i) {
    const std::array results = {playout(from, rng), slow_playout(from, rng)};
    for (std::size_t k = 0; k < 2; ++k) {
      plies[k].add(results[k].plies);
      squares[k].add(static_cast<double>(results[k].plies) * results[k].plies);
      first[k].add(results[k].returns[0]);
      last[k].add(results[k].returns[seats - 1]);
    }
  }
  for (const auto& s : {plies, squares, first, last})
    EXPECT_NEAR(s[0].mean(), s[1].mean(), 4 * std::hypot(s[0].error(), s[1].error()) + 1e-12);
}

TEST(KimblePlayout, IsDistributedAsMoveByMovePlay) {
  std::uint64_t seed = 1;
  for (const char* seats : {"A", "AC", "AB", "BD", "C", "BCD", "ABCD"}) {
    for (int pieces = 1; pieces <= 4; ++pieces) {
      const Kimble::Rules r = rules(seats, pieces);
      expect_same_distribution(start_of(r), 5'000, seed++);
      Rng rng(seed);
      Kimble later = start_of(r);
      for (int ply = 0; ply < 20 && !engine::is_over(later); ++ply)
        later.apply(later.to_move() >= 0 ? later.random_move(rng) : later.sample_chance(rng));
      expect_same_distribution(later, 5'000, seed++);
    }
  }
}

TEST(KimblePlayout, OfAFinishedGameIsItsResult) {
  const std::string text = std::string(28, '0') + "AAAA" + std::string(12, '0') + "A0 AC";
  const auto over = Kimble::from_text(rules("AC"), text);
  ASSERT_TRUE(over.ok()) << engine::message_of(over);
  Rng rng(1);
  const PlayoutResult result = Playout<Kimble>(over->rules())(*over, rng);
  EXPECT_EQ(result.plies, 0);
  EXPECT_EQ(result.returns[0], 1);
}

TEST(KimblePlayout, OfAWonThrowWins) {
  const std::string text = "0000000" + std::string(21, '0') + "0AAA" + std::string(12, '0');
  const auto near = Kimble::from_text(rules("A"), text + "A0 A 990");
  ASSERT_TRUE(near.ok()) << engine::message_of(near);
  Rng rng(1);
  for (int i = 0; i < 1'000; ++i) {
    const PlayoutResult result = Playout<Kimble>(near->rules())(*near, rng);
    EXPECT_GE(result.returns[0], 0);
    EXPECT_LE(result.returns[0], 0.01f) << "990 throws were made before";
  }
}

/// Published for this game: 250.2 throws, 57.5 of them with a real choice, and how often each wins
/// in order of play from the starter.
TEST(KimblePlayout, GoldenFiguresOfFourRandomPlayers) {
  constexpr int kGames = 100'000;
  Rng rng(2);
  Sample throws, choices;
  std::array<Sample, 4> wins;
  for (int game = 0; game < kGames; ++game) {
    const int starter = game % 4;
    Kimble state = started_by(rules("4"), starter);
    int thrown = 0, chosen = 0;
    while (!engine::is_over(state)) {
      const bool decides = state.to_move() >= 0;
      thrown += !decides;
      chosen += decides && std::popcount(state.movable_pieces()) > 1;
      state.apply(decides ? state.random_move(rng) : state.sample_chance(rng));
    }
    throws.add(thrown), choices.add(chosen);
    for (int order = 0; order < 4; ++order) wins[order].add(state.returns()[(starter + order) % 4]);
  }
  EXPECT_NEAR(throws.mean(), 250.2, 4 * throws.error() + 0.05);
  EXPECT_NEAR(choices.mean(), 57.5, 4 * choices.error() + 0.05);
  const std::array expected = {0.2566, 0.2520, 0.2475, 0.2438};
  for (int order = 0; order < 4; ++order)
    EXPECT_NEAR(wins[order].mean(), expected[order], 4 * wins[order].error() + 0.0005) << order;
}

TEST(KimblePlayout, RunsBehindTheRegistry) {
  const auto game = engine::find_game("kimble:4");
  ASSERT_TRUE(game.ok()) << engine::message_of(game);
  Rng rng(3);
  const PlayoutTotals totals = run_playouts(game->start(rng), 20'000, rng);
  const auto n = static_cast<double>(totals.playouts);
  for (const double wins : totals.returns) EXPECT_NEAR(wins / n, 0.25, 4 * std::sqrt(0.1875 / n));
}

// ---- strategies ----

using KimbleStrategy = Kimble::Move (*)(const Kimble&, Rng&);

Kimble::Move play_helppo(const Kimble& state, Rng&) {
  return helppo(state);
}
Kimble::Move play_vaikea(const Kimble& state, Rng&) {
  return vaikea(state);
}
Kimble::Move play_capture(const Kimble& state, Rng&) {
  return capture(state);
}
Kimble::Move random_move(const Kimble& state, Rng& rng) {
  return state.random_move(rng);
}
Kimble::Move one_ply(const Kimble& state, Rng&) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  Kimble::Move best = moves[0];
  int highest = -1'000'000;
  for (const Kimble::Move move : moves) {
    const Kimble next = engine::child(state, move);
    const int first = engine::is_over(next) ? 0 : Evaluation<Kimble>::evaluate(next);
    const int score = engine::is_over(next)  ? kMaxEvaluation
                      : state.to_move() == 0 ? first
                                             : -first;
    if (score > highest) highest = score, best = move;
  }
  return best;
}

/// The share of games that player 0 wins as `first`, the others all playing `others`.
Sample match(const Kimble::Rules& r, KimbleStrategy first, KimbleStrategy others, int games,
             std::uint64_t seed) {
  Sample wins;
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    Kimble state = start_of(r);
    while (!engine::is_over(state)) {
      const Player mover = state.to_move();
      state.apply(mover == engine::kChance ? state.sample_chance(rng)
                  : mover == 0             ? first(state, rng)
                                           : others(state, rng));
    }
    wins.add(state.returns()[0]);
  }
  return wins;
}

/// `published` was measured over `its_games` games.
void expect_share(const Sample& share, double published, int its_games) {
  EXPECT_NEAR(share.mean(), published,
              4 * std::hypot(share.error(), 0.5 / std::sqrt(its_games)) + 0.0005);
}

TEST(KimbleStrategies, WinAsOftenAsPublishedAgainstOne) {
  constexpr int kGames = 40'000, kTheirs = 20'000;
  const Kimble::Rules two = rules("2");
  expect_share(match(two, play_capture, play_helppo, kGames, 11), 0.717, kTheirs);
  expect_share(match(two, play_capture, play_vaikea, kGames, 12), 0.663, kTheirs);
  expect_share(match(two, play_capture, random_move, kGames, 13), 0.641, kTheirs);
}

TEST(KimbleStrategies, WinAsOftenAsPublishedAgainstThree) {
  constexpr int kGames = 40'000, kTheirs = 200'000;
  const Kimble::Rules four = rules("4");
  expect_share(match(four, play_helppo, play_helppo, kGames, 21), 0.250, kTheirs);
  expect_share(match(four, play_vaikea, play_helppo, kGames, 22), 0.523, kTheirs);
  expect_share(match(four, random_move, play_helppo, kGames, 23), 0.489, kTheirs);
  expect_share(match(four, play_capture, play_helppo, kGames, 24), 0.610, kTheirs);
  expect_share(match(four, play_helppo, play_vaikea, kGames, 25), 0.091, kTheirs);
  expect_share(match(four, play_vaikea, play_vaikea, kGames, 26), 0.251, kTheirs);
  expect_share(match(four, random_move, play_vaikea, kGames, 27), 0.231, kTheirs);
  expect_share(match(four, play_capture, play_vaikea, kGames, 28), 0.354, kTheirs);
}

TEST(KimbleStrategies, AreKnownByName) {
  const auto game = engine::find_game("kimble:AC");
  ASSERT_TRUE(game.ok()) << engine::message_of(game);
  std::string names;
  Rng rng(1);
  engine::AnyState state = game->start(rng);
  state.apply(*state.parse("starter=A"));
  state.apply(*state.parse("die=6"));
  for (const Strategy& strategy : strategies(*game)) {
    names += std::string(strategy.name) + " ";
    EXPECT_EQ(state.format(strategy.choose(state, rng)), "0");
  }
  EXPECT_EQ(names, "helppo vaikea capture prudent fitted ");
}

TEST(KimbleStrategies, ChooseByTheirRule) {
  std::string squares(44, '0');
  squares[2] = squares[10] = 'A';  // another two at home
  squares[8] = 'B';
  const auto six = Kimble::from_text(rules("4"), squares + "A6 ABCD");
  ASSERT_TRUE(six.ok()) << engine::message_of(six);
  EXPECT_EQ(six->format(helppo(*six)), "2");
  EXPECT_EQ(six->format(vaikea(*six)), "0");
  EXPECT_EQ(six->format(capture(*six)), "1");
  squares[8] = '0';
  const auto quiet = Kimble::from_text(rules("4"), squares + "A6 ABCD");
  EXPECT_EQ(quiet->format(capture(*quiet)), "2");
  const auto one = Kimble::from_text(rules("4"), squares + "A1 ABCD");
  EXPECT_EQ(one->format(capture(*one)), "0");
}

/// The server's B, C and D were vaikea.
template <class Lines>
void expect_vaikea(const Lines& lines) {
  for (std::size_t i = 0; i + 1 < lines.size(); ++i) {
    const auto state = Kimble::from_text(rules("4"), std::string(lines[i]) + " ABCD");
    ASSERT_TRUE(state.ok()) << engine::message_of(state);
    if (state->to_move() <= 0) continue;
    const Kimble next = engine::child(*state, vaikea(*state));
    EXPECT_EQ(next.to_text().substr(0, 44), std::string(lines[i + 1], 44)) << lines[i];
  }
}

TEST(KimbleStrategies, VaikeaMovesAsOnTheWire) {
  expect_vaikea(engine::kWireOpening);
  expect_vaikea(engine::kWireEnding);
}

// ---- evaluation ----

TEST(KimbleEvaluation, OnePlyOfItBeatsTheStrategiesSlow) {
  constexpr int kGames = 20'000;
  EXPECT_GT(match(rules("2"), one_ply, play_helppo, kGames, 31).mean(), 0.74);
  EXPECT_GT(match(rules("2"), one_ply, play_vaikea, kGames, 32).mean(), 0.67);
  EXPECT_GT(match(rules("2"), one_ply, play_capture, kGames, 33).mean(), 0.52);
  EXPECT_GT(match(rules("AB"), one_ply, play_vaikea, kGames, 34).mean(), 0.66);
}

/// The move after which the leaf value of whoever moves is highest.
Kimble::Move best_leaf(const Kimble& state, Rng& rng) {
  const LeafPlayout<Kimble> leaf(state.rules());
  Kimble::Moves moves;
  state.legal_moves(moves);
  Kimble::Move best = moves[0];
  float highest = -1;
  for (const Kimble::Move move : moves) {
    const Kimble next = engine::child(state, move);
    const float value = engine::is_over(next)
                            ? 1
                            : leaf(next, rng).returns[static_cast<std::size_t>(state.to_move())];
    if (value > highest) highest = value, best = move;
  }
  return best;
}

TEST(KimbleLeaf, SharesOneWinAndAgreesWithAlphaBetaOnTheOrder) {
  Rng rng(51);
  const LeafPlayout<Kimble> two(rules("2")), four(rules("4"));
  std::vector<std::pair<int, float>> ranked;
  for (Kimble state = started_by(rules("2"), 0); !engine::is_over(state);) {
    const auto returns = two(state, rng).returns;
    EXPECT_NEAR(returns[0] + returns[1], 1, 1e-5);
    ranked.emplace_back(Evaluation<Kimble>::evaluate(state), returns[0]);
    state.apply(state.to_move() >= 0 ? one_ply(state, rng) : state.sample_chance(rng));
  }
  std::sort(ranked.begin(), ranked.end());
  for (std::size_t i = 1; i < ranked.size(); ++i)
    EXPECT_GE(ranked[i].second, ranked[i - 1].second - 1e-3f) << i;
  for (Kimble state = started_by(rules("4"), 2); !engine::is_over(state);) {
    const auto returns = four(state, rng).returns;
    EXPECT_NEAR(returns[0] + returns[1] + returns[2] + returns[3], 1, 1e-5);
    state.apply(state.to_move() >= 0 ? state.random_move(rng) : state.sample_chance(rng));
  }
}

TEST(KimbleLeaf, OnePlyOfItBeatsThreeOfTheStrategiesSlow) {
  constexpr int kGames = 10'000;
  EXPECT_GT(match(rules("4"), best_leaf, random_move, kGames, 52).mean(), 0.36);
  EXPECT_GT(match(rules("4"), best_leaf, play_helppo, kGames, 53).mean(), 0.50);
  EXPECT_GT(match(rules("4"), best_leaf, play_vaikea, kGames, 54).mean(), 0.31);
  EXPECT_GT(match(rules("4"), best_leaf, play_capture, kGames, 55).mean(), 0.23);
}

/// `predict` gives player 0's share of the games won from there, when all move by `choose`: near,
/// in each of ten bins.
template <class Predict>
void expect_calibrated(const Kimble::Rules& r, KimbleStrategy choose, std::uint64_t seed,
                       const Predict& predict) {
  std::array<Sample, 10> predicted, won;
  for (int game = 0; game < 20'000; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    Kimble state = started_by(r, game % r.players());
    std::vector<double> predictions;
    while (!engine::is_over(state)) {
      const bool decides = state.to_move() >= 0;
      if (!decides) predictions.push_back(predict(state));
      state.apply(decides ? choose(state, rng) : state.sample_chance(rng));
    }
    const double p = predictions[rng.below(static_cast<std::uint32_t>(predictions.size()))];
    const auto bin = static_cast<std::size_t>(p * 10);
    predicted[bin].add(p), won[bin].add(state.returns()[0]);
  }
  for (std::size_t bin = 0; bin < 10; ++bin) {
    if (won[bin].n > 100) {
      EXPECT_NEAR(predicted[bin].mean(), won[bin].mean(), 0.08) << bin;
    }
  }
}

TEST(KimbleLeaf, IsCalibratedSlow) {
  const LeafPlayout<Kimble> leaf(rules("4"));
  Rng unused(0);
  expect_calibrated(rules("4"), best_leaf, 56, [&](const Kimble& state) {
    return static_cast<double>(leaf(state, unused).returns[0]);
  });
}

TEST(KimbleEvaluation, IsCalibratedSlow) {
  expect_calibrated(rules("2"), one_ply, 41, [](const Kimble& state) {
    return Evaluation<Kimble>::win_probability(Evaluation<Kimble>::evaluate(state));
  });
}

TEST(KimbleEvaluation, IsFairToBothSides) {
  std::string squares(44, '0');
  squares[3] = 'A', squares[20] = 'A', squares[17] = 'C', squares[6] = 'C', squares[30] = 'A',
  squares[38] = 'C';
  const auto ours = Kimble::from_text(rules("2"), squares + "A0 AC");
  const auto theirs = Kimble::from_text(rules("2"), squares + "C0 AC");
  ASSERT_TRUE(ours.ok() && theirs.ok());
  EXPECT_EQ(Evaluation<Kimble>::evaluate(*ours), -Evaluation<Kimble>::evaluate(*theirs));
  EXPECT_GT(Evaluation<Kimble>::evaluate(*ours), 0);
  EXPECT_EQ(Evaluation<Kimble>::evaluate(start_of(rules("2"))), 0) << "the starter is not drawn";
}

}  // namespace
}  // namespace gauntlet::search
