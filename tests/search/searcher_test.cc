// What every searcher must do, whatever the game: legal moves under any limit, right proofs,
// the same result twice.
#include "search/searcher.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <map>
#include <memory>
#include <ostream>
#include <string>
#include <vector>

#include "engine/mnk/mnk.h"
#include "engine/registry.h"
#include "search/registry.h"
#include "tests/checked.h"
#include "tests/engine/standard_games.h"
#include "tests/search/kimble_decisions.h"

namespace gauntlet::search {
namespace {

using engine::AnyGame;
using engine::AnyState;

const std::vector<std::string> kGames =
    engine::standard_games_and({"mnk:3x5x3/page", "gomoku:9/exact", "mnk:20x20x6", "mnk:32x32x7",
                                "kimble:1", "kimble:2", "kimble:AB/pieces=2", "twodoku/java/open"});

std::unique_ptr<Searcher> make(const AnyGame& game, bool alpha_beta, int threads = 1) {
  const SearcherOptions options{4, threads};
  return make_searcher(alpha_beta ? "ab" : "mcts", game, options);
}

/// Positions along a random game at which a player decides.
std::vector<AnyState> decisions(const AnyGame& game, std::uint64_t seed, int count, int stride) {
  std::vector<AnyState> found;
  engine::Rng rng(seed);
  AnyState state = game.start(rng);
  for (int ply = 0; static_cast<int>(found.size()) < count; ++ply) {
    state.play_chance_moves(rng, nullptr);
    if (state.is_over()) state = game.start(rng), state.play_chance_moves(rng, nullptr);
    if (ply % stride == 0) found.push_back(state.redacted(state.to_move()));
    state.apply(state.random_move(rng));
  }
  return found;
}

/// A searcher on trial.
struct Trial {
  std::string game;
  std::string method;
};
void PrintTo(const Trial& trial, std::ostream* out) {
  *out << trial.method << " in " << trial.game;
}

/// Every method for every game that it fits; those that need knowledge where it is soon had.
std::vector<Trial> every_searcher() {
  std::vector<Trial> trials = {{"kimble:AC/pieces=1", "table"}};
  for (const std::string& name : kGames)
    for (const Method* const method : methods_for(game_named(name)))
      if (!method->lacks) trials.push_back({name, std::string(method->word)});
  return trials;
}

std::string name_of_trial(const testing::TestParamInfo<Trial>& info) {
  std::string name = info.param.method + "_" + info.param.game;
  for (char& c : name)
    if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
  return name;
}

class EverySearcher : public ::testing::TestWithParam<Trial> {
 protected:
  std::unique_ptr<Searcher> made(int threads = 1, bool judges_all_moves = false) const {
    SearcherOptions options{4, threads, judges_all_moves};
    if (find_method(GetParam().method, game_)->lacks) options.knowledge = solved(1, {{{0}, {2}}});
    return make_searcher(GetParam().method, game_, options);
  }

