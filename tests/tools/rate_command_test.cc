// `gauntlet rate` and `gauntlet sprt` as users and scripts see them.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <boost/json.hpp>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include "selfplay/game_log.h"
#include "selfplay/statistics/elo.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

using boost::json::value;
using Words = std::vector<std::string>;

double number(const value& of) {
  return of.to_number<double>();
}

class RateCommand : public ::testing::Test {
 protected:
  Ended run(Words words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  value json(Words words) const {
    words.push_back("--json");
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    return boost::json::parse(ended.out);
  }
  std::string played(const std::string& game, const std::string& players,
                     const std::string& games = "60", const std::string& seed = "5") const {
    const std::string store = directory_ / "games" + std::to_string(stores_++) + ".db";
    const Ended ended = run({"selfplay", game, "--players", players, "--games", games, "--seed",
                             seed, "--store", store});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return store;
  }
  /// Makes a stored game say something else.
  static void spoil(const std::string& store, const std::string& change) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(
        sqlite3_exec(database, ("UPDATE game SET " + change).c_str(), nullptr, nullptr, nullptr),
        SQLITE_OK);
    sqlite3_close(database);
  }
  void expect_refused(const Words& words, const std::string& why) const {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2) << ended.out;
    EXPECT_EQ(ended.out, "");
    EXPECT_NE(ended.err.find(why), std::string::npos) << ended.err;
  }

  const TemporaryDirectory directory_;
  mutable int stores_ = 0;
};

TEST_F(RateCommand, TwoPlayersDifferByTheEloOfTheirScore) {
  const std::string store = played("mnk:3x3x3", "mcts:sims=5,random", "200");
  const value result = json({"rate", store, "--anchor", "random=0"});
  EXPECT_EQ(result.at("game"), "mnk:3x3x3");
  EXPECT_EQ(result.at("games").as_int64(), 200);
  EXPECT_EQ(result.at("players").at(0).at("games"), result.at("counted_games"));
  const auto& players = result.at("players").as_array();
  ASSERT_EQ(players.size(), 2u);
  EXPECT_EQ(players[0].at("player"), "mcts:sims=5");
  const double elo = number(players[0].at("elo"));
  // The first seat is an advantage, so that it is only about the Elo of the score.
  EXPECT_NEAR(elo, selfplay::elo_of_score(number(players[0].at("score"))), 0.1 * elo);
  EXPECT_LT(number(players[0].at("elo95").at(0)), elo);
  EXPECT_GT(number(players[0].at("elo95").at(1)), elo);
  EXPECT_EQ(number(players[1].at("elo")), 0);
  EXPECT_GT(number(players[0].at("superiority")), 0.95);
  EXPECT_TRUE(players[1].at("superiority").is_null());
  EXPECT_GT(number(result.at("seat_advantage")), 0);
  EXPECT_EQ(boost::json::serialize(result.at("groups")), R"([["mcts:sims=5","random"]])");
}

TEST_F(RateCommand, StoresAreRatedTogetherAndGroupsApart) {
  const std::string one = played("mnk:3x3x3", "mcts:sims=5,random"),
                    two = played("mnk:3x3x3", "mcts:sims=20,mcts:sims=5"),
                    apart = played("mnk:3x3x3", "mcts:sims=6,mcts:sims=7");
  const value together = json({"rate", one, two});
  EXPECT_EQ(together.at("groups").as_array().size(), 1u);
  EXPECT_EQ(together.at("games").as_int64(), 120);
  double sum = 0;
  for (const value& player : together.at("players").as_array()) sum += number(player.at("elo"));
  EXPECT_NEAR(sum, 0, 0.01);
  const value all = json({"rate", one, apart});
  EXPECT_EQ(all.at("groups").as_array().size(), 2u);
  EXPECT_EQ(all.at("players").at(2).at("group").as_int64(), 1);
  const Ended text = run({"rate", one, apart});
  EXPECT_NE(text.out.find("2 groups that cannot be compared"), std::string::npos) << text.out;
  // Anchors bring them on one scale.
  const value anchored =
      json({"rate", one, apart, "--anchor", "mcts:sims=6=40", "--loose", "random=-10+-5"});
  EXPECT_EQ(anchored.at("groups").as_array().size(), 1u);
}

