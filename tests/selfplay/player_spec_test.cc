#include "selfplay/players/player_spec.h"

#include <unistd.h>

#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include "search/kimble/tablebase/tablebase.h"
#include "selfplay/players/make_player.h"
#include "tests/selfplay/helpers.h"

namespace gauntlet::selfplay {

namespace {

struct Case {
  const char* text;
  const char* expected;  // the canonical form, or a part of the sentence
};

TEST(PlayerSpec, ReadsWhatIsRightIntoItsCanonicalForm) {
  const auto game = game_called("mnk:7x6x4");
  constexpr Case kCases[] = {
      {"random", "random"},
      {"human", "human"},
      {"level:1", "level:1"},
      {"level:10", "level:10"},
      {"level:4.3", "level:4.3"},
      {"level:4.0", "level:4"},
      {"level:10.0", "level:10"},
      {"ab", "ab:time=100ms"},
      {"ab:time=5s", "ab:time=5s"},
      {"ab:time=0.5s", "ab:time=500ms"},
      {"ab:time=0.001s", "ab:time=1ms"},
      {"ab:time=2000ms", "ab:time=2s"},
      {"ab:time=3600s", "ab:time=3600s"},
      {"ab:depth=6", "ab:depth=6"},
      {"ab:hash=64:nodes=1000:time=1s", "ab:time=1s:nodes=1000:hash=64"},
      {"ab:hash=16", "ab:time=100ms"},
      {"mcts:sims=5", "mcts:sims=5"},
      {"mcts:nodes=1000000000000", "mcts:sims=1000000000000"},
      {"ab:nodes=9:clock=2min", "ab:clock=120s:nodes=9"},
      {"mcts:clock=1.2s:time=50ms", "mcts:time=50ms:clock=1200ms"},
      {"expert", "expert:time=100ms"},
      {"expert:time=1s", "expert:time=1s"},
  };
  for (const Case& c : kCases) {
    const auto spec = parse_player(c.text, game);
    ASSERT_TRUE(spec.ok()) << c.text << ": " << engine::message_of(spec);
    EXPECT_EQ(spec->text, c.expected) << c.text;
    const auto again = parse_player(spec->text, game);
    ASSERT_TRUE(again.ok()) << engine::message_of(again);
    EXPECT_EQ(again->text, spec->text);
    EXPECT_EQ(again->time, spec->time);
    EXPECT_EQ(again->clock, spec->clock);
    EXPECT_EQ(again->nodes, spec->nodes);
    EXPECT_EQ(again->kind, spec->kind);
  }
}

TEST(PlayerSpec, WhereSomebodyElseLimitsMovesThereIsNoUsualLimit) {
  const auto game = game_called("gomoku:9");
  constexpr std::pair<const char*, const char*> kCases[] = {{"ab", "ab"},
                                                            {"expert", "expert"},
                                                            {"mcts:hash=9", "mcts:hash=9"},
                                                            {"ab:time=100ms", "ab:time=100ms"},
                                                            {"ab:nodes=7", "ab:nodes=7"},
                                                            {"level:3", "level:3"}};
  for (const auto& [text, canonical] : kCases) {
    const auto spec = parse_deadline_player(text, game);
    ASSERT_TRUE(spec.ok()) << text;
    EXPECT_EQ(spec->text, canonical);
    EXPECT_EQ(spec->time.has_value(), spec->text.find("time") != std::string::npos) << text;
    EXPECT_EQ(parse_deadline_player(spec->text, game)->time, spec->time) << text;
  }
}

TEST(PlayerSpec, RefusesWhatIsWrongWithASentence) {
  const auto game = game_called("mnk:7x6x4");
  constexpr Case kCases[] = {
      {"", "unknown player ''"},
      {"randon", "did you mean 'random'?"},
      {"RANDOM", "unknown player 'RANDOM' (did you mean 'random'?)"},
      {" random", "did you mean 'random'?"},
      {"AB : Depth=3", "did you mean 'ab:depth=3'?"},
      {"level 4.3", "did you mean 'level:4.3'?"},
      {"level1", "did you mean 'level:1'?"},
      {"level 1", "did you mean 'level:1'?"},
      {"Level:1", "did you mean 'level:1'?"},
      {"LEVEL 10", "did you mean 'level:10'?"},
      {"elo=1000", "unknown player 'elo=1000' (did you mean 'level:elo=1000'?)"},
      {"Elo=1000", "did you mean 'level:elo=1000'?"},
      {"elo=9999", "did you mean 'level:elo=9999'?"},
      {"elo=none", "unknown player 'elo=none'; the players"},
      {"level11", "unknown player 'level11' (did you mean 'level'?)"},
      {"random:", "takes no options"},
      {"random:time=1s", "takes no options, but 'time=1s' was given"},
      {"human:5", "takes no options"},
      {"level", "level:1 to level:10"},
      {"level:", "level:1 to level:10"},
      {"level:0", "level:1 to level:10"},
      {"level:11", "level:1 to level:10"},
      {"level:3:time=1s", "level:1 to level:10"},
      {"level:-1", "level:1 to level:10"},
      {"level:0.9", "level:1 to level:10"},
      {"level:10.1", "level:1 to level:10"},
      {"level:4.", "level:1 to level:10"},
      {"level:4.35", "in tenths if need be, as in level:4.3"},
      {"level:.5", "level:1 to level:10"},
      {"levle:3", "did you mean"},
      {"ab:time=100", "needs its unit, as in time=100ms"},
      {"ab:time=1.5", "needs its unit"},
      {"ab:time=", "1ms to 1h"},
      {"ab:time=s", "1ms to 1h"},
      {"ab:time=.5s", "1ms to 1h"},
      {"ab:time=1.s", "1ms to 1h"},
      {"ab:time=0s", "1ms to 1h"},
      {"ab:time=0.0001s", "1ms to 1h"},
      {"ab:time=1.5ms", "1ms to 1h"},
      {"ab:time=-1s", "1ms to 1h"},
      {"ab:time=3601s", "1ms to 1h"},
      {"ab:time=99999999999999999999s", "1ms to 1h"},
      {"ab:time=1e3ms", "1ms to 1h"},
      {"ab:clock=100", "needs its unit, as in clock=100ms or clock=5s"},
      {"ab:clock=0s", "as in clock=100ms"},
      {"ab:clock", "lacks its value, as in ab:clock=100ms"},
      {"solver", "'solver' is for Sudokill, and mnk:7x6x4 is none: use ab"},
      {"ab:nodes=0", "nodes takes a whole number from 1 to 1000000000000"},
      {"ab:nodes=1000000000001", "from 1 to 1000000000000"},
      {"ab:nodes=18446744073709551616", "from 1 to 1000000000000"},
      {"ab:nodes=1k", "from 1 to 1000000000000"},
      {"ab:nodes= 5", "from 1 to 1000000000000"},
      {"ab:depth=1001", "from 1 to 1000"},
      {"ab:depth=", "from 1 to 1000"},
      {"ab:hash=0", "from 1 to 65536"},
      {"ab:hash=65537", "from 1 to 65536"},
      {"ab:depth", "lacks its value"},
      {"ab:time", "lacks its value, as in ab:time=100ms"},
      {"ab:", "is not an option of ab"},
      {"ab:dept=3", "did you mean 'depth'?"},
      {"ab:sims=3", "is not an option of ab"},
      {"ab:depth=3:depth=4", "given twice"},
      {"mcts:nodes=3:sims=4", "given twice"},
      {"mcts:depth=3", "is not an option of mcts"},
      {"expert:nodes=3", "its options are time"},
      {"ab,random", "unknown player"},
      {"a\x01\xff", "unknown player 'a\\x01\\xff'"},
  };
  for (const Case& c : kCases) {
    const auto spec = parse_player(c.text, game);
    ASSERT_FALSE(spec.ok()) << c.text;
    EXPECT_NE(engine::message_of(spec).find(c.expected), std::string::npos)
        << c.text << ": " << engine::message_of(spec);
    EXPECT_EQ(engine::message_of(spec).find('\n'), std::string::npos);
  }
  const auto endless = parse_player(std::string(100'000, 'x'), game);
  ASSERT_FALSE(endless.ok());
  EXPECT_LT(engine::message_of(endless).size(), 300u);
}

TEST(PlayerSpec, KnowsWhichSearcherFitsTheGame) {
  const auto kimble = game_called("kimble:4");
  EXPECT_FALSE(parse_player("ab", kimble).ok());
  EXPECT_EQ(parse_player("expert", kimble)->method->word, "rollouts");
  EXPECT_EQ(parse_player("expert", game_called("twodoku"))->method->word, "turns");
  EXPECT_EQ(parse_player("expert", game_called("kimble:2"))->method->word, "rollouts");
  EXPECT_EQ(parse_player("expert", game_called("kimble:1"))->method->word, "mcts");
  EXPECT_EQ(parse_player("expert", game_called("sudokill"))->method->word, "solver");
  EXPECT_FALSE(parse_player("solver", game_called("gomoku")).ok());
  EXPECT_EQ(parse_player("expert", game_called("gomoku"))->method->word, "ab");
}

TEST(PlayerSpec, RolloutsAreToldWhatTheOthersPlay) {
  const auto game = game_called("kimble:4");
  constexpr Case kRight[] = {
      {"rollouts", "rollouts:time=100ms"},
      {"rollouts:against=helppo:time=1s", "rollouts:time=1s:against=helppo"},
      {"rollouts:sims=500:against=random", "rollouts:sims=500:against=random"},
      {"expert:against=vaikea", "expert:time=100ms:against=vaikea"},
      {"expectimax", "expectimax:time=100ms"},
      {"expectimax:against=people:depth=4", "expectimax:depth=4:against=people"},
  };
  for (const Case& c : kRight) {
    const auto spec = parse_player(c.text, game);
    ASSERT_TRUE(spec.ok()) << c.text << ": " << engine::message_of(spec);
    EXPECT_EQ(spec->text, c.expected);
    const auto again = parse_player(spec->text, game);
    ASSERT_TRUE(again.ok()) << engine::message_of(again);
    EXPECT_EQ(again->own, spec->own);
  }
  constexpr Case kWrong[] = {
      {"rollouts:against=helpo", "did you mean 'helppo'?"},
      {"rollouts:against", "as in rollouts:against=random"},
      {"rollouts:against=", "the others can play random, helppo, vaikea, capture"},
      {"rollouts:against=vaikea:against=vaikea", "given twice"},
      {"rollouts:against=vaikea+vaikea", "2 names are given, and kimble:4 has 3 others"},
      {"rollouts:hash=5", "is not an option of rollouts"},
      {"expectimax:hash=5", "is not an option of expectimax"},
      {"mcts:against=vaikea", "is not an option of mcts"},
      {"table", "'table' is for Kimble of two players"},
  };
  for (const Case& c : kWrong) {
    const auto spec = parse_player(c.text, game);
    ASSERT_FALSE(spec.ok()) << c.text;
    EXPECT_NE(engine::message_of(spec).find(c.expected), std::string::npos)
        << c.text << ": " << engine::message_of(spec);
  }
  EXPECT_FALSE(parse_player("rollouts", game_called("kimble:1")).ok());
  EXPECT_FALSE(parse_player("expectimax", game_called("kimble:1")).ok());
  EXPECT_FALSE(parse_player("expectimax", game_called("gomoku")).ok());
  EXPECT_FALSE(parse_player("expert:against=vaikea", game_called("gomoku")).ok());
}

TEST(PlayerSpec, TablesPlayTheirOwnGame) {
  const SharedKnowledge known = std::make_shared<const search::kimble::Tablebase>(
      1, search::kimble::Tablebase::Players{{{0}, {2}}});
  const auto game = game_called("kimble:AC/pieces=1");
  const auto spec = parse_player("table", game, known);
  ASSERT_TRUE(spec.ok()) << engine::message_of(spec);
  EXPECT_EQ(spec->text, "table");
  EXPECT_TRUE(make_player(*spec, game, {}).ok());
  EXPECT_EQ(parse_player("expert", game, known)->method->word, "table");
  EXPECT_EQ(parse_player("expert:time=1s", game, known)->method->word, "rollouts");
  const auto without = parse_player("table", game);
  ASSERT_FALSE(without.ok());
  EXPECT_NE(engine::message_of(without).find("needs --table FILE"), std::string::npos);
  const auto other = parse_player("table", game_called("kimble:AB/pieces=1"), known);
  ASSERT_FALSE(other.ok());
  EXPECT_NE(engine::message_of(other).find("of other corners or pieces"), std::string::npos);
  EXPECT_EQ(parse_player("expert", game_called("kimble:AC"), known)->method->word, "rollouts");
}

TEST(PlayerSpec, StrategiesPlayByName) {
  const auto game = game_called("twodoku");
  const auto spec = parse_player("greedy", game);
  ASSERT_TRUE(spec.ok()) << engine::message_of(spec);
  EXPECT_EQ(spec->strategy->name, "greedy");
  EXPECT_FALSE(parse_player("greedy", game_called("gomoku")).ok());
  EXPECT_FALSE(parse_player("greedy:1", game).ok());
}

TEST(PlayerSpec, HumansNeedATerminal) {
  const auto game = game_called("mnk:3x3x3");
  const auto spec = parse_player("human", game);
  const auto player = make_player(*spec, game, {});
  ASSERT_FALSE(player.ok());
  EXPECT_NE(engine::message_of(player).find("terminal"), std::string::npos);
}

TEST(PlayerSpec, ATextMakesThePlayerThatItsSpecMakes) {
  const auto game = game_called("mnk:5x4x4");
  engine::Rng rng(3);
  const engine::AnyState start = game.start(rng);
  const auto by_text = make_player("mcts:sims=300:hash=1", game);
  ASSERT_TRUE(by_text.ok()) << engine::message_of(by_text);
  const auto by_spec = make_player(*parse_player("mcts:sims=300:hash=1", game), game);
  (*by_text)->new_game(11, 0);
  (*by_spec)->new_game(11, 0);
  const Choice choice = (*by_text)->choose(start, {});
  EXPECT_EQ(choice.nodes, 300u);
  EXPECT_EQ(choice.win, (*by_spec)->choose(start, {}).win);

  const auto wrong = make_player("mtcs", game);
  ASSERT_FALSE(wrong.ok());
  EXPECT_EQ(engine::message_of(wrong), engine::message_of(parse_player("mtcs", game)));
}

TEST(Levels, EveryLevelPlaysLegalMovesAndTheSameOnesAgain) {
  const auto game = game_called("mnk:5x4x4");
  engine::Rng rng(3);
  const engine::AnyState start = game.start(rng);
  for (int level = 1; level <= 7; ++level) {
    const auto made = make_player(*parse_player("level:" + std::to_string(level), game), game);
    const auto& player = *made;
    ASSERT_TRUE(player);
    player->new_game(11, 0);
    const Choice first = player->choose(start, {});
    EXPECT_TRUE(start.is_playable(first.move));
    player->new_game(11, 0);
    EXPECT_EQ(player->choose(start, {}).move, first.move) << "level " << level;
  }
}

/// Bytes of addresses that this process has, used or not.
long mapped_bytes() {
  std::ifstream statm("/proc/self/statm");
  long all = 0;
  statm >> all;
  return all * sysconf(_SC_PAGESIZE);
}

TEST(Players, HaveNoMoreMemoryThanTheirNodesCanUse) {
  const auto game = game_called("gomoku:15");
  for (const char* text : {"level:2", "level:4", "ab:nodes=400:hash=64", "mcts:sims=400:hash=64"}) {
    constexpr long kPlayers = 10;
    const auto spec = parse_player(text, game);
    ASSERT_TRUE(spec.ok()) << engine::message_of(spec);
    std::vector<std::unique_ptr<Player>> players;
    const long before = mapped_bytes();
    for (long i = 0; i < kPlayers; ++i) {
      auto player = make_player(*spec, game, {});
      ASSERT_TRUE(player.ok()) << engine::message_of(player);
      players.push_back(std::move(*player));
    }
    EXPECT_LE((mapped_bytes() - before) / kPlayers, 16 << 20) << text;
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
