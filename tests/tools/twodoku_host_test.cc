// The Two-Doku referee as a machine of text: every line of the protocol, every ending, and what
// hostile peers send.
#include "tools/protocol/twodoku_host.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/tools/raw_client.h"
#include "tests/tools/served_host.h"
#include "tests/tools/twodoku_table.h"
#include "tools/protocol/twodoku_line.h"
#include "tools/protocol/twodoku_view.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

const engine::Returns kRedWins{1, 0, 0, 0};
const engine::Returns kBlueWins{0, 1, 0, 0};
const engine::Returns kTie{0.5f, 0.5f, 0, 0};

TwoDokuHost::Options with_game(const std::string& game) {
  TwoDokuHost::Options options;
  options.game = game;
  return options;
}

TwoDokuHost::Options with_clock(Milliseconds clock) {
  TwoDokuHost::Options options;
  options.clock = clock;
  return options;
}

/// The position in which a game ended.
engine::TwoDoku last_position(const FinishedGame& game) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.moves) {
    EXPECT_TRUE(state.is_playable(move));
    state.apply(move);
  }
  return state.as<engine::TwoDoku>();
}

/// The last line of a game that ended by the rules for `reason`; its result tells the same scores.
std::string over_by_scores(const FinishedGame& game, const std::string& reason) {
  const engine::TwoDoku last = last_position(game);
  const int pot = last.pot()[0] + last.pot()[1];
  const std::string red = std::to_string(last.hand_sum(1) + pot);
  const std::string blue = std::to_string(last.hand_sum(0) + pot);
  EXPECT_EQ(game.reason, reason + ": red " + red + ", blue " + blue);
  return "over red " + red + " blue " + blue + ' ' + reason;
}

const std::string kTwoIdle = "two turns in a row without a placement";

// ---- from the greeting to the deal ----

TEST(TwoDokuHost, GreetsSeatsAndAsks) {
  HostTable table(make_twodoku_host(with_game("twodoku/java")));
  const auto red = table.join();
  EXPECT_EQ(table.message(red), "twodoku 1\ngame twodoku/java\n");
  table.say(red, "name Ada");
  EXPECT_TRUE(table.heard(red).empty());
  table.say(red, " L.\r\n");
  EXPECT_TRUE(table.heard(red).empty()) << "nobody to play with";
  const auto blue = table.join();
  EXPECT_TRUE(table.heard(red).empty()) << "the other has no name yet";
  table.message(blue);
  table.say(blue, "name Bob\n");
  EXPECT_EQ(table.message(red), "seat red\nclock 120000\nclock 120000\ncolour?\n");
  EXPECT_EQ(table.message(blue), "seat blue\nclock 120000\n");
}

TEST(TwoDokuHost, WhoNamesItselfFirstIsRed) {
  HostTable table(make_twodoku_host({}));
  const auto early = table.join(), late = table.join();
  table.say(late, "name Late\n");
  table.say(early, "name Early\n");
  EXPECT_TRUE(table.heard(late).back().starts_with("seat red\n"));
  EXPECT_TRUE(table.heard(early).back().starts_with("seat blue\n"));
}

TEST(TwoDokuHost, ColoursInTurn) {
  TwoDokuTable pair;
  pair.forget();
  pair.pass(1500ms);
  pair.say(pair.red, "colour 0 8\n");
  EXPECT_EQ(pair.message(pair.red), "move red colour 0 8\n");
  EXPECT_EQ(pair.message(pair.blue), "move red colour 0 8\nclock 120000\ncolour?\n");
  pair.say(pair.blue, "colour 0 8\n");  // a square may get both colours
  EXPECT_EQ(pair.message(pair.red), "move blue colour 0 8\nclock 118500\ncolour?\n");
}

TEST(TwoDokuHost, JavaColoursInBlocks) {
  TwoDokuTable pair(with_game("twodoku/java"));
  pair.forget();
  pair.say(pair.red, "colour 0 0\n");
  EXPECT_EQ(pair.message(pair.red), "move red colour 0 0\nclock 120000\ncolour?\n");
  EXPECT_EQ(pair.message(pair.blue), "move red colour 0 0\n");
}

TEST(TwoDokuHost, HidesAndDeals) {
  TwoDokuTable pair;
  pair.colour();
  EXPECT_TRUE(pair.text(pair.red).ends_with("move blue colour 7 8\nclock 120000\nhide?\n"));
  pair.set_up();
  int sums[2] = {0, 0};
  for (std::size_t seat = 0; seat < 2; ++seat) {
    int dominoes = 0;
    for (int digit = 1; digit <= 9; ++digit) {
      dominoes += pair.hand[seat][static_cast<std::size_t>(digit)];
      sums[seat] += digit * pair.hand[seat][static_cast<std::size_t>(digit)];
    }
    EXPECT_EQ(dominoes, 40);
  }
  EXPECT_EQ(sums[0], sums[1]);
}

