// `gauntlet solve twodoku/small`: its equilibrium, and what players lose against their best answer.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {
namespace {

class SolveTwoDoku : public ::testing::Test {
 protected:
  Ended solve(std::vector<std::string> words) const {
    words.insert(words.begin(), {GAUNTLET_BINARY, "solve", "twodoku/small"});
    return ChildProcess(words, directory_.path(), ChildProcess::Options{}).wait();
  }
  boost::json::object solved(std::vector<std::string> words) const {
    words.insert(words.end(), {"--tolerance", "0.01", "--seed", "1", "--json"});
    const Ended ended = solve(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    return boost::json::parse(ended.out).as_object();
  }

 private:
  TemporaryDirectory directory_;
};

/// docs/twodoku.md has these figures.
TEST_F(SolveTwoDoku, TellsThePlayerThatSearchesFromOneThatDoesNotSlow) {
  const auto searches = solved({"--player", "turns:sims=500"});
  EXPECT_NEAR(searches.at("value").to_number<double>(), 0.61, 0.01);
  EXPECT_LT(searches.at("exploitability").to_number<double>(), 0.01);
  EXPECT_GT(searches.at("player_exploitability").to_number<double>(), 0);
  EXPECT_LT(searches.at("player_exploitability").to_number<double>(), 0.13);
  const auto moves_anyhow = solved({"--player", "random", "--asked", "16"});
  EXPECT_GT(moves_anyhow.at("player_exploitability").to_number<double>(), 0.25);
}

TEST_F(SolveTwoDoku, SaysWhatItCannotDo) {
  for (const auto& [words, said] : std::vector<std::pair<std::vector<std::string>, std::string>>{
           {{"--asked", "3"}, "--asked is for --player"},
           {{"--player", "human"}, "human needs a terminal"},
           {{"--position", "x"}, "takes no --position"},
           {{"--memory", "1"}, "MB of memory"}}) {
    const Ended ended = solve(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find(said), std::string::npos) << ended.err;
  }
}

}  // namespace
}  // namespace gauntlet::tools