  const AnyGame game_ = game_named(GetParam().game);
};
INSTANTIATE_TEST_SUITE_P(Methods, EverySearcher, ::testing::ValuesIn(every_searcher()),
                         name_of_trial);

TEST_P(EverySearcher, GivesALegalMoveUnderEveryLimit) {
  for (const int threads : {1, 2}) {
    const auto searcher = made(threads);
    searcher->new_game(1);
    for (const AnyState& view : decisions(game_, 7, 4, 9)) {
      SCOPED_TRACE(view.to_text());
      for (const std::uint64_t nodes : {0, 1, 2, 50, 500}) {
        Limits limits;
        limits.nodes = nodes;
        EXPECT_TRUE(view.is_playable(searcher->search(view, limits).best)) << nodes;
      }
      Limits stopped;
      std::stop_source source;
      source.request_stop();
      stopped.stop = source.get_token();
      EXPECT_TRUE(view.is_playable(searcher->search(view, stopped).best));
      Limits late;
      late.deadline = std::chrono::steady_clock::now() - std::chrono::seconds(1);
      EXPECT_TRUE(view.is_playable(searcher->search(view, late).best));
    }
  }
}

TEST_P(EverySearcher, KeepsItsTimeLimit) {
  const auto searcher = made();
  const AnyState view = decisions(game_, 8, 1, 1).front();
  for (const int ms : {1, 20}) {
    Limits limits;
    const auto begin = std::chrono::steady_clock::now();
    limits.deadline = begin + std::chrono::milliseconds(ms);
    EXPECT_TRUE(view.is_playable(searcher->search(view, limits).best));
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::milliseconds(ms + 250));
  }
}

TEST_P(EverySearcher, RepeatsItselfWithOneThreadAndANodeLimit) {
  std::vector<std::string> runs;
  for (int run = 0; run < 2; ++run) {
    const auto searcher = made();
    std::string log;
    if (run == 1) {  // what was played before must not matter
      searcher->new_game(99);
      Limits limits;
      limits.nodes = 3'000;
      (void)searcher->search(decisions(game_, 9, 1, 1).front(), limits);
    }
    searcher->new_game(5);
    double budget = 100;
    for (const AnyState& view : decisions(game_, 10, 8, 3)) {
      Limits limits;
      limits.nodes = static_cast<std::uint64_t>(budget *= 1.5);
      const Result result = searcher->search(view, limits);
      log += view.format(result.best) + " " + std::to_string(result.nodes) + " " +
             std::to_string(result.win) + "\n";
    }
    runs.push_back(log);
  }
  EXPECT_EQ(runs[0], runs[1]);
}

TEST_P(EverySearcher, ReportsProgressAndAPlayableVariation) {
  const auto searcher = made(1, true);  // that is: also where there is no choice
  int reports = 0;
  for (const AnyState& view : decisions(game_, 11, 6, 5)) {
    Limits limits;
    limits.nodes = 5'000;
    limits.depth = 4;
    const Result result = searcher->search(view, limits, [&](const Result& r) {
      ++reports;
      EXPECT_TRUE(view.is_playable(r.best));
    });
    EXPECT_GE(result.win, 0);
    EXPECT_LE(result.win, 1);
    ASSERT_FALSE(result.pv.empty());
    EXPECT_EQ(result.pv[0], result.best);
    if (!game_.is_hidden() && !game_.is_stochastic()) {
      AnyState state = view;
      for (const auto move : result.pv) {
        ASSERT_TRUE(state.is_playable(move)) << view.to_text();
        state.apply(move);
      }
    }
  }
  // Those who go on in rounds report between them, and here one may be enough.
  if (find_method(GetParam().method, game_)->counts == Counts::kNodes ||
      GetParam().method == "mcts") {
    EXPECT_GT(reports, 0);
  }
}

class EveryTree : public ::testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Games, EveryTree, ::testing::ValuesIn(kGames));

