// The Two-Doku client against servers that behave, and against those that do not.
#include "tools/protocol/twodoku_client.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/tools/twodoku_recording.h"
#include "tests/tools/wire.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

const std::string kHello = "twodoku 1\ngame twodoku\n";
const std::string kSeated = kHello + "seat red\nclock 120000\n";

/// A client that is connected and has heard these bytes.
struct Heard {
  explicit Heard(const std::string& bytes, const TwoDokuClient::Options& options = {})
      : client(options) {
    client.connected(now, actions);
    hear(bytes);
  }
  void hear(const std::string& bytes) { client.received(now, bytes, actions); }
  void decide(const std::string& move) {
    ASSERT_TRUE(actions.decision);
    const auto parsed = actions.decision->view.parse(move);
    ASSERT_TRUE(parsed.ok()) << engine::message_of(parsed);
    actions.decision.reset();
    client.decided(now, *parsed, actions);
  }
  void tick(Milliseconds time) {
    now += time;
    client.ticked(now, actions);
  }
  std::string reason() const { return actions.end ? actions.end->reason : "it goes on"; }

  TwoDokuClient client;
  Client::Time now{};
  ClientActions actions;
};

/// The lines by which red gets to its first turn: red has rows 0 to 3, blue 4 to 7, row 8 is hidden
/// but for its last square.
std::string setup(const std::string& hand = "4 5 4 5 4 5 4 5 4") {
  std::string text;
  for (int i = 0; i < 36; ++i)
    for (const int square : {i, 36 + i})
      text += "move " + std::string(square < 36 ? "red" : "blue") + " colour " +
              std::to_string(square / 9) + ' ' + std::to_string(square % 9) + '\n';
  for (int i = 0; i < 8; ++i)
    text +=
        "move " + std::string(i % 2 == 0 ? "red" : "blue") + " hide 8 " + std::to_string(i) + '\n';
  return text + "deal " + hand + '\n';
}

TEST(TwoDokuClient, AnswersTheQuestions) {
  TwoDokuClient::Options options;
  options.name = "Ada";
  Heard heard(kSeated + "clock 120000\ncolour?\n", options);
  EXPECT_EQ(heard.actions.sends, std::vector<std::string>{"name Ada\n"});
  heard.decide("colour 0,8");
  EXPECT_EQ(heard.actions.sends.back(), "colour 0 8\n");
  heard.hear("move red colour 0 8\nmove blue colour 0 8\nclock 118000\ncolour?\n");
  ASSERT_TRUE(heard.actions.decision);
  EXPECT_EQ(heard.actions.decision->view.to_move(), 0);
  EXPECT_TRUE(heard.actions.decision->view.to_text().starts_with("........x/"));
}

TEST(TwoDokuClient, UnderstandsPiecesOfAnySize) {
  const std::string dialogue = kSeated + setup() + "clock 1000\nturn?\n";
  for (std::size_t cut = 0; cut <= dialogue.size(); cut += cut < 100 ? 1 : 37) {
    Heard heard(dialogue.substr(0, cut));
    heard.hear(dialogue.substr(cut));
    ASSERT_TRUE(heard.actions.decision) << cut << heard.reason();
    EXPECT_EQ(heard.actions.decision->view.observer(), 0);
    heard.decide("play 0,8,9");
    EXPECT_EQ(heard.actions.sends.back(), "play 0 8 9\n");
  }
}

TEST(TwoDokuClient, FollowsATurnOfEachKind) {
  Heard heard(kSeated + setup());
  heard.hear("turn?\n");
  heard.hear("move red take pot\nresult drew 7\nturn?\n");
  heard.decide("return 7");
  heard.hear("move red return 7\nmove blue take pot\nmove blue return ?\n");
  EXPECT_EQ(heard.reason(), "it goes on");
  heard.hear("over red 200 blue 190 two turns in a row without a placement\n");
  EXPECT_EQ(heard.reason(), "two turns in a row without a placement: red 200, blue 190");
  EXPECT_EQ(heard.actions.end->verdict, Verdict::kWin);
}

