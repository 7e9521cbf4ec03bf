// `gauntlet luck` as users and scripts see it.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <algorithm>
#include <array>
#include <boost/json.hpp>
#include <cmath>
#include <optional>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "search/kimble/luck.h"
#include "selfplay/game_log.h"
#include "selfplay/store.h"
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

TEST_F(LuckCommand, NarrowsTheIntervalsAndKeepsTheScoresSlow) {
  constexpr int kGames = 800;
  const std::string store =
      played("kimble:4", "capture,random,random,random", std::to_string(kGames));
  const Ended ended = run({"luck", store, "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto result = boost::json::parse(ended.out);
  EXPECT_EQ(result.at("games").as_int64(), kGames);
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
  EXPECT_NE(text.out.find("Removing dice luck is worth "), std::string::npos) << text.out;
}

/// A player's points in a game and in which block it was: four games, in which the players move
/// round the seats.
struct BlockGame {
  std::size_t block;
  double points, without_luck;
};

std::array<std::vector<BlockGame>, 4> games_of_all(const std::string& path) {
  const auto store = selfplay::Store::open_to_read(path);
  EXPECT_TRUE(store.ok()) << engine::message_of(store);
  const auto game = *engine::find_game("kimble:4");
  std::array<std::vector<BlockGame>, 4> games;
  const auto add = [&](const selfplay::GameRecord& record) -> absl::Status {
    std::array<double, 4> luck{};
    engine::AnyState state = *game.from_text(record.start);
    for (const engine::AnyMove move : record.result.moves) {
      if (state.to_move() == engine::kChance) {
        const engine::Returns of_draw = search::kimble::luck_of(
            state.as<engine::Kimble>(), engine::Kimble::Move::from_bits(move.bits()));
        for (std::size_t seat = 0; seat < 4; ++seat)
          luck[seat] += static_cast<double>(of_draw[seat]);
      }
      state.apply(move);
    }
    for (std::size_t player = 0; player < 4; ++player) {
      const std::size_t seat = (player + record.index % 4) % 4;
      const double points = state.returns()[seat] == 1 ? 1 : 0;
      games[player].push_back({record.index / 4, points, points - luck[seat]});
    }
    return absl::OkStatus();
  };
  EXPECT_TRUE((*store)
                  ->for_each(selfplay::Store::Detail::kMoves, add,
                             [](const selfplay::DamagedGames&) { ADD_FAILURE(); })
                  .ok());
  return games;
}

struct MeanAndVariance {
  double mean, variance;
};

/// By the definition: how far each block's sum lies from what the mean promises for its games.
MeanAndVariance of_blocks(const std::vector<BlockGame>& games, double BlockGame::*points) {
  const auto count = static_cast<double>(games.size());
  double mean = 0, squares = 0;
  for (const BlockGame& game : games) mean += game.*points / count;
  std::vector<double> off(games.back().block + 1);
  for (const BlockGame& game : games) off[game.block] += game.*points - mean;
  for (const double sum : off) squares += sum * sum;
  const auto blocks = static_cast<double>(off.size());
  return {mean, blocks / (blocks - 1) * squares / (count * count)};
}

/// Ten blocks, and an eleventh with three games.
TEST_F(LuckCommand, CountsBlocksThatLackGames) {
  constexpr double kStudentOfTen = 2.228139;
  const std::string store = played("kimble:4", "capture,fitted,random,helppo", "43");
  const Ended ended = run({"luck", store, "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto result = boost::json::parse(ended.out);
  EXPECT_EQ(result.at("games").as_int64(), 43);
  const auto games = games_of_all(store);
  ASSERT_EQ(games[0].size(), 43u);
  for (std::size_t player = 0; player < 4; ++player) {
    const auto told = [&](const char* name) -> const boost::json::value& {
      return result.at("players").at(player).at(name);
    };
    const auto [mean, variance] = of_blocks(games[player], &BlockGame::points);
    EXPECT_NEAR(told("score").to_number<double>(), mean, 1e-5);
    // Wilson's: from each end the mean is as many standard errors away as if that were the truth.
    const double of_independent = mean * (1 - mean) / 42;
    for (const auto& end : told("ci95").as_array()) {
      const double truth = end.to_number<double>();
      const double error = std::sqrt(truth * (1 - truth) / 43 * variance / of_independent);
      EXPECT_NEAR(std::abs(mean - truth), kStudentOfTen * error, 1e-4);
    }
    const auto [left, left_variance] = of_blocks(games[player], &BlockGame::without_luck);
    const double half_width = kStudentOfTen * std::sqrt(left_variance);
    EXPECT_NEAR(told("score_without_luck").to_number<double>(), left, 1e-5);
    const auto& interval = told("ci95_without_luck");
    EXPECT_NEAR(interval.at(0).to_number<double>(), left - half_width, 1e-4);
    EXPECT_NEAR(interval.at(1).to_number<double>(), left + half_width, 1e-4);
  }
}

TEST_F(LuckCommand, ADamagedGameIsNamedAndNotCounted) {
  const std::string store = played("kimble:2/pieces=1", "random,random", "40");
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
  ASSERT_EQ(sqlite3_exec(database, "UPDATE game SET return0 = 0.25 WHERE idx = 7", nullptr, nullptr,
                         nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  const Ended ended = run({"luck", store, "--json"});
  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("is damaged: game 7 did not end as it says"), std::string::npos)
      << ended.err;
  EXPECT_EQ(boost::json::parse(ended.out).at("games").as_int64(), 39);
}

/// What is left of a score may lie outside 0 .. 1; few games tell nothing about how far.
TEST_F(LuckCommand, TellsNoIntervalOfTooFewGames) {
  const std::string store = played("kimble:2/pieces=1", "random,random", "1");
  const Ended ended = run({"luck", store, "--json"});
  ASSERT_EQ(ended.code, 0) << ended.err;
  const auto result = boost::json::parse(ended.out);
  for (const auto& player : result.at("players").as_array())
    EXPECT_TRUE(player.at("ci95_without_luck").is_null());
  const Ended text = run({"luck", store});
  EXPECT_NE(text.out.find(", 1 game, "), std::string::npos) << text.out;
  EXPECT_NE(text.out.find("too few games"), std::string::npos) << text.out;
  EXPECT_EQ(text.out.find("is worth"), std::string::npos) << text.out;
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
  ASSERT_TRUE(selfplay::GameLog::open(directory_ / "log.db").ok());
  EXPECT_NE(refusal(directory_ / "log.db").find("were played on servers"), std::string::npos);
  const std::string tournament = directory_ / "tournament.db";
  EXPECT_EQ(run({"tournament", "kimble:2", "--player", "vaikea", "--player", "random", "--rounds",
                 "1", "--quiet", "--store", tournament})
                .code,
            0);
  EXPECT_NE(refusal(tournament).find("is the store of a tournament, and luck takes"),
            std::string::npos);
  EXPECT_NE(refusal(directory_ / "none.db").find("none.db"), std::string::npos);
  EXPECT_NE(refusal("/dev/null").find("/dev/null"), std::string::npos);
}

}  // namespace
}  // namespace gauntlet::tools
