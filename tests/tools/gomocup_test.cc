// The Gomocup protocol: the machine line by line, and the program as managers run it.
#include "tools/protocol/gomocup.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/player_spec.h"
#include "tests/tools/piped_process.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;
using Lines = std::vector<std::string>;

/// A machine, its time, and its last actions.
class Brain {
 public:
  /// The lines answered to `line`.
  Lines tell(const std::string& line) { return tell(Line{line, false}); }
  Lines tell(const Line& line) {
    actions = {};
    machine.received(now, line, actions);
    return keep();
  }
  /// The search under way finds the square in column x and row y.
  Lines decide(int x, int y, std::optional<double> win = std::nullopt) {
    const auto move = asked->view.parse(std::to_string(y) + "," + std::to_string(x));
    EXPECT_TRUE(move.ok()) << engine::message_of(move);
    actions = {};
    machine.decided(now, asked->number, *move, win, actions);
    return keep();
  }
  std::int64_t allowance() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(asked->deadline - now).count();
  }
  std::int64_t longest_allowance() const {
    return std::chrono::duration_cast<std::chrono::milliseconds>(asked->crisis_deadline - now)
        .count();
  }
  std::string position() const { return asked->view.to_text(); }

  Gomocup machine;
  Gomocup::Time now{1000s};
  GomocupActions actions;
  std::optional<GomocupSearch> asked;

 private:
  Lines keep() {
    if (actions.search) asked = actions.search;
    return actions.lines;
  }
};

TEST(Gomocup, AGameFromBegin) {
  Brain brain;
  EXPECT_EQ(brain.tell("START 5"), Lines{"OK"});
  EXPECT_EQ(brain.tell("BEGIN"), Lines{});
  ASSERT_TRUE(brain.actions.search);
  EXPECT_EQ(brain.asked->game.name(), "gomoku:5");
  EXPECT_TRUE(brain.asked->is_new_game);
  EXPECT_EQ(brain.decide(3, 1), Lines{"3,1"});
  EXPECT_FALSE(brain.machine.is_thinking());
  EXPECT_EQ(brain.tell("TURN 0,4"), Lines{});
  EXPECT_FALSE(brain.asked->is_new_game);
  EXPECT_EQ(brain.position(), "...../...x./...../...../o....");
  EXPECT_EQ(brain.decide(1, 0), Lines{"1,0"});
  EXPECT_EQ(brain.tell("END"), Lines{});
  EXPECT_TRUE(brain.machine.is_ending());
}

TEST(Gomocup, XIsTheColumn) {
  Brain brain;
  EXPECT_EQ(brain.tell("RECTSTART 7,5"), Lines{"OK"});
  brain.tell("TURN 6,4");
  EXPECT_EQ(brain.asked->game.name(), "mnk:7x5x5");
  EXPECT_EQ(brain.position(), "......./......./......./......./......x");
  EXPECT_EQ(brain.decide(6, 0), Lines{"6,0"});
}

TEST(Gomocup, BoardTellsWhoWeAre) {
  Brain brain;
  brain.tell("START 5");
  for (const char* line : {"BOARD", "0,0,2", "1,0,1", "2,0,2"})
    EXPECT_EQ(brain.tell(line), Lines{});
  EXPECT_EQ(brain.tell("DONE"), Lines{});
  EXPECT_EQ(brain.position(), "xox../...../...../...../.....");
  EXPECT_EQ(brain.asked->view.to_move(), 1);
  EXPECT_EQ(brain.decide(4, 4), Lines{"4,4"});
  for (const char* line : {"board", "0,0,1", " 1 , 0 , 2 ", "", "done"}) brain.tell(line);
  EXPECT_EQ(brain.position(), "xo.../...../...../...../.....");
  EXPECT_EQ(brain.asked->view.to_move(), 0);
  EXPECT_TRUE(brain.asked->is_new_game);
}

TEST(Gomocup, MovesArePlayedAndTakenBack) {
  Brain brain;
  brain.tell("START 5");
  EXPECT_EQ(brain.tell("PLAY 2,2"), Lines{"2,2"});
  brain.tell("TURN 0,0");
  brain.decide(1, 1);
  EXPECT_EQ(brain.tell("TAKEBACK 0,0"), Lines{"ERROR 0,0 was not the last move, which was 1,1"});
  EXPECT_EQ(brain.tell("TAKEBACK 1,1"), Lines{"OK"});
  EXPECT_EQ(brain.tell("TAKEBACK 0,0"), Lines{"OK"});
  brain.tell("TURN 4,4");
  EXPECT_EQ(brain.position(), "...../...../..x../...../....o");
}

TEST(Gomocup, RestartForgetsTheStones) {
  Brain brain;
  brain.tell("START 5");
  brain.tell("TURN 2,2");
  brain.decide(1, 1);
  EXPECT_EQ(brain.tell("RESTART"), Lines{"OK"});
  brain.tell("BEGIN");
  EXPECT_EQ(brain.position(), "...../...../...../...../.....");
  EXPECT_TRUE(brain.asked->is_new_game);
}

