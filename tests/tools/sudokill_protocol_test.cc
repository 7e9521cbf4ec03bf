#include <gtest/gtest.h>

#include <algorithm>

#include "engine/registry.h"
#include "engine/sudokill/sudokill.h"
#include "tests/tools/sudokill_hall.h"
#include "tests/tools/wire.h"
#include "tools/protocol/sudokill_client.h"

namespace gauntlet::tools {
namespace {

using namespace std::chrono_literals;

TEST(SudokillHost, SeatsQueuesAndStarts) {
  SudokillHost::Options options;
  options.rooms = 1;
  Hall hall(options);
  const auto alice = hall.enter();
  EXPECT_EQ(hall.heard(alice), "WAIT\r\n");
  hall.say(alice, "Ali");
  EXPECT_EQ(hall.heard(alice), "");
  hall.say(alice, "ce\n");
  EXPECT_EQ(hall.heard(alice), "READY\r\n");
  hall.say(alice, "PLAY\n");
  EXPECT_EQ(hall.heard(alice), "") << "nobody to play with";
  const auto bob = hall.enter("Bob"), carol = hall.enter("Carol");
  EXPECT_EQ(hall.heard(bob), "WAIT\r\nREADY\r\n");
  EXPECT_EQ(hall.heard(carol), "WAIT\r\nWAIT\r\n");
  hall.say(carol, "0 0 1\n");
  EXPECT_EQ(hall.heard(carol), "REJECT|1 Not in the game, Carol\r\n");
  hall.say(bob, "0 0 1\n");
  EXPECT_EQ(hall.heard(bob), "REJECT|2 Wait your turn, Bob\r\n");
  hall.say(carol, "PLAY\n");
  const std::string to_alice = hall.heard(alice), to_bob = hall.heard(bob);
  EXPECT_TRUE(to_alice.starts_with("START|1|2|")) << to_alice;
  EXPECT_TRUE(to_bob.starts_with("START|2|2|")) << to_bob;
  EXPECT_NE(to_alice.find("\r\nADD|"), std::string::npos);
  EXPECT_EQ(to_bob.find("ADD"), std::string::npos);
  hall.say(bob, "0 0 1\n");
  EXPECT_EQ(hall.heard(bob), "REJECT|2 Wait your turn, Bob\r\n");
  hall.say(alice, "hello there\n");
  EXPECT_EQ(hall.heard(alice), "Alice said: hello there\r\n");
  hall.leave(alice);
  EXPECT_TRUE(hall.was_hung_up(alice));
  EXPECT_EQ(hall.heard(bob), "GAME OVER|Alice left the game\r\n");
  EXPECT_TRUE(hall.was_hung_up(bob));
  EXPECT_EQ(hall.heard(carol), "READY\r\n");
  ASSERT_EQ(hall.finished.size(), 1u);
  EXPECT_EQ(hall.finished[0].returns[1], 1);
}

TEST(SudokillHost, ClocksRunOut) {
  Hall hall;
  const auto alice = hall.enter("Alice"), bob = hall.enter("Bob");
  hall.say(bob, "PLAY\n");
  hall.wait(119s);
  EXPECT_EQ(hall.finished.size(), 0u);
  hall.wait(1s);
  EXPECT_TRUE(hall.heard(alice).ends_with("GAME OVER|Bob WINS! Alice ran out of time!\r\n"));
  EXPECT_TRUE(hall.heard(bob).ends_with("GAME OVER|Bob WINS! Alice ran out of time!\r\n"));
}

TEST(SudokillHost, WhoTellsNoNameIsHungUpOn) {
  SudokillHost host({});
  SudokillHost::Time now{};
  HostActions actions;
  host.opened(now, 1, actions);
  host.opened(now, 2, actions);
  host.opened_by_browser(now, 3, actions);
  host.received(now, 2, "Bob\n", actions);
  actions = {};
  host.ticked(now + std::chrono::seconds(14), actions);
  EXPECT_TRUE(actions.hang_ups.empty());
  host.ticked(now + std::chrono::seconds(16), actions);
  EXPECT_EQ(actions.hang_ups, (std::vector<ConnectionId>{1, 3}));
}

TEST(SudokillHost, NamesAreTakenAsTheyAre) {
  Hall hall;
  const auto odd = hall.enter("a|b WINS! c"), twin = hall.enter("a|b WINS! c");
  hall.say(odd, "x\n");
  EXPECT_TRUE(hall.heard(odd).ends_with("a|b WINS! c said: x\r\n"));
  hall.say(twin, "PLAY|100\n");
  hall.say(odd, "0 0 1\n");
  EXPECT_TRUE(hall.heard(twin).ends_with("Space occupied error: 0 0 is occupied\r\n"));
  const auto endless = hall.enter(std::string(100'000, 'n'));
  EXPECT_EQ(hall.heard(endless), "WAIT\r\nREADY\r\n");
}

TEST(SudokillHost, ManyLinesInOnePacket) {
  Hall hall;
  const auto alice = hall.enter();
  hall.say(alice, "Alice\r\nhi\nOPPONENT|level:1\nOPPONENT|nobody\nOPPONENT|human\nPLAY\n\n\n");
  const std::string heard = hall.heard(alice);
  EXPECT_TRUE(
      heard.starts_with("WAIT\r\nREADY\r\nAlice said: hi\r\n"
                        "Didn't recognize opponent, nobody\r\n"
                        "Didn't recognize opponent, human\r\nSTART|1|2|"))
      << heard;
}

TEST(SudokillReferee, ChecksInTheRealOrder) {
  const auto game = engine::find_game("sudokill");
  // The first row and the first column: 1 at 0,0; the last move was at 4,4.
  const std::string text =
      "1........"
      "........."
      "........."
      "........."
      "....5...."
      "........."
      "........."
      "........."
      "......... 44 1";
  const auto any = game->from_text(text);
  ASSERT_TRUE(any.ok()) << engine::message_of(any);
  const auto& state = any->as<engine::Sudokill>();
  const std::pair<WrittenMove, std::string> kCases[] = {
      {{9, 0, 99}, "Out of range error: 9 0 is not a valid space"},
      {{0, 9, 1}, "Out of range error: 0 9 is not a valid space"},
      {{0, 0, 0}, "Bad value error: 0 is not a valid Sudoku value"},
      {{4, 4, 10}, "Bad value error: 10 is not a valid Sudoku value"},
      {{0, 0, 1}, "Space occupied error: 0 0 is occupied"},
      {{0, 1, 1}, "Required placement error: must play either row 4 or col 4"},
      {{4, 0, 5}, "Constraint violation error: there is already a 5 in row 4!"},
      {{4, 0, 1}, "Constraint violation error: there is already a 1 in col 0!"},
      {{3, 4, 5}, "Constraint violation error: there is already a 5 in col 4!"},
      {{4, 1, 2}, ""},
      {{0, 4, 2}, ""},
  };
  for (const auto& [move, sentence] : kCases)
    EXPECT_EQ(violation(state, move).value_or(""), sentence);
  const auto corner = game->from_text(text.substr(0, 82) + "- 1");
  EXPECT_EQ(*violation(corner->as<engine::Sudokill>(), {1, 1, 1}),
            "Constraint violation error: there is already a 1 in section 0!");
}

TEST(SudokillReferee, OnlyThreeRunsOfDigitsAreAMove) {
  EXPECT_EQ(*read_written_move("5 7 9"), (WrittenMove{5, 7, 9}));
  EXPECT_EQ(*read_written_move("005 07 9"), (WrittenMove{5, 7, 9}));
  EXPECT_GT((*read_written_move("99999999999999999999 0 1"))[0], 8);
  for (const char* text : {"5 7 9 ", " 5 7 9", "5  7 9", "5 7", "5 7 9 1", "5,7,9", "-1 0 1",
                           "a b c", "5 7 9.0", "", "  ", "5\t7\t9"})
    EXPECT_FALSE(read_written_move(text)) << text;
}

/// The referee agrees with the rules on every square and digit along random games.
TEST(SudokillReferee, AgreesWithTheEngineSlow) {
  const auto game = engine::find_game("sudokill");
  for (std::uint64_t seed = 0; seed < 200; ++seed) {
    engine::Rng rng(seed);
    engine::AnyState state = game->start(rng);
    while (!state.is_over()) {
      for (int square = 0; square < 81; ++square)
        for (int digit = 1; digit <= 9; ++digit)
          ASSERT_EQ(
              !violation(state.as<engine::Sudokill>(), {square / 9, square % 9, digit}),
              state.is_playable(engine::AnyMove(engine::Sudokill::Move(square, digit).bits())))
              << "seed " << seed << ": " << state.to_text() << ' ' << square << ' ' << digit;
      state.apply(state.random_move(rng));
    }
  }
}

/// Whole games by the protocol, in pieces of any size.
TEST(SudokillProtocol, ClientsPlayWholeGames) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    SudokillHost::Options options;
    options.seed = seed;
    options.numbers_moves = seed % 2 == 1;
    SudokillHost host(options);
    Wire wire(host, seed);
    SudokillClient::Options first, second;
    first.name = "First";
    second.name = seed % 3 == 0 ? "First" : "Second";  // one name for both at times
    second.starts_game = true;
    SudokillClient a(first), b(second);
    wire.join(a);
    wire.join(b);
    wire.run();
    ASSERT_TRUE(wire.end_of(0) && wire.end_of(1));
    ASSERT_EQ(wire.finished().size(), 1u);
    const FinishedGame& game = wire.finished()[0];
    // The names may have arrived in any order: the seats are as they sat down.
    const bool a_is_first = wire.heard_by(0).find("START|1|") != std::string::npos;
    const bool first_won = game.returns[0] == 1;
    EXPECT_EQ(wire.end_of(0)->verdict, first_won == a_is_first ? Verdict::kWin : Verdict::kLoss)
        << game.reason;
    EXPECT_EQ(wire.end_of(1)->verdict, first_won == a_is_first ? Verdict::kLoss : Verdict::kWin)
        << game.reason;
    expect_saw_all(wire, 0);
    expect_saw_all(wire, 1);
    // The loser was the one without a legal move.
    engine::AnyState state = game.start;
    for (const engine::AnyMove move : game.moves) state.apply(move);
    EXPECT_TRUE(state.is_over());
    EXPECT_EQ(state.returns()[0], game.returns[0]);
  }
}

TEST(SudokillProtocol, PlaysBuiltInOpponents) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SudokillHost::Options options;
    options.opponent = "naive";
    SudokillHost host(options);
    Wire wire(host, seed);
    SudokillClient client({});
    wire.join(client);
    wire.run();
    ASSERT_TRUE(wire.end_of(0));
    EXPECT_NE(wire.end_of(0)->verdict, Verdict::kUnknown);
    EXPECT_EQ(wire.finished().at(0).players[1], "naive");
    expect_saw_all(wire, 0);
  }
}

