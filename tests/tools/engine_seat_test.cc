// The runner's side of our line protocol, against our own engine and against bad bots.
#include "tools/protocol/engine_seat.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "tests/engine/standard_games.h"
#include "tests/tools/engine_bot.h"
#include "tests/tools/seat_match.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;

TEST(EngineSeat, AWholeConversation) {
  EngineSeat seat;
  std::string out;
  engine::AnyState state = game_at("mnk:3x3x3");
  seat.begin(state, 1, out);
  EXPECT_EQ(out, "hello 1\ngame mnk:3x3x3\nseat 2\nposition .../.../...\n");
  EXPECT_FALSE(seat.is_ready());
  EXPECT_FALSE(seat.received("hello First ", out));
  EXPECT_FALSE(seat.received("Square\n", out));
  EXPECT_TRUE(seat.is_ready());
  EXPECT_EQ(seat.name(), "First Square");
  out.clear();
  seat.saw(state, *state.parse("1,1"), out);
  state.apply(*state.parse("1,1"));
  EXPECT_FALSE(seat.ask(state, {.move = 1500ms, .game = 90s, .nodes = 700}, out));
  EXPECT_EQ(out,
            "played 1 1,1\nposition .../.x./...\n"
            "moves 0,0;0,1;0,2;1,0;1,2;2,0;2,1;2,2\ntime 1500\nclock 90000\nnodes 700\ngo\n");
  out.clear();
  EXPECT_FALSE(seat.received("# I think\nwin 0.5\nnodes 3\nmo", out));
  const auto answer = seat.received("ve 0,0\r\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(answer->forfeit, Termination::kPlayed);
  EXPECT_EQ(state.format(answer->move), "0,0");
  EXPECT_EQ(answer->win, 0.5);
  EXPECT_EQ(answer->nodes, 3u);
  EXPECT_EQ(out, "");
  seat.end(state, std::nullopt, Termination::kStopped, out);
  EXPECT_EQ(out, "over stopped\n");
}

TEST(EngineSeat, WholeGamesOfAllGamesAgainstOurOwnEngine) {
  for (const std::string& name : engine::standard_games_and(
           {"kimble:A", "kimble:2", "twodoku/java", "twodoku/open", "mnk:3x5x3/page"})) {
    for (std::uint64_t seed = 1; seed <= 3; ++seed) {
      SCOPED_TRACE(name + " " + std::to_string(seed));
      SeatMatch match(game_at(name, seed), seed);
      std::vector<std::shared_ptr<EngineBot>> bots;
      for (int i = 0; i < match.state.players(); ++i) {
        bots.push_back(std::make_shared<EngineBot>());
        match.add(std::make_unique<EngineSeat>(),
                  [bot = bots.back()](std::string_view bytes) { return (*bot)(bytes); });
      }
      int questions = 0;
      std::optional<engine::AnyState> expected;
      match.look = [&](const engine::AnyState& view) {
        if (expected) {
          // What the last one was asked is what it was to see.
          bool was_asked = false;
          for (const auto& bot : bots)
            was_asked |= bot->asked && bot->asked->view.to_text() == expected->to_text();
          EXPECT_TRUE(was_asked) << expected->to_text();
        }
        expected = view;
        ++questions;
      };
      match.play({.move = 2s, .game = {}});
      EXPECT_TRUE(match.state.is_over());
      EXPECT_FALSE(match.forfeit.has_value());
      EXPECT_EQ(questions, match.plies);
      for (const auto& bot : bots) EXPECT_FALSE(bot->machine.is_playing());
    }
  }
}

/// The lines that tell the end.
std::string end_as_told(const std::string& game, engine::Player seat, Termination how,
                        std::optional<engine::Player> loser) {
  EngineSeat runner;
  std::string out;
  const engine::AnyState state = game_at(game);
  runner.begin(state, seat, out);
  out.clear();
  runner.end(state, loser, how, out);
  return out;
}

TEST(EngineSeat, TheEndIsTold) {
  const std::string out_of_time = " by forfeit: out of time\n";
  EXPECT_EQ(end_as_told("gomoku:15", 0, Termination::kOutOfTime, 0), "over lost" + out_of_time);
  EXPECT_EQ(end_as_told("gomoku:15", 0, Termination::kOutOfTime, 1), "over won" + out_of_time);
  EXPECT_EQ(end_as_told("kimble:4", 0, Termination::kOutOfTime, 1), "over drawn" + out_of_time);
  EXPECT_EQ(end_as_told("gomoku:15", 0, Termination::kTooLong, {}), "over drawn: too long\n");

  const auto game = *engine::find_game("mnk:3x3x3");
  for (const auto& [text, results] : std::vector<std::pair<std::string, std::vector<std::string>>>{
           {"xxx/oo./...", {"over won\n", "over lost\n"}},
           {"xxo/oox/xox", {"over drawn\n", "over drawn\n"}}}) {
    for (engine::Player player = 0; player < 2; ++player) {
      EngineSeat seat;
      std::string out;
      seat.begin(game_at("mnk:3x3x3"), player, out);
      out.clear();
      seat.end(*game.from_text(text), std::nullopt, Termination::kPlayed, out);
      EXPECT_EQ(out, results[static_cast<std::size_t>(player)]) << text;
    }
  }
}

/// Bytes of a bot that has said hello, in a game of noughts and crosses after x 1,1, in which it is
/// asked; and what comes of them.
struct BadBot {
  std::string bytes;
  std::optional<Termination> verdict;
  std::string reason = {};
};

const std::vector<BadBot> kBadEngineBots = {
    {"move 1,1\n", Termination::kIllegalMove, "square 1,1 is occupied"},
    {"move 3,3\n", Termination::kIllegalMove,
     "'3,3' is no square: a move is row,col with row 0..2 and col 0..2, from 0,0 at the top left"},
    {"move\n", Termination::kIllegalMove, "'' is no square"},
    {"move \x1b[31m\n", Termination::kIllegalMove, "'\\x1b[31m' is no square"},
    {"move " + std::string(2'000, '0') + "\n", Termination::kIllegalMove, "'00000"},
    {"refuse\n", Termination::kGaveUp, "it refused to move"},
    {"refuse I only play chess\n", Termination::kGaveUp, "it refused to move: I only play chess"},
    {"refuse \x07\n", Termination::kGaveUp, "it refused to move: \\x07"},
    {"error what is 'moves'?\nmove 0,0\n", Termination::kPlayed},
    {"\r\n\n  \n# x\nmove   0,0  \r\n", Termination::kPlayed},
    {"MOVE 0,0\n", std::nullopt},
    {"move 0,0", std::nullopt},  // it may still go on with "5"
    {"0,0\n", std::nullopt},
    {"hello again\n", std::nullopt},
    {std::string(5'000, 'x'), std::nullopt},
    {std::string(5'000'000, 'x') + "\nmove 0,0\n", Termination::kPlayed},
    {repeated(100, "0,0\n") + "move 0,0\n", Termination::kPlayed},
    {repeated(101, "0,0\n"), Termination::kNonsense,
     "more than 100 lines in a row meant nothing, the last one '0,0'"},
    {repeated(101, std::string(3'000, '\xff') + "\n"), Termination::kNonsense,
     "more than 100 lines"},
    {repeated(10'000, "#\n") + "move 0,0\n", Termination::kPlayed},
    {repeated(10'001, "#\n"), Termination::kNonsense, "more than 10,000 lines without a move"},
    {"move 0,0\nmove 0,1\nmove 2,2\n", Termination::kPlayed},
};

TEST(EngineSeat, BadBots) {
  for (const BadBot& bad : kBadEngineBots) {
    SCOPED_TRACE(bad.bytes.substr(0, 60));
    EngineSeat seat;
    std::string out;
    engine::AnyState state = game_at("mnk:3x3x3");
    seat.begin(state, 1, out);
    EXPECT_FALSE(seat.received("hello Bad\n", out));
    state.apply(*state.parse("1,1"));
    seat.ask(state, {}, out);
    const auto answer = seat.received(bad.bytes, out);
    ASSERT_EQ(answer.has_value(), bad.verdict.has_value());
    if (!answer) continue;
    EXPECT_EQ(answer->forfeit, *bad.verdict);
    EXPECT_EQ(answer->reason.substr(0, bad.reason.size()), bad.reason);
    EXPECT_LT(answer->reason.size(), 300u);
    for (const char c : answer->reason) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
    if (answer->forfeit == Termination::kPlayed) {
      EXPECT_EQ(state.format(answer->move), "0,0");
    }
  }
}

TEST(EngineSeat, WhatCameBeforeTheQuestionIsNoAnswer) {
  EngineSeat seat;
  std::string out;
  const engine::AnyState state = game_at("mnk:3x3x3");
  seat.begin(state, 0, out);
  // Of an earlier game, in which it was late.
  EXPECT_FALSE(seat.received("move 2,2\nrefuse too hard\n", out));
  EXPECT_FALSE(seat.is_ready());
  EXPECT_FALSE(seat.received("hello Late\nmove 2,2\n", out));
  EXPECT_FALSE(seat.ask(state, {}, out));
  const auto answer = seat.received("move 0,0\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(state.format(answer->move), "0,0");
  // A bot may refuse at any time.
  const auto refusal = seat.received("refuse I have seen enough\n", out);
  ASSERT_TRUE(refusal);
  EXPECT_EQ(refusal->forfeit, Termination::kGaveUp);
}

TEST(EngineSeat, ANameIsPrintable) {
  EngineSeat seat;
  std::string out;
  seat.begin(game_at("mnk:3x3x3"), 0, out);
  seat.received("hello \x1b[31m" + std::string(500, 'n') + "\n", out);
  EXPECT_EQ(seat.name().rfind("\\x1b[31mnnn", 0), 0u);
  EXPECT_LT(seat.name().size(), 80u);
}

}  // namespace

}  // namespace gauntlet::tools
