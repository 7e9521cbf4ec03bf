// The Gomoku host as a machine of text: every verdict, byte by byte, and what hostile peers send.
#include "tools/protocol/gomoku_host.h"

#include <gtest/gtest.h>

#include <utility>

#include "engine/rng.h"
#include "engine/words.h"
#include "tests/tools/gomoku_table.h"
#include "tests/tools/gomoku_transcript.h"
#include "tests/tools/wire.h"
#include "tools/protocol/gomoku_client.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

const std::string kEmpty5 = "...../...../...../...../.....";
const engine::Returns kBlackWins{1, 0, 0, 0};
const engine::Returns kWhiteWins{0, 1, 0, 0};
const engine::Returns kDraw{0.5f, 0.5f, 0, 0};

GomokuHost::Options board_of(int size) {
  GomokuHost::Options options;
  options.size = size;
  return options;
}

/// Two connections that have been seated.
struct Pair : GomokuTable {
  explicit Pair(const GomokuHost::Options& options = board_of(5)) : GomokuTable(options) {
    black = join();
    white = join();
  }
  /// Plays moves in turn, black first; forgets what was sent meanwhile.
  void play(const std::vector<std::string>& moves) {
    for (std::size_t i = 0; i < moves.size(); ++i) say(i % 2 == 0 ? black : white, moves[i] + '\n');
    heard(black);
    heard(white);
  }
  /// Both get the same message and are hung up; the game is recorded.
  void expect_end(const std::string& black_hears, const std::string& white_hears,
                  const engine::Returns& returns, const std::string& reason) {
    EXPECT_EQ(message(black), black_hears);
    EXPECT_EQ(message(white), white_hears);
    EXPECT_TRUE(was_hung_up(black) && was_hung_up(white));
    ASSERT_EQ(finished().size(), 1u);
    EXPECT_EQ(finished()[0].returns, returns);
    EXPECT_EQ(finished()[0].reason, reason);
    EXPECT_EQ(finished()[0].players, (std::vector<std::string>{"connection 1", "connection 2"}));
  }

  ConnectionId black, white;
};

TEST(GomokuHost, NothingIsSaidBeforeBothAreThereAndNothingToWhiteBeforeItsTurn) {
  GomokuTable table(board_of(9));
  const auto black = table.join();
  EXPECT_TRUE(table.heard(black).empty());
  const auto white = table.join();
  std::string board = ".........";
  for (int row = 1; row < 9; ++row) board += "/.........";
  EXPECT_EQ(table.message(black), gomoku_message("CONTINUING", board, "-1 -1", 'x'));
  EXPECT_TRUE(table.heard(white).empty());
  table.say(black, "0 8\n");
  board[8] = 'x';
  EXPECT_EQ(table.message(white), gomoku_message("CONTINUING", board, "0 8", 'o'));
  EXPECT_TRUE(table.heard(black).empty());
}

TEST(GomokuHost, SendsTheBytesOfTheRealServer) {
  Pair pair(board_of(9));
  bool is_first = true;
  for (const GomokuExchange& exchange : kGomokuGame) {
    // White's move stands in what black is told: the last line but one.
    const std::size_t end = exchange.server.size() - 2;
    const std::size_t begin = exchange.server.rfind('\n', end - 2) + 1;
    if (!std::exchange(is_first, false))
      pair.say(pair.white, exchange.server.substr(begin, end - begin));
    EXPECT_EQ(pair.message(pair.black), exchange.server);
    pair.say(pair.black, exchange.player);
  }
  ASSERT_EQ(pair.finished().size(), 1u);
  EXPECT_EQ(pair.finished()[0].returns, kWhiteWins);
}

TEST(GomokuHost, FiveInARowWin) {
  Pair pair;
  pair.play({"0 0", "1 0", "0 1", "1 1", "0 2", "1 2", "0 3", "1 3"});
  pair.say(pair.black, "0 4\n");
  const std::string board = "xxxxx/oooo./...../...../.....";
  pair.expect_end(gomoku_message("WIN", board, "0 4", 'o'),
                  gomoku_message("LOSE", board, "0 4", 'o'), kBlackWins, "black has five in a row");
  EXPECT_EQ(pair.finished()[0].moves.size(), 9u);
  EXPECT_EQ(pair.finished()[0].game.name(), "gomoku:5");
}