TEST(TwoDokuClient, PlaysByTheVariantThatIsAnnounced) {
  Heard open("twodoku 1\ngame twodoku/open\nseat blue\n" + setup());
  open.hear("other 6 5 6 5 6 5 4 1 2\n");
  EXPECT_EQ(open.reason(), "it goes on");
  open.hear("move red take pot\nresult drew 8\n");  // which the other has drawn
  EXPECT_EQ(open.reason(), "it goes on");
  Heard java("twodoku 1\ngame twodoku/java\nseat red\ncolour?\n");
  java.hear("move red colour 0 0\ncolour?\n");
  EXPECT_TRUE(java.actions.decision);
  Heard none("twodoku 1\nseat red\ncolour?\n");  // without `game` it is the plain one
  ASSERT_TRUE(none.actions.decision);
  EXPECT_EQ(none.actions.decision->game.name(), "twodoku");
}

TEST(TwoDokuClient, PassesOverWhatLaterServersMaySay) {
  Heard heard("twodoku 1\nmotd Welcome!\n\ngame twodoku\nseat red\nopponent Bob\ncolour?\n");
  EXPECT_TRUE(heard.actions.decision);
}

TEST(TwoDokuClient, ReadsTheVerdict) {
  const auto verdict = [](const std::string& seat, const std::string& line) {
    const Heard heard(kHello + "seat " + seat + '\n' + line + '\n');
    return heard.actions.end ? heard.actions.end->verdict : Verdict::kUnknown;
  };
  EXPECT_EQ(verdict("red", "over red 12 blue 9 red's hand is empty"), Verdict::kWin);
  EXPECT_EQ(verdict("blue", "over red 12 blue 9 red's hand is empty"), Verdict::kLoss);
  EXPECT_EQ(verdict("blue", "over red 12 blue 12"), Verdict::kDraw);
  EXPECT_EQ(verdict("red", "over red 0 blue 1 red ran out of time"), Verdict::kLoss);
  const Heard odd(kSeated + "over red 1 blue 0 \x1b[31m\xff\n");
  EXPECT_EQ(odd.reason(), "\\x1b[31m\\xff");
}

TEST(TwoDokuClient, ThinksAgainWhenItIsRefusedButNotForEver) {
  Heard heard(kSeated + "colour?\n");
  for (int refusal = 1; refusal < 3; ++refusal) {
    heard.decide("colour 0,0");
    heard.hear("error no\ncolour?\n");
    ASSERT_TRUE(heard.actions.decision) << "refusal " << refusal;
  }
  heard.decide("colour 0,0");
  heard.hear("error no\x07\ncolour?\n");
  EXPECT_EQ(heard.reason(), "the server does not take our answers: no\\x07");
}

TEST(TwoDokuClient, ARepeatedQuestionIsAskedAgain) {
  Heard heard(kSeated + "colour?\ncolour?\n");
  heard.decide("colour 0,0");
  EXPECT_EQ(heard.actions.sends.size(), 2u) << "one answer";
  heard.hear("colour?\n");
  EXPECT_TRUE(heard.actions.decision);
}

TEST(TwoDokuClient, SilenceEndsTheGame) {
  {
    Heard mute("");
    mute.tick(15s);
    EXPECT_FALSE(mute.actions.end);
    mute.tick(1ms);
    EXPECT_EQ(mute.reason(), "this is no twodoku server: it did not greet us");
  }
  {
    Heard waiting(kHello);
    waiting.tick(1h);
    EXPECT_FALSE(waiting.actions.end) << "nobody has come yet";
    waiting.tick(1ms);
    EXPECT_EQ(waiting.reason(), "no game has begun within 60 min");
  }
  {
    Heard game(kSeated + "clock 600000\n");
    game.tick(11min);
    EXPECT_FALSE(game.actions.end) << "the other has ten minutes too";
    game.tick(1ms);
    EXPECT_EQ(game.reason(), "the server fell silent");
  }
  {
    Heard asked(kSeated + "colour?\n");
    asked.tick(24h);
    EXPECT_FALSE(asked.actions.end) << "it is we who are silent";
  }
  TwoDokuClient::Options options;
  options.idle = 2s;
  Heard impatient(kSeated, options);
  impatient.tick(2001ms);
  EXPECT_EQ(impatient.reason(), "the server fell silent");
}