TEST(SudokillHost, NobodyQueuesForABuiltInPlayer) {
  SudokillHost::Options options;
  options.opponent = "level:4";
  Hall hall(options);
  constexpr int kGuests = 300;
  for (int i = 0; i < kGuests; ++i) {
    const std::string heard = hall.heard(hall.enter("Ann"));
    EXPECT_TRUE(heard.starts_with("WAIT\r\nREADY\r\nSTART|")) << i << ' ' << heard;
  }
  EXPECT_EQ(hall.bots.size(), static_cast<std::size_t>(kGuests));
}

/// What a client makes of what a real server sends, cut at every byte.
TEST(SudokillClient, UnderstandsTheRealServer) {
  const std::string start =
      "|0 0 0 0 0 9 0 0 5|0 0 0 0 0 5 6 0 7|7 0 9 0 0 0 0 0 0|0 0 0 0 8 0 0 0 4|0 4 0 0 0 3 0 1 0"
      "|5 8 0 0 0 0 0 0 0|8 0 0 0 4 0 0 0 3|9 7 0 0 0 8 0 2 0|0 1 3 2 9 0 8 0 6\r\n";
  const std::string dialogue = "WAIT\r\nREADY\r\nSTART|1|2" + start + "ADD" + start;
  for (std::size_t cut = 0; cut <= dialogue.size(); ++cut) {
    SudokillClient client({});
    ClientActions actions;
    client.connected({}, actions);
    client.received({}, dialogue.substr(0, cut), actions);
    client.received({}, dialogue.substr(cut), actions);
    EXPECT_EQ(actions.sends, std::vector<std::string>{"Gauntlet\n"});
    ASSERT_TRUE(actions.decision) << cut;
    EXPECT_EQ(actions.decision->view.to_move(), 0);
    const auto move = actions.decision->view.parse("5,7,9");
    ASSERT_TRUE(move.ok());
    ClientActions more;
    client.decided({}, *move, more);
    EXPECT_EQ(more.sends, std::vector<std::string>{"5 7 9\n"});
    ClientActions last;
    client.received({},
                    "5 7 9\r\n3 7 5\r\nADD|0 0 0 0 0 9 0 0 5|0 0 0 0 0 5 6 0 7|7 0 9 0 0 0 0 0 0"
                    "|0 0 0 0 8 0 0 5 4|0 4 0 0 0 3 0 1 0|5 8 0 0 0 0 0 9 0|8 0 0 0 4 0 0 0 3"
                    "|9 7 0 0 0 8 0 2 0|0 1 3 2 9 0 8 0 6\r\n",
                    last);
    ASSERT_TRUE(last.decision);
    EXPECT_EQ(last.decision->view.to_text().substr(82), "37 1");
  }
}

