// Tables of results, and the names of programs in them.
#include "tools/commands/standings.h"

#include <gtest/gtest.h>

#include <array>
#include <boost/json/serialize.hpp>
#include <fstream>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/words.h"
#include "tests/temporary_directory.h"
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
            R"("losses":2,"forfeits":1,"points":5E-1}],"others":0,)"
            R"("games":3,"distinct_games":3})");
}

TEST(Standings, GamesOfTheSamePlayersInTheSameSeatsMayBeTheSame) {
  Standings standings;
  const auto distinct_after = [&](const FinishedGame& game) {
    standings.add(game);
    return standings.distinct_games();
  };
  EXPECT_EQ(distinct_after(game_of({"ann", "bob"}, {1, 0, 0, 0})), 1u);
  EXPECT_EQ(distinct_after(game_of({"bob", "ann"}, {1, 0, 0, 0})), 2u);
  EXPECT_EQ(distinct_after(game_of({"ann", "bob"}, {1, 0, 0, 0})), 2u) << "the same again";
  EXPECT_EQ(distinct_after(game_of({"ann", "bob"}, {0, 1, 0, 0}, false)), 3u);
  EXPECT_EQ(distinct_after(game_of({"annb", "ob"}, {1, 0, 0, 0})), 4u);
  EXPECT_EQ(standings.json().at("distinct_games"), 4);
  EXPECT_EQ(standings.json().at("games"), 5);
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
      {"sh -c 'cd bots && ./ann {port}'", "ann"},
      {"racket Bot.rkt", "Bot.rkt"},
      {"env LEVEL=3 ./bot {port}", "bot"},
      {"timeout 60s nice -n 5 python3 -u bots/ann.py {port}", "ann.py"},
      {"java -cp build/classes Main {port}", "Main"},
      {"java -Xmx1g -jar Ann.jar", "Ann.jar"},
      {"python3 -m bots.ann {port}", "bots.ann"},
      {"env", "env"},
      {"ann=./bot {port}", "ann"},
      {"ann.v2=racket Bot.rkt", "ann.v2"},
      {"./a=b {port}", "ab"},
      {"'./my bot'", "my"},
      {"../..", ".."},
      {"bots/", "program"},
      {"\xc3\xa4\x1b[31m", "31m"},
      {std::string(100, 'x'), std::string(32, 'x')}};
  for (const auto& [command, name] : names) {
    EXPECT_EQ(program_names({command}, ""), Names{name});
    EXPECT_TRUE(objection_to_name(command).ok()) << command;
  }
  const std::string longest(32, 'a');
  EXPECT_TRUE(objection_to_name(longest + "=./bot").ok());
  for (const std::string& bad : {std::string("bot#2"), std::string("\xc3\xa4"), std::string("a/b"),
                                 longest + "a", std::string()})
    EXPECT_TRUE(engine::message_of(objection_to_name(bad + "=./bot {port}"))
                    .starts_with("--run NAME=COMMAND takes a name of 1 to 32 letters, digits and "
                                 ". _ + -, not '"))
        << bad;
  EXPECT_TRUE(objection_to_name("./a=b {port}").ok());
  EXPECT_TRUE(objection_to_name("python3 x.py --port={port}").ok());
  EXPECT_EQ(program_names({"./bot", "./bot x"}, ""), (Names{"bot", "bot#2"}));
  EXPECT_EQ(program_names({"./random"}, "random"), (Names{"random#2"}));
}

/// Whoever is named first: the names are the players', not the places'.
TEST(ProgramNames, OfOneNameAreCalledByTheirFolders) {
  const std::vector<std::array<std::string, 4>> pairs = {
      {"python3 alice/main.py {port}", "python3 bob/main.py {port}", "alice", "bob"},
      {"./bot", "other/bot x", "bot", "other"},
      {"/x/ann/target/release/bot", "/x/bob/target/release/bot", "ann", "bob"},
      {"ann=./bot", "bob=./bot", "ann", "bob"},
      {"ann=alice/bot", "bob/bot", "ann", "bot"},
      {"alice/main.py", "alice/other.py", "main.py", "other.py"}};
  for (const auto& [one, other, name, other_name] : pairs) {
    EXPECT_EQ(program_names({one, other}, ""), (Names{name, other_name}));
    EXPECT_EQ(program_names({other, one}, ""), (Names{other_name, name}));
  }
  EXPECT_EQ(program_names({"a/ann/bot", "b/ann/bot"}, ""), (Names{"a", "b"}));
  EXPECT_EQ(program_names({"ann=./bot", "ann=./bot"}, ""), (Names{"ann", "ann#2"}));
}

/// Of several words behind a launcher the first that is a file here.
TEST(ProgramNames, AreOfFilesThatAreThere) {
  const TemporaryDirectory directory;
  const std::string bot = directory / "Bot.rkt";
  std::ofstream(bot) << "#lang racket";
  EXPECT_EQ(program_names({"racket -l errortrace -t " + bot}, ""), Names{"Bot.rkt"});
}

TEST(ProgramNames, AreNoPartOfTheCommand) {
  EXPECT_EQ(command_of("ann=./bot {port}"), "./bot {port}");
  for (const char* run : {"./bot a=b", "./a=b", "=x", "env A=b ./bot", "'a=b' c",
                          "a-name-that-is-much-too-long-for-one=./bot"})
    EXPECT_EQ(command_of(run), run);
  EXPECT_EQ(command_of("ann="), "");
}

TEST(Standings, ABuiltInPlayerCountsAGameOnce) {
  const auto kimble = [](const Names& players, const engine::Returns& returns) {
    const auto game = *engine::find_game("kimble:4");
    engine::Rng rng(1);
    return FinishedGame{game, game.start(rng), {}, players, returns, "a reason"};
  };
  Standings standings;
  standings.add(kimble({"A", "vaikea", "vaikea", "vaikea"}, {1, 0, 0, 0}));
  standings.add(kimble({"A", "vaikea", "vaikea", "vaikea"}, {0, 0, 1, 0}));
  standings.add(kimble({"A", "helppo", "vaikea", "vaikea"}, {0, 0, 0, 1}));
  standings.add(game_of({"ann", "ann"}, {1, 0, 0, 0}));  // two people of one name
  const std::string text = standings.text();
  const auto line = [&text](const std::string& name) {
    const std::size_t at = text.find("\n" + name + " ") + 1;
    std::string words;
    const std::string cells = text.substr(at, text.find('\n', at) - at);
    for (const auto word : engine::split(cells, ' '))
      if (!word.empty()) words += (words.empty() ? "" : " ") + std::string(word);
    return words;
  };
  //                       games, wins, draws, losses, forfeits, points
  EXPECT_EQ(line("vaikea"), "vaikea 3 2 0 1 1 2.0") << text;
  EXPECT_EQ(line("A"), "A 3 1 0 2 2 1.0") << text;
  EXPECT_EQ(line("helppo"), "helppo 1 0 0 1 1 0.0") << text;
  EXPECT_EQ(line("ann"), "ann 2 1 0 1 0 1.0") << text;
}

}  // namespace

}  // namespace gauntlet::tools
