// Kimble over real sockets, against the host's own text: one connection, many, and broken ones.
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>

#include "tests/tools/fake_server.h"
#include "tools/net/game_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"

namespace gauntlet::tools {

namespace {

using std::chrono::milliseconds;

/// A host on a port; `breaks_at` names the requests after which, with or without an answer, the
/// connection is reset.
class KimbleServer {
 public:
  enum class Break : std::uint8_t { kBeforeTheAnswer, kWithinTheAnswer, kAfterTheAnswer };

  /// Breaks at each `every`-th request but the first, and at that which `also` numbers.
  KimbleServer(std::uint64_t seed, int every, Break how, int also = 0)
      : host_(KimbleHost::Options{.seed = seed}), every_(every), how_(how), also_(also) {}

  std::uint16_t port() const { return server_.port(); }
  int connections() const { return connections_; }

 private:
  void serve(Peer& peer, int number) {
    ++connections_;
    const auto id = static_cast<ConnectionId>(number + 1);
    HostActions actions;
    host_.opened(now(), id, actions);
    while (true) {
      const std::string bytes = peer.receive();
      if (bytes.empty()) break;
      actions = {};
      host_.received(now(), id, bytes, actions);
      std::string answer;
      for (const auto& send : actions.sends) answer += send.text;
      ++requests_;
      const bool breaks = (requests_ % every_ == 0 && requests_ > 1) || requests_ == also_;
      if (breaks && how_ == Break::kBeforeTheAnswer) break;
      peer.send(breaks && how_ == Break::kWithinTheAnswer ? answer.substr(0, answer.size() / 2)
                                                          : answer);
      if (breaks) break;
    }
    actions = {};
    host_.closed(now(), id, actions);
  }
  static Host::Time now() { return std::chrono::steady_clock::now(); }

  KimbleHost host_;
  const int every_;
  const Break how_;
  const int also_;
  int requests_ = 0;
  std::atomic<int> connections_ = 0;
  FakeServer server_{[this](Peer& peer, int number) { serve(peer, number); }};
};

constexpr int kNever = 1'000'000;

GameResult play(const KimbleServer& server, bool rests) {
  GameClient::Options options;
  options.ports = {FakeServer::free_port(), server.port()};
  options.retry_for = milliseconds(10'000);
  options.player.player = "capture";
  KimbleClient client({.opponents = "120", .rests = rests});
  GameClient driver(options);
  return driver.play(client, 1);
}

TEST(KimbleConnection, OneForTheWholeGame) {
  const KimbleServer server(1, kNever, KimbleServer::Break::kAfterTheAnswer);
  const GameResult result = play(server, false);
  EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
  EXPECT_GT(result.moves, 10u);
  EXPECT_EQ(server.connections(), 1);
}

TEST(KimbleConnection, OneForEachRequest) {
  const KimbleServer server(2, kNever, KimbleServer::Break::kAfterTheAnswer);
  const GameResult result = play(server, true);
  EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
  EXPECT_GT(server.connections(), 10);
}

TEST(KimbleConnection, BrokenOnesAreOpenedAgainAndTheGameGoesOn) {
  using Break = KimbleServer::Break;
  for (const Break how :
       {Break::kBeforeTheAnswer, Break::kWithinTheAnswer, Break::kAfterTheAnswer}) {
    const KimbleServer server(3, 8, how);
    const GameResult result = play(server, false);
    EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
    EXPECT_GT(server.connections(), 1);
    EXPECT_LT(server.connections(), 20);
  }
}

/// Another game begins then, and is followed from its start.
TEST(KimbleConnection, AGameWhoseFirstAnswerBreaksIsBegunAnew) {
  for (std::uint64_t seed = 1; seed <= 5; ++seed) {
    const KimbleServer server(seed, kNever, KimbleServer::Break::kWithinTheAnswer, 1);
    const GameResult result = play(server, false);
    EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
    EXPECT_EQ(server.connections(), 2);
    EXPECT_TRUE(result.end.seen) << "seed " << seed;
  }
}

}  // namespace

}  // namespace gauntlet::tools
