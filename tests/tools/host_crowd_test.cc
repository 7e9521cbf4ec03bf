// Two hundred connections at once on each of our servers, with games that are left half-way: for
// two seconds, or for GAUNTLET_CROWD_SECONDS.
#include <cstdlib>

#include "tests/tools/crowd.h"
#include "tests/tools/open_descriptors.h"
#include "tests/tools/served_host.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/twodoku_client.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

std::chrono::seconds crowd_time() {
  const char* seconds = std::getenv("GAUNTLET_CROWD_SECONDS");
  return std::chrono::seconds(seconds ? std::atoi(seconds) : 2);
}

/// Games go on and end with a verdict, nobody is kept waiting, and nothing is left behind.
void expect_stands(Host& host, const Crowd::MakeClient& make, int least_games) {
  const int before = open_descriptors();
  {
    ServedHost served(host);
    Crowd crowd(served.port(), make, {});
    const Crowd::Report report = crowd.run(crowd_time());
    int games = 0;
    for (const auto& [verdict, count] : report.games) games += count;
    EXPECT_GE(games, least_games);
    EXPECT_FALSE(report.games.contains(Verdict::kUnknown)) << report.first_unknown;
    EXPECT_LT(report.longest_wait, std::chrono::milliseconds(1'000));
    std::printf("%d games in %lld s, %d left half-way\n", games,
                static_cast<long long>(crowd_time().count()), report.desertions);
    EXPECT_LT(served.stop(), std::chrono::milliseconds(3'000));
  }
  EXPECT_EQ(open_descriptors(), before);
}

TEST(HostCrowd, Gomoku) {
  GomokuHost host({});
  expect_stands(
      host, [] { return std::make_unique<GomokuClient>(GomokuClient::Options{}); }, 100);
}

TEST(HostCrowd, Sudokill) {
  SudokillHost host({});
  SudokillClient::Options options;
  options.starts_game = true;
  expect_stands(
      host, [&] { return std::make_unique<SudokillClient>(options); }, 4);
}

TEST(HostCrowd, KimbleConnected) {
  KimbleHost host({});
  expect_stands(
      host, [] { return std::make_unique<KimbleClient>(KimbleClient::Options{}); }, 100);
}

TEST(HostCrowd, KimbleAConnectionARequest) {
  KimbleHost host({});
  KimbleClient::Options options;
  options.rests = true;
  options.opponents = "120";
  expect_stands(
      host, [&] { return std::make_unique<KimbleClient>(options); }, 20);
}

TEST(HostCrowd, TwoDoku) {
  TwoDokuHost host({});
  expect_stands(
      host, [] { return std::make_unique<TwoDokuClient>(TwoDokuClient::Options{}); }, 2);
}

}  // namespace

}  // namespace gauntlet::tools