TEST(TwoDokuClient, DisconnectionEndsTheGame) {
  for (const std::string& bytes : {""s, kHello, kSeated, kSeated + "colour?\n"}) {
    Heard heard(bytes);
    heard.client.disconnected(heard.now, heard.actions);
    EXPECT_EQ(heard.reason(), "the server closed the connection without a result");
    EXPECT_FALSE(heard.actions.decision);
  }
}

/// A game that breaks off after any of its bytes has no result, whatever had been asked by then.
TEST(TwoDokuClient, GamesThatBreakOffHaveNoResult) {
  const std::string dialogue =
      kSeated + "clock 120000\ncolour?\n" + setup() + "turn?\nmove red pass\n";
  for (std::size_t cut = 0; cut <= dialogue.size(); ++cut) {
    Heard heard(dialogue.substr(0, cut));
    ASSERT_EQ(heard.reason(), "it goes on");
    heard.client.disconnected(heard.now, heard.actions);
    ASSERT_EQ(heard.actions.end->verdict, Verdict::kUnknown);
    ASSERT_FALSE(heard.actions.decision);
  }
}

TEST(TwoDokuClient, KeepsToTheShorterClock) {
  const auto allowance = [](const std::string& told, std::optional<Milliseconds> clock) {
    TwoDokuClient::Options options;
    options.clock = clock;
    const Heard heard(kSeated + setup() + told + "turn?\n", options);
    return heard.actions.decision ? heard.actions.decision->allowance : Milliseconds(-1);
  };
  const Milliseconds usual = allowance("", std::nullopt);
  EXPECT_GT(usual, 1s);
  EXPECT_LT(usual, 5s);
  EXPECT_EQ(allowance("clock 120000\n", std::nullopt), usual);
  EXPECT_LT(allowance("clock 20000\n", std::nullopt), usual / 2);
  EXPECT_EQ(allowance("clock 20000\n", 60s), allowance("clock 20000\n", std::nullopt));
  EXPECT_EQ(allowance("clock 60000\n", 20s), allowance("clock 20000\n", std::nullopt));
  EXPECT_EQ(allowance("clock 0\n", std::nullopt), 10ms);
  TwoDokuClient::Options fixed;
  fixed.allowance = 123ms;
  EXPECT_EQ(Heard(kSeated + "colour?\n", fixed).actions.decision->allowance, 123ms);
}

// ---- servers that do not behave ----

using Cases = std::vector<std::pair<std::string, std::string>>;

void expect_ends(const std::string& before, const Cases& cases) {
  for (const auto& [bytes, reason] : cases) {
    SCOPED_TRACE(engine::printable(bytes, 200));
    Heard heard(before);
    ASSERT_EQ(heard.reason(), "it goes on");
    heard.hear(bytes + '\n');
    EXPECT_EQ(heard.reason(), reason);
    if (heard.actions.end) {
      EXPECT_EQ(heard.actions.end->verdict, Verdict::kUnknown);
    }
    EXPECT_FALSE(heard.actions.decision);
  }
}

