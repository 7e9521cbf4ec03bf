// Who has won at a Sudokill server, whatever the players are called.
#include "tools/protocol/sudokill_result.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/rng.h"
#include "tools/protocol/sudokill_client.h"

namespace gauntlet::tools {

namespace {

const std::string kRows = [] {
  std::string rows;
  for (int row = 0; row < 9; ++row) rows += "|0 0 0 0 0 0 0 0 0";
  return rows + "\r\n";
}();

/// All that the real server calls an illegal move, and one that it might.
const std::string kErrors[] = {
    "Out of range error: 9 0 is not a valid space",
    "Bad value error: 0 is not a valid Sudoku value",
    "Space occupied error: 0 0 is occupied",
    "Required placement error: must play either row 4 or col 4",
    "Constraint violation error: there is already a 5 in row 4!",
    "Constraint violation error: there is already a 1 in col 0!",
    "Constraint violation error: there is already a 1 in section 0!",
    "Unheard of error: see http://192.0.2.7/ ran out of time!",
};

/// A game of two moves at most, and how it goes on to its end.
struct Story {
  std::string heard;  ///< After START; `%` is where we answer.
  std::string fault;  ///< Behind the loser's name; "" if the opponent leaves.
  bool is_ours;       ///< We have lost.
};

std::vector<Story> stories() {
  const std::string ours = "ADD" + kRows + "%";   // we are to move, and do
  const std::string played = ours + "0 0 1\r\n";  // it was taken: the other is to move
  const std::string waits = "ADD" + kRows;        // we are to move, and do not
  std::vector<Story> all = {
      {waits, " ran out of time!", true},
      {ours, " ran out of time!", true},
      {"", " ran out of time!", false},
      {played, " ran out of time!", false},
      {waits, "", false},
      {ours, "", false},
      {"", "", false},
      {played, "", false},
      {played + "0 1 2\r\n" + waits, " ran out of time!", true},
  };
  for (const std::string& error : kErrors) {
    all.push_back({ours, " played 0 0 1: " + error, true});
    all.push_back({played, " played 0 0 1: " + error, false});
    all.push_back({played, " played 9 99 0: " + error, false});
    all.push_back({"", " played 0 0 1: " + error, false});
  }
  return all;
}

std::string over(const std::string& us, const std::string& them, const Story& story) {
  if (story.fault.empty()) return them + " left the game";
  return (story.is_ours ? them + " WINS! " + us : us + " WINS! " + them) + story.fault;
}

SudokillClient::Options named(const std::string& name) {
  SudokillClient::Options options;
  options.name = name;
  return options;
}

/// What our client makes of it.
Verdict verdict_of(const std::string& us, const std::string& text, const Story& story) {
  SudokillClient client(named(us));
  ClientActions actions;
  client.connected({}, actions);
  const std::size_t move = story.heard.find('%');
  client.received({}, "WAIT\r\nREADY\r\nSTART|1|2" + kRows + story.heard.substr(0, move), actions);
  if (move != std::string::npos) {
    client.decided({}, *actions.decision->view.parse("0,0,1"), actions);
    client.received({}, story.heard.substr(move + 1), actions);
  }
  actions = {};
  client.received({}, "GAME OVER|" + text + "\r\n", actions);
  EXPECT_TRUE(actions.end);
  return actions.end ? actions.end->verdict : Verdict::kUnknown;
}

/// Names made of what results are made of.
std::string hostile_name(engine::Rng& rng, const std::string& other) {
  const std::string pieces[] = {other,
                                "Bob",
                                " WINS! ",
                                " WINS!",
                                " played 0 0 1: ",
                                " played 0 0 1",
                                " ran out of time!",
                                " left the game",
                                "Game stopped!",
                                "GAME OVER|",
                                "|",
                                " ",
                                kErrors[1],
                                other + " WINS! ha",
                                "x WINS! " + other};
  std::string name;
  for (std::uint32_t count = rng.below(5); count > 0; --count)
    name += pieces[rng.below(std::size(pieces))];
  return name.substr(0, 200);
}

void expect_truth(const std::string& us, const std::string& them) {
  for (const Story& story : stories()) {
    const std::string text = over(us, them, story);
    if (text == "Game stopped!") continue;
    EXPECT_EQ(verdict_of(us, text, story), story.is_ours ? Verdict::kLoss : Verdict::kWin)
        << text << " after " << story.heard.substr(0, 4);
  }
}

TEST(SudokillResult, ANameIsNoResult) {
  expect_truth("Gauntlet", "Bob");
  expect_truth("Gauntlet", "Gauntlet");
  expect_truth("Gauntlet", "Gauntlet WINS! ha");
  expect_truth("Gauntlet", "Gauntlet WINS!");
  expect_truth("Gauntlet", "x WINS! Gauntlet ran out of time!");
  expect_truth("Gauntlet", "x WINS! Gauntlet played 0 0 1: y");
  expect_truth("Gauntlet", "x left the game");
  expect_truth("Gauntlet", " left the game");
  expect_truth("Gauntlet", "");
  expect_truth("Bob WINS! Bob", "Bob");
  expect_truth("Bob", "Bob WINS! Bob");
}

TEST(SudokillResult, NoPairOfNamesIsAResult) {
  engine::Rng rng(17);
  for (int pair = 0; pair < 3'000 && !::testing::Test::HasFailure(); ++pair) {
    std::string us = hostile_name(rng, "Al");
    us = ("U" + us).substr(0, 59) + "U";  // blanks at the ends are tested below
    expect_truth(us, hostile_name(rng, us));
  }
}

TEST(SudokillResult, WhatTheGameContradictsIsUnknown) {
  // The same name, and the fault was told of a move that we have not made.
  const SudokillTurn ours{"A", true, "1 2 3"}, theirs{"A", false, ""};
  EXPECT_EQ(sudokill_verdict("A WINS! A played 1 2 3: x", ours), Verdict::kLoss);
  EXPECT_EQ(sudokill_verdict("A WINS! A played 4 4 4: x", ours), Verdict::kUnknown);
  EXPECT_EQ(sudokill_verdict("A WINS! A played 4 4 4: x", theirs), Verdict::kWin);
}

TEST(SudokillResult, OtherServersWordsCountIfTheGameAgrees) {
  const SudokillTurn ours{"A", true, ""}, theirs{"A", false, ""};
  EXPECT_EQ(sudokill_verdict("A WINS! B resigned", theirs), Verdict::kWin);
  EXPECT_EQ(sudokill_verdict("A WINS! B resigned", ours), Verdict::kUnknown);
  EXPECT_EQ(sudokill_verdict("A WINS!", theirs), Verdict::kWin);
  EXPECT_EQ(sudokill_verdict("B WINS!", ours), Verdict::kLoss);
  EXPECT_EQ(sudokill_verdict("B WINS!", theirs), Verdict::kUnknown);
  EXPECT_EQ(sudokill_verdict("Game stopped!", theirs), Verdict::kUnknown);
  EXPECT_EQ(sudokill_verdict("the server goes down", theirs), Verdict::kUnknown);
  EXPECT_EQ(sudokill_verdict("", ours), Verdict::kUnknown);
}

TEST(SudokillResult, BlanksAtTheEndsOfOurNameAreNotSent) {
  for (const auto& [given, sent] : {std::pair("  A B ", "A B\n"), {" ", "Gauntlet\n"}}) {
    SudokillClient client(named(given));
    ClientActions actions;
    client.connected({}, actions);
    client.received({}, "WAIT\r\n", actions);
    EXPECT_EQ(actions.sends, std::vector<std::string>{sent});
  }
}

/// An end that is longer than a line may be, because the other's name is.
TEST(SudokillResult, ALongNameHidesNoWin) {
  for (const bool has_moved : {false, true})
    for (const std::string end : {"", "\r\n"}) {
      SudokillClient client({});
      ClientActions actions;
      client.connected({}, actions);
      client.received({}, "WAIT\r\nREADY\r\nSTART|1|2" + kRows + "ADD" + kRows, actions);
      client.decided({}, *actions.decision->view.parse("0,0,1"), actions);
      if (has_moved) client.received({}, "0 0 1\r\n", actions);
      actions = {};
      client.received({}, "GAME OVER|Gauntlet WINS! " + std::string(1'000, 'x') + end, actions);
      ASSERT_TRUE(actions.end);
      EXPECT_EQ(actions.end->verdict, has_moved ? Verdict::kWin : Verdict::kUnknown);
    }
}

}  // namespace

}  // namespace gauntlet::tools