TEST_F(RateCommand, WhoWonEverythingIsOpen) {
  const std::string store = played("gomoku:9", "ab:depth=1,random", "8");
  const value result = json({"rate", store});
  const value& winner = result.at("players").at(0);
  EXPECT_EQ(winner.at("player"), "ab:depth=1");
  EXPECT_TRUE(winner.at("elo").is_null());
  EXPECT_TRUE(winner.at("elo95").at(1).is_null());
  EXPECT_NEAR(number(winner.at("elo95").at(0)), selfplay::elo_of_score(std::pow(0.05, 0.25)), 1);
  EXPECT_NE(run({"rate", store}).out.find("above "), std::string::npos);
  const value& loser = result.at("players").at(1);
  EXPECT_EQ(number(loser.at("elo")), 0);
  EXPECT_EQ(loser.at("reference"), true);
  EXPECT_EQ(boost::json::serialize(loser.at("elo95")), "[null,null]");
  EXPECT_NE(run({"rate", store}).out.find("0.0   reference "), std::string::npos);
}

/// Two that always choose the same moves, from one start.
TEST_F(RateCommand, RepeatedGamesAreNoNewEvidence) {
  const Words batch = {"selfplay", "mnk:5x5x4", "--openings",
                       "none",     "--players", "ab:depth=2,ab:depth=1"};
  const auto kept = [&](const std::string& name, const Words& more) {
    Words words = batch;
    words.insert(words.end(), more.begin(), more.end());
    words.insert(words.end(), {"--store", directory_ / name});
    EXPECT_EQ(run(words).code, 0);
    return directory_ / name;
  };
  const std::string one = kept("one.db", {"--games", "2", "--seed", "1"}),
                    many = kept("many.db", {"--games", "41", "--seed", "2"});
  const value once = json({"rate", one});
  for (const Words& words :
       {Words{"rate", many}, Words{"rate", one, many}, Words{"rate", many, one}}) {
    const value again = json(words);
    EXPECT_EQ(again.at("games").as_int64(), words.size() == 2 ? 41 : 43);
    EXPECT_EQ(again.at("distinct_games").as_int64(), 2);
    EXPECT_EQ(again.at("counted_games").as_int64(), 2);
    EXPECT_EQ(again.at("players"), once.at("players"));
  }
  const std::string text = run({"rate", many}).out;
  EXPECT_TRUE(text.starts_with("mnk:5x5x4, 41 games (2 distinct), 2 players\n39 games of rounds"))
      << text;
  const value glicko = json({"rate", many, "--model", "glicko2"});
  EXPECT_EQ(glicko.at("counted_games").as_int64(), 2);
  EXPECT_EQ(glicko.at("players"), json({"rate", one, "--model", "glicko2"}).at("players"));
}

/// Each block seats both in both ways, so the order in which they were named makes no difference.
TEST_F(RateCommand, TheSamePlayersInAnotherOrderPlayTheSameGames) {
  const std::string store = played("mnk:7x6x4", "ab:depth=2,ab:depth=1", "20"),
                    swapped = played("mnk:7x6x4", "ab:depth=1,ab:depth=2", "20"),
                    other = played("mnk:7x6x4", "ab:depth=1,ab:depth=2", "20", "6");
  const value result = json({"rate", store, swapped});
  EXPECT_EQ(result.at("games").as_int64(), 40);
  EXPECT_EQ(result.at("counted_games").as_int64(), 20);
  EXPECT_EQ(json({"rate", store, other}).at("counted_games").as_int64(), 40);
  const std::string dice = played("kimble:2/pieces=1", "helppo,vaikea", "8"),
                    turned = played("kimble:2/pieces=1", "vaikea,helppo", "8"),
                    fresh = played("kimble:2/pieces=1", "vaikea,helppo", "8", "6");
  expect_refused({"rate", dice, turned}, "the same dice for the same seats");
  EXPECT_EQ(json({"rate", dice, fresh}).at("counted_games").as_int64(), 16);
}