TEST(TwoDokuClient, OtherProtocolsAreNoServersOfTwoDoku) {
  const auto no_server = [](const std::string& shown) {
    return "this is no server of 'twodoku 1': it sent '" + shown + "'";
  };
  expect_ends(
      "", {
              {"WAIT\r", no_server("WAIT")},
              {"SSH-2.0-OpenSSH_9.2\r", no_server("SSH-2.0-OpenSSH_9.2")},
              {"HTTP/1.1 400 Bad Request\r", no_server("HTTP/1.1 400 Bad Request")},
              {"CONTINUING", no_server("CONTINUING")},
              {"twodoku 2", no_server("twodoku 2")},
              {"twodoku", no_server("twodoku")},
              {"twodoku 1 ", no_server("twodoku 1 ")},
              {"Twodoku 1", no_server("Twodoku 1")},
              {"twodoku 1\r\r", no_server("twodoku 1\\x0d")},
              {"\xef\xbb\xbftwodoku 1", no_server("\\xef\\xbb\\xbftwodoku 1")},
              {"twodoku 1\0"s, no_server("twodoku 1\\x00")},
              {"\0"s, no_server("\\x00")},
              {"", no_server("")},
              {"seat red", no_server("seat red")},
              {"over red 1 blue 0", no_server("over red 1 blue 0")},
              {std::string(10'000'000, 'x'), "this is no twodoku server: it sent an endless line"},
              {std::string(501, 'x'), "this is no twodoku server: it sent an endless line"},
          });
}

TEST(TwoDokuClient, EveryBadLineBeforeTheGameHasItsEnd) {
  const auto no_game = [](const std::string& shown) {
    return "the server plays '" + shown + "', which is no game of twodoku";
  };
  const auto no_seat = [](const std::string& shown) {
    return "the server's seat '" + shown + "' cannot be: it is red or blue, once";
  };
  const auto no_clock = [](const std::string& shown) {
    return "the server's clock '" + shown + "' is no time in ms";
  };
  const auto too_soon = [](const std::string& shown) {
    return "the server's '" + shown + "' cannot be: nobody has a seat yet";
  };
  const auto no_turn = [](const std::string& shown) {
    return "the server asks '" + shown + "' when it cannot be our turn to answer that";
  };
  const auto no_end = [](const std::string& shown) {
    return "the server's end '" + shown +
           "' cannot be: it should look like 'over red 12 blue 30' and end a game";
  };
  expect_ends(kHello, {
                          {"game sudokill", no_game("sudokill")},
                          {"game", no_game("")},
                          {"game twodoku/chess", no_game("twodoku/chess")},
                          {"game twodoku/java/java", no_game("twodoku/java/java")},
                          {"game twodoku ", no_game("twodoku ")},
                          {"seat", no_seat("")},
                          {"seat green", no_seat("green")},
                          {"seat Red", no_seat("Red")},
                          {"seat red blue", no_seat("red blue")},
                          {"clock", no_clock("")},
                          {"clock -1", no_clock("-1")},
                          {"clock 1.5", no_clock("1.5")},
                          {"clock 2s", no_clock("2s")},
                          {"clock 1000000001", no_clock("1000000001")},
                          {"clock 99999999999999999999", no_clock("99999999999999999999")},
                          {"colour?", no_turn("colour?")},
                          {"turn?", no_turn("turn?")},
                          {"move red colour 0 0", too_soon("move red colour 0 0")},
                          {"deal 4 5 4 5 4 5 4 5 4", too_soon("deal 4 5 4 5 4 5 4 5 4")},
                          {"result accepted", too_soon("result accepted")},
                          {"reveal 0 0 5", too_soon("reveal 0 0 5")},
                          {"over red 1 blue 0 x", no_end("red 1 blue 0 x")},
                      });
  expect_ends(kSeated, {
                           {"seat red", no_seat("red")},
                           {"seat blue", no_seat("blue")},
                           {"game twodoku", "the server changed the game after it had begun"},
                           {"hide?", no_turn("hide?")},
                           {"turn?", no_turn("turn?")},
                           {"over", no_end("")},
                           {"over red", no_end("red")},
                           {"over red 1", no_end("red 1")},
                           {"over red 1 blue", no_end("red 1 blue")},
                           {"over blue 1 red 2", no_end("blue 1 red 2")},
                           {"over red -1 blue 2", no_end("red -1 blue 2")},
                           {"over red 1 blue 1000", no_end("red 1 blue 1000")},
                           {"over red 01 blue 2", no_end("red 01 blue 2")},
                           {"over  red 1 blue 2", no_end(" red 1 blue 2")},
                           {"over red 4294967296 blue 2", no_end("red 4294967296 blue 2")},
                       });
}

