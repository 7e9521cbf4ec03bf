// The manager's side of the Gomocup protocol, against our own brain and against bad ones.
#include "tools/protocol/gomocup_seat.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/tools/seat_match.h"
#include "tools/protocol/gomocup.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;

/// Our brain, which answers at once by a move at random.
class BrainBot {
 public:
  std::string operator()(std::string_view bytes) {
    std::string out;
    lines_.add(bytes);
    while (const auto line = lines_.next()) {
      told.push_back(line->text);
      GomocupActions actions;
      machine_.received(now_, *line, actions);
      write(actions, out);
      if (!actions.search) continue;
      asked = actions.search;
      GomocupActions more;
      machine_.decided(now_, asked->number, asked->view.random_move(rng_), 0.5, more);
      write(more, out);
    }
    return out;
  }
  bool has_ended() const { return machine_.is_ending(); }

  std::optional<GomocupSearch> asked;
  std::vector<std::string> told;

 private:
  static void write(const GomocupActions& actions, std::string& out) {
    for (const std::string& line : actions.lines) out += line + "\r\n";
  }

  Gomocup machine_;
  Gomocup::Time now_{1000s};
  LineBuffer lines_{Gomocup::kLongestLine};
  engine::Rng rng_{3};
};

engine::AnyState gomoku_at(const std::string& name, const std::string& position = "") {
  return game_at(name, 1, position);
}

TEST(GomocupSeat, WholeGamesAgainstOurOwnBrain) {
  for (const std::string name : {"gomoku:15", "gomoku:5", "gomoku:20/exact", "mnk:20x15x5",
                                 "mnk:7x5x5/exact", "gomoku:32"}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(name + " " + std::to_string(seed));
      engine::AnyState start = gomoku_at(name);
      engine::Rng rng(seed);  // games begin with 0 to 3 stones
      for (std::uint64_t stones = 1; stones < seed; ++stones) start.apply(start.random_move(rng));
      SeatMatch match(start, seed);
      std::vector<std::shared_ptr<BrainBot>> bots;
      for (int i = 0; i < 2; ++i) {
        bots.push_back(std::make_shared<BrainBot>());
        match.add(std::make_unique<GomocupSeat>(GomocupSeat::Options{}),
                  [bot = bots.back()](std::string_view bytes) { return (*bot)(bytes); });
      }
      std::optional<engine::AnyState> expected;
      match.look = [&](const engine::AnyState& view) {
        if (expected) {
          const auto& bot = bots[static_cast<std::size_t>(expected->to_move())];
          EXPECT_EQ(bot->asked->view.to_text(), expected->to_text());
          EXPECT_EQ(bot->asked->game.name(), expected->game().name());
        }
        expected = view;
      };
      match.play({.move = 2s, .game = 60s});
      EXPECT_TRUE(match.state.is_over());
      EXPECT_FALSE(match.forfeit.has_value());
      EXPECT_GT(match.plies, 5);
      for (const auto& bot : bots) EXPECT_TRUE(bot->has_ended());
    }
  }
}