TEST_F(RateCommand, WhatTheFirstSeatIsWorthMayBeOpen) {
  // Two in a row: whoever begins has won.
  const std::string store = directory_ / "won.db";
  ASSERT_EQ(run({"selfplay", "mnk:3x3x2", "--players", "ab:depth=5,ab:depth=6", "--openings", "2",
                 "--games", "40", "--store", store})
                .code,
            0);
  const value result = json({"rate", store});
  EXPECT_TRUE(result.at("seat_advantage").is_null());
  EXPECT_EQ(result.at("seats_open"), true);
  const double bound =
      selfplay::elo_of_score(std::pow(0.05, 2 / number(result.at("counted_games"))));
  EXPECT_NEAR(number(result.at("seat_advantage95").at(0)), bound, 0.1);
  EXPECT_GT(bound, 200);
  EXPECT_TRUE(result.at("seat_advantage95").at(1).is_null());
  const std::string text = run({"rate", store, "--draws", "davidson"}).out;
  EXPECT_NE(text.find("the first seat is worth more than "), std::string::npos) << text;
  EXPECT_NE(text.find("how often equals draw is open: "), std::string::npos) << text;
  EXPECT_TRUE(json({"rate", store, "--draws", "davidson"}).at("even_draws").is_null());
}

TEST_F(RateCommand, TellsKimblesScoresWithoutLuckToo) {
  const std::string store = played("kimble:4/pieces=2", "capture,random,helppo,random", "200");
  const value rated = json({"rate", store, "--without-luck"}), luck = json({"luck", store});
  EXPECT_EQ(rated.at("players").as_array().size(), 3u);
  EXPECT_EQ(rated.at("seats").as_array().size(), 4u);
  EXPECT_TRUE(rated.at("seat_advantage").is_null());
  for (const value& player : rated.at("players").as_array()) {
    double sum = 0, seats = 0;
    for (const value& other : luck.at("players").as_array())
      if (other.at("player") == player.at("player")) {
        sum += number(other.at("score_without_luck"));
        ++seats;
      }
    EXPECT_NEAR(number(player.at("score_without_luck")), sum / seats, 1e-5);
    EXPECT_EQ(player.at("ci95_without_luck").as_array().size(), 2u);
  }
  EXPECT_EQ(json({"rate", store}).at("players").at(0).as_object().count("score_without_luck"), 0u);
  EXPECT_NE(run({"rate", store, "--without-luck"}).out.find("no luck"), std::string::npos);
}

TEST_F(RateCommand, TakesTheLuckOutOfTournamentsToo) {
  const std::string batch = played("kimble:2/pieces=2", "helppo,random", "400");
  const std::string tournament = directory_ / "tournament.db", other_game = directory_ / "mnk.db";
  ASSERT_EQ(run({"tournament", "kimble:2/pieces=2", "--player", "helppo", "--player", "random",
                 "--rounds", "200", "--seed", "6", "--store", tournament})
                .code,
            0);
  const value one = json({"rate", tournament, "--without-luck"});
  double sum = 0;
  for (const value& player : one.at("players").as_array()) {
    const double without = number(player.at("score_without_luck"));
    sum += without;
    EXPECT_NEAR(without, number(player.at("score")), 0.1);
    EXPECT_NE(without, number(player.at("score")));
    const auto& interval = player.at("ci95_without_luck").as_array();
    EXPECT_LT(number(interval.at(1)) - number(interval.at(0)), 0.09) << "raw ones have about 0.1";
  }
  EXPECT_NEAR(sum, 1, 1e-5);
  // Both together: as many blocks of each.
  const value other = json({"rate", batch, "--without-luck"});
  const value both = json({"rate", batch, tournament, "--without-luck"});
  for (std::size_t i = 0; i < 2; ++i)
    EXPECT_NEAR(number(both.at("players").at(i).at("score_without_luck")),
                (number(one.at("players").at(i).at("score_without_luck")) +
                 number(other.at("players").at(i).at("score_without_luck"))) /
                    2,
                1e-5);
  ASSERT_EQ(run({"tournament", "mnk:3x3x3", "--player", "level:1", "--player", "random", "--seed",
                 "6", "--store", other_game})
                .code,
            0);
  expect_refused({"rate", other_game, "--without-luck"}, "is for Kimble");
}

