// `gauntlet luck` as users and scripts see it.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "selfplay/game_log.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

class LuckCommand : public ::testing::Test {
 protected:
  Ended run(std::vector<std::string> words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  std::string played(const std::string& game, const std::string& players,
                     const std::string& games) const {
    const std::string store = directory_ / "games" + std::to_string(stores_++) + ".db";
    const Ended ended = run({"selfplay", game, "--players", players, "--games", games, "--seed",
                             "5", "--store", store});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return store;
  }

  const TemporaryDirectory directory_;
  mutable int stores_ = 0;
};

double width(const boost::json::value& interval) {
  return interval.at(1).as_double() - interval.at(0).as_double();
}

TEST_F(LuckCommand, NarrowsTheIntervalsAndKeepsTheScores) {
  const std::string store = played("kimble:4", "capture,random,random,random", "800");
  const Ended ended = run({"luck", store, "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto result = boost::json::parse(ended.out);
  EXPECT_EQ(result.at("games").as_int64(), 800);
  double all = 0;
  for (const auto& player : result.at("players").as_array()) {
    const double raw = width(player.at("ci95")), adjusted = width(player.at("ci95_without_luck"));
    EXPECT_LT(adjusted, 0.6 * raw) << player.at("player");
    EXPECT_NEAR(player.at("score").as_double(), player.at("score_without_luck").as_double(), raw);
    all += player.at("score_without_luck").as_double();
  }
  EXPECT_NEAR(all, 1, 1e-4);
  EXPECT_EQ(run({"luck", store, "--json", "--threads", "3"}).out, ended.out);
  const Ended text = run({"luck", store});
  EXPECT_NE(text.out.find("no luck   95 % interval"), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("interval is as narrow as "), std::string::npos) << text.out;
}

TEST_F(LuckCommand, CountsBlocksThatLackGames) {
  const Ended ended =
      run({"luck", played("kimble:4", "random,random,random,random", "5"), "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(boost::json::parse(ended.out).at("games").as_int64(), 5);
}

/// What is left of a score may lie outside 0 .. 1; few games tell nothing about how far.
TEST_F(LuckCommand, TellsNoIntervalOfTooFewGames) {
  const std::string store = played("kimble:2/pieces=1", "random,random", "1");
  const Ended ended = run({"luck", store, "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  for (const auto& player : boost::json::parse(ended.out).at("players").as_array())
    EXPECT_TRUE(player.at("ci95_without_luck").is_null());
  const Ended text = run({"luck", store});
  EXPECT_NE(text.out.find(", 1 game, "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("too few games"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("as narrow as"), std::string::npos) << text.out;
}

TEST_F(LuckCommand, RefusesWhatHasNoLuckToTakeOut) {
  const auto refusal = [&](const std::string& store) {
    const Ended ended = run({"luck", store});
    EXPECT_EQ(ended.code, 2) << ended.out;
    EXPECT_EQ(ended.out, "");
    return ended.err;
  };
  EXPECT_NE(refusal(played("mnk:3x3x3", "random,random", "2")).find("takes games of Kimble"),
            std::string::npos);
  EXPECT_NE(refusal(played("kimble:1", "random", "2")).find("two players or more"),
            std::string::npos);
  ASSERT_TRUE(selfplay::GameLog::open(directory_ / "log.db"));
  EXPECT_NE(refusal(directory_ / "log.db").find("were played on servers"), std::string::npos);
  EXPECT_NE(refusal(directory_ / "none.db").find("none.db"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("/dev/null"), std::string::npos);
}

}  // namespace
}  // namespace gauntlet::tools