TEST(TwoDokuHost, TellsEachItsOwnHandAndWithOpenHandsBoth) {
  for (const bool is_open : {false, true}) {
    TwoDokuTable pair(with_game(is_open ? "twodoku/open" : "twodoku"));
    pair.colour();
    for (int i = 0; i < 7; ++i)
      pair.say(i % 2 == 0 ? pair.red : pair.blue, "hide 8 " + std::to_string(i) + '\n');
    pair.forget();
    pair.say(pair.blue, "hide 8 7\n");
    const std::string to_red = pair.text(pair.red), to_blue = pair.text(pair.blue);
    const auto line = [](const std::string& text, const std::string& word) {
      const std::size_t at = text.find('\n' + word + ' ');
      if (at == std::string::npos) return ""s;
      const std::size_t begin = at + word.size() + 2;
      return text.substr(begin, text.find('\n', begin) - begin);
    };
    EXPECT_NE(line(to_red, "deal"), "");
    EXPECT_NE(line(to_red, "deal"), line(to_blue, "deal"));
    EXPECT_EQ(line(to_red, "other"), is_open ? line(to_blue, "deal") : "");
    EXPECT_EQ(line(to_blue, "other"), is_open ? line(to_red, "deal") : "");
    EXPECT_TRUE(to_red.ends_with("\nclock 120000\nturn?\n"));
    EXPECT_EQ(to_blue.find('?'), std::string::npos);
  }
}

// ---- turns ----

TEST(TwoDokuHost, ATurnCanBeSeveralAnswersInOnePacket) {
  TwoDokuTable pair;
  pair.set_up();
  const int digit = pair.digit_of(0);
  const std::string play = "play 0 8 " + std::to_string(digit);  // sees nothing that lies face down
  pair.say(pair.red, play + '\n');
  EXPECT_EQ(pair.message(pair.red), "move red " + play + "\nresult accepted\n");
  EXPECT_EQ(pair.message(pair.blue),
            "move red " + play + "\nresult accepted\nclock 120000\nturn?\n");
  pair.say(pair.blue, "pass\n");
  EXPECT_EQ(pair.message(pair.red), "move blue pass\nclock 120000\nturn?\n");
  pair.forget();
  pair.say(pair.red, "take 0 8\r\n" + play + "\r\n");
  EXPECT_EQ(pair.text(pair.red),
            "move red take 0 8\nclock 120000\nturn?\nmove red " + play + "\nresult accepted\n");
  EXPECT_EQ(pair.text(pair.blue),
            "move red take 0 8\nmove red " + play + "\nresult accepted\nclock 120000\nturn?\n");
}

TEST(TwoDokuHost, WhatComesFromThePotIsForTheTakerAlone) {
  for (const bool is_open : {false, true}) {
    TwoDokuTable pair(with_game(is_open ? "twodoku/open" : "twodoku"));
    pair.set_up();
    pair.say(pair.red, "take pot\n");
    const std::string to_red = pair.message(pair.red), to_blue = pair.message(pair.blue);
    const std::string drew = to_red.substr(0, to_red.find("clock"));
    EXPECT_TRUE(drew.starts_with("move red take pot\nresult drew ")) << to_red;
    EXPECT_EQ(to_red, drew + "clock 120000\nturn?\n");
    EXPECT_EQ(to_blue, is_open ? drew : "move red take pot\n");
    const std::string digit = std::to_string(pair.digit_of(0));
    pair.say(pair.red, "return " + digit + '\n');
    EXPECT_EQ(pair.message(pair.red), "move red return " + digit + '\n');
    EXPECT_EQ(pair.message(pair.blue),
              "move red return " + (is_open ? digit : "?") + "\nclock 120000\nturn?\n");
  }
}

/// Some placement below a face-down domino fails, in some game; both see which domino it was.
TEST(TwoDokuHost, AFailedPlacementRevealsADomino) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    TwoDokuHost::Options options;
    options.seed = seed;
    TwoDokuTable pair(options);
    pair.set_up();
    const std::string play = "play 0 0 " + std::to_string(pair.digit_of(0));
    pair.say(pair.red, play + '\n');
    const std::string to_red = pair.message(pair.red);
    if (to_red == "move red " + play + "\nresult accepted\n") continue;
    EXPECT_EQ(to_red, "move red " + play + "\nreveal 8 0 " + play.substr(9) + '\n');
    EXPECT_EQ(pair.message(pair.blue), to_red + "clock 120000\nturn?\n");
    return;
  }
  FAIL() << "no placement failed";
}

TEST(TwoDokuHost, APlacementThatFailsAtSightForfeitsTheTurn) {
  TwoDokuTable pair;
  pair.set_up();
  const std::string digit = std::to_string(pair.digit_of(0));
  pair.say(pair.red, "play 7 8 " + digit + '\n');  // blue's square
  EXPECT_EQ(pair.message(pair.red),
            "error the square 7 8 has the wrong colour: first come the mover's own squares, then "
            "white ones, then the other's; your turn is over\nmove red pass\n");
  EXPECT_EQ(pair.message(pair.blue), "move red pass\nclock 120000\nturn?\n");
  const std::string theirs = std::to_string(pair.digit_of(1));
  pair.say(pair.blue, "play 4 8 " + theirs + '\n');
  pair.say(pair.red, "play 0 8 " + std::to_string(pair.digit_of(0, theirs[0] - '0' + 1)) + '\n');
  pair.forget();
  pair.say(pair.blue, "play 5 8 " + theirs + '\n');  // next to its own
  EXPECT_EQ(pair.message(pair.blue), "error the square 5 8 sees a face-up " + theirs +
                                         "; your turn is over\nmove blue pass\n");
  EXPECT_EQ(pair.finished().size(), 0u);
}

