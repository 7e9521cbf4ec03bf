// What memory the built-in players of servers take. GAUNTLET_TELL=1 prints it for docs/levels.md.
#include <gtest/gtest.h>
#include <unistd.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyGame;
using engine::AnyState;
using std::chrono::steady_clock;

/// Bytes of memory that this process has.
long resident_bytes() {
  std::ifstream statm("/proc/self/statm");
  long all = 0, resident = 0;
  statm >> all >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

AnyState start_of(const AnyGame& game, std::uint64_t seed) {
  engine::Rng rng(seed);
  return game.start(rng);
}

/// A player after some moves of a game against itself.
std::unique_ptr<selfplay::Player> after_some_moves(const std::string& spec, const AnyGame& game,
                                                   std::uint64_t seed) {
  auto made = selfplay::make_player(*selfplay::parse_deadline_player(spec, game), game);
  auto player = std::move(*made);
  player->new_game(seed, engine::kNobody);
  engine::Rng dice(seed);
  AnyState state = start_of(game, seed);
  state.play_chance_moves(dice, nullptr);
  for (int move = 0; move < 30 && !state.is_over(); ++move) {
    const AnyState view = state.redacted(state.to_move());
    state.apply(player->choose(view, {steady_clock::now() + 1h}).move);
    if (!state.is_over()) state.play_chance_moves(dice, nullptr);
  }
  return player;
}

class PlayersMemory : public ::testing::TestWithParam<std::string> {};

TEST_P(PlayersMemory, FollowsFromWhatTheyMaySearchSlow) {
  const AnyGame game = *engine::find_game(GetParam());
  constexpr std::size_t kPlayers = 20;
  std::vector<std::unique_ptr<selfplay::Player>> players;  // no memory of one level is another's
  for (const std::string spec : {"level:1", "level:2", "level:3", "level:4", "level:5"}) {
    players.push_back(after_some_moves(spec, game, 0));  // what all of them share
    const long before = resident_bytes();
    for (std::size_t i = 1; i <= kPlayers; ++i) players.push_back(after_some_moves(spec, game, i));
    EXPECT_LE(players.back()->memory(), 200'000u) << spec;
    const long each = (resident_bytes() - before) / static_cast<long>(kPlayers);
    EXPECT_LE(each, 200'000) << spec;
    if (std::getenv("GAUNTLET_TELL"))
      std::printf("| %s | `%s` | %ld kB |\n", GetParam().c_str(), spec.c_str(), each / 1000);
  }
}

INSTANTIATE_TEST_SUITE_P(Games, PlayersMemory,
                         ::testing::Values("gomoku:15", "mnk:15x15x5", "mnk:32x32x5", "mnk:32x32x6",
                                           "mnk:32x32x12/exact", "mnk:24x32x5/page", "mnk:7x6x4",
                                           "sudokill", "twodoku", "kimble:2", "kimble:4"));

TEST(PlayersMemory, OfThoseThatMayUseAllTheirTimeIsWhatHashSays) {
  const AnyGame game = *engine::find_game("gomoku:15");
  const auto made = [&](const std::string& spec) {
    return (*selfplay::make_player(*selfplay::parse_deadline_player(spec, game), game))->memory();
  };
  EXPECT_EQ(made("ab:time=1s:hash=64"), std::size_t{64} << 20);
  EXPECT_EQ(made("ab:nodes=400:hash=64"), std::size_t{64} << 10);
  EXPECT_LE(made("mcts:time=1s:hash=64"), std::size_t{64} << 20);
  EXPECT_GT(made("mcts:time=1s:hash=64"), std::size_t{63} << 20);
}

}  // namespace

}  // namespace gauntlet::tools
