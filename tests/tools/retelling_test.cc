// A program is told again what another one was told.
#include "tools/net/retelling.h"

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Piece = Conversation::Piece;
using Kind = Piece::Kind;

constexpr auto kPatience = 300ms;

struct Outcome {
  Retold retold;
  std::chrono::steady_clock::duration took;
};

Outcome told_again(const std::vector<Piece>& pieces, const std::string& line,
                   ProgramCommand::Way way = ProgramCommand::Way::kPipes,
                   std::chrono::milliseconds patience = kPatience) {
  RetellingSettings settings;
  settings.command = {.name = "ann", .line = line, .way = way};
  settings.patience = patience;
  const auto begun = std::chrono::steady_clock::now();
  auto retold = retell(pieces, settings);
  EXPECT_TRUE(retold.ok()) << retold.status();
  return {retold.ok() ? *std::move(retold) : Retold(), std::chrono::steady_clock::now() - begun};
}

/// `count` times a question of ours and its answer.
std::vector<Piece> questions(std::size_t count, const std::string& answer = "b\n") {
  std::vector<Piece> pieces;
  for (std::size_t i = 0; i < count; ++i) {
    pieces.push_back({Kind::kTold, "a\n"});
    pieces.push_back({Kind::kSaid, answer});
  }
  return pieces;
}

TEST(Retelling, AllIsToldToWhoAnswers) {
  const auto [retold, took] = told_again(questions(100), "cat", ProgramCommand::Way::kPipes, 10s);
  EXPECT_EQ(retold.told, 100u);
  EXPECT_EQ(retold.to_tell, 100u);
  EXPECT_EQ(retold.gave_up, "");
  EXPECT_FALSE(retold.ended_early);
  EXPECT_EQ(retold.report.ending, "exit status 0");
}

/// Once, and not at each of a hundred questions.
TEST(Retelling, PatienceIsLostOnce) {
  const auto [retold, took] = told_again(questions(100), "sleep 60");
  EXPECT_EQ(retold.told, 1u);
  EXPECT_EQ(retold.gave_up, "said nothing within 300 ms");
  EXPECT_GE(took, kPatience);
  EXPECT_LT(took, 5s);
}

TEST(Retelling, WhoSaysLessIsNotCalledSilent) {
  const auto [retold, took] = told_again(questions(3, "b\nc\n"), "cat");
  EXPECT_EQ(retold.told, 1u);
  EXPECT_EQ(retold.gave_up, "did not say as many lines as in the game within 300 ms");
}

TEST(Retelling, ALineWithoutEndIsTold) {
  const auto [retold, took] =
      told_again(questions(3), "head -c 1000000000 /dev/zero", ProgramCommand::Way::kPipes, 30s);
  EXPECT_EQ(retold.told, 1u);
  EXPECT_EQ(retold.gave_up, "said 64 kB without the end of a line");
  EXPECT_LT(took, 15s);
}

TEST(Retelling, WhoDoesNotComeIsTold) {
  for (const auto way : {ProgramCommand::Way::kConnects, ProgramCommand::Way::kServes}) {
    const auto [retold, took] = told_again(questions(3), "sleep 60", way);
    EXPECT_EQ(retold.told, 0u);
    EXPECT_EQ(retold.gave_up, way == ProgramCommand::Way::kServes
                                  ? "did not serve at {port} within 300 ms"
                                  : "did not connect within 300 ms");
  }
}

/// A store may claim that a program was waited for in vain without end.
TEST(Retelling, WaitingInVainIsBoundedInAll) {
  std::vector<Piece> pieces = {{Kind::kTold, "a\n"}};
  for (int i = 0; i < 1'000; ++i) pieces.push_back({Kind::kSilence});
  pieces.push_back({Kind::kTold, "b\n"});
  const auto [retold, took] = told_again(pieces, "sleep 60");
  EXPECT_EQ(retold.told, 2u);
  EXPECT_EQ(retold.gave_up, "");
  EXPECT_GE(took, kPatience);
  EXPECT_LT(took, 8s);
}

TEST(Retelling, WhoWaitsHearsHowFarItIs) {
  RetellingSettings settings;
  settings.command = {.name = "ann", .line = "sleep 60", .way = ProgramCommand::Way::kPipes};
  settings.patience = 700ms;
  std::size_t calls = 0;
  settings.on_wait = [&](std::size_t told, std::size_t to_tell) {
    ++calls;
    EXPECT_EQ(told, 1u);
    EXPECT_EQ(to_tell, 5u);
  };
  EXPECT_TRUE(retell(questions(5), settings).ok());
  EXPECT_GE(calls, 1u);
  EXPECT_LE(calls, 4u);
}

}  // namespace

}  // namespace gauntlet::tools