TEST(TwoDokuHost, AFailedPlacementAfterATakeEndsTheTurnToo) {
  TwoDokuTable pair;
  pair.set_up();
  pair.say(pair.red, "take pot\nplay 7 8 " + std::to_string(pair.digit_of(0)) + '\n');
  EXPECT_TRUE(pair.text(pair.blue).starts_with("move red take pot\nmove red pass\nclock"));
}

// ---- endings ----

TEST(TwoDokuHost, TwoPassesEndTheGame) {
  TwoDokuTable pair;
  pair.set_up();
  pair.say(pair.red, "pass\n");
  pair.say(pair.blue, "pass\n");
  ASSERT_EQ(pair.finished().size(), 1u);
  EXPECT_EQ(pair.finished()[0].moves.size(), 72u + 8 + 8 + 1 + 1 + 2);
  pair.expect_over(over_by_scores(pair.finished()[0], kTwoIdle), kTie);
}

TEST(TwoDokuHost, TheSmallerHandWins) {
  for (const bool red_plays : {true, false}) {
    TwoDokuTable pair;
    pair.set_up();
    const auto player = red_plays ? pair.red : pair.blue, other = red_plays ? pair.blue : pair.red;
    const int digit = pair.digit_of(red_plays ? 0 : 1, 5);
    if (!red_plays) pair.say(pair.red, "pass\n");
    pair.say(player, "play " + (red_plays ? "0 8 "s : "4 8 "s) + std::to_string(digit) + '\n');
    pair.say(other, "pass\n");
    pair.say(player, "pass\n");
    ASSERT_EQ(pair.finished().size(), 1u);
    const engine::TwoDoku last = last_position(pair.finished()[0]);
    EXPECT_EQ(last.hand_sum(1) - last.hand_sum(0), red_plays ? digit : -digit);
    pair.expect_over(over_by_scores(pair.finished()[0], kTwoIdle),
                     red_plays ? kRedWins : kBlueWins);
  }
}

/// Both take their domino and put it back until the turns are used up: then nobody has won,
/// whatever the hands are.
TEST(TwoDokuHost, TheLastTurnIsADraw) {
  TwoDokuTable pair;
  pair.set_up();
  const std::string red = "play 0 8 9\n", blue = "play 4 8 1\n";
  ASSERT_TRUE(pair.hand[0][9] > 0 && pair.hand[1][1] > 0);
  pair.say(pair.red, red);
  pair.say(pair.blue, blue);
  for (int turn = 2; turn < 400; turn += 2) {
    ASSERT_TRUE(pair.finished().empty()) << turn;
    pair.say(pair.red, "take 0 8\n" + red);
    pair.say(pair.blue, "take 4 8\n" + blue);
  }
  pair.expect_over("over red 0 blue 0 400 turns were played", kTie);
  EXPECT_EQ(pair.finished().at(0).reason, "400 turns were played");
}

/// Blue makes room by taking whatever red has placed.
TEST(TwoDokuHost, AnEmptyHandEndsTheGame) {
  TwoDokuTable pair;
  pair.set_up();
  for (std::size_t digit = 1; digit <= 9; ++digit)
    for (int i = 0; i < pair.hand[0][digit]; ++i) {
      ASSERT_TRUE(pair.finished().empty());
      pair.say(pair.red, "play 0 8 " + std::to_string(digit) + '\n');
      pair.say(pair.blue, "take 0 8\npass\n");
    }
  ASSERT_EQ(pair.finished().size(), 1u);
  pair.expect_over(over_by_scores(pair.finished()[0], "red's hand is empty"), kRedWins);
}

TEST(TwoDokuHost, TimeRunsOutToTheMillisecond) {
  TwoDokuTable pair(with_clock(1000ms));
  pair.forget();
  pair.pass(400ms);
  pair.say(pair.red, "colour 0 0\n");
  pair.pass(1000ms);
  pair.tick();
  EXPECT_TRUE(pair.finished().empty());
  pair.say(pair.blue, "colour 0 0\n");  // just in time, with nothing left
  EXPECT_TRUE(pair.text(pair.red).ends_with("clock 600\ncolour?\n"));
  pair.pass(600ms);
  pair.tick();
  EXPECT_TRUE(pair.finished().empty());
  pair.pass(1ms);
  pair.tick();
  pair.expect_over("over red 0 blue 1 red ran out of time", kBlueWins);
}

TEST(TwoDokuHost, ALateAnswerIsLateThoughNobodyLookedAtTheClock) {
  TwoDokuTable pair(with_clock(1000ms));
  pair.say(pair.red, "colour 0 0\n");
  pair.forget();
  pair.pass(1001ms);
  pair.say(pair.blue, "colour 0 0\n");
  EXPECT_EQ(pair.finished().at(0).moves.size(), 1u);
  pair.expect_over("over red 1 blue 0 blue ran out of time", kRedWins);
}

