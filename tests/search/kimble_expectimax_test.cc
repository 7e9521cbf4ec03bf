// Looking a few throws ahead in Kimble: against a plain recursion and against exact values.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <sstream>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/fit/value.h"
#include "search/kimble/opponent_model.h"
#include "search/kimble/strategies.h"
#include "search/kimble/tablebase/tablebase.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/parallel.h"
#include "search/registry.h"
#include "tests/engine/kimble_positions.h"
#include "tests/search/kimble_decisions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::AnyGame;
using engine::AnyState;
using engine::Kimble;
using engine::Player;

Limits so_deep(int depth) {
  Limits limits;
  limits.depth = depth;
  return limits;
}

/// What each player is said to play, by seat: names go round the table from the one after `self`.
std::vector<std::string> rivals_by_seat(const std::string& against, int players, Player self) {
  std::vector<std::string> names(static_cast<std::size_t>(players));
  std::istringstream rest(against);
  std::string name;
  for (Player seat = (self + 1) % players; seat != self; seat = (seat + 1) % players) {
    std::getline(rest, name, '+');  // the last one stays where there are no more
    names[static_cast<std::size_t>(seat)] = name;
  }
  return names;
}

/// The definition, with what the others do written out.
double plain_value(const Kimble& state, Player self, const std::vector<std::string>& rivals,
                   int throws) {
  if (engine::is_over(state))
    return static_cast<double>(state.returns()[static_cast<std::size_t>(self)]);
  Kimble::Moves moves;
  if (state.to_move() == engine::kChance) {
    if (throws == 0) return static_cast<double>(win_chances(state)[static_cast<std::size_t>(self)]);
    double sum = 0;
    for (int die = 1; die <= 6; ++die) {
      const Kimble thrown = engine::child(state, Kimble::Move(Kimble::Move::kThrow, die));
      sum += plain_value(thrown, self, rivals, throws - 1) / 6;
    }
    return sum;
  }
  state.legal_moves(moves);
  const auto after = [&](Kimble::Move move) {
    return plain_value(engine::child(state, move), self, rivals, throws);
  };
  if (state.to_move() == self) {
    double best = 0;
    for (const Kimble::Move move : moves) best = std::max(best, after(move));
    return best;
  }
  double mean = 0;
  for (const Kimble::Move move : moves) mean += after(move) / static_cast<double>(moves.size());
  const double fitted = after(fitted_choice(state, fitted_weights(state.players())));
  const std::string& rival = rivals[static_cast<std::size_t>(state.to_move())];
  if (rival == "random") return mean;
  if (rival == "helppo") return after(helppo(state));
  if (rival == "vaikea") return after(vaikea(state));
  if (rival == "capture") return after(capture(state));
  if (rival == "people")
    return (4 * fitted + 2 * after(capture(state)) + after(vaikea(state)) + mean) / 8;
  return fitted;
}

/// Decisions of all players of a game, so many of each.
std::vector<AnyState> decisions_of_all(const AnyGame& game, int of_each, std::uint64_t seed) {
  std::vector<int> missing(static_cast<std::size_t>(game.players()), of_each);
  std::vector<AnyState> found;
  for (const AnyState& view : decisions(game, 40 * of_each, seed))
    if (missing[static_cast<std::size_t>(view.to_move())]-- > 0) found.push_back(view);
  EXPECT_EQ(found.size(), missing.size() * static_cast<std::size_t>(of_each));
  return found;
}

void expect_what_a_plain_recursion_says(const AnyGame& game, const std::string& against,
                                        const std::vector<AnyState>& views, int deepest) {
  const auto searcher = make_searcher("expectimax", game, {.own = told(against)});
  searcher->new_game(1);
  for (const AnyState& view : views) {
    const auto rivals = rivals_by_seat(against, game.players(), view.to_move());
    for (int depth = 1; depth <= deepest; ++depth) {
      const Result result = searcher->search(view, so_deep(depth));
      ASSERT_EQ(result.depth, depth);
      EXPECT_EQ(result.best, result.moves[0].move);
      double last = 1;
      for (const JudgedMove& move : result.moves) {
        if (result.proven == Proven::kWin) continue;
        const Kimble after =
            engine::child(view.as<Kimble>(), Kimble::Move::from_bits(move.move.bits()));
        EXPECT_NEAR(move.win, plain_value(after, view.to_move(), rivals, depth - 1), 1e-9)
            << view.to_text() << " " << against << " " << depth;
        EXPECT_LE(move.win, last);
        last = move.win;
      }
    }
  }
}

TEST(KimbleExpectimax, IsWhatAPlainRecursionSays) {
  for (const char* name : {"kimble:AB", "kimble:AC", "kimble:ACD", "kimble:4"}) {
    const AnyGame game = game_named(name);
    for (const char* against : {"", "random", "helppo", "vaikea", "capture", "people"})
      expect_what_a_plain_recursion_says(game, against, decisions(game, 4, 9), 4);
  }
}