TEST(GomocupSeat, WhatAGameIsTold) {
  GomocupSeat seat({.most_memory = 1'000'000, .folder = "/tmp/brain"});
  std::string out;
  engine::AnyState state = gomoku_at("mnk:7x5x5/exact");
  seat.begin(state, 1, out);
  EXPECT_EQ(out, "RECTSTART 7,5\n");
  EXPECT_FALSE(seat.received("MESSAGE hello\r\nOK - everything is fine\r\n", out));
  EXPECT_TRUE(seat.is_ready());
  out.clear();
  seat.saw(state, *state.parse("4,6"), out);
  state.apply(*state.parse("4,6"));
  EXPECT_EQ(out, "");
  seat.ask(state, {.move = 1500ms, .game = 90s, .nodes = 700}, out);
  EXPECT_EQ(out,
            "INFO timeout_turn 1500\nINFO timeout_match 90000\nINFO max_memory 1000000\n"
            "INFO max_node 700\nINFO game_type 1\nINFO rule 1\nINFO folder /tmp/brain\nINFO "
            "time_left 90000\n"
            "TURN 6,4\n");
  auto answer = seat.received("DEBUG x\n6,0\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(state.format(answer->move), "0,6");
  out.clear();
  for (const char* move : {"0,6", "2,2"}) {
    seat.saw(state, *state.parse(move), out);
    state.apply(*state.parse(move));
  }
  seat.ask(state, {.move = 1500ms, .game = 80s}, out);
  EXPECT_EQ(out, "INFO time_left 80000\nTURN 2,2\n");
  out.clear();
  seat.end(state, 0, Termination::kOutOfTime, out);
  EXPECT_EQ(out, "END\n");
}

TEST(GomocupSeat, ThereMayBeNoLimits) {
  GomocupSeat seat({.is_kept = true});
  std::string out;
  const engine::AnyState state = gomoku_at("gomoku:5");
  seat.begin(state, 0, out);
  seat.received("OK\n", out);
  out.clear();
  seat.ask(state, {}, out);
  EXPECT_EQ(out,
            "INFO timeout_match 0\nINFO max_memory 0\nINFO game_type 1\nINFO rule 0\n"
            "INFO time_left 2147483647\nBEGIN\n");
  out.clear();
  seat.end(state, std::nullopt, Termination::kStopped, out);
  EXPECT_EQ(out, "");  // the next game's START follows
}

TEST(GomocupSeat, OpeningsAreBoards) {
  const std::string opening = "x..../.o.../..x../...../.....";
  engine::AnyState state = gomoku_at("gomoku:5", opening);
  const auto asked = [&](engine::Player player, const engine::AnyState& view,
                         const std::vector<std::string>& moves) {
    GomocupSeat seat({});
    std::string out;
    engine::AnyState before = state;
    seat.begin(state, player, out);
    seat.received("OK\n", out);
    for (const std::string& move : moves) {
      seat.saw(before, *before.parse(move), out);
      before.apply(*before.parse(move));
    }
    out.clear();
    seat.ask(view, {}, out);
    return out.substr(out.find("BOARD"));
  };
  EXPECT_EQ(asked(1, state, {}), "BOARD\n0,0,2\n1,1,1\n2,2,2\nDONE\n");
  engine::AnyState next = state;
  next.apply(*next.parse("0,4"));
  EXPECT_EQ(asked(0, next, {"0,4"}), "BOARD\n0,0,1\n1,1,2\n2,2,1\n4,0,2\nDONE\n");
}

TEST(GomocupSeat, OtherGamesAreObjectedTo) {
  for (const char* name : {"gomoku:15", "gomoku:5/exact", "mnk:5x32x5", "mnk:9x9x5"})
    EXPECT_TRUE(GomocupSeat::objection(gomoku_at(name)).ok()) << name;
  for (const char* name : {"mnk:7x6x4", "mnk:4x9x5", "mnk:9x9x5/page", "sudokill", "kimble:4"}) {
    const absl::Status status = GomocupSeat::objection(gomoku_at(name));
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument) << name;
    EXPECT_NE(engine::message_of(status).find(name), std::string::npos) << status.message();
  }
}

/// What a brain says to START, or to its first question on a board of 5x5 with a stone at 2,2; and
/// what comes of it.
struct BadBrain {
  std::string bytes;
  std::optional<Termination> verdict;
  std::string reason = {};
};

const std::string kOffTheBoard = " is off the board: x is 0 to 4 and y is 0 to 4";