TEST(TwoDokuHost, ErrorsDoNotStopTheClock) {
  TwoDokuTable pair(with_clock(1000ms));
  pair.forget();
  for (int i = 0; i < 10; ++i) {
    pair.pass(100ms);
    pair.say(pair.red, "colour 9 9\n");
    EXPECT_TRUE(
        pair.text(pair.red).ends_with("\nclock " + std::to_string(900 - 100 * i) + "\ncolour?\n"));
  }
  pair.pass(1ms);
  pair.tick();
  pair.expect_over("over red 0 blue 1 red ran out of time", kBlueWins);
}

TEST(TwoDokuHost, WhoIsLeftBehindHasWon) {
  for (const bool red_leaves : {true, false}) {
    TwoDokuTable pair;
    pair.set_up();
    pair.close(red_leaves ? pair.red : pair.blue);
    const auto stayed = red_leaves ? pair.blue : pair.red;
    EXPECT_EQ(pair.message(stayed), red_leaves ? "over red 0 blue 1 red has left the game\n"
                                               : "over red 1 blue 0 blue has left the game\n");
    EXPECT_TRUE(pair.was_hung_up(stayed));
    ASSERT_EQ(pair.finished().size(), 1u);
    EXPECT_EQ(pair.finished()[0].returns, red_leaves ? kBlueWins : kRedWins);
  }
}

TEST(TwoDokuHost, HalfClosingIsLeavingAndIsTold) {
  TwoDokuTable pair;
  pair.half_close(pair.blue);
  pair.expect_over("over red 1 blue 0 blue has left the game", kRedWins);
  pair.close(pair.blue);  // what comes later changes nothing
  pair.say(pair.red, "colour 0 0\n");
  pair.close(pair.red);
  pair.pass(1h);
  pair.tick();
  EXPECT_EQ(pair.finished().size(), 1u);
}

TEST(TwoDokuHost, WhoLeavesTheLobbyIsForgotten) {
  HostTable table(make_twodoku_host({}));
  table.close(table.join());
  const auto named = table.join();
  table.say(named, "name A\n");
  table.half_close(named);
  EXPECT_TRUE(table.was_hung_up(named));
  const auto unnamed = table.join(), third = table.join();
  table.say(third, "name C\n");
  table.close(unnamed);  // not the one that waits
  const auto fourth = table.join();
  table.say(fourth, "name D\n");
  EXPECT_TRUE(table.heard(third).back().starts_with("seat red\n"));
  EXPECT_TRUE(table.finished().empty());
}

TEST(TwoDokuHost, WhoGivesNoNameIsHungUpAndWhoWaitsIsNot) {
  HostTable table(make_twodoku_host({}));
  const auto named = table.join(), silent = table.join();
  table.say(named, "name A\n");
  table.say(silent, "nam");
  table.pass(15s);
  table.tick();
  EXPECT_FALSE(table.was_hung_up(silent));
  table.heard(silent);
  table.pass(1ms);
  table.tick();
  EXPECT_EQ(table.message(silent), "error no 'name X' has come within 15 seconds\n");
  EXPECT_TRUE(table.was_hung_up(silent));
  table.pass(24h);
  table.tick();
  EXPECT_FALSE(table.was_hung_up(named));
}

// ---- what a line can be ----

const std::string kNameRule =
    "error first comes 'name X', X being 1 to 60 printable ASCII characters\n";

TEST(TwoDokuHost, EveryNameHasItsAnswer) {
  const std::vector<std::pair<std::string, bool>> names = {
      {"name A\n", true},
      {"name A\r\n", true},
      {"name red wins: 'x', \"y\" | z\n", true},
      {"name " + std::string(60, 'n') + '\n', true},
      {"name name\n", true},
      {"name  A\n", true},  // a name that begins with a blank
      {"name " + std::string(61, 'n') + '\n', false},
      {"name " + std::string(10'000'000, 'n') + '\n', false},
      {"name\n", false},
      {"name \n", false},
      {"Name A\n", false},
      {"nameA\n", false},
      {" name A\n", false},
      {"A\n", false},
      {"twodoku 1\n", false},
      {"colour 0 0\n", false},
      {"name A\tB\n", false},
      {"name A\rB\n", false},
      {"name A\0\n"s, false},
      {"\xef\xbb\xbfname A\n", false},
      {"name \xc3\x84\n", false},
      {"GET / HTTP/1.1\r\n", false},
      {"\x16\x03\x01\x02\x00\x01\n"s, false},
  };
  for (const auto& [bytes, is_name] : names) {
    SCOPED_TRACE(engine::printable(bytes));
    HostTable table(make_twodoku_host({}));
    const auto who = table.join();
    table.heard(who);
    table.say(who, bytes);
    if (!is_name) {
      EXPECT_EQ(table.message(who), kNameRule);
      table.say(who, "name B\n");  // it may try again
    }
    EXPECT_TRUE(table.heard(who).empty());
    const auto other = table.join();
    table.say(other, "name Other\n");
    EXPECT_TRUE(table.message(who).starts_with("seat red\n"));
  }
}

