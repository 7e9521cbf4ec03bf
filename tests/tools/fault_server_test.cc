// Clients on servers that misbehave, in virtual time: every fault, every protocol, many seeds.
#include "tests/tools/fault_server.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

/// GAUNTLET_FAULT_SEEDS seeds; each takes about 50 ms for all faults and protocols.
std::uint64_t seeds() {
  const char* text = std::getenv("GAUNTLET_FAULT_SEEDS");
  return text ? std::strtoull(text, nullptr, 10) : 20;
}

bool strikes(Fault fault) {
  return fault != Fault::kByteASecond && fault != Fault::kSplit && fault != Fault::kGlued &&
         fault != Fault::kRefuse && fault != Fault::kOtherProtocol;
}

/// Longest time from the strike, or from the beginning, to an end without a result.
Milliseconds patience(Fault fault) {
  switch (fault) {
    case Fault::kSilence:
      return FaultServer::kIdle + 1s;
    case Fault::kOtherProtocol:
      return 5s;
    case Fault::kEndlessLine:
      return 10min;  // a whole line of them, one byte a second
    default:
      return 30s;
  }
}

void expect_result(const FaultServer& server) {
  const Verdict verdict = server.result().end.verdict;
  ASSERT_NE(verdict, Verdict::kUnknown) << server.result().end.reason;
  ASSERT_TRUE(server.score());
  const Verdict expected = *server.score() == 1.0f   ? Verdict::kWin
                           : *server.score() == 0.0f ? Verdict::kLoss
                                                     : Verdict::kDraw;
  EXPECT_EQ(verdict, expected) << server.result().end.reason;
}

void expect_sentence(const FaultServer& server) {
  const GameEnd& end = server.result().end;
  EXPECT_EQ(end.verdict, Verdict::kUnknown);
  EXPECT_GE(end.reason.size(), 10u);
  EXPECT_LE(end.reason.size(), 500u);
  for (const char c : end.reason) EXPECT_TRUE(c >= ' ' && c < 0x7f) << end.reason;
}

/// The waits between rounds of attempts are the back-off's, in spite of everything.
void expect_patience(const FaultServer& server) {
  std::size_t refused_rounds = 0;
  Client::Time round{};
  for (const auto& one : server.tries()) {
    if (one.stood) {
      refused_rounds = 0;
    } else if (refused_rounds == 0 || one.at != round) {
      if (refused_rounds > 0) {
        EXPECT_GE(one.at - round, 200ms);
      }
      ++refused_rounds;
      round = one.at;
      EXPECT_LT(refused_rounds, 12u);
    }
  }
  EXPECT_LE(server.result().moves, server.prompts() + 1) << "an answer that nobody asked for";
}

void run(const Protocol& protocol, Fault fault, std::uint64_t seed) {
  SCOPED_TRACE(std::string(protocol.name) + ", " + std::string(name_of(fault)) + ", seed " +
               std::to_string(seed));
  FaultServer server(protocol, fault, seed);
  ASSERT_TRUE(server.play(fault == Fault::kByteASecond ? Milliseconds(24h) : Milliseconds(20min)))
      << "it has not ended";
  expect_patience(server);
  const bool is_whole = strikes(fault) && !server.has_struck();
  const FaultEffect effect =
      is_whole ? FaultEffect::kFinished : effect_of(fault, protocol, server.has_lost_games());
  const bool has_failed = server.result().end.verdict == Verdict::kUnknown;
  if (effect == FaultEffect::kFinished || (effect == FaultEffect::kEither && !has_failed))
    return expect_result(server);
  expect_sentence(server);
  EXPECT_LE(server.took_since_strike(), patience(fault));
  if (fault == Fault::kSilence) {
    EXPECT_EQ(server.result().end.reason, "the server fell silent");
  }
  const bool may_go_on = fault == Fault::kHalfClose || fault == Fault::kReset ||
                         fault == Fault::kRestart || fault == Fault::kPortMoved;
  if (!may_go_on) return;
  // The next game finds the server again, and not at once.
  const std::size_t tries = server.tries().size();
  const auto ended = server.took();
  ASSERT_TRUE(server.play(20min));
  expect_result(server);
  expect_patience(server);
  EXPECT_GE(server.tries()[tries].at - server.tries()[0].at, ended + 200ms);
}

class Faults : public ::testing::TestWithParam<int> {};

TEST_P(Faults, EveryProtocolSurvives) {
  for (const Protocol& protocol : protocols())
    for (std::uint64_t seed = 0; seed < seeds(); ++seed)
      run(protocol, static_cast<Fault>(GetParam()), seed);
}

INSTANTIATE_TEST_SUITE_P(All, Faults, ::testing::Range(0, kFaults), [](const auto& fault) {
  std::string name(name_of(static_cast<Fault>(fault.param)));
  std::replace(name.begin(), name.end(), ' ', '_');
  return name;
});

TEST(FaultServer, RefusesAsOftenAsItSays) {
  for (const Protocol& protocol : protocols())
    for (std::uint64_t seed = 0; seed < 6; ++seed) {
      FaultServer server(protocol, Fault::kRefuse, seed);
      ASSERT_TRUE(server.play(20min));
      EXPECT_EQ(server.refusals(), 1 + static_cast<int>(seed));
    }
}

TEST(FaultServer, TheSameSeedIsTheSameRun) {
  for (const Protocol& protocol : protocols()) {
    FaultServer first(protocol, Fault::kReset, 7), second(protocol, Fault::kReset, 7);
    ASSERT_TRUE(first.play(20min) && second.play(20min));
    EXPECT_EQ(first.log(), second.log());
    EXPECT_EQ(first.took(), second.took());
  }
}

TEST(FaultServer, MostFaultsStrike) {
  int runs = 0, struck = 0;
  for (const Protocol& protocol : protocols())
    for (int fault = 0; fault < kFaults; ++fault)
      for (std::uint64_t seed = 0; seed < 20 && strikes(static_cast<Fault>(fault)); ++seed) {
        FaultServer server(protocol, static_cast<Fault>(fault), seed);
        ASSERT_TRUE(server.play(20min)) << protocol.name << ", " << fault << ", " << seed;
        ++runs;
        struck += server.has_struck();
      }
  EXPECT_GE(struck * 10, runs * 9) << struck << " of " << runs;
}

}  // namespace

}  // namespace gauntlet::tools
