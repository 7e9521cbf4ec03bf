// Games between programs that the host has started, in virtual time.
#include <gtest/gtest.h>

#include "tests/tools/gomoku_table.h"
#include "tools/protocol/game_numbers.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Names = std::vector<std::string>;

const engine::Returns kFirstWins{1, 0, 0, 0};
const engine::Returns kSecondWins{0, 1, 0, 0};
const engine::Returns kNobodyWins{0, 0, 0, 0};

GomokuHost::Options with_programs(int programs) {
  GomokuHost::Options options;
  options.size = 5;
  options.programs = {{"ann", "run ann"}};
  if (programs == 2) options.programs.push_back({"bob", "run bob"});
  if (programs == 1) options.opponent = "random";
  return options;
}

struct Match : GomokuTable {
  explicit Match(int programs = 2) : GomokuTable(with_programs(programs)) {}

  /// The program that is started next; the test fails unless it is exactly one.
  HostActions::StartProgram next_start() {
    tick();
    const auto all = starts();
    EXPECT_EQ(all.size(), 1u);
    return all.empty() ? HostActions::StartProgram{} : all[0];
  }
  /// Both come; returns their connections.
  std::array<ConnectionId, 2> come() {
    black_program = next_start().id;
    const ConnectionId black = join();
    white_program = next_start().id;
    return {black, join()};
  }
  /// The game is over, and both programs end.
  void let_end() {
    end_program(black_program, "exit status 0");
    end_program(white_program, "exit status 0");
    ends();
  }
  void expect_game(std::size_t number, const Names& players, const engine::Returns& returns,
                   const std::string& reason) {
    ASSERT_EQ(finished().size(), number);
    EXPECT_EQ(finished().back().players, players);
    EXPECT_EQ(finished().back().returns, returns);
    EXPECT_EQ(finished().back().reason, reason);
  }

  ProgramId black_program = 0, white_program = 0;
};

TEST(ProgramMatch, BlackComesBeforeWhiteIsStartedAndColoursAlternate) {
  Match match;
  const auto first = match.next_start();
  EXPECT_EQ(first.command, "run ann");
  EXPECT_EQ(first.label, "game-000001-black-ann");
  match.tick();
  EXPECT_TRUE(match.starts().empty());
  const ConnectionId black = match.join();
  const auto second = match.starts();
  ASSERT_EQ(second.size(), 1u);
  EXPECT_EQ(second[0].label, "game-000001-white-bob");
  EXPECT_TRUE(match.heard(black).empty()) << "the game has not begun";
  const ConnectionId white = match.join();
  EXPECT_EQ(match.message(black),
            gomoku_message("CONTINUING", "...../...../...../...../.....", "-1 -1", 'x'));
  match.say(black, "9 9\n");
  match.expect_game(1, {"ann", "bob"}, kSecondWins,
                    "black forfeited by an illegal move: '9 9' (off the board, whose rows "
                    "and columns are 0 to 4)");
  EXPECT_TRUE(match.was_hung_up(white));
  const auto ends = match.ends();
  ASSERT_EQ(ends.size(), 2u);
  EXPECT_TRUE(ends[0].id == first.id && ends[0].has_forfeited);
  EXPECT_TRUE(ends[1].id == second[0].id && !ends[1].has_forfeited);
  match.end_program(first.id, "exit status 0");
  match.tick();
  EXPECT_TRUE(match.starts().empty()) << "bob is still running";
  match.end_program(second[0].id, "exit status 0");
  EXPECT_EQ(match.next_start().label, "game-000002-black-bob");
  match.join();
  EXPECT_EQ(match.next_start().label, "game-000002-white-ann");
}

TEST(ProgramMatch, WhoEndsBeforeItConnectsHasLost) {
  Match match;
  const auto black = match.next_start();
  match.end_program(black.id, "exit status 1");
  const auto white = match.next_start();
  EXPECT_EQ(white.label, "game-000001-white-bob");
  const ConnectionId there = match.join();
  match.expect_game(1, {"ann", "bob"}, kSecondWins,
                    "black's program ended before it connected: exit status 1");
  EXPECT_EQ(match.message(there),
            gomoku_message("WIN", "...../...../...../...../.....", "-1 -1", 'x'));
  EXPECT_TRUE(match.was_hung_up(there));
}

TEST(ProgramMatch, WhoDoesNotConnectInTimeHasLostAndMustBeGoneBeforeTheNextStarts) {
  Match match;
  const auto black = match.next_start();
  match.pass(10s);
  match.tick();
  EXPECT_TRUE(match.ends().empty());
  match.pass(1ms);
  match.tick();
  const auto ends = match.ends();
  ASSERT_EQ(ends.size(), 1u);
  EXPECT_TRUE(ends[0].id == black.id && ends[0].has_forfeited);
  EXPECT_TRUE(match.starts().empty());
  const ConnectionId too_late = match.join();
  EXPECT_TRUE(match.was_hung_up(too_late));
  match.end_program(black.id, "signal SIGTERM");
  const auto white = match.starts();
  ASSERT_EQ(white.size(), 1u);
  match.join();
  match.expect_game(1, {"ann", "bob"}, kSecondWins, "black's program did not connect within 10 s");
}

