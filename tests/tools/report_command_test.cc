// `gauntlet report` as users call it, and its page in a browser if there is one.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <fstream>
#include <set>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "tests/random_game.h"
#include "tests/tools/browser.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

class ReportCommand : public CommandLine {
 protected:
  std::string page_of(const std::string& store, const Words& more = {}) {
    const std::string page = path("page.html");
    std::filesystem::remove(page);
    const Ended ended = run(with({"report", store, "-o", page}, more));
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::ifstream file(page, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }
  /// A store with games of `game`.
  std::string batch(const std::string& game, const std::string& players, const std::string& games) {
    const std::string store = path("batch.db");
    std::filesystem::remove(store);
    const Ended ended = run({"selfplay", game, "--players", players, "--games", games, "--seed",
                             "1", "--quiet", "--store", store});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return store;
  }
  std::string tournament(const std::string& game, const Words& more) {
    const std::string store = path("tournament.db");
    std::filesystem::remove(store);
    const Ended ended =
        run(with({"tournament", game, "--seed", "1", "--quiet", "--store", store}, more));
    EXPECT_EQ(ended.code, 0) << ended.err;
    return store;
  }
  static std::set<std::string> sections(const std::string& page) {
    std::set<std::string> ids;
    constexpr std::string_view kBegin = "<section id=\"";
    for (std::size_t at = page.find(kBegin); at != page.npos; at = page.find(kBegin, at + 1)) {
      const std::size_t begin = at + kBegin.size();
      ids.insert(page.substr(begin, page.find('"', begin) - begin));
    }
    return ids;
  }
};

TEST_F(ReportCommand, ATournamentHasAllItsParts) {
  const std::string said = path("said");
  std::filesystem::create_directory(said);
  std::ofstream(said + "/gone.txt") << "ended: exit status 3\noutput:\nno such <file>\n";
  const std::string store =
      tournament("mnk:5x4x4", {"--player", "level:1", "--player", "ab:nodes=500", "--player",
                               "mcts:sims=50", "--player", "gone=engine:false", "--rounds", "4"});
  const std::string page = page_of(store, {"--output", said});
  EXPECT_EQ(sections(page),
            (std::set<std::string>{"standings", "cross-table", "head-to-head", "lengths", "endings",
                                   "times", "seats", "openings", "forfeits", "games"}));
  for (const char* text :
       {"Tournament of mnk:5x4x4", "round-robin", "ab:nodes=500", "no such &lt;file&gt;",
        "ended before it was ready: exit status 1", "All 48 games."})
    EXPECT_NE(page.find(text), page.npos) << text;
  std::filesystem::remove(path("page.html"));
  const Ended told = run({"report", store, "-o", path("page.html"), "--json"});
  const auto object = boost::json::parse(told.out).as_object();
  EXPECT_EQ(object.at("game"), "mnk:5x4x4");
  EXPECT_EQ(object.at("games").as_int64(), 48);
  EXPECT_EQ(object.at("games_shown").as_int64(), 48);
  EXPECT_EQ(object.at("players").as_int64(), 4);
  std::int64_t endings = 0;
  for (const auto& ending : object.at("endings").as_array())
    endings += ending.at("games").as_int64();
  EXPECT_EQ(endings, 48);
  EXPECT_GT(object.at("plies_mean").to_number<double>(), 0);
  EXPECT_EQ(object.at("bytes").to_number<std::uint64_t>(),
            std::filesystem::file_size(path("page.html")));
}

TEST_F(ReportCommand, ATestShowsItsPath) {
  const std::string page =
      page_of(tournament("mnk:5x4x4", {"--player", "ab:nodes=300", "--player", "random", "--format",
                                       "sprt", "--elo0", "0", "--elo1", "200"}));
  EXPECT_TRUE(sections(page).contains("test"));
  EXPECT_NE(page.find("H1 is accepted"), page.npos);
}

TEST_F(ReportCommand, KimbleShowsScoresWithoutLuck) {
  for (const std::string& store :
       {batch("kimble:4", "vaikea,helppo,random,capture", "400"),
        tournament("kimble:2", {"--player", "vaikea", "--player", "helppo", "--rounds", "50"})}) {
    const std::string page = page_of(store);
    EXPECT_TRUE(sections(page).contains("luck")) << store;
    EXPECT_EQ(page.find(">nan<"), page.npos);
  }
}

TEST_F(ReportCommand, AGameOfOneHasNeitherLuckNorRatings) {
  const std::string page = page_of(batch("kimble:1", "random", "20"));
  EXPECT_EQ(sections(page), (std::set<std::string>{"standings", "lengths", "endings", "games"}));
  EXPECT_EQ(page.find("nan %"), page.npos);
  EXPECT_NE(page.find("<td>20</td><td>20</td><td>0</td><td>0</td>"), page.npos)
      << "games, won, drawn, lost";
  EXPECT_NE(page.find("Everybody plays alone"), page.npos);
}

TEST_F(ReportCommand, AThousandGamesOfAnyKindAreLessThanAMegabyteSlow) {
  const std::pair<const char*, const char*> kGames[] = {{"gomoku:15", "random,random"},
                                                        {"mnk:7x6x4", "random,random"},
                                                        {"sudokill", "naive,random"},
                                                        {"kimble:4", "vaikea,helppo,random,random"},
                                                        {"twodoku", "greedy,careful"}};
  for (const auto& [game, players] : kGames) {
    const std::string page = page_of(batch(game, players, "1000"));
    EXPECT_LT(page.size(), 1'000'000u) << game;
    EXPECT_NE(page.find("All 1,000 games."), page.npos) << game << ": " << page.size();
  }
  const std::string page = page_of(batch("mnk:3x3x3", "random,random", "5000"));
  EXPECT_NE(page.find("1,000 of 5,000 games, evenly chosen."), page.npos);
}

TEST_F(ReportCommand, AThousandGamesOfTwoThousandLongNamesAreLessThanAMegabyte) {
  const std::string store = path("log.db");
  {
    const auto log = selfplay::GameLog::open(store);
    ASSERT_TRUE(log.ok());
    for (std::uint64_t i = 0; i < 1'000; ++i) {
      selfplay::FinishedGame game = selfplay::random_game("mnk:3x3x3", i);
      game.players.clear();
      for (const char* seat : {"first ", "second "})
        game.players.push_back(seat + std::to_string(i) + " " + std::string(1'000, '\''));
      ASSERT_TRUE((*log)->add(game).ok());
    }
  }
  const std::string page = page_of(store);
  EXPECT_LT(page.size(), 1'000'000u);
  EXPECT_NE(page.find("All 1,000 games."), page.npos);
  EXPECT_NE(page.find(" of 2,000 players; "), page.npos);
}

TEST_F(ReportCommand, GamesOnServersAreOfOneGame) {
  const std::string store = path("log.db");
  {
    const auto log = selfplay::GameLog::open(store);
    ASSERT_TRUE(log.ok());
    for (const char* game : {"gomoku:9", "sudokill"})
      for (std::uint64_t i = 0; i < 3; ++i)
        ASSERT_TRUE((*log)->add(selfplay::random_game(game, i)).ok());
  }
  const Ended unchosen = run({"report", store, "-o", path("page.html")});
  EXPECT_EQ(unchosen.code, 2);
  EXPECT_NE(unchosen.err.find("has games of gomoku:9, sudokill; choose one with --game"),
            std::string::npos)
      << unchosen.err;
  const std::string page = page_of(store, {"--game", "sudokill"});
  EXPECT_NE(page.find("Games on servers of sudokill"), page.npos);
  EXPECT_NE(page.find("All 3 games."), page.npos);
  EXPECT_NE(page.find("player 1"), page.npos);
}

TEST_F(ReportCommand, MistakesGetASentenceAndOverwriteNothing) {
  const std::string store = batch("mnk:3x3x3", "random,random", "4");
  std::ofstream(path("there.html")) << "mine";
  std::ofstream(path("text.db")) << "no store";
  struct Case {
    Words words;
    int code;
    const char* sentence;
  };
  for (const auto& [words, code, sentence] : {
           Case{{store}, 2, "--out"},
           Case{{store, "-o", path("there.html")}, 2, "exists already; give -o a new file"},
           Case{{store, "-o", path("no/such/page.html")}, 2, "page.html"},
           Case{{path("none.db"), "-o", path("a.html")}, 2, "none.db"},
           Case{{path("text.db"), "-o", path("a.html")}, 2, "text.db"},
           Case{{store, "-o", path("a.html"), "--game", "gomoku"}, 2, "not of gomoku"},
           Case{{store, "-o", path("a.html"), "--output", path("typo")}, 2, "typo' is no folder"},
           Case{{store, "-o", path("a.html"), "--output", store}, 2, "is no folder"},
           Case{{store, "-o", path("a.html"), "--output", ""}, 2, "is no folder"},
       }) {
    const Ended ended = run(with({"report"}, words));
    EXPECT_EQ(ended.code, code) << ended.err;
    EXPECT_NE(ended.err.find(sentence), std::string::npos) << ended.err;
  }
  std::ifstream file(path("there.html"));
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), "mine");
  EXPECT_FALSE(std::filesystem::exists(path("a.html")));
}

