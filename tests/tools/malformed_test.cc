// What each protocol says to malformed input, and what becomes of the connection or the game: the
// cases of Sudokill and Kimble, and those of Gomoku's client that its own tests do not have.
#include <gtest/gtest.h>

#include <map>
#include <set>
#include <string>
#include <vector>

#include "engine/words.h"
#include "tools/protocol/gomoku_client.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"
#include "tools/protocol/sudokill_client.h"
#include "tools/protocol/sudokill_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::string_literals;

constexpr std::size_t kTenMegabytes = 10'000'000;
const std::string kBom = "\xef\xbb\xbf";

/// What comes in, what goes out, and whether that was all.
struct Malformed {
  std::string bytes;
  std::string reply;  // a beginning of it; all of it when it is empty
  bool ends = false;  // the connection is hung up, the game is over
};

void expect_reply(const std::string& heard, const Malformed& wanted) {
  if (wanted.reply.empty()) {
    EXPECT_EQ(heard, "");
  } else {
    EXPECT_EQ(heard.substr(0, wanted.reply.size()), wanted.reply);
  }
}

// ---- hosts ----

/// A host, and what it has told to each connection.
class Room {
 public:
  explicit Room(Host& host) : host_(host) {}

  void enter(ConnectionId who) {
    HostActions actions;
    host_.opened({}, who, actions);
    take(actions);
  }
  void say(ConnectionId who, const std::string& bytes) {
    HostActions actions;
    host_.received({}, who, bytes, actions);
    take(actions);
  }
  std::string heard(ConnectionId who) { return std::exchange(heard_[who], {}); }
  bool was_hung_up(ConnectionId who) const { return hung_up_.contains(who); }

 private:
  void take(const HostActions& actions) {
    for (const auto& send : actions.sends) heard_[send.to] += send.text;
    hung_up_.insert(actions.hang_ups.begin(), actions.hang_ups.end());
  }

  Host& host_;
  std::map<ConnectionId, std::string> heard_;
  std::set<ConnectionId> hung_up_;
};

Malformed chat(const std::string& line) {
  return {line + '\n', "Alice said: " + line.substr(0, 256) + "\r\n"};
}

Malformed loss(const std::string& move, const std::string& why) {
  return {move + '\n', "GAME OVER|Bob WINS! Alice played " + move + ": " + why + "\r\n", true};
}