TEST(GomokuHost, WhiteCanWin) {
  Pair pair(board_of(6));
  pair.play({"5 5", "1 0", "0 1", "1 1", "0 2", "1 2", "0 3", "1 3", "3 5"});
  pair.say(pair.white, "1 4\n");
  const std::string board = ".xxx../ooooo./....../.....x/....../.....x";
  pair.expect_end(gomoku_message("LOSE", board, "1 4", 'x'),
                  gomoku_message("WIN", board, "1 4", 'x'), kWhiteWins, "white has five in a row");
}

TEST(GomokuHost, MoreThanFiveWinToo) {
  for (const bool black_wins : {true, false}) {
    Pair pair(board_of(9));
    std::vector<std::string> moves;
    if (!black_wins) moves.push_back("8 8");
    for (const char* column : {"0", "1", "2", "4", "5", "3"}) {
      moves.push_back("0 "s + column);
      const bool is_last = column == "3"s;
      if (!is_last) moves.push_back((column[0] % 2 == 0 ? "2 "s : "4 "s) + column);
    }
    pair.play(moves);
    ASSERT_EQ(pair.finished().size(), 1u);
    EXPECT_EQ(pair.finished()[0].returns, black_wins ? kBlackWins : kWhiteWins);
  }
}

TEST(GomokuHost, AFullBoardIsADraw) {
  const std::string board = "xxoox/ooxxo/xxoox/ooxxo/xxxoo";
  std::vector<std::string> of_black, of_white;
  for (std::size_t i = 0; i < board.size(); ++i) {
    const auto square = std::to_string(i / 6) + ' ' + std::to_string(i % 6);
    if (board[i] == 'x') of_black.push_back(square);
    if (board[i] == 'o') of_white.push_back(square);
  }
  std::vector<std::string> moves;
  for (std::size_t i = 0; i < of_white.size(); ++i) {
    moves.push_back(of_black[i]);
    moves.push_back(of_white[i]);
  }
  Pair pair;
  pair.play(moves);
  pair.say(pair.black, of_black.back() + '\n');
  const std::string last = gomoku_message("DRAW", board, of_black.back(), 'o');
  pair.expect_end(last, last, kDraw, "the board is full");
}

TEST(GomokuHost, AnIllegalMoveForfeitsAndBothAreTold) {
  Pair pair;
  pair.play({"2 2"});
  pair.say(pair.white, "2 2\n");
  const std::string last =
      gomoku_message("FORFEIT-MOVE", "...../...../..x../...../.....", "2 2", 'o');
  pair.expect_end(last, last, kBlackWins,
                  "white forfeited by an illegal move: '2 2' (the square is taken)");
}

TEST(GomokuHost, TimeRunsOutToTheMillisecond) {
  GomokuHost::Options options = board_of(5);
  options.time_per_move = 300ms;
  {
    Pair pair(options);
    pair.pass(300ms);
    pair.tick();
    EXPECT_TRUE(pair.finished().empty());
    pair.say(pair.black, "2 2\n");  // just in time
    EXPECT_TRUE(pair.finished().empty());
    pair.pass(300ms);  // white's clock began with the move
    pair.tick();
    EXPECT_TRUE(pair.finished().empty());
    pair.pass(1ms);
    pair.heard(pair.black);
    pair.heard(pair.white);
    pair.tick();
    const std::string last =
        gomoku_message("FORFEIT-TIME", "...../...../..x../...../.....", "2 2", 'o');
    pair.expect_end(last, last, kBlackWins, "white forfeited by taking longer than 300 ms");
  }
  Pair pair(options);
  pair.heard(pair.black);
  pair.pass(301ms);
  pair.say(pair.black, "2 2\n");  // late, though nobody has looked at the clock since
  const std::string last = gomoku_message("FORFEIT-TIME", kEmpty5, "-1 -1", 'x');
  pair.expect_end(last, last, kWhiteWins, "black forfeited by taking longer than 300 ms");
}

TEST(GomokuHost, WaitingForAnOpponentHasNoLimit) {
  GomokuTable table(board_of(5));
  const auto black = table.join();
  table.pass(24h);
  table.tick();
  EXPECT_FALSE(table.was_hung_up(black));
  table.join();
  EXPECT_EQ(table.message(black), gomoku_message("CONTINUING", kEmpty5, "-1 -1", 'x'));
}

