// `gauntlet host kinarow` as a program.
#include "tests/tools/kinarow_page.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <tuple>

#include "engine/registry.h"
#include "selfplay/game_log.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"
#include "tests/tools/raw_http.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

TEST(HostKinarow, IsServedUntilCtrlC) {
  KinarowPage page;
  ASSERT_NE(page.port(), 0);
  EXPECT_EQ(page.url(), "http://127.0.0.1:" + std::to_string(page.port()));
  RawHttp client(page.port());
  const auto index = client.ask(http_get("/"));
  EXPECT_EQ(index.status, 200);
  EXPECT_NE(index.head.find("Content-Security-Policy: default-src 'self'"), std::string::npos);
  EXPECT_TRUE(index.body.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(client.ask(http_get("/bot/status?width=3&height=3&k=3&timePerMove=1")).status, 200);
  EXPECT_EQ(client.ask(http_get("/../page.js")).status, 404);
  RawHttp garbage(page.port());
  const auto refusal = garbage.ask("garbage\r\n\r\n");
  EXPECT_EQ(refusal.status, 400);
  EXPECT_NE(refusal.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
  page.process().send(SIGINT);
  EXPECT_EQ(page.process().wait(5s), 0);
}

/// The owner of a name can point it at this machine; what a browser then asks for in that name is
/// not for us to answer.
TEST(HostKinarow, AnswersToItsOwnNamesAlone) {
  const auto ask = [](RawHttp& client, const std::string& host, const std::string& target) {
    return client.ask("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  };
  KinarowPage page({"--allow-origin", "https://games.example.org"});
  RawHttp client(page.port());
  for (const char* host : {"127.0.0.1:5000", "localhost", "LocalHost:5000", "[::1]:5000",
                           "192.0.2.1", "games.example.org", "Games.Example.org:443"})
    EXPECT_EQ(ask(client, host, "/").status, 200) << host;
  for (const char* host : {"evil.example", "games.example.org.evil.example:5000", "localhost.evil"})
    for (const char* target : {"/", "/bot/status?width=3&height=3&k=3&timePerMove=1"}) {
      const auto reply = ask(client, host, target);
      EXPECT_EQ(reply.status, 403) << host;
      EXPECT_EQ(reply.body, "'" + std::string(host) +
                                "' is not a name of this server; use its address, or a name that "
                                "--allow-origin gives");
      EXPECT_NE(reply.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
    }
}

TEST(HostKinarow, MistakesGetASentence) {
  const std::pair<std::vector<std::string>, std::string> kMistakes[] = {
      {{"--opponent", "mtcs"}, "gauntlet: bad --opponent: "},
      {{"--games", "3"}, "gauntlet: --games is not an option of kinarow\n"},
      {{"--readme"}, "gauntlet: --readme is not an option of kinarow\n"},
      {{"--opponent", "level:auto", "--store", "none.db", "--resume"},
       "gauntlet: bad --opponent: level:auto goes by how games end"},
      {{"--resume"}, "gauntlet: --resume needs --store FILE, the games to go on with\n"},
      {{"--store", "none.db", "--resume"},
       "gauntlet: 'none.db' does not exist, so there is nothing to resume; leave --resume out\n"},
      {{"--listen", "localhost"}, "gauntlet: --listen takes an IP address"},
      {{"--allow-origin", "games.example.org"}, "gauntlet: --allow-origin takes an origin"},
  };
  const std::string directory = ::testing::TempDir() + "kinarow-mistakes";
  std::filesystem::create_directories(directory);
  for (const auto& [words, sentence] : kMistakes) {
    std::vector<std::string> all = {GAUNTLET_BINARY, "host", "kinarow", "--port", "0"};
    all.insert(all.end(), words.begin(), words.end());
    const Ended ended = ChildProcess(all, directory, {}).wait();
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with(sentence)) << ended.err;
  }
}

TEST(HostKinarow, KeepsTheGamesOfLevelAuto) {
  const TemporaryDirectory directory;
  const std::string store = directory / "games.db";
  const std::string ann = "0123456789abcdef";
  const std::string question = "/levels/auto?width=3&height=3&k=3&player=" + ann;
  std::string known;
  {
    KinarowPage page({"--store", store});
    RawHttp client(page.port());
    for (int game = 1; game <= 3; ++game) {
      EXPECT_EQ(client.ask(http_post("/levels/auto", end_of_game(ann, 0))).status, 200);
      const auto told = page.read_result();
      ASSERT_TRUE(told.contains("strength"));
      EXPECT_EQ(told.at("strength").at("games").to_number<int>(), game);
      EXPECT_EQ(told.at("strength").at("played").as_string(), "level:4");
    }
    known = client.ask(http_get(question)).body;
    page.process().send(SIGKILL);
    page.process().wait(5s);
  }
  KinarowPage again({"--store", store, "--resume"});
  RawHttp client(again.port());
  EXPECT_EQ(client.ask(http_get(question)).body, known);
  EXPECT_EQ(client.ask(http_post("/levels/auto", end_of_game(ann, 0))).status, 200);
  const auto told = again.read_result();
  ASSERT_TRUE(told.contains("strength"));
  EXPECT_EQ(told.at("strength").at("games").to_number<int>(), 4);
  again.process().send(SIGINT);
  const auto summary = again.read_result();
  ASSERT_TRUE(summary.contains("games"));
  EXPECT_EQ(summary.at("games").to_number<int>(), 4);
  EXPECT_EQ(again.process().wait(5s), 0);
}

TEST(HostKinarow, ResumesGamesOfItsOwnAlone) {
  const std::string own =
      "browser 0123 and bob, and this page keeps games of browsers against "
      "level:auto";
  const std::tuple<std::string, std::string, std::string> kOthers[] = {
      {"kimble:2", "browser 0123", "kimble:2, and this page plays m,n,k boards"},
      {"mnk:3x3x3/exact", "browser 0123", own},
      {"gomoku:9", "ann", "ann and bob" + own.substr(own.find(','))}};
  for (const auto& [name, player, why] : kOthers) {
    const TemporaryDirectory directory;
    const auto game = engine::find_game(name);
    engine::Rng rng(1);
    const engine::AnyState start = game->start(rng);
    const std::string store = directory / "games.db";
    ASSERT_TRUE((*selfplay::GameLog::open(store))
                    ->add({*game,
                           start,
                           {},
                           {player, "bob"},
                           {1, 0, 0, 0},
                           "bob left",
                           selfplay::OpponentStrength{player, "4", 1, "4.5", "4.5", 1}})
                    .ok());
    const Ended ended =
        ChildProcess({GAUNTLET_BINARY, "host", "kinarow", "--store", store, "--resume"},
                     directory.path(), {})
            .wait();
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err, "gauntlet: cannot resume '" + store + "': game 0 is of " + why +
                             "; give --store a new file\n");
  }
}
}  // namespace

}  // namespace gauntlet::tools
