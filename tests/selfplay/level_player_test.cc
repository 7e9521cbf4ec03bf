// What levels never do, counted on positions of games between players of all kinds.
// GAUNTLET_LEVEL_POSITIONS=10000 counts on so many for each game and level.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <memory>
#include <set>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "search/registry.h"
#include "selfplay/players/make_player.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using engine::AnyMove;
using engine::AnyState;

std::unique_ptr<Player> player_of(const std::string& spec, const AnyGame& game,
                                  std::uint64_t seed = 1) {
  auto player = make_player(spec, game);
  EXPECT_TRUE(player.ok()) << engine::message_of(player);
  (*player)->new_game(seed, engine::kNobody);
  return std::move(*player);
}

AnyState after(AnyState state, AnyMove move) {
  state.apply(move);
  return state;
}

/// Whether `mover` has just won.
bool is_won_by(const AnyState& state, engine::Player mover) {
  return state.is_over() && state.returns()[static_cast<std::size_t>(mover)] > 0.75f;
}

engine::AnyMoves moves_of(const AnyState& state) {
  engine::AnyMoves moves;
  state.legal_moves(moves);
  return moves;
}

bool wins_at_once(const AnyState& state) {
  const engine::AnyMoves moves = moves_of(state);
  return std::any_of(moves.begin(), moves.end(),
                     [&](AnyMove move) { return is_won_by(after(state, move), state.to_move()); });
}

/// Positions of games that weak and strong players play, each from another random beginning.
std::vector<AnyState> sample(const AnyGame& game, int count, std::uint64_t first_seed = 0) {
  std::array players = {player_of("level:2", game), player_of("level:5", game)};
  std::vector<AnyState> found;
  for (std::uint64_t seed = first_seed; static_cast<int>(found.size()) < count; ++seed) {
    engine::Rng rng(seed);
    AnyState state = game.start(rng);
    for (auto& player : players) player->new_game(seed, engine::kNobody);
    for (int ply = 0; !state.is_over(); ++ply) {
      if (ply > 1 && rng.below(2) == 0) found.push_back(state);
      auto& player = *players[(static_cast<std::size_t>(ply) + seed) % 2];
      state.apply(ply < 2 ? state.random_move(rng) : player.choose(state, {}).move);
    }
  }
  found.erase(found.begin() + count, found.end());
  return found;
}

class LevelPlayer : public ::testing::TestWithParam<std::string> {
 protected:
  const AnyGame game_ = game_called(GetParam());
};
INSTANTIATE_TEST_SUITE_P(Games, LevelPlayer,
                         ::testing::Values("gomoku:15", "mnk:7x6x4", "sudokill"),
                         [](const auto& info) {
                           return info.param.substr(0, info.param.find(':'));
                         });

TEST_P(LevelPlayer, FromFourOnMissesNoWinInOneAndAllowsNoneSlow) {
  const auto states = sample(game_, level_positions());
  int wins = 0, threats = 0;
  for (const auto& [level, share] : {std::pair{"level:4", 1}, {"level:5.5", 1}, {"level:7", 5}}) {
    const auto player = player_of(level, game_);
    for (std::size_t i = 0; i < states.size() / share; ++i) {
      const AnyState& state = states[i];
      const AnyState next = after(state, player->choose(state, {}).move);
      SCOPED_TRACE(std::string(level) + " in " + state.to_text());
      if (wins_at_once(state)) {
        ++wins;
        EXPECT_TRUE(is_won_by(next, state.to_move()));
      } else if (!next.is_over() && wins_at_once(next)) {
        ++threats;
        for (const AnyMove other : moves_of(state))
          ASSERT_TRUE(wins_at_once(after(state, other))) << state.format(other) << " loses not";
      }
    }
  }
  EXPECT_GT(wins, 0);
  EXPECT_GT(threats, 2);
}

