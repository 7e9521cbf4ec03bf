#include <gtest/gtest.h>

#include "engine/words.h"
#include "tests/tools/host_table.h"
#include "tests/tools/wire.h"
#include "tools/protocol/kimble_client.h"
#include "tools/protocol/kimble_host.h"

namespace gauntlet::tools {
namespace {

/// A host and what it sends to one scripted connection.
class Dialogue {
 public:
  explicit Dialogue(KimbleHost::Options options = {}) : host_(std::move(options)) {
    HostActions actions;
    host_.opened(now_, 1, actions);
  }
  /// What comes back for `bytes`.
  std::string say(const std::string& bytes) {
    HostActions actions;
    host_.received(now_, 1, bytes, actions);
    return heard(actions);
  }
  std::string half_close() {
    HostActions actions;
    host_.half_closed(now_, 1, actions);
    hung_up = !actions.hang_ups.empty();
    return heard(actions);
  }
  void wait(std::chrono::seconds time) {
    now_ += time;
    HostActions actions;
    host_.ticked(now_, actions);
  }
  bool hung_up = false;

 private:
  static std::string heard(const HostActions& actions) {
    std::string all;
    for (const auto& send : actions.sends) all += send.text;
    return all;
  }
  KimbleHost host_;
  Host::Time now_{};
};

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end; (end = text.find('\n', at)) != std::string::npos; at = end + 1)
    lines.push_back(text.substr(at, end - at));
  return lines;
}

TEST(KimbleHost, StartsAGameWithATokenAndAskForTheFirstChoice) {
  Dialogue dialogue;
  const auto lines = lines_of(dialogue.say("v001222\n"));
  ASSERT_GE(lines.size(), 3u);
  EXPECT_EQ(lines[0].size(), 65u);
  EXPECT_EQ(lines[0].find_first_not_of("t0123456789abcdef"), std::string::npos);
  for (std::size_t i = 1; i + 1 < lines.size(); ++i) EXPECT_EQ(lines[i].size(), 46u) << lines[i];
  EXPECT_EQ(lines.back(), "END");
  EXPECT_EQ(lines[lines.size() - 2][44], 'A');
}

TEST(KimbleHost, TokensDiffer) {
  EXPECT_NE(new_token(), new_token());
}

TEST(KimbleHost, APieceThatCannotMoveBringsTheLineAgain) {
  Dialogue dialogue;
  const auto first = lines_of(dialogue.say("v001111"));
  // Without a line end, as the sample client in Python sends it.
  const auto again = lines_of(dialogue.say(first[0] + "9"));
  EXPECT_EQ(again, (std::vector<std::string>{first[first.size() - 2], "END"}));
}

TEST(KimbleHost, ManyRequestsInOnePacketAndOneRequestInManyPackets) {
  Dialogue dialogue;
  const auto first = lines_of(dialogue.say("v001111"));
  const std::string request = first[0] + "8";
  std::string heard;
  for (const char c : request) heard += dialogue.say(std::string(1, c));
  const std::string expected = first[first.size() - 2] + "\nEND\n";
  EXPECT_EQ(heard, expected);
  EXPECT_EQ(dialogue.say(request + request + "\r\n" + request + "\n\n"),
            expected + expected + expected);
}