TEST(GomokuHost, WhoIsLeftBehindHasWon) {
  for (const bool black_leaves : {true, false}) {
    Pair pair;
    pair.play({"2 2"});
    pair.close(black_leaves ? pair.black : pair.white);
    const auto stayed = black_leaves ? pair.white : pair.black;
    EXPECT_EQ(pair.message(stayed),
              gomoku_message("WIN", "...../...../..x../...../.....", "2 2", 'o'));
    EXPECT_TRUE(pair.was_hung_up(stayed));
    ASSERT_EQ(pair.finished().size(), 1u);
    EXPECT_EQ(pair.finished()[0].returns, black_leaves ? kWhiteWins : kBlackWins);
    EXPECT_EQ(pair.finished()[0].reason,
              black_leaves ? "black has left the game" : "white has left the game");
    EXPECT_EQ(pair.finished()[0].moves.size(), 1u);
  }
}

TEST(GomokuHost, HalfClosingIsLeavingAndIsTold) {
  Pair pair;
  pair.heard(pair.black);
  pair.half_close(pair.black);
  pair.expect_end(gomoku_message("LOSE", kEmpty5, "-1 -1", 'x'),
                  gomoku_message("WIN", kEmpty5, "-1 -1", 'x'), kWhiteWins,
                  "black has left the game");
  pair.close(pair.black);  // what comes later changes nothing
  pair.close(pair.white);
  EXPECT_EQ(pair.finished().size(), 1u);
}

TEST(GomokuHost, WhoLeavesTheLobbyIsForgotten) {
  GomokuTable table(board_of(5));
  table.close(table.join());
  const auto second = table.join();
  table.half_close(second);
  EXPECT_TRUE(table.was_hung_up(second));
  const auto third = table.join();
  EXPECT_TRUE(table.heard(third).empty());
  table.join();
  EXPECT_EQ(table.message(third), gomoku_message("CONTINUING", kEmpty5, "-1 -1", 'x'));
  EXPECT_TRUE(table.finished().empty());
}

TEST(GomokuHost, EarlyLinesAreTheNextMoves) {
  GomokuTable table(board_of(5));
  const auto black = table.join();
  table.say(black, "0 0\n0 1\n0 2\n0 3\n0 4\n");  // before there is an opponent
  const auto white = table.join();
  table.say(white, "1 0\n1 1\n1 2\n1 3\n");
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].returns, kBlackWins);
  const auto heard = table.heard(black);
  ASSERT_EQ(heard.size(), 6u);  // every state was sent all the same
  EXPECT_EQ(heard[1], gomoku_message("CONTINUING", "x..../o..../...../...../.....", "1 0", 'x'));
  EXPECT_EQ(heard[5], gomoku_message("WIN", "xxxxx/oooo./...../...../.....", "0 4", 'o'));
}

TEST(GomokuHost, AnEarlyLineCanForfeit) {
  Pair pair;
  pair.say(pair.white, "2 2\n");
  EXPECT_TRUE(pair.finished().empty());
  pair.heard(pair.black);
  pair.say(pair.black, "2 2\n");
  ASSERT_EQ(pair.finished().size(), 1u);
  EXPECT_EQ(pair.finished()[0].returns, kBlackWins);
  EXPECT_EQ(pair.message(pair.black),
            gomoku_message("FORFEIT-MOVE", "...../...../..x../...../.....", "2 2", 'o'));
}

