// The Gomoku client's text: a game of the real server, in pieces of all sizes, and everything that
// a server may get wrong.
#include "tools/protocol/gomoku_client.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/rng.h"
#include "tests/tools/gomoku_transcript.h"

namespace gauntlet::tools {

namespace {

using std::chrono::seconds;

constexpr Client::Time kStart{};
const std::string kEmptyRows = "     \n     \n     \n     \n     \n";
const std::string kFirstPrompt = "CONTINUING\n" + kEmptyRows + "-1 -1\nx\n";

/// Feeds a client and keeps all its actions.
class Fed {
 public:
  explicit Fed(GomokuClient::Options options = {}) : client_(options) {
    client_.connected(kStart, actions);
  }

  void feed(std::string_view bytes) {
    if (!actions.end) client_.received(now, bytes, actions);
  }
  void feed_bytewise(std::string_view bytes) {
    for (const char byte : bytes) feed({&byte, 1});
  }
  /// Answers the last decision with the move written as `text`, "row,col".
  void answer(const std::string& text) {
    ASSERT_TRUE(actions.decision);
    const auto move = actions.decision->view.parse(text);
    ASSERT_TRUE(move.ok()) << engine::message_of(move);
    actions.decision.reset();
    client_.decided(now, *move, actions);
  }
  void tick() { client_.ticked(now, actions); }
  void disconnect() { client_.disconnected(now, actions); }
  std::string ending() const { return actions.end ? actions.end->reason : "no end"; }
  Verdict verdict() const { return actions.end ? actions.end->verdict : Verdict::kUnknown; }

  ClientActions actions;
  Client::Time now = kStart;

