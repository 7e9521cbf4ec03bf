// `gauntlet fit gomoku`: games of a store, epochs that go on, other files.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

class FitGomoku : public ::testing::Test {
 protected:
  Ended run(std::vector<std::string> words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  Ended fit(std::vector<std::string> words) const {
    words.insert(words.begin(), {"fit", "gomoku", "--seed", "5", "--json"});
    return run(words);
  }
  /// A store of a few games, which is called like its game.
  void play(const std::string& game) const {
    const Ended ended =
        run({"selfplay", game, "--players", "ab:nodes=150,ab:nodes=100", "--games", "20", "--seed",
             "3", "--store", directory_ / name_of(game), "--quiet"});
    ASSERT_EQ(ended.code, 0) << ended.err;
  }
  static std::string name_of(std::string game) {
    for (char& c : game)
      if (c == ':' || c == '/') c = '_';
    return game + ".db";
  }
  std::string text(const std::string& name) const {
    std::ostringstream all;
    all << std::ifstream(directory_ / name).rdbuf();
    return all.str();
  }

  const TemporaryDirectory directory_;
};

TEST_F(FitGomoku, EpochsGoOnAndAreTheSameWhateverTheThreads) {
  play("gomoku:15");
  const std::vector<std::string> usual = {"--games-of", directory_ / "gomoku_15.db", "--epochs",
                                          "2"};
  const auto with = [&](std::vector<std::string> more) {
    more.insert(more.begin(), usual.begin(), usual.end());
    return fit(more);
  };
  const Ended whole = with({"--threads", "1", "--weights", directory_ / "whole.h"});
  ASSERT_EQ(whole.code, 0) << whole.err;
  const auto told = boost::json::parse(whole.out).as_object();
  EXPECT_EQ(told.at("games").as_int64(), 20);
  EXPECT_GT(told.at("positions").as_int64(), 100);
  EXPECT_GT(told.at("held_out").at("positions").as_int64(), 5);
  EXPECT_LT(told.at("held_out").at("log_loss").as_double(), 1);

  ASSERT_EQ(
      with({"--threads", "2", "--weights", directory_ / "kept.h", "--state", directory_ / "state"})
          .code,
      0);
  const auto weights = [&](const std::string& name) {  // after the command that made them
    const std::string all = text(name);
    return all.substr(all.find("#pragma once"));
  };
  EXPECT_EQ(weights("kept.h"), weights("whole.h"));
  const Ended again = with({"--weights", directory_ / "again.h", "--state", directory_ / "state"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_EQ(again.err.find("epoch 1"), std::string::npos) << "both were done: " << again.err;
  EXPECT_EQ(weights("again.h"), weights("whole.h"));
  const Ended other = fit({"--games-of", directory_ / "gomoku_15.db", "--epochs", "3", "--state",
                           directory_ / "state"});
  EXPECT_EQ(other.code, 2);
  EXPECT_NE(other.err.find("another seed"), std::string::npos) << other.err;
}

TEST_F(FitGomoku, ThePolicyForetellsMovesBetterThanClassesDo) {
  play("gomoku:15");
  const std::string store = directory_ / "gomoku_15.db", policy = directory_ / "policy.inc";
  const Ended ended = fit({"--games-of", store, "--policy", policy});
  ASSERT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.err.find("epoch 3 of 3"), std::string::npos) << ended.err;
  const auto told = boost::json::parse(ended.out).as_object();
  const auto& held_out = told.at("held_out").as_object();
  const auto number = [&](const char* key) { return held_out.at(key).to_number<double>(); };
  EXPECT_LT(number("log_loss"), 4.0) << "80 squares alike have 4.4";
  EXPECT_GT(number("first"), 0.1);
  EXPECT_GT(number("rank_classes"), 0);
  const std::string first = text("policy.inc");
  EXPECT_NE(first.find("kFittedPolicyWeights"), std::string::npos);
  ASSERT_EQ(fit({"--games-of", store, "--policy", policy}).code, 0) << "it may be written over";
  EXPECT_EQ(text("policy.inc"), first);
  const Ended both = fit({"--games-of", store, "--policy", policy, "--weights", policy});
  EXPECT_EQ(both.code, 2);
  EXPECT_NE(both.err.find("without --weights"), std::string::npos) << both.err;
}

TEST_F(FitGomoku, OtherGamesAndFilesAreRefused) {
  const auto expect_refusal = [&](const std::vector<std::string>& words, int code,
                                  const std::string& part) {
    const Ended ended = fit(words);
    EXPECT_EQ(ended.code, code) << ended.err;
    EXPECT_NE(ended.err.find(part), std::string::npos) << ended.err;
    EXPECT_EQ(ended.out, "");
  };
  play("mnk:9x9x4");
  play("gomoku:15/exact");
  play("gomoku:23");
  expect_refusal({"--games-of", directory_ / "mnk_9x9x4.db"}, 2, "k = 5");
  expect_refusal({"--games-of", directory_ / "gomoku_15_exact.db"}, 2, "gomoku:15/exact");
  expect_refusal({"--games-of", directory_ / "gomoku_23.db"}, 2, "at most 512 squares");
  expect_refusal({"--games-of", directory_ / "nothing.db"}, 2, "nothing.db");
  expect_refusal({}, 2, "--games-of");
  expect_refusal({"--games-of", directory_ / "gomoku_23.db", "--rounds", "2"}, 2, "fit kimble");
  std::ofstream(directory_ / "mine.h") << "my own notes\n";
  expect_refusal({"--games-of", directory_ / "gomoku_23.db", "--weights", directory_ / "mine.h"}, 2,
                 "holds no weights");
  EXPECT_EQ(text("mine.h"), "my own notes\n");
}

}  // namespace
}  // namespace gauntlet::tools