TEST(ProgramMatch, WhiteMayFailAndBlackWins) {
  Match match;
  match.next_start();
  const ConnectionId black = match.join();
  const auto white = match.starts();
  ASSERT_EQ(white.size(), 1u);
  match.pass(10'001ms);
  match.tick();
  match.expect_game(1, {"ann", "bob"}, kFirstWins, "white's program did not connect within 10 s");
  EXPECT_EQ(match.message(black),
            gomoku_message("WIN", "...../...../...../...../.....", "-1 -1", 'x'));
}

TEST(ProgramMatch, WhoLeavesBeforeTheGameHasLost) {
  for (const bool can_hear : {true, false}) {
    Match match;
    const auto program = match.next_start();
    const ConnectionId black = match.join();
    EXPECT_EQ(match.starts().size(), 1u);
    can_hear ? match.half_close(black) : match.close(black);
    EXPECT_EQ(match.was_hung_up(black), can_hear);
    match.end_program(program.id, "exit status 0");
    match.join();
    match.expect_game(1, {"ann", "bob"}, kSecondWins, "black's program left before the game began");
  }
}

TEST(ProgramMatch, AGameWithoutPlayersIsRecordedAndTheThirdEndsIt) {
  Match match;
  for (std::size_t game = 1; game <= 3; ++game) {
    EXPECT_EQ(match.give_up(), "");
    match.end_program(match.next_start().id, "exit status 127");
    match.end_program(match.next_start().id, "signal SIGSEGV");
    match.expect_game(game, game % 2 == 1 ? Names{"ann", "bob"} : Names{"bob", "ann"}, kNobodyWins,
                      "black's program ended before it connected: exit status 127; "
                      "white's program ended before it connected: signal SIGSEGV");
  }
  EXPECT_EQ(match.give_up(),
            "ann has not connected in three games in a row, so there is nobody to play with");
}

TEST(ProgramMatch, OnlyGamesInARowCount) {
  Match match;
  for (int game = 1; game <= 8; ++game) {
    const bool ann_is_black = game % 2 == 1;
    const bool ann_comes = game % 3 == 0;
    match.black_program = match.next_start().id;
    ann_is_black && !ann_comes ? match.end_program(match.black_program, "exit status 1")
                               : (void)match.join();
    match.white_program = match.next_start().id;
    !ann_is_black && !ann_comes ? match.end_program(match.white_program, "exit status 1")
                                : (void)match.join();
    if (ann_comes) {
      match.pass(1h);
      match.tick();  // black is late
    }
    match.let_end();
    ASSERT_EQ(match.finished().size(), static_cast<std::size_t>(game));
  }
  EXPECT_EQ(match.give_up(), "");
}

TEST(ProgramMatch, StrangersAreHungUpDuringAGame) {
  Match match;
  const auto players = match.come();
  const ConnectionId stranger = match.join();
  EXPECT_TRUE(match.was_hung_up(stranger));
  match.say(stranger, "0 0\n");
  EXPECT_TRUE(match.finished().empty());
  EXPECT_FALSE(match.was_hung_up(players[0]) || match.was_hung_up(players[1]));
}

TEST(ProgramMatch, AProgramThatEndsInItsGameLosesWhenItsConnectionCloses) {
  Match match;
  const auto players = match.come();
  match.end_program(match.black_program, "signal SIGSEGV");
  EXPECT_TRUE(match.finished().empty());
  match.close(players[0]);
  match.expect_game(1, {"ann", "bob"}, kSecondWins, "black has left the game");
}

TEST(ProgramMatch, OneProgramPlaysTheBuiltInPlayer) {
  Match match(1);
  for (const bool is_black : {true, false, true}) {
    const auto start = match.next_start();
    EXPECT_NE(start.label.find(is_black ? "-black-ann" : "-white-ann"), std::string::npos);
    const ConnectionId player = match.join();
    const std::size_t games = match.finished().size();
    if (!is_black) {
      const auto question = match.questions().back();
      engine::AnyMoves legal;
      question.view.legal_moves(legal);
      match.decide(question.bot, legal[0]);
    }
    match.say(player, "x\n");
    ASSERT_EQ(match.finished().size(), games + 1);
    EXPECT_EQ(match.finished().back().players,
              is_black ? (Names{"ann", "random"}) : (Names{"random", "ann"}));
    match.end_program(start.id, "exit status 0");
  }
  EXPECT_EQ(match.bots().size(), 3u);
}

TEST(ProgramMatch, ColoursAndNamesOfFilesGoByTheGamesNumbers) {
  GomokuHost::Options options = with_programs(2);
  options.numbers = GameNumbers({{4, 5}, {7, 9}});
  GomokuTable table(options);
  for (const char* label :
       {"game-000004-black-bob", "game-000007-black-ann", "game-000008-black-bob"}) {
    table.tick();
    const auto starts = table.starts();
    ASSERT_EQ(starts.size(), 1u);
    EXPECT_EQ(starts[0].label, label);
    table.end_program(starts[0].id, "exit status 1");  // and so does the other one
    const auto others = table.starts();
    ASSERT_EQ(others.size(), 1u);
    table.end_program(others[0].id, "exit status 1");
  }
}

TEST(ProgramMatch, TheBuiltInPlayerWinsWhenTheProgramDoesNotCome) {
  GomokuHost::Options options = with_programs(1);
  options.opponent_seat = engine::Player{0};
  GomokuTable table(options);
  table.tick();
  const auto start = table.starts();
  ASSERT_EQ(start.size(), 1u);
  EXPECT_EQ(start[0].label, "game-000001-white-ann");
  table.end_program(start[0].id, "exit status 3");
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].returns, kFirstWins);
  EXPECT_EQ(table.finished()[0].players, (Names{"random", "ann"}));
}

}  // namespace

}  // namespace gauntlet::tools
