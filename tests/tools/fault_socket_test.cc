// Clients on servers that misbehave, over real sockets: no spin, no descriptor lost.
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <filesystem>
#include <optional>
#include <string>

#include "tests/tools/fake_server.h"
#include "tests/tools/faults.h"
#include "tools/net/game_client.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

/// A host behind a faulty pipe on a port of its own.
class FaultyPort {
 public:
  FaultyPort(const Protocol& protocol, Fault fault, std::uint64_t seed)
      : protocol_(protocol),
        fault_(fault),
        rng_(seed),
        pipe_(protocol, fault, seed),
        host_(fault == Fault::kOtherProtocol ? make_other_host(protocol, seed)
                                             : protocol.make_host(seed)) {}

  std::uint16_t port() const { return server_.port(); }
  /// These are only known when the client is done.
  std::optional<float> score() const { return score_; }
  bool has_struck() const { return pipe_.has_struck(); }

 private:
  static Host::Time now() { return std::chrono::steady_clock::now(); }

  void serve(Peer& peer, int number) {
    id_ = static_cast<ConnectionId>(number + 1);
    HostActions actions;
    host_->opened(now(), id_, actions);
    bool goes_on = tell(peer, actions);
    while (goes_on) {
      const std::string bytes = peer.receive();
      if (bytes.empty()) break;
      std::vector<Delivery> instead;
      if (pipe_.swallows(instead)) {
        goes_on = deliver(peer, instead);
        continue;
      }
      actions = {};
      host_->received(now(), id_, bytes, actions);
      goes_on = tell(peer, actions);
    }
    actions = {};
    host_->closed(now(), id_, actions);
  }
  /// False when the connection is to be closed.
  bool tell(Peer& peer, HostActions& actions) {
    answer_questions(*host_, now(), rng_, actions);
    for (const FinishedGame& game : actions.finished) score_ = score_of(game);
    std::string moment;
    for (const auto& send : actions.sends) {
      if (send.to != id_) continue;
      moment += send.text;
      if (!pipe_.glues() && !deliver(peer, pipe_.from_server(std::exchange(moment, {}))))
        return false;
    }
    if (!moment.empty() && !deliver(peer, pipe_.from_server(moment))) return false;
    return actions.hang_ups.empty();
  }
  bool deliver(Peer& peer, const std::vector<Delivery>& deliveries) {
    for (const Delivery& delivery : deliveries) {
      peer.send(delivery.bytes);
      if (delivery.then == Delivery::Then::kNothing) continue;
      if (delivery.then == Delivery::Then::kReset) peer.reset();
      if (fault_ == Fault::kRestart) host_ = protocol_.make_host(99);
      return false;
    }
    return true;
  }

  const Protocol& protocol_;
  const Fault fault_;
  engine::Rng rng_;
  FaultPipe pipe_;
  std::unique_ptr<Host> host_;
  ConnectionId id_ = 0;
  std::optional<float> score_;
  FakeServer server_{[this](Peer& peer, int number) { serve(peer, number); }};
};

GameResult play(std::uint16_t port, const Protocol& protocol, Milliseconds idle) {
  GameClient::Options options;
  options.ports = {port};
  options.retry_for = 10s;
  options.player.player = "random";
  GameClient driver(options);
  const auto client = protocol.make_client(idle);
  return driver.play(*client, 1);
}

std::ptrdiff_t descriptors() {
  const std::filesystem::directory_iterator open("/proc/self/fd");
  return std::distance(begin(open), end(open));
}

void play_over_socket(const Protocol& protocol, Fault fault, std::uint64_t seed) {
  SCOPED_TRACE(std::string(protocol.name) + ", " + std::string(name_of(fault)) + ", seed " +
               std::to_string(seed));
  FaultyPort server(protocol, fault, seed);
  const auto began = std::chrono::steady_clock::now();
  const GameResult result =
      play(server.port(), protocol, fault == Fault::kSilence ? Milliseconds(300) : 20s);
  EXPECT_LT(std::chrono::steady_clock::now() - began, 15s);
  const bool is_whole = fault != Fault::kSplit && fault != Fault::kGlued &&
                        fault != Fault::kOtherProtocol && !server.has_struck();
  const bool has_lost_games = !protocol.resumes || result.moves > 0;
  const FaultEffect effect =
      is_whole ? FaultEffect::kFinished : effect_of(fault, protocol, has_lost_games);
  if (effect == FaultEffect::kError) {
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
    EXPECT_GE(result.end.reason.size(), 10u);
  }
  if (effect == FaultEffect::kFinished) {
    ASSERT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
    EXPECT_EQ(result.end.verdict == Verdict::kWin, server.score() == 1.0f);
    EXPECT_EQ(result.end.verdict == Verdict::kLoss, server.score() == 0.0f);
  }
}

/// Slow bytes and refusals take too long here; moved ports are tested with Kimble's connections.
constexpr Fault kQuickFaults[] = {Fault::kSplit,         Fault::kGlued,          Fault::kHalfClose,
                                  Fault::kReset,         Fault::kGarbage,        Fault::kWrongOrder,
                                  Fault::kSilence,       Fault::kRepeatedPrompt, Fault::kRestart,
                                  Fault::kOtherProtocol, Fault::kEndlessLine};

TEST(FaultSockets, EveryProtocolSurvivesAndNothingIsLeftOpen) {
  play_over_socket(protocols()[0], Fault::kSplit, 0);  // what is opened once stays open
  const auto before = descriptors();
  for (const Protocol& protocol : protocols())
    for (const Fault fault : kQuickFaults)
      for (std::uint64_t seed = 0; seed < 2; ++seed) play_over_socket(protocol, fault, seed);
  EXPECT_EQ(descriptors(), before);
}

double processor_seconds() {
  rusage used{};
  getrusage(RUSAGE_SELF, &used);
  const auto seconds = [](const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

TEST(FaultSockets, WaitingCostsNoTime) {
  for (const Protocol& protocol : protocols()) {
    FaultyPort server(protocol, Fault::kSilence, 3);
    const double before = processor_seconds();
    EXPECT_EQ(play(server.port(), protocol, 1s).end.reason, "the server fell silent");
    EXPECT_LT(processor_seconds() - before, 0.25) << protocol.name;
  }
}

}  // namespace

}  // namespace gauntlet::tools