TEST_F(RateCommand, Glicko2FollowsTheStores) {
  const std::string one = played("mnk:3x3x3", "mcts:sims=5,random"),
                    two = played("mnk:3x3x3", "random,mcts:sims=5");
  const value result = json({"rate", one, two, "--model", "glicko2"});
  EXPECT_EQ(result.at("periods").as_int64(), 2);
  EXPECT_EQ(result.at("players").at(0).at("player"), "mcts:sims=5");
  EXPECT_GT(number(result.at("players").at(0).at("elo")), 1500);
  EXPECT_LT(number(result.at("players").at(1).at("elo95").at(0)), 1500);
  EXPECT_NE(run({"rate", one, "--model", "glicko2"}).out.find("Glicko-2 with 1 period"),
            std::string::npos);
}

TEST_F(RateCommand, DamagedGamesAreNamedAndNotCounted) {
  const std::string store = played("mnk:3x3x3", "mcts:sims=5,random");
  spoil(store, "return0 = 1, return1 = 1 WHERE idx = 7");
  spoil(store, "return0 = 7 WHERE idx = 9");
  const Ended ended = run({"rate", store, "--json"});
  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("game 7 shares out more or less than one point"), std::string::npos)
      << ended.err;
  EXPECT_EQ(boost::json::parse(ended.out).at("games").as_int64(), 58);
}

/// Its last pages are gone.
TEST_F(RateCommand, OfACutStoreIsRatedWhatCanBeHad) {
  const std::string store = played("mnk:7x6x4", "random,mcts:sims=5", "400"),
                    sound = played("mnk:7x6x4", "random,mcts:sims=5", "60", "6");
  const auto size = std::filesystem::file_size(store);
  std::filesystem::resize_file(store, size / 2);
  const Ended ended = run({"rate", store, sound, "--json"});
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_NE(ended.err.find("is damaged"), std::string::npos) << ended.err;
  EXPECT_NE(ended.err.find("the ratings leave that out"), std::string::npos) << ended.err;
  EXPECT_GE(boost::json::parse(ended.out).at("games").as_int64(), 60);
  std::filesystem::resize_file(store, 5000);
  const Ended alone = run({"rate", store, "--json"});
  EXPECT_EQ(alone.code, 4) << alone.err;
  EXPECT_NE(alone.err.find("is damaged"), std::string::npos) << alone.err;
}

TEST_F(RateCommand, RefusesOptionsThatWouldBeIgnored) {
  const std::string store = played("mnk:3x3x3", "mcts:sims=5,random");
  expect_refused({"rate", store, "--model", "glicko2", "--draws", "davidson"}, "takes no --draws");
  expect_refused({"rate", store, "--model", "glicko2", "--draws", "half"}, "takes no --draws");
  expect_refused({"rate", store, "--model", "glicko2", "--without-luck"},
                 "takes no --without-luck");
  // Common options are taken everywhere; where they change nothing the help says so.
  EXPECT_EQ(run({"rate", store, "--seed", "1", "--threads", "1"}).code, 0);
  for (const char* command : {"rate", "sprt"})
    EXPECT_NE(run({command, "--help"}).out.find("has no effect here"), std::string::npos);
}

TEST_F(RateCommand, AnchorsThatAreNoneAreToldWhy) {
  const std::string store = played("mnk:3x3x3", "mcts:sims=5,random");
  expect_refused({"rate", store, "--anchor", "random"}, "has no rating behind an equals sign");
  expect_refused({"rate", store, "--anchor", "=4"}, "names no player");
  expect_refused({"rate", store, "--anchor", "random=1e9"}, "a rating of at most 10000");
  expect_refused({"rate", store, "--loose", "random=4"}, "has no +-SD");
  expect_refused({"rate", store, "--anchor", "mcts:sims=5"}, "as in --anchor mcts:sims=5=0");
  const value plus = json({"rate", store, "--anchor", "random=+5"});
  EXPECT_EQ(number(plus.at("players").at(1).at("elo")), 5);
  expect_refused({"rate", store, "--anchor", "random=+-5"}, "a rating of at most 10000");
}