TEST(KimbleHost, BadRequestsGetASentence) {
  const std::string token(64, 'a');
  const std::pair<std::string, std::string> kCases[] = {
      {"hello\n", "pyyntoa ei ymmarretty"},
      {"v\n", "pyyntoa ei ymmarretty"},
      {"v001\n", "pyyntoa ei ymmarretty"},
      {"v00122x\n", "pyyntoa ei ymmarretty"},
      {"v002222\n", "tuntematon API-versio"},
      {"t123\n", "pyyntoa ei ymmarretty"},
      {"t" + token + "0", "tuntematon tai vanhentunut token"},
      {"t" + token + "x", "tuntematon tai vanhentunut token"},
      {std::string("\0\xff", 2) + "\n", "pyyntoa ei ymmarretty"},
      {std::string(10'000, 'z') + "\n", "pyyntoa ei ymmarretty"},
      {"\xef\xbb\xbfv001222\n", "pyyntoa ei ymmarretty"},
      {"V001222\n", "pyyntoa ei ymmarretty"},
      {"v001-11\n", "pyyntoa ei ymmarretty"},
  };
  for (const auto& [request, sentence] : kCases) {
    Dialogue dialogue;
    const std::string heard = dialogue.say(request);
    EXPECT_TRUE(heard.starts_with("Virhe: " + sentence)) << request << " -> " << heard;
    EXPECT_TRUE(heard.ends_with("END\n")) << heard;
    // The connection is still good for a game.
    EXPECT_TRUE(dialogue.say("v001000\n").starts_with("t")) << request;
  }
}

TEST(KimbleHost, TokensDieWhenUnused) {
  Dialogue dialogue;
  const auto first = lines_of(dialogue.say("v001222"));
  dialogue.wait(std::chrono::seconds(119));
  EXPECT_FALSE(dialogue.say(first[0] + "9").starts_with("Virhe"));
  dialogue.wait(std::chrono::seconds(119));
  EXPECT_FALSE(dialogue.say(first[0] + "9").starts_with("Virhe"));
  dialogue.wait(std::chrono::seconds(121));
  EXPECT_TRUE(dialogue.say(first[0] + "9").starts_with("Virhe: tuntematon tai vanhentunut token"));
}

TEST(KimbleHost, WhoAsksNothingIsHungUpOn) {
  KimbleHost host({});
  KimbleHost::Time now{};
  HostActions actions;
  host.opened(now, 1, actions);
  host.opened(now, 2, actions);
  host.received(now, 2, "v001222\n", actions);
  actions = {};
  host.ticked(now + std::chrono::seconds(14), actions);
  EXPECT_TRUE(actions.hang_ups.empty());
  host.ticked(now + std::chrono::seconds(16), actions);
  EXPECT_EQ(actions.hang_ups, std::vector<ConnectionId>{1});
}

TEST(KimbleHost, IsFullAtSomePoint) {
  KimbleHost::Options options;
  options.most_games = 2;
  Dialogue dialogue(options);
  dialogue.say("v001222");
  dialogue.say("v001222");
  EXPECT_TRUE(dialogue.say("v001222").starts_with("Virhe: palvelin on taynna"));
}

TEST(KimbleHost, AConnectionHasAFewGamesAtOnce) {
  HostTable table(std::make_unique<KimbleHost>(KimbleHost::Options{}));
  const auto greedy = table.join(), other = table.join();
  const auto begin = [&](ConnectionId who) {
    table.say(who, "v001000\n");
    return table.message(who);
  };
  for (int i = 0; i < 32; ++i) EXPECT_TRUE(begin(greedy).starts_with("t")) << i;
  EXPECT_EQ(begin(greedy),
            "Virhe: sinulla on liian monta pelia kesken; pelaa ne ensin loppuun\nEND\n");
  EXPECT_TRUE(begin(other).starts_with("t"));
  table.pass(std::chrono::seconds(121));
  table.tick();
  EXPECT_TRUE(begin(greedy).starts_with("t")) << "its tokens have died";
}

TEST(KimbleHost, AGameThatEndedCountsNoLonger) {
  Dialogue dialogue;
  for (int games = 0; games < 70; ++games) {
    auto lines = lines_of(dialogue.say("v001000\n"));
    ASSERT_TRUE(lines[0].starts_with("t")) << lines[0];
    const std::string token = lines[0];
    for (int asked = 0; !lines[lines.size() - 2].starts_with("Voittaja"); ++asked)
      lines = lines_of(dialogue.say(token + static_cast<char>('0' + asked % 4)));
  }
}

/// A connection for every request, a hundred new games a second: there is always room for more.
TEST(KimbleHost, NobodyFillsItWithNewConnections) {
  KimbleHost::Options options;
  options.most_games = 1'000;
  HostTable table(std::make_unique<KimbleHost>(options));
  int begun = 0, slowed = 0;
  for (int request = 0; request < 20'000; ++request) {
    table.pass(std::chrono::milliseconds(10));
    if (request % 100 == 0) table.tick();
    const auto who = table.join();
    table.say(who, "v001000\n");
    const std::string answer = table.message(who);
    begun += answer.starts_with("t");
    slowed += answer.starts_with("Virhe: uusia peleja alkaa liian nopeasti");
    ASSERT_FALSE(answer.starts_with("Virhe: palvelin on taynna")) << request;
    table.half_close(who);
  }
  EXPECT_EQ(begun + slowed, 20'000);
  EXPECT_GT(begun, 1'000);
}

/// Who answers like people takes a person's time for one thought an answer.
TEST(KimbleHost, OnlyTheFirstThoughtAboutAnAnswerIsSeen) {
  KimbleHost host({.seed = 1});
  const Host::Time now{};
  HostActions actions;
  host.opened(now, 1, actions);
  host.received(now, 1, "v001333\n", actions);
  engine::Rng rng(1);
  std::string token;
  int first = 0, further = 0, thoughts = 0;
  for (int i = 0; i < 200; ++i) {
    const HostActions told = std::exchange(actions, {});
    if (!told.questions.empty()) {
      const HostActions::Question& question = told.questions.front();
      EXPECT_EQ(question.is_seen, thoughts == 0);
      ++(thoughts++ == 0 ? first : further);
      host.decided(now, question.bot, question.view.random_move(rng), actions);
      continue;
    }
    ASSERT_EQ(told.sends.size(), 1u);
    if (token.empty()) token = lines_of(told.sends[0].text)[0];
    thoughts = 0;
    host.received(now, 1, token + static_cast<char>('0' + i % 4) + "\n", actions);
  }
  EXPECT_GT(first, 5);
  EXPECT_GT(further, 10);
}

TEST(KimbleHost, HangsUpOnlyAfterAHalfClose) {
  Dialogue dialogue;
  EXPECT_TRUE(dialogue.say("v001222").ends_with("END\n"));
  dialogue.half_close();
  EXPECT_TRUE(dialogue.hung_up);
}

/// Whole games by the protocol, in pieces of any size.
TEST(KimbleProtocol, ClientsPlayWholeGames) {
  const char* kOpponents[] = {"222", "111", "000", "102", "020", "345"};
  std::size_t decisions = 0;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    KimbleHost::Options options;
    options.seed = seed;
    KimbleHost host(options);
    Wire wire(host, seed);
    KimbleClient::Options wanted;
    wanted.opponents = kOpponents[seed % 6];
    wanted.rests = seed % 2 == 1;
    KimbleClient client(wanted);
    wire.join(client);
    wire.run();
    ASSERT_TRUE(wire.end_of(0));
    ASSERT_EQ(wire.finished().size(), 1u);
    const FinishedGame& game = wire.finished()[0];
    const bool won = game.returns[0] > 0 && game.reason.starts_with("A");
    EXPECT_EQ(wire.end_of(0)->verdict, won ? Verdict::kWin : Verdict::kLoss);
    decisions += wire.decisions();
    expect_saw_all(wire, 0);
    // The record replays.
    engine::AnyState state = game.start;
    for (const engine::AnyMove move : game.moves) {
      ASSERT_TRUE(state.is_playable(move));
      state.apply(move);
    }
    EXPECT_TRUE(state.is_over());
  }
  EXPECT_GT(decisions, 300u);
}

TEST(KimbleProtocol, BrokenConnectionsAreTakenUpAgain) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    KimbleHost host({});
    Wire wire(host, seed);
    KimbleClient::Options wanted;
    wanted.rests = seed % 2 == 1;
    KimbleClient client(wanted);
    wire.join(client);
    engine::Rng rng(seed);
    for (int cut = 0; cut < 20 && !wire.end_of(0); ++cut) {
      wire.run(static_cast<int>(1 + rng.below(30)));
      if (!wire.end_of(0)) wire.cut(0);
    }
    wire.run();
    ASSERT_TRUE(wire.end_of(0));
    EXPECT_NE(wire.end_of(0)->verdict, Verdict::kUnknown) << wire.end_of(0)->reason;
    // Lines that were lost on the way may leave a game that cannot be followed, never a wrong one.
    if (wire.end_of(0)->seen) expect_saw_all(wire, 0);
  }
}

/// A client and a host without a wire between, so that a test decides what is lost.
class Line {
 public:
  explicit Line(std::uint64_t seed) : host_({.seed = seed}), rng_(seed) {}

  /// Connects, and gives the host what the client sends then; returns it.
  std::string connect() {
    HostActions host_actions;
    host_.opened({}, ++connection_, host_actions);
    actions = {};
    client.connected({}, actions);
    return actions.sends.empty() ? "" : pass(actions.sends.back());
  }
  std::string pass(std::string request) {
    HostActions host_actions;
    host_.received({}, connection_, request, host_actions);
    actions = {};
    for (const auto& send : host_actions.sends) client.received({}, send.text, actions);
    return request;
  }
  /// Sends a random move into nowhere, and breaks the connection.
  std::string lose_move() {
    const engine::AnyMove move = actions.decision->view.random_move(rng_);
    actions = {};
    client.decided({}, move, actions);
    const std::string request = actions.sends.back();
    client.disconnected({}, actions);
    return request;
  }
  void answer() {
    const engine::AnyMove move = actions.decision->view.random_move(rng_);
    actions = {};
    client.decided({}, move, actions);
    pass(actions.sends.back());
  }

  KimbleClient client{KimbleClient::Options{.opponents = "100"}};
  ClientActions actions;

 private:
  KimbleHost host_;
  engine::Rng rng_;
  ConnectionId connection_ = 0;
};

std::set<char> movable(const engine::AnyState& view) {
  std::set<char> ranks;
  for (const char rank : {'0', '1', '2', '3'})
    if (view.parse({&rank, 1}).ok()) ranks.insert(rank);
  return ranks;
}

TEST(KimbleProtocol, AMoveWhoseAnswerIsLostIsNotSentAgainBlindly) {
  int probes = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Line line(seed);
    line.connect();
    while (line.actions.decision) {
      const auto ranks = movable(line.actions.decision->view);
      if (ranks.size() < 4) {
        const std::string position = line.actions.decision->view.to_text();
        const std::string lost = line.lose_move();
        const std::string probe = line.connect();
        ASSERT_EQ(probe.size(), lost.size());
        EXPECT_FALSE(ranks.contains(probe[probe.size() - 2])) << "it could move";
        ASSERT_TRUE(line.actions.decision) << "the server still asks, so we are asked again";
        EXPECT_EQ(line.actions.decision->view.to_text(), position);
        ++probes;
      }
      line.answer();
    }
    EXPECT_TRUE(line.actions.end);
  }
  EXPECT_GT(probes, 200);
}