/// The server's line and why it cannot be.
Cases impossible(const Cases& lines) {
  Cases cases;
  for (const auto& [line, why] : lines)
    cases.emplace_back(line,
                       "the server's '" + engine::printable(line, 100) + "' cannot be: " + why);
  return cases;
}

TEST(TwoDokuClient, EveryBadMoveHasItsEnd) {
  const std::string shape = "it should look like 'move red play 0 8 5'";
  const std::string rules = "the rules do not allow this move";
  expect_ends(kSeated, impossible({
                           {"move", shape},
                           {"move red", shape},
                           {"move green colour 0 0", shape},
                           {"move red colour", shape},
                           {"move red colour 9 0", shape},
                           {"move red colour 0 -1", shape},
                           {"move red colour 0 4294967296", shape},
                           {"move red colour 0 0 0", shape},
                           {"move red colour 0 0\0"s, shape},
                           {"move red  colour 0 0", shape},
                           {"move red fly 0 0", shape},
                           {"move red play 0 8 ?", shape},
                           {"move blue colour 0 0", "it is not the turn of blue"},
                           {"move red hide 0 0", rules},
                           {"move red pass", rules},
                           {"move red play 0 8 5", rules},
                           {"move red return ?", rules},
                           {"move red take pot", rules},
                           {"move red deal 4 5 4 5 4 5 4 5 4", rules},
                           {"move red accepted", rules},
                           {"deal 4 5 4 5 4 5 4 5 4", "no hand is dealt now"},
                           {"result accepted", "nothing was placed"},
                           {"result drew 5", "nothing was taken from the pot"},
                           {"result", "it should look like 'result accepted' or 'result drew 5'"},
                           {"reveal 8 0 5", "no placement has failed because of this domino"},
                           {"reveal", "it should look like 'reveal 0 8 5'"},
                       }));
  expect_ends(kSeated + "move red colour 0 0\nmove blue colour 0 0\n",
              impossible({{"move red colour 0 0", rules}}));
}

TEST(TwoDokuClient, EveryBadHandHasItsEnd) {
  const std::string all = setup();
  const std::string before = kSeated + all.substr(0, all.rfind("deal"));
  const std::string counts =
      "nine counts of at most 10 should follow, of the digits 1 to 9, 40 in all";
  expect_ends(before, impossible({
                          {"deal", counts},
                          {"deal 4 5 4 5 4 5 4 5", counts},
                          {"deal 4 5 4 5 4 5 4 5 4 0", counts},
                          {"deal 4 5 4 5 4 5 4 5 5", counts},
                          {"deal -1 5 4 5 4 5 4 5 9", counts},
                          {"deal 11 0 4 5 4 5 4 5 2", counts},
                          {"deal 4 5 4 5 4 5 4 5 4294967300", counts},
                          {"deal 4,5,4,5,4,5,4,5,4", counts},
                          {"deal 10 10 10 10 0 0 0 0 0",
                           "what it leads to cannot be: no way to fill in the unknown dominoes "
                           "agrees with what is known"},
                          {"other 4 5 4 5 4 5 4 5 4", "no hand is dealt now"},
                          {"move red hide 8 8", "it is not the turn of red"},
                      }));
}