/// What Alice sends when it is her turn on an empty board.
std::vector<Malformed> sudokill_lines() {
  const std::string range = " is not a valid space", value = " is not a valid Sudoku value";
  return {
      // truncated, blank
      {"", ""},
      {"0 0", ""},
      {"0 0 1", ""},
      {"0 0 1\r", ""},
      {"\n", ""},
      {"\r\n", ""},
      {"\n\n\r\n\n", ""},
      {std::string(kTenMegabytes, '1'), ""},
      // moves, with either line end
      {"0 0 1\n", "0 0 1\r\n"},
      {"0 0 1\r\n", "0 0 1\r\n"},
      {"08 8 09\n", "08 8 09\r\n"},
      // no moves: chat, and the clock goes on
      chat("0 0"),
      chat("0"),
      chat("0 0 1 1"),
      chat(" 0 0 1"),
      chat("0 0 1 "),
      chat("0  0 1"),
      chat("0\t0\t1"),
      chat("0,0,1"),
      chat("-1 0 1"),
      chat("0 -1 1"),
      chat("0 0 -1"),
      chat("+0 0 1"),
      chat("0 0 1.0"),
      chat("1e0 0 1"),
      chat("0x0 0 1"),
      chat("a b c"),
      chat("nan nan nan"),
      {"\r\r\n", "Alice said: \r\r\n"},
      chat(" "),
      chat("\0"s),
      chat("0 0 1\0"s),
      chat("\0000 0 1"s),
      chat(kBom + "0 0 1"),
      chat("\xff\xfe" + "0\0 \0"s),
      chat("\xd9\xa0 \xd9\xa0 \xd9\xa1"),
      chat("\x16\x03\x01\x02"),
      {"GET / HTTP/1.1\r\n", "Alice said: GET / HTTP/1.1\r\n"},
      chat("{\"move\": [0, 0, 1]}"),
      chat(std::string(2'000, '[')),
      chat("play"),
      chat(" PLAY"),
      chat("PLAYS"),
      chat("OPPONENT"),
      chat("WAIT"),
      chat("READY"),
      chat("START|1|2"),
      chat("ADD|0 0 0"),
      chat("GAME OVER|Bob WINS!"),
      chat("REJECT|2 Wait your turn, Bob"),
      chat(std::string(257, '0')),
      chat(std::string(300, ' ') + "0 0 1"),
      chat(std::string(kTenMegabytes, '1')),
      // commands that do not fit
      {"PLAY\n", ""},
      {"PLAY|\n", ""},
      {"PLAY|-5\n", ""},
      {"PLAY|99999999999999999999\n", ""},
      {"OPPONENT|\n", "Didn't recognize opponent, \r\n"},
      {"OPPONENT|nobody\n", "Didn't recognize opponent, nobody\r\n"},
      {"OPPONENT|human\n", "Didn't recognize opponent, human\r\n"},
      {"OPPONENT|level:11\n", "Didn't recognize opponent, level:11\r\n"},
      {"OPPONENT|\x01\n", "Didn't recognize opponent, \\x01\r\n"},
      {"OPPONENT|random\n", ""},
      // moves that lose
      loss("9 0 1", "Out of range error: 9 0" + range),
      loss("0 9 1", "Out of range error: 0 9" + range),
      loss("9 9 0", "Out of range error: 9 9" + range),
      loss("256 0 1", "Out of range error: 256 0" + range),
      loss("4294967296 0 1", "Out of range error: 99999999 0" + range),
      loss("99999999999999999999 0 1", "Out of range error: 99999999 0" + range),
      loss("0 99999999999999999999 1", "Out of range error: 0 99999999" + range),
      loss("0 0 0", "Bad value error: 0" + value),
      loss("0 0 10", "Bad value error: 10" + value),
      loss("0 0 99999999999999999999", "Bad value error: 99999999" + value),
      // twice, out of order
      {"0 0 1\n0 0 1\n", "0 0 1\r\nREJECT|2 Wait your turn, Alice\r\n"},
      {"0 0 1\n1 1 2\n2 2 3\n",
       "0 0 1\r\nREJECT|2 Wait your turn, Alice\r\nREJECT|2 Wait your turn, Alice\r\n"},
      {"0 0 1\nhello\n", "0 0 1\r\nAlice said: hello\r\n"},
  };
}

TEST(Malformed, LinesToASudokillHost) {
  for (const Malformed& one : sudokill_lines()) {
    SCOPED_TRACE(engine::printable(one.bytes.substr(0, 60)));
    SudokillHost host({});
    Room room(host);
    room.enter(1);
    room.enter(2);
    room.say(1, "Alice\n");
    room.say(2, "Bob\nPLAY|0\n");
    room.heard(1);
    room.say(1, one.bytes);
    expect_reply(room.heard(1), one);
    EXPECT_EQ(room.was_hung_up(1), one.ends);
    EXPECT_EQ(room.was_hung_up(2), one.ends);
    if (one.ends) continue;
    // The connection is still good.
    room.say(1, "\nstill here\n");
    EXPECT_TRUE(room.heard(1).ends_with("said: still here\r\n"));
  }
}

const std::string kNotUnderstood = "Virhe: pyyntoa ei ymmarretty";
const std::string kOtherVersion = "Virhe: tuntematon API-versio";
const std::string kUnknownToken = "Virhe: tuntematon tai vanhentunut token";
const std::string kBadRank = "Virhe: nappulan numero on 0, 1, 2 tai 3";
const std::string kFirstToken = 't' + std::string(64, '1');

const std::string kTheLineAgain = "(A's line and END)";

std::vector<Malformed> kimble_requests() {
  const std::string unknown = 't' + std::string(64, '2');
  return {
      // not whole
      {"", ""},
      {"v", ""},
      {"v00100", ""},
      {"\n\r\n\n", ""},
      {kFirstToken, ""},
      // nothing like a request
      {"v00100\n", kNotUnderstood},
      {"v\r\n", kNotUnderstood},
      {" v001000\n", kNotUnderstood},
      {"V001000\n", kNotUnderstood},
      {"v00100 \n", kNotUnderstood},
      {"v001-11\n", kNotUnderstood},
      {"v0010.0\n", kNotUnderstood},
      {"v001a00\n", kNotUnderstood},
      {"v0010\0000\n"s, kNotUnderstood},
      {"\0v001000\n"s, kNotUnderstood},
      {kBom + "v001000\n", kNotUnderstood},
      {"\xff\xfe\n", kNotUnderstood},
      {"GET / HTTP/1.1\r\n", kNotUnderstood},
      {"{\"v\": 1}\n", kNotUnderstood},
      {"PLAY\n", kNotUnderstood},
      {"END\n", kNotUnderstood},
      {"Voittaja: A\n", kNotUnderstood},
      {"-1\n", kNotUnderstood},
      {"99999999999999999999\n", kNotUnderstood},
      {std::string(1'000, '[') + "\n", kNotUnderstood},
      {std::string(kTenMegabytes, 'z') + "\n", kNotUnderstood},
      // versions
      {"v002000\n", kOtherVersion},
      {"v000000\n", kOtherVersion},
      {"v999999\n", kOtherVersion},
      {"v-01000\n", kOtherVersion},
      {"versio1\n", kOtherVersion},
      // tokens and ranks
      {"t\n", kNotUnderstood},
      {kFirstToken + "\n", kNotUnderstood},
      {kFirstToken.substr(0, 64) + "0\n", kNotUnderstood},
      {unknown + "0\n", kUnknownToken},
      {'T' + kFirstToken.substr(1) + "0\n", kNotUnderstood},
      {'t' + std::string(64, '\0') + "0\n", kUnknownToken},
      {kFirstToken + "x\n", kBadRank},
      {kFirstToken + "-\n", kBadRank},
      {kFirstToken + "\0\n"s, kBadRank},
      {kFirstToken + "\xff\n", kBadRank},
      // in order again
      {kFirstToken + "9\n", kTheLineAgain},
      {kFirstToken + "9" + kFirstToken + "9", kTheLineAgain},
      {"hello\n" + kFirstToken + "9\n", kNotUnderstood},
      {kFirstToken + "-1\n", kBadRank},
  };
}

TEST(Malformed, RequestsToAKimbleHost) {
  for (const Malformed& one : kimble_requests()) {
    SCOPED_TRACE(engine::printable(one.bytes.substr(0, 80)));
    KimbleHost::Options options;
    options.make_token = [] { return kFirstToken; };
    KimbleHost host(options);
    Room room(host);
    room.enter(1);
    room.say(1, "v001111");
    const std::string first = room.heard(1);
    room.say(1, one.bytes);
    const std::string heard = room.heard(1);
    const bool is_again = one.reply == kTheLineAgain;
    constexpr std::size_t kLineAndEnd = 47 + 4;
    expect_reply(heard, is_again ? Malformed{"", first.substr(first.size() - kLineAndEnd)} : one);
    EXPECT_TRUE(heard.empty() || heard.ends_with("END\n"));
    EXPECT_FALSE(room.was_hung_up(1));
  }
}

// ---- clients ----

/// What a client makes of what a server sends, after it has read `before`.
template <class Make>
void expect_ends(Make make, const std::string& before, const std::vector<Malformed>& cases) {
  for (const Malformed& one : cases) {
    SCOPED_TRACE(engine::printable(one.bytes.substr(0, 80)));
    auto client = make();
    ClientActions actions;
    client.connected({}, actions);
    if (!before.empty()) client.received({}, before, actions);
    ASSERT_FALSE(actions.end);
    actions = {};
    client.received({}, one.bytes, actions);
    EXPECT_EQ(actions.end.has_value(), one.ends);
    if (actions.end) {
      EXPECT_EQ(actions.end->verdict, Verdict::kUnknown);
      expect_reply(actions.end->reason, one);
    } else {
      expect_reply(actions.log.empty() ? "" : actions.log.back(), one);
    }
  }
}

std::string rows(const std::string& row, int count = 9) {
  std::string text;
  for (int i = 0; i < count; ++i) text += '|' + row;
  return text;
}
const std::string kEmptyRow = "0 0 0 0 0 0 0 0 0";

TEST(Malformed, FirstLinesToASudokillClient) {
  const auto stranger = [](const std::string& line) {
    return Malformed{line + "\r\n",
                     "this is no sudokill server: it sent '" + engine::printable(line, 100) + "'",
                     true};
  };
  const std::string endless = "this is no sudokill server: it sent an endless line";
  expect_ends([] { return SudokillClient({}); }, "",
              {
                  {"", ""},
                  {"\r\n", ""},
                  {"WAI", ""},
                  {"\n\n\n", ""},
                  stranger("wait"),
                  stranger(" WAIT"),
                  stranger("WAIT "),
                  stranger("WAIT\0"s),
                  stranger(kBom + "WAIT"),
                  stranger("HTTP/1.1 400 Bad Request"),
                  stranger("CONTINUING"),
                  stranger("Virhe: pyyntoa ei ymmarretty"),
                  stranger("UNKNOWN command"),
                  stranger("{}"),
                  stranger("0 0 1"),
                  stranger("REJECT|1 Not in the game, x"),
                  stranger("\xff\xfb\x01"),
                  stranger(std::string(512, '[')),
                  {std::string(513, 'x') + "\r\n", endless, true},
                  {std::string(600, 'x'), endless, true},
                  {std::string(kTenMegabytes, 'x'), endless, true},
                  {"ADD" + rows(kEmptyRow) + "\r\n", "the server's ADD cannot be read", true},
                  {"GAME OVER|\r\n", "no reason given", true},
                  {"GAME OVER|Game stopped!\r\n", "Game stopped!", true},
                  {"GAME OVER|\x01\r\n", "\\x01", true},
              });
}

std::vector<std::string> bad_boards() {
  return {
      "",
      "|",
      rows(kEmptyRow, 8),
      rows(kEmptyRow, 10),
      rows(kEmptyRow) + "|",
      rows("0 0 0 0 0 0 0 0"),
      rows("0 0 0 0 0 0 0 0 0 0"),
      rows("000000000"),
      rows("0  0 0 0 0 0 0 0 0"),
      rows("0 0 0 0 0 0 0 0 0 "),
      rows(" 0 0 0 0 0 0 0 0 0"),
      rows("0\t0\t0\t0\t0\t0\t0\t0\t0"),
      rows("0,0,0,0,0,0,0,0,0"),
      rows("-1 0 0 0 0 0 0 0 0"),
      rows("10 0 0 0 0 0 0 0 0"),
      rows("256 0 0 0 0 0 0 0 0"),
      rows("99999999999999999999 0 0"),
      rows("x 0 0 0 0 0 0 0 0"),
      rows(". . . . . . . . ."),
      rows("1.0 0 0 0 0 0 0 0 0"),
      rows("\0 0 0 0 0 0 0 0 0"s),
      rows(kBom + "0 0 0 0 0 0 0 0 0"),
      rows("\xef\xbc\x90 0 0 0 0 0 0 0 0"),
  };
}

TEST(Malformed, BoardsToASudokillClient) {
  std::vector<Malformed> starts, adds;
  for (const std::string& board : bad_boards()) {
    starts.push_back({"START|1|2" + board + "\r\n", "the server's START cannot be read", true});
    adds.push_back({"ADD" + board + "\r\n", "the server's ADD cannot be read", true});
  }
  for (const std::string player : {"0", "3", "-1", "", "x", "01", "99999999999999999999"})
    starts.push_back({"START|" + player + "|2" + rows(kEmptyRow) + "\r\n",
                      "the server's START cannot be read", true});
  adds[0].bytes = "ADD|\r\n";  // without a bar it is chat
  const auto make = [] { return SudokillClient({}); };
  expect_ends(make, "WAIT\r\nREADY\r\n", starts);
  expect_ends(make, "WAIT\r\nREADY\r\nSTART|1|2" + rows(kEmptyRow) + "\r\n", adds);
}

TEST(Malformed, LinesInAGameToASudokillClient) {
  const auto chat_of = [](const std::string& line) {
    return Malformed{line + "\r\n", "the server says '" + engine::printable(line, 100) + "'"};
  };
  expect_ends([] { return SudokillClient({}); },
              "WAIT\r\nREADY\r\nSTART|2|2" + rows(kEmptyRow) + "\r\n",
              {
                  {"0 0 1\r\n", ""},
                  {"0 0 1 2\r\n", ""},
                  {"0 0 1\r\n0 0 1\r\n", ""},  // replayed: the board tells
                  {"0 0", ""},
                  chat_of("9 0 1"),
                  chat_of("0 9 1"),
                  chat_of("0 0 0"),
                  chat_of("0 0 10"),
                  chat_of("-1 0 1"),
                  chat_of("0 0 1 2 3"),
                  chat_of("0  0 1"),
                  chat_of("99999999999999999999 0 1"),
                  chat_of("0 0 1\0"s),
                  chat_of(kBom + "0 0 1"),
                  chat_of("ADD"),
                  chat_of("START"),
                  chat_of("GAME OVER"),
                  chat_of("game over|x"),
                  chat_of("REJECT|2 Wait your turn, Gauntlet"),
                  chat_of("WAITING"),
                  chat_of("HTTP/1.1 408 Request Timeout"),
                  {"READY\r\n", "seated"},
                  {"WAIT\r\n", "waiting in the queue"},
                  {"GAME OVER|Game stopped!\r\n", "Game stopped!", true},
                  {std::string(kTenMegabytes, '0') + "\r\n",
                   "this is no sudokill server: it sent an endless line", true},
              });
}

const std::string kBlankState(44, '0');

TEST(Malformed, AnswersToAKimbleClient) {
  const auto stranger = [](const std::string& line) {
    return Malformed{line + "\n",
                     "this is no kimble server: it sent '" + engine::printable(line, 100) + "'",
                     true};
  };
  const auto unreadable = [](const std::string& line, const std::string& why) {
    return Malformed{line + "\nEND\n", "the server's position cannot be read: " + why, true};
  };
  const std::string endless = "this is no kimble server: its answer has no end";
  expect_ends([] { return KimbleClient({}); }, kFirstToken + '\n',
              {
                  // not whole, or harmless
                  {"", ""},
                  {"EN", ""},
                  {kBlankState, ""},
                  {"\n\n\r\n", ""},
                  {kFirstToken + "\n", ""},
                  {kBlankState + "B6\n", ""},
                  // no line of the protocol
                  stranger("end"),
                  stranger("END "),
                  stranger(" END"),
                  stranger("END\0"s),
                  stranger("ENDEND"),
                  stranger(kBom + "END"),
                  stranger("WAIT"),
                  stranger("CONTINUING"),
                  stranger("HTTP/1.1 400 Bad Request"),
                  stranger("-1 -1"),
                  stranger("{}"),
                  stranger(std::string(256, '[')),
                  stranger("voittaja: A"),
                  stranger("Voittaja:A"),
                  stranger('t' + std::string(64, '2')),
                  stranger(kBlankState + "A"),
                  stranger(kBlankState + "A66"),
                  stranger(kBlankState.substr(1) + "A6"),
                  stranger(kBlankState + " A6"),
                  stranger("E" + kBlankState.substr(1) + "A6"),
                  stranger("a" + kBlankState.substr(1) + "A6"),
                  stranger("." + kBlankState.substr(1) + "A6"),
                  stranger("\0"s + kBlankState.substr(1) + "A6"),
                  stranger("1" + kBlankState.substr(1) + "A6"),
                  // lines of the protocol that cannot be played on
                  unreadable(kBlankState + "A7", "the die must be 1-6"),
                  unreadable(kBlankState + "A-", "the die must be 1-6"),
                  unreadable(kBlankState + "A\xff", "the die must be 1-6"),
                  unreadable("AAAAA" + kBlankState.substr(5) + "A6",
                             "A has more than 4 pieces on the board"),
                  {"END\n", "the server's answer does not ask for a move", true},
                  {"END", "the server's answer does not ask for a move", true},
                  {kBlankState + "B6\nEND\n", "the server's answer does not ask for a move", true},
                  {"Virhe\nEND\n", "the server says 'Virhe'", true},
                  {"xVirhe: \x01\nEND\n", "the server says 'xVirhe: \\x01'", true},
                  {std::string(257, 'x') + "\n", endless, true},
                  {std::string(300, 'x'), endless, true},
                  {std::string(kTenMegabytes, 'x'), endless, true},
              });
}

TEST(Malformed, FirstAnswersToAKimbleClient) {
  const auto stranger = [](const std::string& line) {
    return Malformed{line + "\n",
                     "this is no kimble server: it sent '" + engine::printable(line, 100) + "'",
                     true};
  };
  const std::string no_token = "the server's answer has no token";
  expect_ends([] { return KimbleClient({}); }, "",
              {
                  {"", ""},
                  {kFirstToken, ""},
                  stranger(kFirstToken.substr(1)),
                  stranger(kFirstToken + '1'),
                  stranger(' ' + kFirstToken.substr(1)),
                  stranger('T' + kFirstToken.substr(1)),
                  stranger("t " + kFirstToken.substr(2)),
                  stranger(kBom + kFirstToken),
                  {"END\n", no_token, true},
                  {kBlankState + "A6\nEND\n", no_token, true},
              });
}

TEST(Malformed, MessagesToAGomokuClient) {
  const auto stranger = [](const std::string& lines, const std::string& line) {
    return Malformed{
        lines, "this is no gomoku server: it sent '" + engine::printable(line, 64) + "'", true};
  };
  const std::string endless = "this is no gomoku server: it sent an endless line";
  const std::string board = "     \n     \n     \n     \n     \n";
  const std::string head = "CONTINUING\n" + board;
  expect_ends([] { return GomokuClient(GomokuClient::Options{}); }, "\n",
              {
                  {"", ""},
                  {"CONT", ""},
                  {head, ""},
                  {head + "-1 -1\nx", ""},
                  stranger(kBom + "CONTINUING\n", kBom + "CONTINUING"),
                  stranger("CONTINUING\0\n"s, "CONTINUING\0"s),
                  stranger("CONTINUING \n", "CONTINUING "),
                  stranger("CONTINUING\r\r\n", "CONTINUING\r"),
                  stranger("WON\n", "WON"),
                  stranger("FORFEIT\n", "FORFEIT"),
                  stranger("-1 -1\n", "-1 -1"),
                  stranger("x\n", "x"),
                  stranger("{\"status\":\"WIN\"}\n", "{\"status\":\"WIN\"}"),
                  stranger("CONTINUING\nx\n", "x"),
                  stranger("CONTINUING\n\t\t\t\t\t\n", "\t\t\t\t\t"),
                  stranger("CONTINUING\n  \0  \n"s, "  \0  "s),
                  stranger("CONTINUING\n00000\n", "00000"),
                  stranger("CONTINUING\n" + board + board, "     "),
                  stranger(head + "5 0\n", "5 0"),
                  stranger(head + "0 -2\n", "0 -2"),
                  stranger(head + "99999999999999999999 0\n", "99999999999999999999 0"),
                  stranger(head + "4294967296 0\n", "4294967296 0"),
                  stranger(head + "0x0 0\n", "0x0 0"),
                  stranger(head + "0  0\n", "0  0"),
                  stranger(head + " 0 0\n", " 0 0"),
                  stranger(head + "0,0\n", "0,0"),
                  stranger(head + "0 0\nxx\n", "xx"),
                  stranger(head + "0 0\n\0\n"s, "\0"s),
                  stranger(head + "0 0\nCONTINUING\n", "CONTINUING"),
                  {std::string(100, 'x'), endless, true},
                  {"CONTINUING\n" + std::string(100, ' '), endless, true},
                  {std::string(kTenMegabytes, 'x'), endless, true},
              });
}

}  // namespace

}  // namespace gauntlet::tools