 private:
  GomokuClient client_;
};

/// The player's answer of the transcript as the engine writes moves.
std::string as_move(std::string_view answer) {
  std::string text(answer.substr(0, answer.size() - 1));
  text[text.find(' ')] = ',';
  return text;
}

/// Plays the transcript; `feed` hands a message to the client in its own way.
template <class Feed>
void replay(Feed feed) {
  Fed fed;
  for (const GomokuExchange& exchange : kGomokuGame) {
    feed(fed, exchange.server);
    if (exchange.player.empty()) break;
    ASSERT_FALSE(fed.actions.end) << fed.ending();
    fed.answer(as_move(exchange.player));
    ASSERT_EQ(fed.actions.sends.back(), exchange.player);
  }
  EXPECT_EQ(fed.verdict(), Verdict::kLoss);
  EXPECT_EQ(fed.ending(), "we lost");
  EXPECT_FALSE(fed.actions.decision);
  EXPECT_EQ(fed.actions.sends.size(), std::size(kGomokuGame) - 1);
  EXPECT_EQ(fed.actions.log.back(), "the game starts on 9x9, we are black");
}

TEST(GomokuClient, PlaysTheTranscript) {
  replay([](Fed& fed, std::string_view message) { fed.feed(message); });
}

TEST(GomokuClient, PlaysTheTranscriptByteByByte) {
  replay([](Fed& fed, std::string_view message) { fed.feed_bytewise(message); });
}

TEST(GomokuClient, PlaysTheTranscriptSplitAtEveryByte) {
  std::size_t longest = 0;
  for (const auto& exchange : kGomokuGame) longest = std::max(longest, exchange.server.size());
  for (std::size_t split = 1; split < longest; ++split)
    replay([split](Fed& fed, std::string_view message) {
      fed.feed(message.substr(0, split));
      EXPECT_FALSE(fed.actions.decision && split < message.size());
      if (split < message.size()) fed.feed(message.substr(split));
    });
}

TEST(GomokuClient, PlaysTheTranscriptWithWindowsLineEnds) {
  replay([](Fed& fed, std::string_view message) {
    std::string text;
    for (const char c : message) text += c == '\n' ? std::string("\r\n") : std::string(1, c);
    fed.feed(text);
  });
}

TEST(GomokuClient, ReadsThePositionAsItIs) {
  Fed fed;
  fed.feed(kGomokuGame[5].server);
  ASSERT_TRUE(fed.actions.decision);
  EXPECT_EQ(fed.actions.decision->game.name(), "gomoku:9");
  EXPECT_EQ(
      fed.actions.decision->view.to_text().substr(0, 89),
      "........./........./.......xo/........x/..xo.x.../.....x.../........./.......o./.....o..o");
  EXPECT_EQ(fed.actions.decision->allowance, Milliseconds(1500));
}

TEST(GomokuClient, MessagesGluedTogetherLeaveTheLastQuestion) {
  Fed fed;
  std::string glued;
  for (std::size_t i = 0; i < 6; ++i) glued += kGomokuGame[i].server;
  fed.feed(glued);
  ASSERT_TRUE(fed.actions.decision);
  fed.answer("5,0");
  EXPECT_EQ(fed.actions.sends, std::vector<std::string>{"5 0\n"});
}

TEST(GomokuClient, NothingAfterTheEndIsRead) {
  Fed fed;
  fed.feed("WIN\n" + kEmptyRows + "0 0\no\nrubbish\n" + kFirstPrompt);
  EXPECT_EQ(fed.verdict(), Verdict::kWin);
  EXPECT_FALSE(fed.actions.decision);
}

TEST(GomokuClient, WhiteIsToldByTheFirstQuestion) {
  Fed fed;
  fed.feed("CONTINUING\n  x  \n     \n     \n     \n     \n0 2\no\n");
  EXPECT_EQ(fed.actions.log.back(), "the game starts on 5x5, we are white");
  fed.answer("4,4");
  EXPECT_EQ(fed.actions.sends.back(), "4 4\n");
}

TEST(GomokuClient, TheOpponentsQuestionIsNotOurs) {
  Fed fed;
  fed.feed(kFirstPrompt);
  fed.answer("0,2");
  fed.feed("CONTINUING\n  x  \n     \n     \n     \n     \n0 2\no\n");
  EXPECT_FALSE(fed.actions.decision);
  EXPECT_FALSE(fed.actions.end) << fed.ending();
}

struct KnownEnding {
  std::string status;
  char mover;
  Verdict verdict;
  std::string reason;
};

TEST(GomokuClient, EveryStatusIsUnderstoodInAnyCase) {
  const std::vector<KnownEnding> all = {
      {"WIN", 'o', Verdict::kWin, "we won"},
      {"win", 'x', Verdict::kWin, "we won"},
      {"LOSE", 'x', Verdict::kLoss, "we lost"},
      {"Lose", 'o', Verdict::kLoss, "we lost"},
      {"DRAW", 'x', Verdict::kDraw, "a draw"},
      {"FORFEIT-MOVE", 'x', Verdict::kLoss, "we forfeited by an illegal move"},
      {"FORFEIT-move", 'x', Verdict::kLoss, "we forfeited by an illegal move"},
      {"FORFEIT-MOVE", 'o', Verdict::kWin, "the opponent forfeited by an illegal move"},
      {"FORFEIT-TIME", 'x', Verdict::kLoss, "we forfeited by taking too long"},
      {"forfeit-time", 'o', Verdict::kWin, "the opponent forfeited by taking too long"},
  };
  for (const auto& [status, mover, verdict, reason] : all) {
    Fed fed;
    fed.feed(kFirstPrompt);
    fed.answer("0,0");
    fed.feed(status + "\nx    \n     \n     \n     \n     \n0 0\n" + mover + "\n");
    EXPECT_EQ(fed.verdict(), verdict) << status;
    EXPECT_EQ(fed.ending(), reason);
  }
}

TEST(GomokuClient, WhoWasNeverAskedHasNotForfeited) {
  Fed fed;
  fed.feed("FORFEIT-TIME\n     \n     \n     \n     \n     \n-1 -1\nx\n");
  EXPECT_EQ(fed.verdict(), Verdict::kWin);
  EXPECT_EQ(fed.ending(), "the opponent forfeited by taking too long");
}

TEST(GomokuClient, AQuestionThatIsRepeatedIsAnsweredAgain) {
  Fed fed;
  fed.feed(kFirstPrompt);
  fed.answer("0,0");
  fed.feed(kFirstPrompt);
  fed.answer("1,1");
  EXPECT_EQ(fed.actions.sends, (std::vector<std::string>{"0 0\n", "1 1\n"}));
}

TEST(GomokuClient, AnAnswerWithoutAQuestionIsNotSent) {
  Fed fed;
  fed.feed(kFirstPrompt);
  fed.actions.decision.reset();
  GomokuClient client{{}};
  ClientActions actions;
  client.connected(kStart, actions);
  client.decided(kStart, engine::AnyMove(0), actions);
  EXPECT_TRUE(actions.sends.empty());
}

TEST(GomokuClient, MalformedLinesEachGetTheirSentence) {
  const std::string no_server = "this is no gomoku server: it sent '";
  const std::string board = "the server's board cannot be played on: ";
  const std::vector<std::pair<std::string, std::string>> all = {
      {"HTTP/1.1 400 Bad Request\r\n", no_server + "HTTP/1.1 400 Bad Request'"},
      {"WAIT\r\n", no_server + "WAIT'"},
      {" WIN\n", no_server + " WIN'"},
      {"\x01\xff\n", no_server + "\\x01\\xff'"},
      {std::string(1000, 'a') + "\n", no_server + std::string(64, 'a') + "'"},
      {"CONTINUING\n\n", no_server + "'"},
      {"CONTINUING\n    \n", no_server + "    '"},
      {"CONTINUING\n" + std::string(33, ' ') + "\n", no_server + std::string(33, ' ') + "'"},
      {"CONTINUING\n" + std::string(65, ' ') + "\n", no_server + std::string(64, ' ') + "'"},
      {"CONTINUING\n     \n    \n", no_server + "    '"},
      {"CONTINUING\n     \n      \n", no_server + "      '"},
      {"CONTINUING\n     \n  X  \n", no_server + "  X  '"},
      {"CONTINUING\n.....\n", no_server + ".....'"},
      {"CONTINUING\nWIN\n", no_server + "WIN'"},
      {"CONTINUING\n" + kEmptyRows + "\n", no_server + "'"},
      {"CONTINUING\n" + kEmptyRows + "     \n", no_server + "     '"},
      {"CONTINUING\n" + kEmptyRows + "1\n", no_server + "1'"},
      {"CONTINUING\n" + kEmptyRows + "1 2 3\n", no_server + "1 2 3'"},
      {"CONTINUING\n" + kEmptyRows + "0 5\n", no_server + "0 5'"},
      {"CONTINUING\n" + kEmptyRows + "-2 0\n", no_server + "-2 0'"},
      {"CONTINUING\n" + kEmptyRows + "1.0 2.0\n", no_server + "1.0 2.0'"},
      {"CONTINUING\n" + kEmptyRows + "-1 -1\n\n", no_server + "'"},
      {"CONTINUING\n" + kEmptyRows + "-1 -1\nX\n", no_server + "X'"},
      {"CONTINUING\n" + kEmptyRows + "-1 -1\nx \n", no_server + "x '"},
      {"CONTINUING\n" + kEmptyRows + "-1 -1\no\n", board + "it is not the turn of o"},
      {"CONTINUING\nxxxxx\noooo \n     \n     \n     \n0 0\no\n", board},
      {"CONTINUING\nxxx  \n     \n     \n     \n     \n0 0\no\n", board},
  };
  for (const auto& [text, sentence] : all) {
    Fed fed;
    fed.feed(text);
    ASSERT_TRUE(fed.actions.end) << text;
    EXPECT_EQ(fed.verdict(), Verdict::kUnknown);
    EXPECT_EQ(fed.ending().substr(0, sentence.size()), sentence) << text;
    EXPECT_FALSE(fed.actions.decision);
    for (const char c : fed.ending()) EXPECT_TRUE(c >= ' ' && c < 0x7f) << fed.ending();
  }
}

TEST(GomokuClient, BlankLinesBetweenMessagesAreSkipped) {
  Fed fed;
  fed.feed("\n\r\n" + kFirstPrompt);
  EXPECT_TRUE(fed.actions.decision);
}

TEST(GomokuClient, ADisconnectIsAnEndWithoutAResult) {
  Fed fed;
  fed.feed("CONTINUING\n     \n  ");
  fed.disconnect();
  EXPECT_EQ(fed.verdict(), Verdict::kUnknown);
  EXPECT_EQ(fed.ending(), "the server closed the connection without a result");
}

TEST(GomokuClient, SilenceAfterOurMoveIsAnEnd) {
  Fed fed({.allowance = Milliseconds(1500), .idle = seconds(10)});
  fed.feed(kFirstPrompt);
  fed.answer("0,0");
  fed.now += seconds(10);
  fed.tick();
  EXPECT_FALSE(fed.actions.end);
  fed.now += Milliseconds(1);
  fed.tick();
  EXPECT_EQ(fed.ending(), "the server fell silent");
}

TEST(GomokuClient, HalfAMessageDoesNotKeepADeadServerAlive) {
  Fed fed({.allowance = Milliseconds(1500), .idle = seconds(10)});
  fed.feed(kFirstPrompt);
  fed.answer("0,0");
  fed.now += seconds(9);
  fed.feed("CONTIN");
  fed.now += seconds(1);
  fed.tick();
  EXPECT_FALSE(fed.actions.end);
  fed.now += Milliseconds(1);
  fed.tick();
  EXPECT_EQ(fed.ending(), "the server fell silent");
}

TEST(GomokuClient, WaitingForAnOpponentOrForOurselvesIsNoSilence) {
  Fed fed({.allowance = Milliseconds(1500), .idle = seconds(10)});
  fed.now += seconds(3'600);
  fed.tick();
  EXPECT_FALSE(fed.actions.end);
  fed.feed(kFirstPrompt);
  fed.now += seconds(100);
  fed.tick();
  EXPECT_FALSE(fed.actions.end);
}

TEST(GomokuClient, SurvivesRandomBytes) {
  const std::string alphabet = "CONTIUGWLSEDRAFxo -1\n\r0123\xff";
  for (std::uint64_t seed = 1; seed <= 2000; ++seed) {
    engine::Rng rng(seed);
    Fed fed;
    // Half of the time real messages, with one byte in a hundred changed.
    const bool is_mutant = seed % 2 == 0;
    const std::string_view source = kGomokuGame[rng.below(std::size(kGomokuGame))].server;
    std::string text;
    for (std::size_t i = 0; i < 300; ++i)
      text += is_mutant && rng.below(100) > 0
                  ? source[i % source.size()]
                  : alphabet[rng.below(static_cast<std::uint32_t>(alphabet.size()))];
    fed.feed_bytewise(text);
    for (const char c : fed.ending()) ASSERT_TRUE(c >= ' ' && c < 0x7f) << seed;
  }
}

}  // namespace

}  // namespace gauntlet::tools