TEST(GomokuHost, AFloodOfEarlyLinesIsCutOff) {
  const auto flood = [](int lines) {
    std::string text;
    for (int i = 0; i < lines; ++i) text += "31 " + std::to_string(i % 3) + '\n';
    return text;
  };
  Pair pair(board_of(32));
  pair.say(pair.white, flood(8 + 100));
  // Three legal moves were kept, then one on an occupied square.
  for (int i = 0; i < 4; ++i) pair.say(pair.black, "0 " + std::to_string(i) + '\n');
  ASSERT_EQ(pair.finished().size(), 1u);
  EXPECT_EQ(pair.finished()[0].moves.size(), 7u);
  Pair other(board_of(32));
  other.say(other.white, flood(100'000));
  ASSERT_EQ(other.finished().size(), 1u);
  EXPECT_EQ(other.finished()[0].returns, kBlackWins);
}

TEST(GomokuHost, BytesMayComeInAnyPieces) {
  Pair pair;
  const std::string of_black = "0 0\n0 1\r\n0 2\n0 3\n0 4\n", of_white = "1 0\n1 1\n1 2\r\n1 3\n";
  pair.say_bytewise(pair.black, of_black.substr(0, 5));  // the second move has begun
  pair.say_bytewise(pair.white, of_white);
  pair.say_bytewise(pair.black, of_black.substr(5));
  ASSERT_EQ(pair.finished().size(), 1u);
  EXPECT_EQ(pair.finished()[0].returns, kBlackWins);
}

TEST(GomokuHost, WhatComesAfterTheEndIsIgnored) {
  Pair pair;
  pair.play({"2 2", "2 2"});
  pair.say(pair.black, "0 0\n0 1\n");
  pair.say(pair.white, "0 0\n");
  pair.pass(1h);
  pair.tick();
  pair.half_close(pair.black);
  EXPECT_TRUE(pair.heard(pair.black).empty());
  EXPECT_EQ(pair.finished().size(), 1u);
}

TEST(GomokuHost, ManyGamesAtOnce) {
  constexpr int kGames = 500;
  GomokuTable table(board_of(7));
  std::vector<std::pair<ConnectionId, ConnectionId>> games;
  for (int i = 0; i < kGames; ++i) {
    const auto black = table.join();
    games.push_back({black, table.join()});
  }
  for (int move = 0; move < 5; ++move) {
    for (const auto& [black, white] : games) {
      table.say(black, std::to_string(move) + " 0\n");
      table.say(white, std::to_string(move) + " 1\n");
    }
  }
  ASSERT_EQ(table.finished().size(), static_cast<std::size_t>(kGames));
  for (const FinishedGame& game : table.finished()) EXPECT_EQ(game.returns, kBlackWins);
}

// ---- what a line can be ----

enum class Fate { kPlayed, kForfeit, kWaits };

struct Case {
  std::string bytes;
  Fate fate;
};

/// After black has played 4 4 on 9x9, white sends these bytes.
std::vector<Case> lines_of_all_kinds() {
  return {
      // moves, with whatever blanks
      {"3 4\n", Fate::kPlayed},
      {"0 0\n", Fate::kPlayed},
      {"8 8\n", Fate::kPlayed},
      {"3 4\r\n", Fate::kPlayed},
      {" 3 4\n", Fate::kPlayed},
      {"3  4\n", Fate::kPlayed},
      {"3\t4\n", Fate::kPlayed},
      {"3 4 \n", Fate::kPlayed},
      {"3 4 \r\n", Fate::kPlayed},
      {"3 4\r\r\n", Fate::kPlayed},
      {"03 0004\n", Fate::kPlayed},
      {std::string(61, ' ') + "3 4\n", Fate::kPlayed},
      // not whole
      {"", Fate::kWaits},
      {"3", Fate::kWaits},
      {"3 4", Fate::kWaits},
      {"3 4\r", Fate::kWaits},
      {std::string(10'000'000, '3'), Fate::kWaits},
      // not on the board, or occupied
      {"9 0\n", Fate::kForfeit},
      {"0 9\n", Fate::kForfeit},
      {"-1 0\n", Fate::kForfeit},
      {"0 -1\n", Fate::kForfeit},
      {"-1 -1\n", Fate::kForfeit},
      {"4 4\n", Fate::kForfeit},
      {"04 4\n", Fate::kForfeit},
      {"1000 1\n", Fate::kForfeit},
      {"256 0\n", Fate::kForfeit},
      {"65536 0\n", Fate::kForfeit},
      {"4294967296 0\n", Fate::kForfeit},
      {"99999999999999999999999999 1\n", Fate::kForfeit},
      {"1 99999999999999999999999999\n", Fate::kForfeit},
      // not two numbers
      {"\n", Fate::kForfeit},
      {"\r\n", Fate::kForfeit},
      {"   \n", Fate::kForfeit},
      {"3\n", Fate::kForfeit},
      {"34\n", Fate::kForfeit},
      {"3 \n", Fate::kForfeit},
      {"3 4 5\n", Fate::kForfeit},
      {"3 4 x\n", Fate::kForfeit},
      {"3 4x\n", Fate::kForfeit},
      {"x 3 4\n", Fate::kForfeit},
      {"3,4\n", Fate::kForfeit},
      {"3, 4\n", Fate::kForfeit},
      {"3-4\n", Fate::kForfeit},
      {"3.0 4.0\n", Fate::kForfeit},
      {"3 4.\n", Fate::kForfeit},
      {"+3 4\n", Fate::kForfeit},
      {"3 +4\n", Fate::kForfeit},
      {"3e0 4\n", Fate::kForfeit},
      {"0x3 4\n", Fate::kForfeit},
      {"- 3 4\n", Fate::kForfeit},
      {"a b\n", Fate::kForfeit},
      {"nan nan\n", Fate::kForfeit},
      {"(3 4)\n", Fate::kForfeit},
      {"\"3 4\"\n", Fate::kForfeit},
      {"resign\n", Fate::kForfeit},
      {"CONTINUING\n", Fate::kForfeit},
      {"GET / HTTP/1.1\r\n", Fate::kForfeit},
      {"{\"move\": [3, 4]}\n", Fate::kForfeit},
      // not text
      {"\0\n"s, Fate::kForfeit},
      {"3\0 4\n"s, Fate::kForfeit},
      {"3 4\0\n"s, Fate::kForfeit},
      {"\xef\xbb\xbf"s + "3 4\n", Fate::kForfeit},
      {"\xff\xfe\x33\0\n"s, Fate::kForfeit},
      {"\xef\xbc\x93 \xef\xbc\x94\n", Fate::kForfeit},
      {"3\xc2\xa0"s + "4\n", Fate::kForfeit},
      {"3\v4\n", Fate::kForfeit},
      {"\x16\x03\x01\x02\x00\x01\n"s, Fate::kForfeit},
      // too long
      {std::string(62, ' ') + "3 4\n", Fate::kForfeit},
      {"3 4" + std::string(1000, ' ') + '\n', Fate::kForfeit},
      {std::string(1000, '0') + "3 4\n", Fate::kForfeit},
      {std::string(10'000'000, '3') + '\n', Fate::kForfeit},
  };
}

TEST(GomokuHost, AForfeitSaysWhatWasWrong) {
  const std::string off = "off the board, whose rows and columns are 0 to 8";
  const std::string form = "not two numbers with a blank between";
  const std::pair<std::string, std::string> kReasons[] = {
      {"9 9", off},     {"0 9", off},
      {"-1 0", off},    {"99999999999999 0", off},
      {"2000 0", off},  {"4 4", "the square is taken"},
      {"(4,4)", form},  {"4,4", form},
      {"4", form},      {"3 4 5", form},
      {"resign", form}, {"3.0 4.0", form}};
  for (const auto& [line, why] : kReasons) {
    Pair pair(board_of(9));
    pair.play({"4 4"});
    pair.say(pair.white, line + "\n");
    ASSERT_EQ(pair.finished().size(), 1u) << line;
    EXPECT_EQ(pair.finished()[0].reason,
              "white forfeited by an illegal move: '" + line + "' (" + why + ")");
  }
}

TEST(GomokuHost, EveryLineHasItsVerdict) {
  for (const Case& line : lines_of_all_kinds()) {
    SCOPED_TRACE(engine::printable(line.bytes));
    Pair pair(board_of(9));
    pair.play({"4 4"});
    pair.say(pair.white, line.bytes);
    const bool has_ended = !pair.finished().empty();
    EXPECT_EQ(has_ended, line.fate == Fate::kForfeit);
    EXPECT_EQ(pair.heard(pair.black).size(), line.fate == Fate::kWaits ? 0u : 1u);
    pair.pass(2001ms);
    pair.tick();
    ASSERT_EQ(pair.finished().size(), 1u);  // one way or the other it ends
    EXPECT_LT(pair.finished()[0].reason.size(), 250u);
    for (const char c : pair.finished()[0].reason) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
    EXPECT_EQ(pair.finished()[0].returns, line.fate == Fate::kPlayed ? kWhiteWins : kBlackWins);
  }
}

TEST(GomokuHost, RandomBytesNeverBreakIt) {
  engine::Rng rng(7);
  static constexpr char kBytes[] = "0123 45678\n\n\r.-x\0\xff";
  GomokuTable table(board_of(5));
  for (int round = 0; round < 3'000; ++round) {
    const auto black = table.join(), white = table.join();
    for (int piece = 0; piece < 12; ++piece) {
      std::string bytes;
      for (std::uint32_t size = rng.below(8); size > 0; --size)
        bytes += kBytes[rng.below(sizeof kBytes - 1)];
      table.say(rng.below(2) == 0 ? black : white, bytes);
    }
    table.close(black);
    table.close(white);
  }
  EXPECT_EQ(table.finished().size(), 3'000u);
}

// ---- built-in players ----

GomokuHost::Options against(const std::string& opponent) {
  GomokuHost::Options options = board_of(5);
  options.opponent = opponent;
  options.seed = 5;
  return options;
}

TEST(GomokuHost, ABuiltInOpponentChangesItsColourFromGameToGame) {
  GomokuTable table(against("random"));
  const auto first = table.join();
  ASSERT_EQ(table.bots().size(), 1u);
  EXPECT_EQ(table.bots()[0].seat, 1);
  EXPECT_EQ(table.bots()[0].spec, "random");
  EXPECT_EQ(table.message(first), gomoku_message("CONTINUING", kEmpty5, "-1 -1", 'x'));
  EXPECT_TRUE(table.questions().empty());
  const auto second = table.join();
  EXPECT_EQ(table.bots()[1].seat, 0);
  EXPECT_NE(table.bots()[1].seed, table.bots()[0].seed);
  EXPECT_TRUE(table.heard(second).empty());
  const auto questions = table.questions();
  ASSERT_EQ(questions.size(), 1u);
  EXPECT_EQ(questions[0].bot, table.bots()[1].id);
  EXPECT_EQ(questions[0].allowance, 1500ms);
  table.decide(questions[0].bot, *questions[0].view.parse("2,2"));
  EXPECT_EQ(table.message(second),
            gomoku_message("CONTINUING", "...../...../..x../...../.....", "2 2", 'o'));
}

TEST(GomokuHost, TheColourOfABuiltInOpponentCanBeFixed) {
  GomokuHost::Options options = against("random");
  options.opponent_seat = 0;
  GomokuTable table(options);
  for (int i = 0; i < 4; ++i) table.join();
  for (const auto& bot : table.bots()) EXPECT_EQ(bot.seat, 0);
}

TEST(GomokuHost, AGameAgainstABuiltInOpponentEndsForBoth) {
  GomokuTable table(against("random"));
  const auto person = table.join();
  for (int column = 0; column < 5; ++column) {
    table.say(person, "0 " + std::to_string(column) + '\n');
    for (const auto& question : table.questions())
      table.decide(question.bot, *question.view.parse("1," + std::to_string(column)));
  }
  EXPECT_EQ(table.heard(person).back(),
            gomoku_message("WIN", "xxxxx/oooo./...../...../.....", "0 4", 'o'));
  EXPECT_TRUE(table.was_hung_up(person));
  EXPECT_EQ(table.gone(), (std::vector<BotId>{table.bots()[0].id}));
  ASSERT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].players, (std::vector<std::string>{"connection 1", "random"}));
}

TEST(GomokuHost, StaleAnswersAreDropped) {
  GomokuTable table(against("random"));
  const auto person = table.join();
  table.say(person, "0 0\n");
  const auto question = table.questions().at(0);
  table.decide(question.bot + 17, *question.view.parse("1,1"));  // nobody
  table.close(person);
  EXPECT_EQ(table.finished().at(0).returns, kWhiteWins);
  table.decide(question.bot, *question.view.parse("1,1"));
  EXPECT_EQ(table.finished().size(), 1u);
  EXPECT_EQ(table.finished()[0].moves.size(), 1u);
}

TEST(GomokuHost, ABuiltInOpponentThatIsToldToThinkLongDoesNotForfeit) {
  GomokuTable table(against("random"));
  const auto person = table.join();
  table.say(person, "0 0\n");
  table.pass(10s);  // the machine was busy
  table.tick();
  EXPECT_TRUE(table.finished().empty());
  const auto question = table.questions().at(0);
  table.decide(question.bot, *question.view.parse("1,1"));
  EXPECT_EQ(table.heard(person).size(), 2u);
}

// ---- together with our client ----

TEST(GomokuHost, OurClientsPlayWholeGames) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    GomokuHost host(board_of(5 + static_cast<int>(seed % 6)));
    Wire wire(host, seed);
    GomokuClient black{GomokuClient::Options{}}, white{GomokuClient::Options{}};
    wire.join(black);
    wire.join(white);
    wire.run();
    ASSERT_EQ(wire.finished().size(), 1u);
    const engine::Returns& returns = wire.finished()[0].returns;
    const auto verdict = [](float share) {
      return share == 0.5f ? Verdict::kDraw : share == 1 ? Verdict::kWin : Verdict::kLoss;
    };
    EXPECT_EQ(wire.end_of(0)->verdict, verdict(returns[0]));
    EXPECT_EQ(wire.end_of(1)->verdict, verdict(returns[1]));
    expect_saw_all(wire, 0);
    expect_saw_all(wire, 1);
  }
}

}  // namespace

}  // namespace gauntlet::tools