TEST(TwoDokuHost, UnfinishedLinesAndEmptyOnesAreNotAnswered) {
  TwoDokuTable pair;
  pair.forget();
  pair.say(pair.red, "\n\r\n\n" + std::string(10'000'000, 'c'));
  EXPECT_TRUE(pair.heard(pair.red).empty());
  pair.say(pair.red, "\n");
  EXPECT_EQ(pair.message(pair.red),
            "error a line is at most 80 characters\nclock 120000\ncolour?\n");
}

/// What red says when it is asked, and the sentence it gets; "" if it is a move.
using Answers = std::vector<std::pair<std::string, std::string>>;

void expect_answers(const Answers& answers, const std::string& prompt, bool in_turns) {
  for (const auto& [answer, sentence] : answers) {
    SCOPED_TRACE(engine::printable(answer));
    TwoDokuTable pair;
    if (prompt == "hide?") pair.colour();
    if (in_turns) pair.set_up();
    pair.forget();
    pair.say(pair.red, answer + '\n');
    const std::string heard = pair.text(pair.red);
    if (sentence.empty()) {
      EXPECT_TRUE(heard.starts_with("move red ")) << heard;
      continue;
    }
    EXPECT_EQ(heard, "error " + sentence + "\nclock 120000\n" + prompt + '\n');
    EXPECT_TRUE(pair.heard(pair.blue).empty());
  }
}

const std::string kColourRule =
    "; expected is 'colour R C' on a square that is not yet the mover's";

/// The sentence for what is no move.
std::string no_move(const std::string& shown, const std::string& rule) {
  return "'" + shown + "' is no move" + rule;
}
std::string no_colour(const std::string& shown) {
  return "'" + shown + "' should look like 'colour 0 8'";
}

TEST(TwoDokuHost, EveryAnswerToColourHasItsAnswer) {
  const std::string now = "' cannot be played now" + kColourRule;
  expect_answers(
      {
          {"colour 0 0", ""},
          {"colour 8 8", ""},
          {"colour 0 0\r", ""},
          {"colour 3,4", ""},
          {"colour 9 0", no_colour("colour 9 0")},
          {"colour 0 9", no_colour("colour 0 9")},
          {"colour -1 0", no_colour("colour -1 0")},
          {"colour 0 -1", no_colour("colour 0 -1")},
          {"colour 00 0", no_colour("colour 00 0")},
          {"colour +1 0", no_colour("colour +1 0")},
          {"colour 0", no_colour("colour 0")},
          {"colour 0 1 2", no_colour("colour 0 1 2")},
          {"colour 0  1", no_colour("colour 0  1")},
          {"colour  0 1", no_colour("colour  0 1")},
          {"colour 0 1 ", no_colour("colour 0 1 ")},
          {"colour", no_colour("colour")},
          {"colour ", no_colour("colour ")},
          {"colour 0.0 1.0", no_colour("colour 0.0 1.0")},
          {"colour a b", no_colour("colour a b")},
          {"colour 256 0", no_colour("colour 256 0")},
          {"colour 4294967296 0", no_colour("colour 4294967296 0")},
          {"colour 0 -2147483649", no_colour("colour 0 -2147483649")},
          {"colour 99999999999999999999 1", no_colour("colour 99999999999999999999 1")},
          {"colour 0\t1", no_colour("colour 0\\x091")},
          {"colour 0 1\0"s, no_colour("colour 0 1\\x00")},
          {"colour 0 \xef\xbc\x91", no_colour("colour 0 \\xef\\xbc\\x91")},
          {"\xef\xbb\xbf"
           "colour 0 1",
           no_move("\\xef\\xbb\\xbfcolour 0 1", kColourRule)},
          {"Colour 0 1", no_move("Colour 0 1", kColourRule)},
          {"color 0 1", no_move("color 0 1", kColourRule)},
          {"colour0 1", no_move("colour0 1", kColourRule)},
          {" colour 0 1", no_move(" colour 0 1", kColourRule)},
          {"0 1", no_move("0 1", kColourRule)},
          {"name Red", no_move("name Red", kColourRule)},
          {"twodoku 1", no_move("twodoku 1", kColourRule)},
          {"resign", no_move("resign", kColourRule)},
          {"move red colour 0 1", no_move("move red colour 0 1", kColourRule)},
          {"GET / HTTP/1.1", no_move("GET / HTTP/1.1", kColourRule)},
          {"{\"colour\": [0 1]}", no_move("{\"colour\": [0 1]}", kColourRule)},
          {"\0"s, no_move("\\x00", kColourRule)},
          {"hide 0 1", "'hide 0 1" + now},
          {"pass", "'pass" + now},
          {"take 0 1", "'take 0 1" + now},
          {"take pot", "'take pot" + now},
          {"play 0 1 5", "'play 0 1 5" + now},
          {"return 5", "'return 5" + now},
          {"accepted", "'accepted" + now},
          {"value 0 1 5", "'value 0 1 5" + now},
          {"deal 4 5 4 5 4 4 5 4 5", "'deal 4 5 4 5 4 4 5 4 5" + now},
          {std::string(64, 'x'), no_move(std::string(60, 'x') + "...", kColourRule)},
          {std::string(65, 'x'), "a move is at most 64 characters"},
          {std::string(80, 'x'), "a move is at most 64 characters"},
          {std::string(81, 'x'), "a line is at most 80 characters"},
          {"colour 0 1" + std::string(100, ' '), "a line is at most 80 characters"},
      },
      "colour?", false);
}