TEST(Gomocup, RuleOneIsExactlyFive) {
  Brain brain;
  for (const char* line : {"START 15", "INFO rule 1", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.asked->game.name(), "gomoku:15/exact");
  for (const char* line : {"RECTSTART 20,15", "info RULE 3", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.asked->game.name(), "mnk:20x15x5/exact");
  for (const char* line : {"START 15", "INFO rule 0"}) brain.tell(line);
  brain.tell("BEGIN");
  EXPECT_EQ(brain.asked->game.name(), "gomoku:15");
  brain.tell("RESTART");
  brain.tell("INFO rule 4");
  EXPECT_EQ(brain.tell("BEGIN"),
            Lines{"ERROR rule 4 is not played here; 0 (five or more) and 1 (exactly five) are"});
}

TEST(Gomocup, SixAreNoFiveUnderRuleOne) {
  for (const bool exact : {false, true}) {
    Brain brain;
    brain.tell("START 15");
    brain.tell(exact ? "INFO rule 1" : "INFO rule 0");
    brain.tell("BOARD");
    for (const int x : {0, 1, 2, 4, 5}) {
      brain.tell(std::to_string(x) + ",0,2");
      brain.tell(std::to_string(x) + ",9,1");
    }
    brain.tell("3,0,2");
    const Lines answer = brain.tell("DONE");
    EXPECT_EQ(
        answer,
        exact ? Lines{}
              : Lines{"ERROR the game is over: there is a line of five already, and nobody is to "
                      "move"});
  }
}

TEST(Gomocup, SwapTwo) {
  Brain brain;
  brain.tell("START 15");
  brain.tell("SWAP2BOARD");
  const Lines opening = brain.tell("DONE");
  ASSERT_EQ(opening.size(), 1u);
  const auto squares = engine::split(opening[0], ' ');
  ASSERT_EQ(squares.size(), 3u);
  EXPECT_NE(squares[0], squares[1]);
  // The opponent moves as white, we are black.
  brain.tell("TURN 14,14");
  EXPECT_EQ(brain.asked->view.to_move(), 0);

  brain.tell("RESTART");
  for (const char* line : {"SWAP2BOARD", "7,7", "8,8", "9,9", "DONE"}) brain.tell(line);
  EXPECT_EQ(brain.asked->view.to_move(), 1);
  EXPECT_EQ(brain.decide(3, 3, 0.4), Lines{"SWAP"});
  brain.tell("TURN 0,0");  // theirs, as white
  EXPECT_EQ(brain.asked->view.to_move(), 0);

  brain.tell("RESTART");
  for (const char* line : {"SWAP2BOARD", "7,7", "8,8", "9,9", "0,0", "0,14", "DONE"})
    brain.tell(line);
  EXPECT_EQ(brain.asked->view.to_move(), 1);
  EXPECT_EQ(brain.decide(3, 3, 0.6), Lines{"3,3"});
}

/// A brain that has been offered three stones, with a minute to choose.
Brain offered() {
  Brain brain;
  for (const char* line :
       {"START 15", "INFO timeout_turn 60000", "SWAP2BOARD", "7,7", "8,8", "9,9"})
    brain.tell(line);
  EXPECT_EQ(brain.tell("DONE"), Lines{});
  return brain;
}

TEST(Gomocup, OfThreeStonesTheBetterColourIsTaken) {
  EXPECT_EQ(offered().decide(3, 3, 0.4), Lines{"SWAP"});
  EXPECT_EQ(offered().decide(3, 3, 0.6), Lines{"3,3"});
}

TEST(Gomocup, WhereThreeStonesAreEvenTwoAreAdded) {
  Brain brain = offered();
  EXPECT_LE(brain.allowance(), 30'000);  // the rest is for the pair
  EXPECT_EQ(brain.decide(3, 3, 0.52), Lines{});
  Lines answer;
  std::string nearest;  // black's stone in the position that is judged most even
  for (int judged = 0; answer.empty(); ++judged) {
    ASSERT_LT(judged, 10);
    ASSERT_TRUE(brain.actions.search);
    EXPECT_EQ(std::ranges::count(brain.position(), 'x'), 3);
    EXPECT_EQ(std::ranges::count(brain.position(), 'o'), 2);
    EXPECT_GT(brain.allowance(), 5'000);
    EXPECT_LE(brain.allowance(), 60'000);
    answer = brain.decide(14, 14, judged == 2 ? 0.49 : 0.3);
  }
  ASSERT_EQ(answer.size(), 1u);
  EXPECT_EQ(answer[0], "3,3 6,6");              // the third candidate is three squares away
  EXPECT_EQ(brain.tell("TURN 0,14"), Lines{});  // the opponent has taken white
  EXPECT_EQ(brain.asked->view.to_move(), 0);
}

TEST(Gomocup, ALookForTwoStonesIsForgottenLikeAnySearch) {
  Brain brain = offered();
  brain.decide(3, 3, 0.5);
  EXPECT_EQ(brain.tell("RESTART"), Lines{"OK"});
  EXPECT_TRUE(brain.actions.stop);
  brain.tell("BEGIN");
  EXPECT_EQ(brain.position().find_first_of("xo"), std::string::npos);
}

TEST(Gomocup, ACrisisMayTakeMoreOfAMatchsTimeButNoMoreOfAMoves) {
  Brain brain;
  brain.tell("START 15");
  using Allowed = std::pair<std::int64_t, std::int64_t>;
  const auto ask_with = [&brain](const Lines& infos) {
    for (const std::string& info : infos) brain.tell("INFO " + info);
    brain.tell("RESTART");
    brain.tell("BEGIN");
    const Allowed allowed(brain.allowance(), brain.longest_allowance());
    brain.decide(7, 7);
    return allowed;
  };
  EXPECT_EQ(ask_with({"timeout_turn 1000"}), Allowed(920, 920));
  EXPECT_EQ(ask_with({"timeout_turn 1000", "time_left 24000"}), Allowed(960 - 78, 920));
  EXPECT_EQ(ask_with({"timeout_turn 5000", "time_left 24000"}), Allowed(960 - 78, 3000 - 180));
}

TEST(Gomocup, TheTimeIsTheManagers) {
  Brain brain;
  brain.tell("START 15");
  const auto allowed = [&brain](const Lines& infos) {
    for (const std::string& info : infos) EXPECT_EQ(brain.tell("INFO " + info), Lines{});
    brain.tell("RESTART");
    brain.tell("BEGIN");
    const auto milliseconds = brain.allowance();
    brain.decide(7, 7);
    return milliseconds;
  };
  EXPECT_EQ(allowed({}), 29'500);
  EXPECT_EQ(allowed({"timeout_turn 1000"}), 920);
  EXPECT_EQ(allowed({"timeout_turn 100"}), 65);
  EXPECT_EQ(allowed({"timeout_turn 0"}), 2);
  EXPECT_EQ(allowed({"timeout_turn 5000", "time_left 2147483647"}), 4720);
  EXPECT_EQ(allowed({"timeout_turn 5000", "time_left 25000"}), 920);
  EXPECT_EQ(allowed({"time_left 0"}), 0);
  EXPECT_EQ(allowed({"time_left 10"}), 0);
  EXPECT_EQ(allowed({"time_left -5"}), 0);
  EXPECT_EQ(allowed({"time_left 10", "time_left -99999999999999999999999"}), 0);
  EXPECT_EQ(allowed({"timeout_turn nonsense", "timeout_turn -5"}), 4720);
  // A match's time is counted by ourselves when the manager does not tell what is left.
  brain.tell("INFO timeout_match 100000");
  brain.tell("RESTART");
  brain.tell("BEGIN");
  EXPECT_EQ(brain.allowance(), 4000 - 230);
  brain.now += 50s;
  brain.decide(7, 7);
  brain.tell("TURN 0,0");
  EXPECT_EQ(brain.allowance(), 2000 - 130);
}

TEST(Gomocup, WhatWasLeftForAMoveThatIsGivenUpIsForgotten) {
  Brain brain;
  for (const char* line : {"START 15", "INFO time_left 100", "BEGIN"}) brain.tell(line);
  EXPECT_LT(brain.allowance(), 100);
  for (const char* line : {"RESTART", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.allowance(), 29'500);
}

TEST(Gomocup, TheMemoryIsTheManagers) {
  Brain brain;
  for (const char* line : {"START 15", "INFO max_memory 367001600", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.asked->most_memory, 367'001'600u);
}

TEST(Gomocup, TheNodesAreTheManagers) {
  Brain brain;
  for (const char* line : {"START 15", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.asked->most_nodes, 0u);
  brain.decide(7, 7);
  for (const char* line : {"INFO max_node 700", "TURN 0,0"}) brain.tell(line);
  EXPECT_EQ(brain.asked->most_nodes, 700u);
}

TEST(Gomocup, WhileASearchIsUnderWay) {
  Brain brain;
  brain.tell("START 15");
  brain.tell("BEGIN");
  EXPECT_EQ(brain.tell("ABOUT"), Lines{});  // waits
  EXPECT_EQ(brain.tell("TURN 0,0"), Lines{});
  EXPECT_FALSE(brain.actions.stop);
  const Lines answer = brain.decide(7, 7);
  ASSERT_EQ(answer.size(), 2u);
  EXPECT_EQ(answer[0], "7,7");
  EXPECT_EQ(answer[1].rfind("name=\"Gauntlet\", version=\"", 0), 0u);
  ASSERT_TRUE(brain.actions.search);  // for the TURN that waited
  const auto abandoned = *brain.asked;
  EXPECT_EQ(brain.tell("RESTART"), Lines{"OK"});
  EXPECT_TRUE(brain.actions.stop);
  GomocupActions actions;
  brain.machine.decided(brain.now, abandoned.number, engine::AnyMove(5), 0.5, actions);
  EXPECT_TRUE(actions.lines.empty());
  brain.tell("BEGIN");
  EXPECT_EQ(brain.position().find_first_of("xo"), std::string::npos);
  brain.machine.decided(brain.now, abandoned.number, engine::AnyMove(5), 0.5, actions);
  EXPECT_TRUE(actions.lines.empty());
}

TEST(Gomocup, NothingIsSaidAfterEnd) {
  Brain brain;
  for (const char* line : {"START 15", "BEGIN", "TURN 0,0", "ABOUT"}) brain.tell(line);
  EXPECT_EQ(brain.tell("END"), Lines{});
  EXPECT_TRUE(brain.actions.stop);
  EXPECT_TRUE(brain.machine.is_ending());
  EXPECT_FALSE(brain.machine.is_thinking());
  EXPECT_EQ(brain.decide(7, 7), Lines{});
  EXPECT_FALSE(brain.actions.search);
  EXPECT_EQ(brain.tell("RESTART"), Lines{});
}

TEST(Gomocup, YxStopEndsTheSearchButNotTheAnswer) {
  Brain brain;
  for (const char* line : {"START 15", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.tell("YXSTOP"), Lines{});
  EXPECT_TRUE(brain.actions.stop);
  EXPECT_EQ(brain.decide(7, 7), Lines{"7,7"});
  EXPECT_EQ(brain.tell("YXSTOP"), Lines{});  // nothing is under way
  EXPECT_FALSE(brain.actions.stop);
}

TEST(Gomocup, SquaresOfNobodyAreTaken) {
  Brain brain;
  brain.tell("START 5");
  for (const char* line : {"BOARD", "0,0,1", "1,0,2", "0,1,3", "1,1,3", "2,1,3", "DONE"})
    EXPECT_EQ(brain.tell(line), Lines{});
  ASSERT_TRUE(brain.actions.search);  // we move, and to none of the three
  EXPECT_EQ(brain.position(), "ox.../xox../...../...../.....");
  EXPECT_EQ(brain.decide(4, 4), Lines{"4,4"});
  EXPECT_EQ(brain.tell("TURN 2,1"), Lines{"ERROR 2,1 is occupied"});
}

TEST(Gomocup, YxBoardIsNotAnswered) {
  Brain brain;
  brain.tell("START 5");
  for (const char* line : {"YXBOARD", "2,2,2", "3,3,1", "DONE"})
    EXPECT_EQ(brain.tell(line), Lines{});
  EXPECT_FALSE(brain.machine.is_thinking());
  brain.tell("TURN 0,4");  // theirs, who began
  EXPECT_EQ(brain.position(), "...../...../..x../...o./x....");
  brain.decide(0, 0);
  for (const char* line : {"yxboard", "2,2,1", "DONE", "TURN 1,0"}) brain.tell(line);
  EXPECT_EQ(brain.position(), ".o.../...../..x../...../.....");
  brain.decide(0, 0);
  for (const char* line : {"YXBOARD", "2,2,1", "1,1,1"}) brain.tell(line);
  EXPECT_EQ(brain.tell("DONE"),
            Lines{"ERROR with 2 stones of mine and 0 of the opponent's no game has come to this: "
                  "one has as many as the other, or one more"});
}

TEST(Gomocup, TheThreadsAreTheManagers) {
  Brain brain;
  for (const char* line : {"START 15", "BEGIN"}) brain.tell(line);
  EXPECT_EQ(brain.asked->threads, 0u);
  brain.decide(7, 7);
  for (const char* line : {"INFO thread_num 3", "INFO thread_num -4", "TURN 0,0"}) brain.tell(line);
  EXPECT_EQ(brain.asked->threads, 3u);
}

TEST(Gomocup, APositionThatIsOverIsTold) {
  Brain brain;
  brain.tell("START 5");
  brain.tell("BOARD");
  for (const std::string& line : {"0,0,1"s, "1,0,1"s, "2,0,1"s, "3,0,1"s, "4,0,1"s, "0,2,2"s,
                                  "1,2,2"s, "2,2,2"s, "3,2,2"s, "4,2,2"s})
    brain.tell(line);
  EXPECT_EQ(brain.tell("DONE"),
            Lines{"ERROR the position has finished lines of both x and o; a game ends with its "
                  "first line"});
  brain.tell("BOARD");
  for (int square = 0; square < 25; ++square)
    brain.tell(std::to_string(square % 5) + "," + std::to_string(square / 5) + "," +
               ((square % 5 + square / 5 * 2) / 2 % 2 == 1 ? "1" : "2"));
  EXPECT_EQ(brain.tell("DONE"),
            Lines{"ERROR the game is over: the board is full, and no square is left to move to"});
}

TEST(Gomocup, LinesThatWaitAreBounded) {
  Brain brain;
  brain.tell("START 15");
  brain.tell("BEGIN");
  for (std::size_t i = 0; i < Gomocup::kMostWaiting; ++i) ASSERT_EQ(brain.tell("ABOUT"), Lines{});
  EXPECT_EQ(brain.tell("ABOUT"),
            Lines{"ERROR too many lines wait for my move; this one is forgotten"});
  EXPECT_EQ(brain.decide(7, 7).size(), 1 + Gomocup::kMostWaiting);
}

/// Lines told to a new brain after "START 15" and "TURN 7,7", answered with 8,7; the answer to the
/// last of them.
struct BadLine {
  Lines lines;
  std::string answer;
};

const std::string kBoardLine = "x,y,who or DONE was expected instead of ";
const std::string kNoSquare = "ERROR a square is x,y as in 7,7, and not ";
const std::string kBadStart = "ERROR START needs the side of the board, 5 to 32, as in START 15";
const std::string kRect =
    "ERROR RECTSTART needs width and height, each 5 to 32, as in RECTSTART 20,15";

const std::vector<BadLine> kRefusedLines = {
    {{"HELLO"}, "UNKNOWN command 'HELLO'"},
    {{"YXSHOWINFO"}, "UNKNOWN command 'YXSHOWINFO'"},
    {{"TURNIP 1,1"}, "UNKNOWN command 'TURNIP'"},
    {{"3,4"}, "UNKNOWN command '3,4'"},
    {{"\xef\xbb\xbfSTART 15"}, "UNKNOWN command '\\xef\\xbb\\xbfSTART'"},
    {{"TU\0RN 1,1"s}, "UNKNOWN command 'TU\\x00RN'"},
    {{std::string(300, 'A')}, "UNKNOWN command '" + std::string(40, 'A') + "...'"},
    {{"%s%n%x"}, "UNKNOWN command '%s%n%x'"},
    {{"START"}, kBadStart},
    {{"START 4"}, kBadStart},
    {{"START 33"}, kBadStart},
    {{"START -15"}, kBadStart},
    {{"START 0"}, kBadStart},
    {{"START 15.0"}, kBadStart},
    {{"START fifteen"}, kBadStart},
    {{"START 15 15"}, kBadStart},
    {{"START 15,15"}, kBadStart},
    {{"START 99999999999999999999"}, kBadStart},
    {{"RECTSTART 15"}, kRect},
    {{"RECTSTART 15,"}, kRect},
    {{"RECTSTART 15,4"}, kRect},
    {{"RECTSTART 33,15"}, kRect},
    {{"RECTSTART 15,15,15"}, kRect},
    {{"TURN"}, kNoSquare + "''"},
    {{"TURN 7"}, kNoSquare + "'7'"},
    {{"TURN 7,"}, kNoSquare + "'7,'"},
    {{"TURN ,7"}, kNoSquare + "',7'"},
    {{"TURN 7;7"}, kNoSquare + "'7;7'"},
    {{"TURN 7 7"}, kNoSquare + "'7 7'"},
    {{"TURN a,b"}, kNoSquare + "'a,b'"},
    {{"TURN 1,2,3"}, kNoSquare + "'1,2,3'"},
    {{"TURN 0x1,2"}, kNoSquare + "'0x1,2'"},
    {{"TURN 1e0,2"}, kNoSquare + "'1e0,2'"},
    {{"TURN 99999999999,0"}, kNoSquare + "'99999999999,0'"},
    {{"TURN \x01,\xff"}, kNoSquare + "'\\x01,\\xff'"},
    {{"TURN 15,0"}, "ERROR 15,0 is not on the board of 15x15 squares"},
    {{"TURN 0,15"}, "ERROR 0,15 is not on the board of 15x15 squares"},
    {{"TURN -1,3"}, "ERROR -1,3 is not on the board of 15x15 squares"},
    {{"TURN 7,7"}, "ERROR 7,7 is occupied"},
    {{"TURN 8,7"}, "ERROR 8,7 is occupied"},
    {{"PLAY 7,7"}, "ERROR 7,7 is occupied"},
    {{"PLAY"}, kNoSquare + "''"},
    {{"TAKEBACK"}, "ERROR TAKEBACK needs the last move's square, as in TAKEBACK 7,7"},
    {{"TAKEBACK 7,7"}, "ERROR 7,7 was not the last move, which was 8,7"},
    {{"RESTART", "TAKEBACK 8,7"}, "ERROR 8,7 was not the last move"},
    {{"BEGIN"}, "ERROR BEGIN is for the empty board; RESTART clears it"},
    {{"DONE"}, "ERROR DONE ends BOARD, and there was none"},
    {{"BOARD", "DONE", "DONE"}, ""},  // the second waits for the move on the empty board
    {{"BOARD", "1,1", "DONE"}, "ERROR " + kBoardLine + "'1,1'"},
    {{"BOARD", "1,1,1,1", "DONE"}, "ERROR " + kBoardLine + "'1,1,1,1'"},
    {{"BOARD", "TURN 3,3", "DONE"}, "ERROR " + kBoardLine + "'TURN 3,3'"},
    {{"BOARD", "BOARD", "DONE"}, "ERROR " + kBoardLine + "'BOARD'"},
    {{"BOARD", "x", "y", "DONE"}, "ERROR " + kBoardLine + "'x'"},
    {{"BOARD", "1,1,4", "DONE"}, "ERROR who is 1 (me), 2 (the opponent) or 3 (nobody), and not 4"},
    {{"BOARD", "1,1,0", "DONE"}, "ERROR who is 1 (me), 2 (the opponent) or 3 (nobody), and not 0"},
    {{"YXBOARD", "1,1,1", "1,1,2", "DONE"}, "ERROR 1,1 is occupied"},
    {{"BOARD", "1,15,1", "DONE"}, "ERROR 1,15 is not on the board of 15x15 squares"},
    {{"BOARD", "1,1,1", "1,1,2", "DONE"}, "ERROR 1,1 is occupied"},
    {{"BOARD", "1,1,1", "DONE"},
     "ERROR with 1 stone of mine and 0 of the opponent's it is not my turn: I need as many, or "
     "one "
     "less"},
    {{"BOARD", "1,1,2", "2,2,2", "DONE"},
     "ERROR with 0 stones of mine and 2 of the opponent's it is not my turn: I need as many, or "
     "one "
     "less"},
    {{"SWAP2BOARD", "1,1", "DONE"}, "ERROR SWAP2BOARD has 0, 3 or 5 stones, and not 1"},
    {{"SWAP2BOARD", "1,1,1", "DONE"}, "ERROR x,y or DONE was expected instead of '1,1,1'"},
    {{"SWAP2BOARD", "1,1", "1,1", "2,2", "DONE"}, "ERROR 1,1 is occupied"},
    {{"INFO"}, ""},
    {{"INFO timeout_turn"}, ""},
    {{"INFO timeout_turn 99999999999999999999999999"}, ""},
    {{"INFO colour blue"}, ""},
    {{"INFO folder /tmp/some where"}, ""},
    {{""}, ""},
    {{"   \t "}, ""},
};

TEST(Gomocup, MalformedLinesGetTheirSentence) {
  EXPECT_GE(kRefusedLines.size(), 60u);
  for (const BadLine& bad : kRefusedLines) {
    SCOPED_TRACE(bad.lines.front().substr(0, 60));
    Brain brain;
    brain.tell("START 15");
    brain.tell("TURN 7,7");
    brain.decide(8, 7);
    Lines answer;
    for (const std::string& line : bad.lines) answer = brain.tell(line);
    EXPECT_EQ(answer.size(), bad.answer.empty() ? 0u : 1u);
    EXPECT_EQ(answer.empty() ? "" : answer[0].substr(0, bad.answer.size()), bad.answer);
    if (!brain.machine.is_thinking()) {  // and the machine goes on as before
      EXPECT_EQ(brain.tell("START 15"), Lines{"OK"});
      EXPECT_EQ(brain.tell("BEGIN"), Lines{});
      EXPECT_TRUE(brain.machine.is_thinking());
    }
  }
}

TEST(Gomocup, NothingWorksBeforeStart) {
  for (const char* line : {"BEGIN", "TURN 1,1", "PLAY 1,1", "TAKEBACK 1,1", "RESTART"})
    EXPECT_EQ(Brain().tell(line), Lines{"ERROR there is no board yet; send START 15 first"})
        << line;
  for (const char* line : {"BOARD", "SWAP2BOARD"}) {
    Brain brain;
    brain.tell(line);
    brain.tell("1,1,1");
    EXPECT_EQ(brain.tell("DONE"), Lines{"ERROR there is no board yet; send START 15 first"});
  }
}

TEST(Gomocup, AnOverlongLineIsRefusedWhole) {
  Brain brain;
  brain.tell("START 15");
  const Lines answer = brain.tell(Line{"TURN 1,1" + std::string(504, ' '), true});
  ASSERT_EQ(answer.size(), 1u);
  EXPECT_EQ(answer[0].rfind("ERROR a line has at most 512 characters", 0), 0u) << answer[0];
  EXPECT_FALSE(brain.machine.is_thinking());
}

/// Lines made of pieces that mean something, in any order.
std::string random_line(engine::Rng& rng) {
  static const Lines kPieces = {"START ", "RECTSTART ", "RESTART", "BEGIN",      "TURN ", "BOARD",
                                "DONE",   "SWAP2BOARD", "PLAY ",   "TAKEBACK ",  "INFO ", "rule ",
                                "5",      "7",          ",",       "1",          "2",     "-",
                                "0",      " ",          "\xff",    "time_left ", "ABOUT", "x"};
  std::string line;
  for (int i = rng.below(6); i >= 0; --i)
    line += kPieces[rng.below(static_cast<std::uint32_t>(kPieces.size()))];
  return line;
}

TEST(Gomocup, WhateverComesIsSurvived) {
  engine::Rng rng(1);
  Brain brain;
  brain.tell("START 5");
  for (int i = 0; i < 100'000; ++i) {
    const Lines answer =
        rng.below(3) == 0
            ? brain.tell(std::to_string(rng.below(6)) + "," + std::to_string(rng.below(6)) + ",1")
            : brain.tell(random_line(rng));
    ASSERT_LE(answer.size(), 1u);
    for (const std::string& line : answer) {
      ASSERT_LT(line.size(), 300u);
      for (const char c : line) ASSERT_TRUE(c >= 0x20 && c < 0x7f) << line;
    }
    if (!brain.machine.is_thinking()) continue;
    GomocupActions actions;
    brain.machine.decided(brain.now, brain.asked->number, brain.asked->view.random_move(rng), 0.4,
                          actions);
    ASSERT_EQ(actions.lines.size(), 1u);
  }
}

// ---- the program ----

PipedProcess program(Lines words) {
  words.insert(words.begin(), {GAUNTLET_BINARY, "gomocup"});
  return PipedProcess(words);
}

/// Plays two programs against each other until one says that the game is over; returns the plies.
int play_game(PipedProcess& black, PipedProcess& white, const engine::AnyGame& game) {
  engine::Rng rng(0);
  engine::AnyState state = game.start(rng);
  std::string line = black.ask("BEGIN");
  for (int plies = 1;; ++plies) {
    const auto square = engine::split(line, ',');
    if (square.size() != 2) return -1;
    const auto move = state.parse(std::string(square[1]) + "," + std::string(square[0]));
    if (!move.ok()) return -1;
    state.apply(*move);
    if (state.is_over()) return plies;
    line = (plies % 2 == 1 ? white : black).ask("TURN " + line);
  }
}

TEST(GomocupProcess, WholeGames) {
  for (const std::string rule : {"0", "1"}) {
    auto black = program({"--player", "ab:nodes=500", "--threads", "1"});
    auto white = program({"--player", "mcts:sims=100", "--threads", "1"});
    for (PipedProcess* brain : {&black, &white}) {
      EXPECT_EQ(brain->ask("START 10"), "OK");
      brain->write("INFO timeout_turn 1000\nINFO rule " + rule + "\n");
    }
    const auto game = engine::find_game(rule == "1" ? "gomoku:10/exact" : "gomoku:10");
    for (int round = 0; round < 2; ++round) {
      EXPECT_GT(play_game(black, white, *game), 8);
      for (PipedProcess* brain : {&black, &white}) EXPECT_EQ(brain->ask("RESTART"), "OK");
    }
    for (PipedProcess* brain : {&black, &white}) {
      brain->write("END\n");
      EXPECT_EQ(brain->wait(1s), 0);
      EXPECT_EQ(brain->read_line(10ms), std::nullopt);
    }
  }
}

TEST(GomocupProcess, EveryCommandOverCrLf) {
  auto brain = program({"--player", "ab:nodes=200", "--threads", "1"});
  EXPECT_EQ(brain.ask("ABOUT\r").rfind("name=\"Gauntlet\", version=\"", 0), 0u);
  EXPECT_EQ(brain.ask("START 20\r"), "OK");
  brain.write("INFO timeout_turn 500\r\nINFO max_memory 83886080\r\nINFO game_type 1\r\n");
  EXPECT_NE(brain.ask("TURN 10,10\r"), "");
  EXPECT_EQ(brain.ask("RESTART\r"), "OK");
  EXPECT_EQ(engine::split(brain.ask("BEGIN\r"), ',').size(), 2u);
  // Four in a row wait to be completed.
  brain.write("BOARD\r\n");
  for (int i = 0; i < 4; ++i)
    brain.write(std::to_string(3 + i) + ",5,1\r\n" + std::to_string(3 + 2 * i) + ",9,2\r\n");
  const std::string winner = brain.ask("DONE\r");
  EXPECT_TRUE(winner == "2,5" || winner == "7,5") << winner;
  EXPECT_EQ(brain.ask("TAKEBACK " + winner + "\r"), "OK");
  EXPECT_EQ(brain.ask("PLAY 0,0\r"), "0,0");
  EXPECT_EQ(brain.ask("RECTSTART 9,7\r"), "OK");
  EXPECT_EQ(engine::split(brain.ask("SWAP2BOARD\r\nDONE\r"), ' ').size(), 3u);
  EXPECT_EQ(brain.ask("FROBNICATE\r"), "UNKNOWN command 'FROBNICATE'");
  EXPECT_EQ(brain.ask(std::string(100'000, 'x') + "\r").rfind("ERROR a line has at most", 0), 0u);
  EXPECT_EQ(brain.ask("START 99\r").rfind("ERROR START", 0), 0u);
  brain.write("END\r\n");
  EXPECT_EQ(brain.wait(1s), 0);
}

TEST(GomocupProcess, TheSearchEndsWithEndRestartAndTheEndOfInput) {
  auto brain = program({"--threads", "1"});
  EXPECT_EQ(brain.ask("START 15"), "OK");
  brain.write("INFO timeout_turn 600000\nINFO time_left 2147483647\n");
  brain.write("TURN 7,7\n");
  EXPECT_EQ(brain.read_line(200ms), std::nullopt);
  EXPECT_EQ(brain.ask("RESTART"), "OK");  // and the move of the old game never comes
  brain.write("INFO timeout_turn 100\n");
  EXPECT_EQ(engine::split(brain.ask("BEGIN"), ',').size(), 2u);
  brain.write("INFO timeout_turn 600000\nTURN 0,0\n");
  EXPECT_EQ(brain.read_line(300ms), std::nullopt);
  brain.write("END\n");  // and the move never comes
  EXPECT_EQ(brain.wait(1s), 0);
  EXPECT_EQ(brain.read_line(10ms), std::nullopt);

  auto left = program({"--threads", "1"});
  left.write("START 15\nINFO timeout_turn 600000\nBEGIN\n");
  left.close_input();
  EXPECT_EQ(left.read_line(), "OK");
  EXPECT_EQ(engine::split(left.read_line(3s).value_or(""), ',').size(), 2u);
  EXPECT_EQ(left.wait(1s), 0);
}

TEST(GomocupProcess, AllThatWasAskedIsAnsweredBeforeTheInputEnds) {
  auto brain = program({"--threads", "1"});
  brain.write("START 15\nBEGIN\nTURN 0,0\nABOUT\n");
  brain.close_input();
  EXPECT_EQ(brain.read_line(), "OK");
  for (int move = 0; move < 2; ++move)
    EXPECT_EQ(engine::split(brain.read_line(5s).value_or(""), ',').size(), 2u);
  EXPECT_EQ(brain.read_line().value_or("").rfind("name=\"Gauntlet\"", 0), 0u);
  EXPECT_EQ(brain.read_line(2s), std::nullopt);
  EXPECT_EQ(brain.wait(1s), 0);
}

TEST(GomocupProcess, NothingIsSaidAfterEnd) {
  for (const std::string end : {"END\n", "END\nSTART 15\n"}) {
    SCOPED_TRACE(end);
    auto brain = program({"--threads", "1"});
    brain.write("START 15\nINFO timeout_turn 60000\nTURN 0,0\nABOUT\n" + end);
    brain.close_input();
    EXPECT_EQ(brain.read_line(), "OK");
    EXPECT_EQ(brain.wait(1s), 0);
    EXPECT_EQ(brain.read_line(10ms), std::nullopt);
  }
}

TEST(GomocupProcess, ACommandWithoutALineEndIsObeyed) {
  auto brain = program({"--threads", "1"});
  brain.write("START 15");
  brain.close_input();
  EXPECT_EQ(brain.read_line(), "OK");
  EXPECT_EQ(brain.wait(1s), 0);
}

TEST(GomocupProcess, AnswersWithinTheTurn) {
  auto brain = program({"--threads", "1"});
  EXPECT_EQ(brain.ask("START 15"), "OK");
  brain.write("INFO timeout_turn 100\n");
  std::string line = brain.ask("BEGIN");  // the first search makes its table too
  int late = 0;
  for (int turn = 0; turn < 30; ++turn) {
    const std::string reply = std::to_string(turn % 15) + "," + (turn < 15 ? "0" : "14");
    if (turn == 10) {  // managers may stop a brain that is not to move
      brain.send(SIGSTOP);
      std::this_thread::sleep_for(300ms);
      brain.send(SIGCONT);
    }
    brain.write("RESTART\n");
    EXPECT_EQ(brain.read_line(), "OK");
    const auto start = std::chrono::steady_clock::now();
    EXPECT_NE(brain.ask("TURN " + reply), "");
    late += std::chrono::steady_clock::now() - start > 100ms;
  }
  EXPECT_LE(late, 2);  // other tests run on this machine too
}

TEST(GomocupProcess, ARatingIsTheLevelThatHasItOnTheUsualBoard) {
  const std::string level = selfplay::told_as("level:elo=3000", *engine::find_game("gomoku:15"));
  ASSERT_TRUE(level.starts_with("level:3")) << level;
  std::vector<std::string> answers;
  for (const std::string& player : {std::string("level:elo=3000"), level}) {
    auto brain = program({"--player", player, "--threads", "1", "--seed", "5"});
    EXPECT_EQ(brain.ask("START 20"), "OK");
    brain.write("INFO rule 1\n");
    answers.push_back(brain.ask("TURN 10,10") + " " + brain.ask("TURN 3,3"));
  }
  EXPECT_EQ(answers[0], answers[1]);
  EXPECT_EQ(engine::split(answers[0], ',').size(), 3u) << answers[0];
}

TEST(GomocupProcess, BadPlayersAreUsageErrors) {
  for (const char* player : {"human", "level:11", "nobody", "greedy", "level:elo=10", "level:elo="})
    EXPECT_EQ(program({"--player", player}).wait(10s), 2) << player;
}

}  // namespace

}  // namespace gauntlet::tools