/// Looks on where the first positions have hardly a win.
TEST_P(LevelPlayer, FromSevenOnMissesNoWinOfAFewPliesSlow) {
  const auto judge = search::make_searcher("ab", game_, {.hash_mb = 16});
  search::Limits limits;
  limits.nodes = 20'000;
  limits.depth = 5;
  int wins = 0;
  const auto player = player_of("level:7", game_);
  for (std::uint64_t round = 0; round < 4 && wins <= 2; ++round)
    for (const AnyState& state : sample(game_, level_positions() / 2, 1'000 * round)) {
      judge->new_game(1);
      const search::Result best = judge->search(state, limits);
      if (best.proven != search::Proven::kWin || best.pv.size() > 5) continue;
      ++wins;
      const AnyState next = after(state, player->choose(state, {}).move);
      if (next.is_over()) continue;
      judge->new_game(1);
      search::Limits more;
      more.nodes = 200'000;
      EXPECT_EQ(judge->search(next, more).proven, search::Proven::kLoss) << state.to_text();
    }
  EXPECT_GT(wins, 2);
}

/// No stone more than three squares from all others, but for those in the middle that answer stones
/// at the rim.
TEST(LevelsOfGomoku, PlayNearOtherStones) {
  const AnyGame game = game_called("gomoku:15");
  int stones = 0;
  for (const char* const level : {"level:1", "level:2", "level:3.5", "level:6"}) {
    const auto player = player_of(level, game);
    for (const AnyState& state : sample(game, level_positions() / 2)) {
      const std::string text = state.to_text();
      const auto taken =
          std::count_if(text.begin(), text.end(), [](char c) { return c == 'x' || c == 'o'; });
      if (taken < 4) continue;
      const auto move = static_cast<int>(player->choose(state, {}).move.bits());
      bool is_near = false;
      for (int square = 0; square < 225; ++square)
        is_near |= text[static_cast<std::size_t>(square + square / 15)] != '.' &&
                   std::abs(square / 15 - move / 15) <= 3 && std::abs(square % 15 - move % 15) <= 3;
      EXPECT_TRUE(is_near) << level << " in " << text;
      ++stones;
    }
  }
  EXPECT_GE(stones, level_positions());
}

/// Games of a level against itself, which differ by the seed alone.
std::size_t distinct_games(const AnyGame& game, const std::string& level, int games) {
  const auto player = player_of(level, game);
  std::set<std::vector<std::uint32_t>> seen;
  for (int seed = 1; seed <= games; ++seed) {
    engine::Rng rng(static_cast<std::uint64_t>(seed));
    AnyState state = game.start(rng);
    player->new_game(static_cast<std::uint64_t>(seed), engine::kNobody);
    std::vector<std::uint32_t> moves;
    while (!state.is_over()) {
      moves.push_back(player->choose(state, {}).move.bits());
      state.apply(AnyMove(moves.back()));
    }
    seen.insert(std::move(moves));
  }
  return seen.size();
}

/// On a small board, where nearly all is decided, strong players have few games to choose from.
TEST(LevelsOfRows, PlayGamesThatDifferSlow) {
  const AnyGame large = game_called("gomoku:15"), small = game_called("mnk:7x6x4");
  for (const char* const level : {"level:3", "level:6", "level:8"})
    EXPECT_EQ(distinct_games(large, level, 10), 10u) << level;
  for (const char* const level : {"level:2", "level:4", "level:5.5"})
    EXPECT_EQ(distinct_games(small, level, 10), 10u) << level;
  for (const char* const level : {"level:8", "level:9"})
    EXPECT_GE(distinct_games(small, level, 10), 8u) << level;
  EXPECT_EQ(distinct_games(game_called("mnk:5x5x4"), "level:10", 3), 1u) << "plays the best";
}

/// Any of several wins will do there, but not instead of the last stone.
TEST(LevelsOfRows, WinAtOnceInTheOpening) {
  const AnyGame game = game_called("mnk:3x3x3");
  const auto state = game.from_text("xx./oo./...");
  ASSERT_TRUE(state.ok()) << engine::message_of(state);
  for (std::uint64_t seed = 1; seed <= 20; ++seed)
    for (const char* const level : {"level:4", "level:9"})
      EXPECT_TRUE(
          is_won_by(after(*state, player_of(level, game, seed)->choose(*state, {}).move), 0))
          << level;
}

/// So that a beginner's first program finds its match.
TEST(LevelsOfRows, BeginAboutEvenWithWhoLooksOnePlyAheadSlow) {
  Batch batch = batch_of("gomoku:15", {"level:1", "shapes"}, 200);
  batch.openings.kind = Openings::Kind::kBalanced;
  const auto result = run_batch(batch);
  ASSERT_TRUE(result.ok()) << engine::message_of(result);
  const PlayerScore score = result->stats.score_of(0);
  EXPECT_LT(score.low, 0.5) << score.mean;
  EXPECT_GT(score.high, 0.5) << score.mean;
  EXPECT_GT(result->stats.distinct_games(), 195u);
}

/// How many of the games from positions that are proved to be won a level wins against a player who
/// defends well.
TEST_P(LevelPlayer, WinsWhatIsWonSlow) {
  const auto judge = search::make_searcher("ab", game_, {.hash_mb = 16});
  search::Limits limits;
  limits.nodes = 100'000;
  std::vector<AnyState> won;
  for (const AnyState& state : sample(game_, level_positions())) {
    judge->new_game(1);
    if (judge->search(state, limits).proven == search::Proven::kWin) won.push_back(state);
  }
  ASSERT_GE(won.size(), 5u);
  for (const auto& [level, least] : {std::pair{"level:4", 0.80}, {"level:7", 0.98}}) {
    std::array players = {player_of(level, game_), player_of("ab:nodes=5000", game_)};
    double wins = 0;
    for (const AnyState& start : won) {
      for (auto& player : players) player->new_game(1, engine::kNobody);
      AnyState state = start;
      while (!state.is_over())
        state.apply(players[state.to_move() == start.to_move() ? 0 : 1]->choose(state, {}).move);
      wins += is_won_by(state, start.to_move());
    }
    EXPECT_GE(wins / static_cast<double>(won.size()), least) << level;
    RecordProperty(level, std::to_string(wins / static_cast<double>(won.size())));
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