TEST(TwoDokuHost, EveryAnswerToHideHasItsAnswer) {
  const std::string rule = "expected is 'hide R C' on a white square without a domino";
  expect_answers(
      {
          {"hide 8 8", ""},
          {"hide 0 0", "'hide 0 0' cannot be played now; " + rule},
          {"hide 4 0", "'hide 4 0' cannot be played now; " + rule},
          {"hide 9 0", "'hide 9 0' should look like 'hide 0 8'"},
          {"hide", "'hide' should look like 'hide 0 8'"},
          {"hide 8 8 5", "'hide 8 8 5' should look like 'hide 0 8'"},
          {"colour 8 8", "'colour 8 8' cannot be played now; " + rule},
          {"pass", "'pass' cannot be played now; " + rule},
          {"hide?", "'hide?' is no move; " + rule},
      },
      "hide?", false);
}

TEST(TwoDokuHost, EveryAnswerToTurnHasItsAnswer) {
  const std::string rule = "expected is 'take R C', 'take pot', 'play R C D' or 'pass'";
  const auto no_play = [](const std::string& shown) {
    return "'" + shown + "' should look like 'play 0 8 5'";
  };
  expect_answers(
      {
          {"pass", ""},
          {"take pot", ""},
          {"pass 1", "'pass 1' should look like 'pass'"},
          {"pass pass", "'pass pass' should look like 'pass'"},
          {"take", "'take' should look like 'take 0 8'"},
          {"take pot 1", "'take pot 1' should look like 'take pot'"},
          {"take 9 9", "'take 9 9' should look like 'take 0 8'"},
          {"take 0 0", "no domino lies face up at 0 0"},
          {"take 8 0", "no domino lies face up at 8 0"},
          {"play 0 8 0", no_play("play 0 8 0")},
          {"play 0 8 10", no_play("play 0 8 10")},
          {"play 0 8 -1", no_play("play 0 8 -1")},
          {"play 0 8", no_play("play 0 8")},
          {"play 0 8 5 5", no_play("play 0 8 5 5")},
          {"play 9 8 5", no_play("play 9 8 5")},
          {"play 0 8 ?", no_play("play 0 8 ?")},
          {"play 0 8 4294967301", no_play("play 0 8 4294967301")},
          {"play 8 0 9", "a domino lies at 8 0 already"},
          {"return 5", "'return 5' cannot be played now; " + rule},
          {"return ?", "'return ?' should look like 'return 5'"},
          {"drew 5", "'drew 5' cannot be played now; " + rule},
          {"reveal 8 0 5", "'reveal 8 0 5' cannot be played now; " + rule},
          {"accepted", "'accepted' cannot be played now; " + rule},
          {"colour 0 0", "'colour 0 0' cannot be played now; " + rule},
          {"turn?", "'turn?' is no move; " + rule},
          {"over", "'over' is no move; " + rule},
      },
      "turn?", true);
}

TEST(TwoDokuHost, ADigitThatIsNotInTheHandCanBeAnsweredAgain) {
  for (std::uint64_t seed = 0; seed < 1'000; ++seed) {
    TwoDokuHost::Options options;
    options.seed = seed;
    TwoDokuTable pair(options);
    pair.set_up();
    for (int digit = 1; digit <= 9; ++digit) {
      if (pair.hand[0][static_cast<std::size_t>(digit)] > 0) continue;
      pair.say(pair.red, "play 0 8 " + std::to_string(digit) + '\n');
      EXPECT_EQ(pair.message(pair.red), "error no domino of digit " + std::to_string(digit) +
                                            " is in the mover's hand\nclock 120000\nturn?\n");
      return;
    }
  }
  FAIL() << "every hand had every digit";
}

TEST(TwoDokuHost, AnswersOutOfTurnAreDropped) {
  TwoDokuTable pair;
  pair.forget();
  pair.say(pair.blue, "colour 0 0\nname Blue\n");
  const std::string error = "error it is not your turn: answer when you are asked\n";
  EXPECT_EQ(pair.text(pair.blue), error + error);
  pair.say(pair.red, "colour 0 0\ncolour 0 1\n");  // the second one comes too early
  EXPECT_EQ(pair.text(pair.red), "move red colour 0 0\n" + error);
  EXPECT_EQ(pair.text(pair.blue), "move red colour 0 0\nclock 120000\ncolour?\n");
  HostTable table(make_twodoku_host({}));
  const auto alone = table.join();
  table.heard(alone);
  table.say(alone, "name A\nname A\ncolour 0 0\n");
  const std::string wait = "error you are not asked anything yet: wait for an opponent\n";
  EXPECT_EQ(table.heard(alone), (std::vector<std::string>{wait, wait}));
}