/// The memory of a tree that knows how many nodes it will have never ends a search's growth.
TEST_P(EveryTree, SimulatesTheSameInTheMemoryThatItsNodesNeed) {
  const AnyGame game = game_named(GetParam());
  for (const std::uint64_t nodes : {0, 1, 2, 63, 500, 3'000}) {
    std::vector<std::string> runs;
    for (const std::uint64_t most : {nodes, Limits::kNoNodes}) {
      const auto searcher =
          make_searcher("mcts", game, {.hash_mb = 256, .threads = 1, .most_nodes = most});
      searcher->new_game(5);
      std::string log;
      for (const AnyState& view : decisions(game, 10, 3, 5)) {
        Limits limits;
        limits.nodes = nodes;
        const Result result = searcher->search(view, limits);
        log += view.format(result.best) + " " + std::to_string(result.nodes) + " " +
               std::to_string(result.win) + " " + std::to_string(result.depth) + "\n";
      }
      runs.push_back(log);
    }
    EXPECT_EQ(runs[0], runs[1]) << nodes;
  }
}

// ---- proofs ----

using Small = engine::Mnk<1>;

/// The value for the side to move: 1, 0 or -1, by plain minimax.
int minimax(const Small& state, std::map<std::string, int>& known) {
  const std::string text = state.to_text();
  if (const auto it = known.find(text); it != known.end()) return it->second;
  if (engine::is_over(state)) return known[text] = state.returns()[0] == 0.5f ? 0 : -1;
  Small::Moves moves;
  state.legal_moves(moves);
  int best = -1;
  for (const auto move : moves) best = std::max(best, -minimax(engine::child(state, move), known));
  return known[text] = best;
}

/// Every position of a random sample is searched to the end and compared with minimax.
void expect_right_verdicts(const std::string& name, bool alpha_beta, int games, int from_ply,
                           std::uint64_t nodes) {
  const AnyGame game = game_named(name);
  const auto searcher = make(game, alpha_beta);
  std::map<std::string, int> known;
  int decided = 0;
  for (int g = 0; g < games; ++g) {
    engine::Rng rng(21, static_cast<std::uint64_t>(g));
    AnyState state = game.start(rng);
    for (int ply = 0; !state.is_over(); ++ply, state.apply(state.random_move(rng))) {
      if (ply < from_ply) continue;
      SCOPED_TRACE(name + " " + state.to_text());
      const int truth = minimax(state.as<Small>(), known);
      searcher->new_game(1);
      Limits limits;
      limits.nodes = nodes;
      const Result result = searcher->search(state, limits);
      const int best_value = [&] {
        AnyState next = state;
        next.apply(result.best);
        return next.is_over() ? (next.returns()[0] == 0.5f ? 0 : 1)
                              : -minimax(next.as<Small>(), known);
      }();
      if (alpha_beta) {
        EXPECT_NE(result.proven, Proven::kNothing);
        EXPECT_EQ(best_value, truth);
      }
      if (result.proven == Proven::kNothing) continue;
      ++decided;
      EXPECT_EQ(result.proven, truth > 0   ? Proven::kWin
                               : truth < 0 ? Proven::kLoss
                                           : Proven::kDraw);
      EXPECT_EQ(best_value, truth);
    }
  }
  EXPECT_GT(decided, games);
}

TEST(AlphaBetaVerdicts, AgreeWithMinimax) {
  expect_right_verdicts("mnk:3x3x3", true, 30, 0, Limits::kNoNodes);
  expect_right_verdicts("mnk:4x3x3", true, 10, 2, Limits::kNoNodes);
  expect_right_verdicts("mnk:3x4x3/exact", true, 10, 2, Limits::kNoNodes);
  expect_right_verdicts("mnk:3x5x3/page", true, 10, 5, Limits::kNoNodes);
  expect_right_verdicts("mnk:4x4x4", true, 10, 6, Limits::kNoNodes);
}

TEST(MctsVerdicts, AgreeWithMinimax) {
  expect_right_verdicts("mnk:3x3x3", false, 30, 2, 20'000);
  expect_right_verdicts("mnk:4x4x4", false, 10, 9, 20'000);
}

TEST(AlphaBetaVerdicts, SolveSmallBoards) {
  const auto expect = [](const std::string& name, Proven proven) {
    const AnyGame game = game_named(name);
    const auto searcher = make_searcher("ab", game, {64, 1});
    engine::Rng rng(1);
    EXPECT_EQ(searcher->search(game.start(rng), {}).proven, proven) << name;
  };
  expect("mnk:3x3x3", Proven::kDraw);
  expect("mnk:4x3x3", Proven::kWin);
  expect("mnk:4x4x3", Proven::kWin);
  expect("mnk:4x4x4", Proven::kDraw);
}

TEST(AlphaBeta, TwoThreadsFindTheSameVerdicts) {
  const std::vector<const char*> names = {"mnk:4x3x3", kIsRaced ? "mnk:4x3x3/page" : "mnk:4x4x4"};
  for (const char* name : names) {
    const AnyGame game = game_named(name);
    engine::Rng rng(1);
    const AnyState start = game.start(rng);
    const auto one = make_searcher("ab", game, {16, 1});
    const auto four = make_searcher("ab", game, {16, 4});
    EXPECT_EQ(one->search(start, {}).proven, four->search(start, {}).proven) << name;
  }
}

TEST(AlphaBeta, PlaysTheFifthStoneAndStopsTheOpponents) {
  const AnyGame game = game_named("gomoku:9");
  const auto searcher = make_searcher("ab", game, {4, 1});
  const std::string rest = "/........./........./........./........./........./.........";
  Limits limits;
  limits.nodes = 2'000;
  auto state = game.from_text("xxxx...../oooo...../........." + rest);
  EXPECT_EQ(state->format(searcher->search(*state, limits).best), "0,4");
  state = game.from_text("xxx....../oooo...../x........" + rest);
  EXPECT_EQ(state->format(searcher->search(*state, limits).best), "1,4");
}

TEST(AlphaBeta, OpensInTheMiddle) {
  for (const std::string name : {"gomoku:9", "gomoku:15", "gomoku:20", "gomoku:32", "mnk:7x6x4"}) {
    const AnyGame game = game_named(name);
    engine::Rng rng(0);
    const AnyState start = game.start(rng);
    const std::string text = start.to_text();
    const auto width = static_cast<int>(text.find('/'));
    const auto height = static_cast<int>(std::count(text.begin(), text.end(), '/')) + 1;
    for (const std::uint64_t nodes : {24, 500, 2'500, 10'000}) {
      Limits limits;
      limits.nodes = nodes;
      const auto square = static_cast<int>(make(game, true)->search(start, limits).best.bits());
      // In half squares from the middle.
      EXPECT_LE(std::abs(2 * (square / width) + 1 - height), 5) << name << ' ' << nodes;
      EXPECT_LE(std::abs(2 * (square % width) + 1 - width), 5) << name << ' ' << nodes;
    }
  }
}

/// Who is to move has an advantage that the evaluation knows of, so that a depth more does not turn
/// its opinion over.
TEST(AlphaBeta, OddAndEvenDepthsAgreeAboutTheOpening) {
  const AnyGame game = game_named("gomoku:15");
  engine::Rng rng(0);
  const AnyState start = game.start(rng);
  const auto win_at = [&](int depth) {
    Limits limits;
    limits.depth = depth;
    return make(game, true)->search(start, limits).win;
  };
  for (int depth = 1; depth < 5; ++depth)
    EXPECT_LT(std::abs(win_at(depth + 1) - win_at(depth)), 0.15) << depth;
}

/// Whether a search goes on after its deadline, which a crisis allows.
bool takes_longer(const AnyGame& game, const AnyState& view) {
  using std::chrono::milliseconds;
  const auto begin = std::chrono::steady_clock::now();
  Limits limits;
  limits.deadline = begin + milliseconds(10);
  limits.crisis_deadline = begin + milliseconds(200);
  (void)make(game, true)->search(view, limits);
  return std::chrono::steady_clock::now() - begin > milliseconds(25);
}

TEST(AlphaBeta, ThinksLongerWhereItsChancesFallAndOnlyThere) {
  const AnyGame game = game_named("gomoku:15");
  const NumberedOpenings& openings = *search_of(game).openings;
  engine::Rng rng(3);
  int positions = 0, longer = 0;
  while (positions < 120) {
    const auto view = openings.make(game, rng.next() % openings.count(game));
    if (!view) continue;
    ++positions;
    longer += takes_longer(game, *view) ? 1 : 0;
  }
  EXPECT_GE(longer, 1);
  EXPECT_LE(longer, positions / 2);
}

TEST(Searchers, FitWhereTheyShould) {
  EXPECT_TRUE(make(game_named("kimble:2"), true));
  EXPECT_FALSE(make(game_named("kimble:4"), true));
  EXPECT_FALSE(make(game_named("kimble:1"), true));
  EXPECT_FALSE(make(game_named("twodoku"), true));
  for (const std::string& name : kGames) EXPECT_TRUE(make(game_named(name), false)) << name;
}

}  // namespace
}  // namespace gauntlet::search