TEST_F(RateCommand, RefusesWhatCannotBeRated) {
  const std::string store = played("mnk:3x3x3", "mcts:sims=5,random"),
                    again = played("mnk:3x3x3", "mcts:sims=5,random", "8"),
                    other = played("mnk:4x4x3", "mcts:sims=5,random", "8"),
                    alone = played("kimble:1/pieces=1", "random", "4"),
                    table = played("kimble:3/pieces=1", "random,helppo,random", "6");
  expect_refused({"rate", store, again}, "give each game once");
  expect_refused({"rate", store, store}, "give each game once");
  expect_refused({"rate", store, other}, "ratings hold for one game");
  expect_refused({"rate", alone}, "played alone");
  expect_refused({"rate", store, "--anchor", "randon=0"}, "did you mean 'random'?");
  expect_refused({"rate", store, "--anchor", "random=0", "--loose", "random=0+-9"}, "two anchors");
  expect_refused({"rate", store, "--without-luck"}, "is for Kimble");
  expect_refused({"rate", table, "--draws", "davidson"}, "games of two players");
  expect_refused({"rate", table, "--model", "glicko2"}, "games of two players");
  expect_refused({"rate", store, "--model", "glicko2", "--anchor", "random=0"}, "takes no anchors");
  ASSERT_TRUE(selfplay::GameLog::open(directory_ / "log.db").ok());
  expect_refused({"rate", directory_ / "log.db"}, "were played on servers");
  EXPECT_EQ(run({"rate", store, "--draws", "davidson"}).code, 0);
}

TEST_F(RateCommand, SprtPrintsTheRatioAndItsLimits) {
  // A test of OpenBench's.
  const Words words = {"sprt", "--pentanomial", "48,855,1980,1022,40", "--elo0", "0", "--elo1",
                       "4"};
  const value result = json(words);
  EXPECT_NEAR(number(result.at("llr")), 2.74, 0.005);
  EXPECT_NEAR(number(result.at("lower")), -2.944, 0.001);
  EXPECT_NEAR(number(result.at("upper")), 2.944, 0.001);
  EXPECT_TRUE(result.at("accepted").is_null());
  EXPECT_NE(run(words).out.find("more games are needed"), std::string::npos);
}

TEST_F(RateCommand, SprtTakesSixBinsGamesAndOtherModels) {
  // Tests of fastchess's.
  const value six = json({"sprt", "--pentanomial", "871,26175,55003,980,26678,821", "--elo0", "0",
                          "--elo1", "2", "--model", "logistic"});
  EXPECT_NEAR(number(six.at("llr")), -4.98, 0.005);
  EXPECT_EQ(six.at("accepted"), "H0");
  const value games = json({"sprt", "--trinomial", "10871,10650,20431", "--elo0", "-1.75", "--elo1",
                            "0.25", "--alpha", "0.1", "--beta", "0.1"});
  EXPECT_NEAR(number(games.at("llr")), 2.30, 0.005);
  EXPECT_EQ(games.at("accepted"), "H1");
  EXPECT_GT(number(games.at("elo")), 0);
  const value none = json({"sprt", "--trinomial", "0,0,0", "--elo0", "0", "--elo1", "2"});
  EXPECT_EQ(number(none.at("llr")), 0);
}

TEST_F(RateCommand, SprtSaysWhatIsKnownWhereResultsAreAlike) {
  const auto sprt = [&](const char* games, const Words& more = {}) {
    Words words = {"sprt", "--trinomial", games, "--elo0", "0", "--elo1", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words).out;
  };
  EXPECT_NE(sprt("1,0,0").find("stronger        75.00 % likely"), std::string::npos);
  EXPECT_NE(sprt("0,0,30").find("Elo             0.00, from -1"), std::string::npos);
  EXPECT_NE(sprt("0,0,30").find("normalized Elo  unknown"), std::string::npos);
  EXPECT_NE(sprt("5,0,0").find("Elo             open, above 34.35"), std::string::npos)
      << sprt("5,0,0");
  EXPECT_NE(sprt("0,5,0").find("open, below -34.35"), std::string::npos);
  EXPECT_NE(sprt("30,1,0").find("Elo             590.85, above "), std::string::npos)
      << sprt("30,1,0");
  const value drawn = boost::json::parse(sprt("0,0,30", {"--json"}));
  EXPECT_TRUE(drawn.at("normalized_elo").is_null());
  EXPECT_GT(number(drawn.at("elo95").at(1)), 50);
  expect_refused(
      {"sprt", "--trinomial", "1,0,0", "--elo0", "0", "--elo1", "2", "--alpha", "1e-320"},
      "above 1e-100");
}

}  // namespace
}  // namespace gauntlet::tools