TEST(TwoDokuHost, ARepeatedAnswerIsNoAnswer) {
  TwoDokuTable pair;
  pair.say(pair.red, "colour 0 0\n");
  pair.say(pair.blue, "colour 0 0\n");
  pair.forget();
  pair.say(pair.red, "colour 0 0\n");
  EXPECT_EQ(pair.message(pair.red),
            "error 'colour 0 0' cannot be played now" + kColourRule + "\nclock 120000\ncolour?\n");
}

TEST(TwoDokuHost, BytesMayComeOneByOne) {
  TwoDokuTable pair;
  pair.forget();
  pair.say_bytewise(pair.red, "colour 0 0\r\n");
  EXPECT_EQ(pair.text(pair.red), "move red colour 0 0\n");
}

TEST(TwoDokuHost, AFloodOfLinesIsAnsweredLineByLine) {
  TwoDokuTable pair;
  pair.forget();
  std::string flood;
  for (int i = 0; i < 100; ++i) flood += "x\n";
  pair.say(pair.red, flood);
  EXPECT_EQ(pair.heard(pair.red).size(), 100u);
  pair.say(pair.red, "colour 0 0\n");
  EXPECT_EQ(pair.text(pair.red), "move red colour 0 0\n");
}

TEST(TwoDokuHost, RandomBytesNeverBreakIt) {
  static const std::vector<std::string> kPieces = {
      "colour ", "hide ", "play ", "take ", "pot",  "return ", "pass",
      "name ",   "0",     "1 ",    "8",     " ",    "\n",      "\n",
      "\r\n",    "?",     "-",     ",",     "\xff", "\0"s,     "9999999999"};
  engine::Rng rng(7);
  for (int round = 0; round < 300; ++round) {
    SCOPED_TRACE("seed 7, round " + std::to_string(round));
    TwoDokuTable pair;
    if (round % 3 != 0) pair.set_up();
    for (int piece = 0; piece < 100; ++piece) {
      std::string bytes;
      for (std::uint32_t size = rng.below(8); size > 0; --size)
        bytes += kPieces[rng.below(static_cast<std::uint32_t>(kPieces.size()))];
      pair.say(rng.below(2) == 0 ? pair.red : pair.blue, bytes);
    }
    for (const auto who : {pair.red, pair.blue})
      for (const char c : pair.text(who)) EXPECT_TRUE(c == '\n' || (c >= 0x20 && c < 0x7f));
    pair.close(pair.red);
    ASSERT_EQ(pair.finished().size(), 1u);
    last_position(pair.finished()[0]);
  }
}

// ---- built-in players ----

TwoDokuHost::Options playing_against(const std::string& opponent) {
  TwoDokuHost::Options options;
  options.opponent = opponent;
  options.seed = 5;
  return options;
}

TEST(TwoDokuHost, ABuiltInOpponentChangesItsSeatFromGameToGame) {
  HostTable table(make_twodoku_host(playing_against("random")));
  const auto first = table.join();
  EXPECT_TRUE(table.bots().empty()) << "before the person has a name";
  table.say(first, "name A\n");
  ASSERT_EQ(table.bots().size(), 1u);
  EXPECT_EQ(table.bots()[0].seat, 1);
  EXPECT_EQ(table.bots()[0].spec, "random");
  EXPECT_TRUE(table.heard(first).back().starts_with("seat red\n"));
  EXPECT_TRUE(table.questions().empty());
  const auto second = table.join();
  table.say(second, "name B\n");
  EXPECT_EQ(table.bots()[1].seat, 0);
  EXPECT_NE(table.bots()[1].seed, table.bots()[0].seed);
  EXPECT_EQ(table.heard(second).back(), "seat blue\nclock 120000\n");
  const auto questions = table.questions();
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0].bot, table.bots()[1].id);
  EXPECT_EQ(questions[0].view.observer(), 0);
  EXPECT_GT(questions[0].allowance, 50ms);
  EXPECT_LE(questions[0].allowance, 5s);
  table.decide(questions[0].bot, *questions[0].view.parse("colour 2,2"));
  EXPECT_EQ(table.message(second), "move red colour 2 2\nclock 120000\ncolour?\n");
}

TEST(TwoDokuHost, TheColourOfABuiltInOpponentCanBeFixed) {
  for (const engine::Player seat : {0, 1}) {
    TwoDokuHost::Options options = playing_against("random");
    options.opponent_seat = seat;
    HostTable table(make_twodoku_host(options));
    for (int game = 0; game < 3; ++game) {
      const auto person = table.join();
      table.say(person, "name A\n");
      EXPECT_EQ(table.bots().back().seat, seat);
      EXPECT_TRUE(table.heard(person).back().starts_with(seat == 0 ? "seat blue\n" : "seat red\n"));
    }
    EXPECT_EQ(table.bots().size(), 3u);
  }
}