TEST(TwoDokuClient, EveryBadTurnHasItsEnd) {
  const std::string rules = "the rules do not allow this move";
  expect_ends(kSeated + setup(),
              impossible({
                  {"deal 4 5 4 5 4 5 4 5 4", "no hand is dealt now"},
                  {"move blue pass", "it is not the turn of blue"},
                  {"move red play 4 8 5", rules},
                  {"move red play 8 0 5", rules},
                  {"move red take 8 0", rules},
                  {"move red return 5", rules},
                  {"result accepted", "nothing was placed"},
                  {"reveal 8 0 5", "no placement has failed because of this domino"},
              }));
  expect_ends(kSeated + setup() + "move red pass\n",
              impossible({
                  {"move blue play 0 8 5", rules},  // red's
                  {"move blue play 8 8 5", rules},  // white, while its own are empty
                  {"move blue return ?", rules},
                  {"move blue take 0 0", rules},
              }));
  const std::string next = "a placement is followed by 'result accepted' or 'reveal R C D'";
  expect_ends(kSeated + setup() + "move red play 0 0 5\n",
              impossible({
                  {"move blue pass", next},
                  {"move red pass", next},
                  {"reveal 8 0 6", "no placement has failed because of this domino"},
                  {"reveal 8 1 5", "no placement has failed because of this domino"},
                  {"reveal 0 1 5", "no placement has failed because of this domino"},
                  {"result drew 5", "nothing was taken from the pot"},
              }));
  expect_ends(kSeated + setup() + "move red take pot\n",
              impossible({
                  {"result drew 0", "it should look like 'result accepted' or 'result drew 5'"},
                  {"result drew ?", "it should look like 'result accepted' or 'result drew 5'"},
                  {"move red pass", "it is not the turn of red"},
                  {"result accepted", "nothing was placed"},
              }));
  expect_ends(kSeated + setup("4 5 4 5 4 5 4 4 5") + "move red pass\nmove blue take pot\n",
              impossible({
                  {"result drew 5", "nothing was taken from the pot"},
                  {"move blue return 5", rules},  // which we cannot know
              }));
}

/// True games with something wrong in them: bytes changed, lost, doubled, lines swapped. The client
/// goes on or ends with a sentence, and each position that it asks about can be played on.
TEST(TwoDokuClient, MutatedGamesNeverBreakIt) {
  constexpr std::uint64_t kSeed = 31;
  std::vector<std::string> games;
  for (std::uint64_t number = 0; number < 8; ++number) {
    TwoDokuHost::Options options;
    options.game = number % 2 == 0 ? "twodoku" : "twodoku/open";
    options.seed = number;
    TwoDokuHost host(options);
    Wire wire(host, number);
    RecordingTwoDoku a, b;
    wire.join(a);
    wire.join(b);
    wire.run();
    games.push_back(a.heard);
    games.push_back(b.heard);
  }
  int ended = 0;
  for (std::uint64_t round = 0; round < 600; ++round) {
    SCOPED_TRACE("seed " + std::to_string(kSeed) + ", round " + std::to_string(round));
    engine::Rng rng(kSeed, round);
    std::string bytes = games[round % games.size()];
    for (std::uint32_t changes = 1 + rng.below(3); changes > 0; --changes) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(bytes.size()));
      const std::size_t line = bytes.rfind('\n', at) + 1, end = bytes.find('\n', at) + 1;
      switch (rng.below(6)) {
        case 0:
          bytes[at] = static_cast<char>(rng.below(256));
          break;
        case 1:
          bytes[at] = static_cast<char>('0' + rng.below(10));
          break;
        case 2:
          bytes.erase(at, 1 + rng.below(20));
          break;
        case 3:
          if (end > line) bytes.erase(line, end - line);
          break;
        case 4:
          if (end > line) bytes.insert(line, bytes.substr(line, end - line));
          break;
        default:
          bytes.insert(at, bytes.substr(rng.below(static_cast<std::uint32_t>(bytes.size())), 30));
      }
      if (bytes.empty()) break;
    }
    Heard heard("");
    for (std::size_t at = 0; at < bytes.size() && !heard.actions.end;) {
      const std::size_t size = 1 + rng.below(300);
      heard.hear(bytes.substr(at, size));
      at += size;
      if (!heard.actions.decision) continue;
      const auto view = heard.actions.decision->view;
      ASSERT_TRUE(heard.actions.decision->game.from_text(view.to_text()).ok());
      heard.client.decided(heard.now, view.random_move(rng), heard.actions);
      view.determinized(rng);
      heard.actions = {};
    }
    ended += heard.actions.end && heard.actions.end->verdict == Verdict::kUnknown;
    for (const char c : heard.reason()) ASSERT_TRUE(c >= 0x20 && c < 0x7f);
  }
  EXPECT_GT(ended, 200);
}

}  // namespace

}  // namespace gauntlet::tools