Verdict verdict_of(const std::string& text) {
  const std::string rows =
      "|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0"
      "|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0"
      "|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0|0 0 0 0 0 0 0 0 0\r\n";
  SudokillClient client({});
  ClientActions actions;
  client.connected({}, actions);
  client.received({}, "WAIT\r\nREADY\r\nSTART|2|2" + rows + text, actions);
  return actions.end ? actions.end->verdict : Verdict::kUnknown;
}

TEST(SudokillClient, ReadsTheVerdict) {
  EXPECT_EQ(verdict_of("GAME OVER|Gauntlet WINS! Bob played 0 1 1: Bad\r\n"), Verdict::kWin);
  EXPECT_EQ(verdict_of("GAME OVER|Bob WINS! Gauntlet played 0 1 1: Bad\r\n"), Verdict::kLoss);
  EXPECT_EQ(verdict_of("GAME OVER|Bob WINS! Gauntlet ran out of time!\r\n"), Verdict::kLoss);
  EXPECT_EQ(verdict_of("GAME OVER|Gauntlet WINS! Gauntlet ran out of time!\r\n"), Verdict::kWin);
  EXPECT_EQ(verdict_of("GAME OVER|Bob left the game\r\n"), Verdict::kWin);
  EXPECT_EQ(verdict_of("GAME OVER|Game stopped!\r\n"), Verdict::kUnknown);
}