/// Whole games against players that are only ever shown what they may know.
TEST(TwoDokuHost, BuiltInOpponentsSeeOnlyTheirView) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    TwoDokuHost::Options options = playing_against("random");
    options.seed = seed;
    HostTable table(make_twodoku_host(options));
    engine::Rng rng(seed);
    const auto person = table.join();
    table.say(person, "name A\n");
    TwoDokuView view(*engine::find_game("twodoku"), 0);
    for (int step = 0; step < 5'000 && table.finished().empty(); ++step) {
      for (const auto& question : table.questions()) {
        ASSERT_EQ(question.view.observer(), 1);
        table.decide(question.bot, question.view.random_move(rng));
      }
      for (const std::string& write : table.heard(person))
        for (const auto line : engine::split(write, '\n'))
          if (TwoDokuView::understands(first_word(line).first)) {
            ASSERT_EQ(view.follow(line), "") << line;
          }
      if (!view.prompt().empty())
        table.say(person, view.state().format(view.state().random_move(rng)) + '\n');
    }
    ASSERT_EQ(table.finished().size(), 1u);
    EXPECT_EQ(table.gone(), (std::vector<BotId>{table.bots()[0].id}));
    EXPECT_EQ(table.finished()[0].players, (std::vector<std::string>{"A", "random"}));
    EXPECT_TRUE(table.was_hung_up(person));
  }
}

TEST(TwoDokuHost, StaleAnswersAreDroppedAndSlowPlayersKept) {
  HostTable table(make_twodoku_host(playing_against("random")));
  table.say(table.join(), "name A\n");
  const auto person = table.join();
  table.say(person, "name B\n");
  const auto question = table.questions().at(0);
  table.pass(
      10min);  // the machine was busy: the players' own clocks have run out, but not this one
  table.tick();
  ASSERT_EQ(table.finished().size(), 1u);
  table.decide(question.bot + 17, *question.view.parse("colour 1,1"));  // nobody
  table.heard(person);
  table.decide(question.bot, *question.view.parse("colour 1,1"));
  EXPECT_TRUE(table.message(person).starts_with("move red colour 1 1\n"));
  table.decide(question.bot, *question.view.parse("colour 1,1"));  // not its turn
  table.close(person);
  table.decide(question.bot, *question.view.parse("colour 1,1"));
  EXPECT_EQ(table.finished().size(), 2u);
  EXPECT_EQ(table.finished()[1].moves.size(), 1u);
}

// ---- over sockets ----

TEST(TwoDokuHost, AGameOverSockets) {
  TwoDokuHost host({});
  ServedHost served(host);
  RawClient red(served.port());
  red.send("name Red\n");
  ASSERT_TRUE(served.logs("connection 1 comes"));
  RawClient blue(served.port());
  blue.send("name Blue\n");
  const auto read_until = [](RawClient& client, const std::string& end) {
    std::string text;
    while (!text.ends_with(end)) {
      const std::string byte = client.read(1);
      if (byte.empty()) break;
      text += byte;
    }
    return text;
  };
  read_until(red, "colour?\n");
  red.send("colour 9 9\n");
  EXPECT_TRUE(read_until(red, "\n").starts_with("error 'colour 9 9' should look like"));
  for (int i = 0; i < 36; ++i) {
    read_until(red, "colour?\n");
    red.send("colour " + square_words(i) + '\n');
    read_until(blue, "colour?\n");
    blue.send("colour " + square_words(36 + i) + '\n');
  }
  for (int i = 0; i < 4; ++i) {
    read_until(red, "hide?\n");
    red.send("hide " + square_words(72 + 2 * i) + '\n');
    read_until(blue, "hide?\n");
    blue.send("hide " + square_words(73 + 2 * i) + '\n');
  }
  EXPECT_NE(read_until(red, "turn?\n").find("\ndeal "), std::string::npos);
  red.send("pass\n");
  EXPECT_NE(read_until(blue, "turn?\n").find("move red pass\n"), std::string::npos);
  blue.send("pass\n");
  const std::string end = " two turns in a row without a placement\n";
  EXPECT_TRUE(red.read_to_end().ends_with(end));
  EXPECT_TRUE(blue.read_to_end().ends_with(end));
  ASSERT_EQ(served.finished(1).size(), 1u);
  EXPECT_EQ(served.finished(1)[0].returns, kTie);
}

TEST(TwoDokuHost, TimeAndLeavingOverSockets) {
  TwoDokuHost host(with_clock(150ms));
  ServedHost served(host);
  RawClient slow(served.port()), quick(served.port());
  slow.send("name Slow\n");
  ASSERT_EQ(served.finished(0).size(), 0u);
  quick.send("name Quick\n");
  const std::string end = slow.read_to_end();
  EXPECT_TRUE(end.ends_with(" ran out of time\n")) << end;
  EXPECT_TRUE(quick.read_to_end().ends_with(end.substr(end.rfind("over "))));
  RawClient stays(served.port());
  stays.send("name Stays\n");
  {
    RawClient leaves(served.port());
    leaves.send("name Leaves\n");
    const std::string greeting = "twodoku 1\ngame twodoku\nseat blue\n";
    EXPECT_EQ(leaves.read(greeting.size()), greeting);
    leaves.reset();
  }
  EXPECT_TRUE(stays.read_to_end().find("\nover ") != std::string::npos);
  EXPECT_EQ(served.finished(2).size(), 2u);
}

}  // namespace

}  // namespace gauntlet::tools