/// The last of them throws third, so that a depth of four reaches all.
TEST(KimbleExpectimax, KnowsWhichRivalSitsWhere) {
  const AnyGame three = game_named("kimble:ACD"), four = game_named("kimble:4");
  for (const char* against : {"helppo+vaikea", "people+random"})
    expect_what_a_plain_recursion_says(three, against, decisions_of_all(three, 3, 7), 4);
  for (const char* against : {"helppo+vaikea+random", "capture+people+fitted"})
    expect_what_a_plain_recursion_says(four, against, decisions_of_all(four, 3, 7), 4);
}

TEST(KimbleExpectimax, IsTheSameForAnyNumberOfThreads) {
  const AnyGame game = game_named("kimble:4");
  const auto one = make_searcher("expectimax", game, {});
  const auto three = make_searcher("expectimax", game, {.threads = 3});
  one->new_game(1);
  three->new_game(1);
  for (const AnyState& view : decisions(game, 10, 2)) {
    const Result alone = one->search(view, so_deep(4)), together = three->search(view, so_deep(4));
    EXPECT_EQ(alone.best, together.best);
    EXPECT_EQ(alone.win, together.win);
    EXPECT_EQ(alone.nodes, together.nodes);
  }
}

TEST(KimbleExpectimax, KeepsItsLimits) {
  const AnyGame game = game_named("kimble:4");
  const auto searcher = make_searcher("expectimax", game, {});
  searcher->new_game(1);
  for (const AnyState& view : decisions(game, 5, 3)) {
    Limits none, few, stopped, soon;
    none.nodes = 0;
    few.nodes = 5'000;
    const Result nothing = searcher->search(view, none);
    EXPECT_TRUE(view.is_playable(nothing.best));
    EXPECT_EQ(nothing.depth, 0);
    const Result some = searcher->search(view, few);
    EXPECT_LE(some.nodes, 5'000u + 256);
    EXPECT_GE(some.depth, 2);
    EXPECT_EQ(some.best, searcher->search(view, so_deep(some.depth)).best);
    std::stop_source stop;
    stop.request_stop();
    stopped.stop = stop.get_token();
    EXPECT_TRUE(view.is_playable(searcher->search(view, stopped).best));
    const auto start = std::chrono::steady_clock::now();
    soon.deadline = start + std::chrono::milliseconds(20);
    searcher->search(view, soon);
    EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(2));
  }
}

TEST(KimbleExpectimax, KnowsWhatWins) {
  const AnyGame game = game_named("kimble:AC");
  // A three takes A's last piece to the last free square of its goal.
  const std::string text =
      engine::text({{25, 'A'}, {29, 'A'}, {30, 'A'}, {31, 'A'}, {5, 'C'}}, "A3", "AC");
  const auto view = game.from_text(text);
  ASSERT_TRUE(view.ok()) << engine::message_of(view);
  const auto searcher = make_searcher("expectimax", game, {});
  const Result result = searcher->search(*view, so_deep(3));
  EXPECT_EQ(result.proven, Proven::kWin);
  EXPECT_EQ(result.win, 1);
}

/// The network was fitted to games of four pieces, and is wrong about those of two; a few throws
/// later it matters less.
TEST(KimbleExpectimax, GivesLessAwayTheDeeperItLooksSlow) {
  Tablebase tablebase(2, {{{0, Policy::kBest}, {2, Policy::kVaikea}}});
  Workers workers(1);
  ValueIteration sweep(tablebase, workers);
  for (const Layer layer : layers(2))
    while (*sweep.update(layer, {}) > 1e-5) {
    }
  const auto exact = [&](const AnyState& view, engine::AnyMove move) {
    const Kimble after = engine::child(view.as<Kimble>(), Kimble::Move::from_bits(move.bits()));
    if (engine::is_over(after)) return 1.0;
    const Player thrower = after.turn();
    const double value = tablebase.value(thrower, after.board(thrower), after.board(1 - thrower));
    return thrower == 0 ? value : 1 - value;
  };
  const AnyGame game = game_named("kimble:AC/pieces=2");
  const auto searcher = make_searcher("expectimax", game, {.own = {{"against", "vaikea"}}});
  const auto gives_away = [&](int depth) {
    double sum = 0;
    for (const AnyState& view : decisions(game, 1'000, 4)) {
      if (view.to_move() != 0) continue;
      const Result result = searcher->search(view, so_deep(depth));
      double best = 0;
      for (const JudgedMove& move : result.moves) best = std::max(best, exact(view, move.move));
      sum += best - exact(view, result.best);
    }
    return sum;
  };
  const double shallow = gives_away(1), deep = gives_away(5);
  EXPECT_GT(shallow, 0);
  EXPECT_LT(deep, 0.5 * shallow);
}

}  // namespace
}  // namespace gauntlet::search