TEST(SudokillClient, BadServersEndTheGameWithASentence) {
  const std::pair<std::string, std::string> kCases[] = {
      {std::string(5'000, 'x') + "\n", "this is no sudokill server: it sent an endless line"},
      {"START|3|2|\r\n", "the server's START cannot be read"},
      {"START|1\r\n", "the server's START cannot be read"},
      {"ADD|0 0\r\n", "the server's ADD cannot be read"},
  };
  for (const auto& [bytes, sentence] : kCases) {
    SudokillClient client({});
    ClientActions actions;
    client.connected({}, actions);
    client.received({}, bytes, actions);
    ASSERT_TRUE(actions.end) << bytes.substr(0, 50);
    EXPECT_EQ(actions.end->reason, sentence);
  }
}

TEST(SudokillClient, SpendsItsClockWisely) {
  // A game of its own against a server that grants every move: all its thoughts fit the clock.
  SudokillClient client({});
  Client::Time now{};
  ClientActions actions;
  client.connected(now, actions);
  engine::Rng rng(1);
  std::string board = engine::Sudokill::start({}, rng).to_text().substr(0, 81);
  std::replace(board.begin(), board.end(), '.', '0');
  const auto rows = [&] {
    std::string text;
    for (std::size_t i = 0; i < 81; ++i) text += (i % 9 == 0 ? "|" : " ") + board.substr(i, 1);
    return text + "\r\n";
  };
  client.received(now, "WAIT\r\nREADY\r\nSTART|1|2" + rows(), actions);
  Milliseconds total{0};
  for (int move = 0; move < 40; ++move) {
    ClientActions asked;
    client.received(now, "ADD" + rows(), asked);
    if (!asked.decision) break;
    EXPECT_GE(asked.decision->allowance, 10ms);
    now += asked.decision->allowance;
    total += asked.decision->allowance;
    const auto first = asked.decision->view.to_text();
    engine::AnyMoves legal;
    asked.decision->view.legal_moves(legal);
    const std::string text = asked.decision->view.format(legal[0]);
    board[static_cast<std::size_t>(9 * (text[0] - '0') + text[2] - '0')] = text[4];
    ClientActions sent;
    client.decided(now, legal[0], sent);
    ASSERT_EQ(sent.sends.size(), 1u);
  }
  EXPECT_LT(total, 118s);
  EXPECT_GT(total, 30s);
}

}  // namespace
}  // namespace gauntlet::tools