const std::vector<BadBrain> kBadBrains = {
    {"2,2\n", Termination::kIllegalMove, "'2,2' is occupied"},
    {"5,0\n", Termination::kIllegalMove, "'5,0'" + kOffTheBoard},
    {"0,5\n", Termination::kIllegalMove, "'0,5'" + kOffTheBoard},
    {"-1,0\n", Termination::kIllegalMove, "'-1,0'" + kOffTheBoard},
    {"1000000,0\n", Termination::kIllegalMove, "'1000000,0'" + kOffTheBoard},
    {"1000001,0\n", Termination::kIllegalMove, "'1000001,0' is no square: a move is x,y as in 7,7"},
    {"3 3\n", Termination::kIllegalMove, "'3 3' is no square"},
    {"3\n", Termination::kIllegalMove, "'3' is no square"},
    {"3,3,1\n", Termination::kIllegalMove, "'3,3,1' is no square"},
    {"3,3,\n", Termination::kIllegalMove, "'3,3,' is no square"},
    {"3,\x1b[31m\n", std::nullopt},
    {"1 ev 35 pv 3,3\n-2 0,3 after all\n0,1\n", Termination::kPlayed},
    {repeated(101, "9 nodes\n"), Termination::kNonsense,
     "more than 100 lines in a row meant nothing, the last one '9 nodes'"},
    {"message thinking\nUNKNOWN command\nERROR what is rule?\nOK\nDEBUG 5,5\n0,1\n",
     Termination::kPlayed},
    {" 0 , 1 \r\n", Termination::kPlayed},
    {"suggest 0,1\n", std::nullopt},
    {"my move is 0,1\n", std::nullopt},
    {"0,1", std::nullopt},
    {std::string(1'000'000, '0') + "\n", std::nullopt},
    {repeated(101, "x\n"), Termination::kNonsense,
     "more than 100 lines in a row meant nothing, the last one 'x'"},
    {repeated(101, "\n"), Termination::kNonsense, "more than 100 lines"},
    {repeated(10'001, "MESSAGE\n"), Termination::kNonsense,
     "more than 10,000 lines without a move"},
    {"0,1\n9,9\n", Termination::kPlayed},
};

TEST(GomocupSeat, BadBrains) {
  for (const BadBrain& bad : kBadBrains) {
    SCOPED_TRACE(bad.bytes.substr(0, 60));
    GomocupSeat seat({});
    std::string out;
    engine::AnyState state = gomoku_at("gomoku:5");
    seat.begin(state, 1, out);
    seat.received("OK\n", out);
    seat.saw(state, *state.parse("2,2"), out);
    state.apply(*state.parse("2,2"));
    seat.ask(state, {}, out);
    const auto answer = seat.received(bad.bytes, out);
    ASSERT_EQ(answer.has_value(), bad.verdict.has_value());
    if (!answer) continue;
    EXPECT_EQ(answer->forfeit, *bad.verdict);
    EXPECT_EQ(answer->reason.substr(0, bad.reason.size()), bad.reason);
    EXPECT_LT(answer->reason.size(), 300u);
    for (const char c : answer->reason) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
    if (answer->forfeit == Termination::kPlayed) {
      EXPECT_EQ(state.format(answer->move), "1,0");
    }
  }
}

TEST(GomocupSeat, WhoCannotStartGivesUp) {
  const std::vector<BadBrain> starts = {
      {"ERROR unsupported size\n", Termination::kGaveUp,
       "it does not play on this board: 'ERROR unsupported size'"},
      {"UNKNOWN command\n", Termination::kGaveUp, "it does not play on this board: 'UNKNOWN"},
      {"MESSAGE one moment\n", std::nullopt},
      {"2,2\nhello\n", std::nullopt},
      {repeated(101, "hello\n"), Termination::kNonsense, "more than 100 lines"},
  };
  for (const BadBrain& start : starts) {
    SCOPED_TRACE(start.bytes.substr(0, 40));
    GomocupSeat seat({});
    std::string out;
    seat.begin(gomoku_at("gomoku:5"), 0, out);
    EXPECT_EQ(out, "START 5\n");
    const auto answer = seat.received(start.bytes, out);
    EXPECT_FALSE(seat.is_ready());
    ASSERT_EQ(answer.has_value(), start.verdict.has_value());
    if (!answer) continue;
    EXPECT_EQ(answer->forfeit, *start.verdict);
    EXPECT_EQ(answer->reason.substr(0, start.reason.size()), start.reason);
  }
}

TEST(GomocupSeat, AMoveThatNobodyHasAskedForIsNone) {
  GomocupSeat seat({});
  std::string out;
  const engine::AnyState state = gomoku_at("gomoku:5");
  seat.begin(state, 0, out);
  EXPECT_FALSE(seat.received("OK\n0,0\n", out));
  EXPECT_FALSE(seat.ask(state, {}, out));
  const auto answer = seat.received("4,4\n", out);
  ASSERT_TRUE(answer);
  EXPECT_EQ(state.format(answer->move), "4,4");
  EXPECT_FALSE(seat.received("3,3\n", out));
}

}  // namespace

}  // namespace gauntlet::tools