/// The position at the end of an exported game.
std::string last_position(std::string_view line) {
  const auto object = boost::json::parse(line).as_object();
  const auto game = *engine::find_game(std::string(object.at("game").as_string()));
  engine::AnyState state = *game.from_text(std::string(object.at("start").as_string()));
  for (const auto& move : object.at("moves").as_array())
    state.apply(*state.parse(std::string(move.as_string())));
  return state.to_text();
}

/// The page shows each game as it was played: its last position is what the export says.
TEST_F(ReportCommand, BrowsersShowTheGamesSlow) {
  const std::string chromium = find_chromium();
  if (chromium.empty()) GTEST_SKIP() << "no Chromium is installed, so no page is looked at";
  const std::pair<const char*, const char*> kGames[] = {{"gomoku:9", "random,level:2"},
                                                        {"sudokill", "naive,random"},
                                                        {"kimble:4", "vaikea,helppo,random,random"},
                                                        {"twodoku", "greedy,careful"}};
  for (const auto& [game, players] : kGames) {
    const std::string store = batch(game, players, "8");
    page_of(store);
    const Ended games = run({"export", store});
    for (const std::size_t number : {0, 7}) {
      const std::string dom =
          dom_of(chromium, "file://" + path("page.html") + "#game-" + std::to_string(number),
                 Waits::kUntilQuiet);
      EXPECT_EQ(between(dom, "data-position=\"", "\""),
                last_position(engine::split(games.out, '\n')[number]))
          << game;
      EXPECT_NE(dom.find("The game is over"), dom.npos) << game;
    }
  }
}

}  // namespace

}  // namespace gauntlet::tools