TEST(KimbleProtocol, AGameLostBeforeItsFirstQuestionIsBegunAnew) {
  KimbleClient client({});
  ClientActions actions;
  client.connected({}, actions);
  client.received({}, 't' + std::string(64, '1') + "\n" + std::string(20, '0'), actions);
  client.disconnected({}, actions);
  actions = {};
  client.connected({}, actions);
  EXPECT_EQ(actions.sends, std::vector<std::string>{"v001222\n"});
}

/// What a client makes of what a server sends.
GameEnd after(const std::string& bytes) {
  KimbleClient client({});
  ClientActions actions;
  client.connected({}, actions);
  actions = {};
  client.received({}, bytes, actions);
  return actions.end.value_or(GameEnd{Verdict::kUnknown, "goes on"});
}

TEST(KimbleClient, BadAnswersEndTheGameWithASentence) {
  const std::string token = 't' + std::string(64, '1') + '\n';
  const std::pair<std::string, std::string> kCases[] = {
      {"Virhe: palvelin on taynna\nEND\n", "the server says 'Virhe: palvelin on taynna'"},
      {"WAIT\r\n", "this is no kimble server: it sent 'WAIT'"},
      {"END\n", "the server's answer has no token"},
      {token + "END\n", "the server's answer does not ask for a move"},
      {std::string(100'000, 'x') + "\n", "this is no kimble server: its answer has no end"},
      {token + std::string(44, '0') + "A9\nEND\n",
       "the server's position cannot be read: the die must be 1-6, or 0 when it is not thrown yet, "
       "not '9'"},
      {token + std::string(44, 'A') + "A6\nEND\n",
       "the server's position cannot be read: A has more than 4 pieces on the board"},
      {token + "Voittaja: B\nEND\n", "B has won"},
  };
  for (const auto& [bytes, sentence] : kCases) EXPECT_EQ(after(bytes).reason, sentence);
}

TEST(KimbleClient, OnlyWhoPlaysCanHaveWon) {
  const std::string token = 't' + std::string(64, '1') + '\n';
  for (const std::string letter : {"Q", "E", "a", "", "AA", "A ", " A", "AB", "B", "0", "\xc4"}) {
    KimbleClient client({.opponents = "011"});
    ClientActions actions;
    client.connected({}, actions);
    actions = {};
    client.received({}, token + "Voittaja: " + letter + "\nEND\n", actions);
    ASSERT_TRUE(actions.end) << letter;
    EXPECT_EQ(actions.end->verdict, Verdict::kUnknown) << letter;
    EXPECT_EQ(actions.end->reason, "the server's winner '" + engine::printable(letter, 10) +
                                       "' does not play: it should be one of ACD");
  }
}

/// A whole game of a host, told to a client with another winner than the true one.
GameEnd end_with_winner(std::uint64_t seed, std::optional<char> other, bool breaks) {
  KimbleHost host({.seed = seed});
  KimbleClient client({.opponents = "111"});
  engine::Rng rng(seed);
  HostActions host_actions;
  host.opened({}, 1, host_actions);
  ClientActions actions;
  client.connected({}, actions);
  while (!actions.end) {
    std::string request = actions.sends.empty() ? "" : actions.sends.back();
    if (actions.decision) {
      const engine::AnyMove move = actions.decision->view.random_move(rng);
      actions = {};
      client.decided({}, move, actions);
      request = actions.sends.back();
    }
    host_actions = {};
    host.received({}, 1, request, host_actions);
    std::string answer = host_actions.sends.at(0).text;
    const std::size_t told = answer.find("Voittaja: ");
    if (told != std::string::npos && other) answer[told + 10] = *other;
    actions = {};
    if (told != std::string::npos && breaks) {
      client.disconnected({}, actions);
      client.connected({}, actions);
      answer.erase(0, told);
    }
    client.received({}, answer, actions);
  }
  return *actions.end;
}

TEST(KimbleClient, AWinnerMustHaveWonByTheServersOwnLines) {
  int contradictions = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const GameEnd end = end_with_winner(seed, std::nullopt, false);
    ASSERT_NE(end.verdict, Verdict::kUnknown) << end.reason;
    ASSERT_TRUE(end.seen);
    for (const char other : {'A', 'B', 'C', 'D'}) {
      if (other == end.reason[0]) continue;
      const GameEnd wrong = end_with_winner(seed, other, false);
      EXPECT_EQ(wrong.verdict, Verdict::kUnknown);
      EXPECT_TRUE(wrong.reason.starts_with(std::string("the server says that ") + other +
                                           " has won, but nothing that can follow '"))
          << wrong.reason;
      EXPECT_FALSE(wrong.seen);
      ++contradictions;
      // Of lines that were lost on the way we know nothing: the server's word counts.
      EXPECT_EQ(end_with_winner(seed, other, true).verdict,
                other == 'A' ? Verdict::kWin : Verdict::kLoss);
    }
  }
  EXPECT_EQ(contradictions, 30);
}

}  // namespace
}  // namespace gauntlet::tools
