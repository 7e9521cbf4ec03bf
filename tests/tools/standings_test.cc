// Tables of results, and the names of programs in them.
#include "tools/commands/standings.h"

#include <gtest/gtest.h>

#include <boost/json/serialize.hpp>

#include "engine/registry.h"
#include "engine/rng.h"
#include "tools/commands/program_names.h"

namespace gauntlet::tools {

namespace {

using selfplay::FinishedGame;
using Names = std::vector<std::string>;

/// A game on 3x3, won by the first player unless it is cut short.
FinishedGame game_of(const Names& players, const engine::Returns& returns, bool is_whole = true) {
  const auto game = *engine::find_game("mnk:3x3x3");
  engine::Rng rng(1);
  FinishedGame finished{game, game.start(rng), {}, players, returns, "a reason"};
  engine::AnyState state = finished.start;
  if (is_whole)
    for (const char* move : {"0,0", "1,0", "0,1", "1,1", "0,2"}) {
      finished.moves.push_back(*state.parse(move));
      state.apply(finished.moves.back());
    }
  return finished;
}

TEST(Standings, AddUpByName) {
  Standings standings;
  EXPECT_EQ(standings.text(), "");
  standings.add(game_of({"ann", "bob"}, {1, 0, 0, 0}));
  standings.add(game_of({"bob", "ann"}, {0.5f, 0.5f, 0, 0}));
  standings.add(game_of({"bob", "ann"}, {0, 1, 0, 0}, false));
  EXPECT_EQ(standings.text(),
            "player       games        wins       draws      losses    forfeits      points\n"
            "ann              3           2           1           0           0         2.5\n"
            "bob              3           0           1           2           1         0.5\n");
  EXPECT_EQ(boost::json::serialize(standings.json()),
            R"({"standings":[{"player":"ann","games":3,"wins":2,"draws":1,"losses":0,)"
            R"("forfeits":0,"points":2.5E0},{"player":"bob","games":3,"wins":0,"draws":1,)"
            R"("losses":2,"forfeits":1,"points":5E-1}],"others":0})");
}

TEST(Standings, BothLoseAGameThatNobodyCameTo) {
  Standings standings;
  standings.add(game_of({"ann", "bob"}, {}, false));
  EXPECT_EQ(standings.json().at("standings").at(1).at("forfeits"), 1);
  EXPECT_EQ(standings.json().at("standings").at(0).at("losses"), 1);
}

TEST(Standings, TheNamelessCountTogether) {
  Standings standings;
  standings.add(game_of({"connection 1", "connection 22"}, {1, 0, 0, 0}));
  standings.add(game_of({"connection x", "level:3"}, {1, 0, 0, 0}));
  const auto players = standings.json().at("standings").as_array();
  ASSERT_EQ(players.size(), 3u);
  EXPECT_EQ(players[0].at("player"), "connection x");
  EXPECT_EQ(players[1].at("player"), "connections");
  EXPECT_EQ(players[1].at("games"), 2);
}

TEST(Standings, TwentyLinesAndAThousandNamesAtMost) {
  Standings standings;
  for (int i = 0; i < 21; ++i) standings.add(game_of({"a", "n" + std::to_string(i)}, {1, 0, 0, 0}));
  std::string text = standings.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 22);
  EXPECT_TRUE(text.ends_with("\nand 2 others\n")) << text;
  for (int i = 0; i < 2000; ++i)
    standings.add(game_of({"a", "m" + std::to_string(i)}, {0, 1, 0, 0}));
  EXPECT_EQ(standings.json().at("others"), 1001 - 20);
  EXPECT_EQ(standings.json().at("standings").at(0).at("player"), "(further names)");
  EXPECT_EQ(standings.json().at("standings").at(0).at("wins"), 2000 - (1000 - 22));
}

TEST(ProgramNames, AreShortPrintableAndUnique) {
  const std::vector<std::pair<std::string, std::string>> names = {
      {"./bot", "bot"},
      {"/usr/local/bin/bot --port {port}", "bot"},
      {"  bot.py {port}", "bot.py"},
      {"python3 bots/ann.py {port}", "ann.py"},
      {"/usr/bin/python3 -u bots/ann.py", "ann.py"},
      {"java -jar Ann.jar", "Ann.jar"},
      {"bash", "bash"},
      {"sh -c 'echo x'", "sh"},
      {"'./my bot'", "my"},
      {"../..", ".."},
      {"bots/", "program"},
      {"\xc3\xa4\x1b[31m", "31m"},
      {std::string(100, 'x'), std::string(32, 'x')}};
  for (const auto& [command, name] : names) EXPECT_EQ(program_names({command}, ""), Names{name});
  EXPECT_EQ(program_names({"./bot", "other/bot x"}, ""), (Names{"bot", "bot#2"}));
  EXPECT_EQ(program_names({"./random"}, "random"), (Names{"random#2"}));
}

}  // namespace

}  // namespace gauntlet::tools
