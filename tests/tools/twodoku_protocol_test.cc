// Two-Doku's client and referee together: whole games in pieces of any size, what a client knows,
// and that what is hidden stays hidden.
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <iterator>
#include <list>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/make_player.h"
#include "tests/tools/served_host.h"
#include "tests/tools/twodoku_recording.h"
#include "tests/tools/twodoku_script.h"
#include "tests/tools/twodoku_twins.h"
#include "tests/tools/wire.h"
#include "tools/net/game_client.h"
#include "tools/protocol/twodoku_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;

constexpr std::array<const char*, 4> kVariants = {"twodoku", "twodoku/java", "twodoku/open",
                                                  "twodoku/java/open"};

TwoDokuHost::Options options_of(std::uint64_t seed) {
  TwoDokuHost::Options options;
  options.game = kVariants[seed % kVariants.size()];
  options.seed = seed;
  return options;
}

Verdict verdict_of(float share) {
  return share == 0.5f ? Verdict::kDraw : share == 1 ? Verdict::kWin : Verdict::kLoss;
}

/// A finished game with what its two players were told; seat 0 is red.
struct PlayedGame {
  std::array<RecordingTwoDoku, 2> players;
  FinishedGame game;
};

/// Two clients that choose at random, joined in virtual time in pieces of any size.
std::unique_ptr<PlayedGame> play_at_random(std::uint64_t seed) {
  TwoDokuHost host(options_of(seed));
  Wire wire(host, seed);
  std::array<RecordingTwoDoku, 2> players;
  for (RecordingTwoDoku& player : players) wire.join(player);
  wire.run();
  EXPECT_EQ(wire.finished().size(), 1u);
  if (wire.finished().size() != 1u) return nullptr;
  const FinishedGame& game = wire.finished()[0];
  // The names may have arrived in any order.
  const std::size_t red = players[0].heard.find("seat red\n") != std::string::npos ? 0 : 1;
  for (const std::size_t seat : {0, 1})
    EXPECT_EQ(wire.end_of(seat == 0 ? red : 1 - red)->verdict, verdict_of(game.returns[seat]))
        << game.reason;
  if (red == 1) std::swap(players[0], players[1]);
  return std::make_unique<PlayedGame>(PlayedGame{std::move(players), game});
}

/// The positions in which a seat was to move, as it saw them.
std::vector<std::string> views(const FinishedGame& game, Player seat) {
  std::vector<std::string> texts;
  engine::AnyState state = game.start;
  for (const AnyMove move : game.moves) {
    if (state.to_move() == seat) texts.push_back(state.redacted(seat).to_text());
    state.apply(move);
  }
  return texts;
}

TEST(TwoDokuProtocol, ClientsPlayWholeGamesAndKnowWhatTheyMayKnow) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto played = play_at_random(seed);
    ASSERT_TRUE(played);
    for (const Player seat : {0, 1}) {
      const RecordingTwoDoku& player = played->players[static_cast<std::size_t>(seat)];
      const std::vector<std::string> expected = views(played->game, seat);
      ASSERT_EQ(player.decisions.size(), expected.size());
      for (std::size_t i = 0; i < expected.size(); ++i) {
        ASSERT_EQ(player.decisions[i].view.to_text(), expected[i]);
        ASSERT_EQ(player.decisions[i].view.observer(), seat);
        ASSERT_EQ(player.decisions[i].game.name(), played->game.game.name());
      }
    }
  }
}

/// The referee says byte for byte what follows from the player's views, and at the end the scores.
TEST(TwoDokuProtocol, TheRefereeSaysWhatFollowsFromAViewAndNothingElse) {
  for (std::uint64_t seed = 100; seed < 160; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto played = play_at_random(seed);
    ASSERT_TRUE(played);
    for (const Player seat : {0, 1}) {
      const std::string& heard = played->players[static_cast<std::size_t>(seat)].heard;
      const std::size_t over = heard.rfind("over red ");
      ASSERT_NE(over, std::string::npos);
      ASSERT_EQ(heard.substr(0, over), twodoku_script(played->game, seat));
      EXPECT_EQ(heard.find('\n', over), heard.size() - 1);
    }
  }
}

/// Two whole positions that are one to the observer; what it is told of moves that look the same to
/// it is the same, byte for byte, and so is what its player does.
TEST(TwoDokuProtocol, HiddenStaysHidden) {
  constexpr std::uint64_t kSeed = 900;
  int compared = 0, hidden_moves = 0;  // of positions that differ
  for (std::uint64_t number = 0; compared < 10'000; ++number) {
    engine::Rng rng(kSeed, number);
    TwoDoku state = TwoDoku::start({number % 2 == 1, number % 4 >= 2}, rng);
    while (!engine::is_over(state)) {
      const TwoDoku::Move move =
          state.to_move() == engine::kChance ? state.sample_chance(rng) : state.random_move(rng);
      for (const Player observer : {0, 1}) {
        SCOPED_TRACE("seed " + std::to_string(kSeed) + ", game " + std::to_string(number) + ": " +
                     state.format(move) + " in " + state.to_text());
        const TwoDoku view = state.redacted(observer);
        const TwoDoku twin = view.determinized(rng);
        ASSERT_EQ(twin.redacted(observer), view);
        ASSERT_EQ(prompt_of(twin.redacted(observer)), prompt_of(view));
        const auto other = lookalike(state, move, twin, observer, rng);
        if (!other) continue;
        const TwoDoku next = engine::child(state, move), twin_next = engine::child(twin, *other);
        const std::string a = told(view, state.seen(move, observer), next.redacted(observer));
        const std::string b = told(twin.redacted(observer), twin.seen(*other, observer),
                                   twin_next.redacted(observer));
        ASSERT_EQ(a, b);
        compared += twin != state;
        hidden_moves += move != *other;
      }
      state.apply(move);
    }
  }
  EXPECT_GT(hidden_moves, 100);
}

/// Replays what a player was told to a fresh client; returns the moves that a search with this seed
/// would make.
std::vector<std::string> searched_moves(const std::string& heard, std::uint64_t seed) {
  TwoDokuClient client({});
  const auto game = engine::find_game("twodoku");
  const auto spec = selfplay::parse_deadline_player("mcts:sims=12", *game);
  auto player = selfplay::make_player(*spec, *game);
  (*player)->new_game(seed, engine::kNobody);
  std::vector<std::string> moves;
  ClientActions greeting;
  client.connected({}, greeting);
  for (std::size_t at = 0; at < heard.size();) {
    const std::size_t end = heard.find('\n', at) + 1;
    ClientActions actions;
    client.received({}, heard.substr(at, end - at), actions);
    at = end;
    if (actions.end) break;
    if (!actions.decision) continue;
    const auto forever = std::chrono::steady_clock::now() + 1h;
    const AnyMove move = (*player)->choose(actions.decision->view, {forever}).move;
    moves.push_back(actions.decision->view.format(move));
  }
  return moves;
}

TEST(TwoDokuProtocol, SameMessagesAndSeedSameMoves) {
  for (std::uint64_t seed = 200; seed < 220; seed += 4) {  // hidden hands, alternating colours
    const auto played = play_at_random(seed);
    ASSERT_TRUE(played);
    for (const RecordingTwoDoku& player : played->players) {
      const auto moves = searched_moves(player.heard, seed);
      EXPECT_EQ(moves.size(), player.decisions.size());
      EXPECT_EQ(moves, searched_moves(player.heard, seed)) << "seed " << seed;
    }
  }
}

TEST(TwoDokuProtocol, ManyGamesAtOnce) {
  constexpr std::size_t kClients = 40;
  TwoDokuHost host(options_of(0));
  Wire wire(host, 3);
  std::list<TwoDokuClient> clients;
  for (std::size_t i = 0; i < kClients; ++i)
    wire.join(clients.emplace_back(TwoDokuClient::Options{}));
  wire.run();
  EXPECT_EQ(wire.finished().size(), kClients / 2);
  int wins = 0, losses = 0;
  for (std::size_t i = 0; i < kClients; ++i) {
    ASSERT_TRUE(wire.end_of(i));
    EXPECT_NE(wire.end_of(i)->verdict, Verdict::kUnknown) << wire.end_of(i)->reason;
    wins += wire.end_of(i)->verdict == Verdict::kWin;
    losses += wire.end_of(i)->verdict == Verdict::kLoss;
  }
  EXPECT_EQ(wins, losses);
}

TEST(TwoDokuProtocol, PlaysBuiltInOpponents) {
  for (std::uint64_t seed = 0; seed < 12; ++seed) {
    TwoDokuHost::Options options = options_of(seed);
    options.opponent = "random";
    TwoDokuHost host(options);
    Wire wire(host, seed);
    TwoDokuClient client({}), next({});
    wire.join(client);
    wire.join(next);
    wire.run();
    ASSERT_TRUE(wire.end_of(0) && wire.end_of(1));
    EXPECT_NE(wire.end_of(0)->verdict, Verdict::kUnknown) << wire.end_of(0)->reason;
    EXPECT_NE(wire.heard_by(0).find("seat red\n") == std::string::npos,
              wire.heard_by(1).find("seat red\n") == std::string::npos);
  }
}

TEST(TwoDokuProtocol, ABrokenConnectionLosesTheGame) {
  TwoDokuHost host(options_of(0));
  Wire wire(host, 1);
  TwoDokuClient breaks({}), stays({});
  wire.join(breaks);
  wire.join(stays);
  wire.run(60);
  wire.cut(0);
  wire.run();
  EXPECT_EQ(wire.end_of(0)->verdict, Verdict::kUnknown);
  EXPECT_EQ(wire.end_of(0)->reason, "the server closed the connection without a result");
  EXPECT_EQ(wire.end_of(1)->verdict, Verdict::kWin) << wire.end_of(1)->reason;
  EXPECT_TRUE(wire.end_of(1)->reason.ends_with(" has left the game"));
}

/// Searchers over real sockets, on both sides.
TEST(TwoDokuProtocol, GamesOverSockets) {
  TwoDokuHost::Options options = options_of(3);
  options.opponent = "level:2";
  TwoDokuHost host(options);
  ServedHost served(host);
  GameClient::Options driver;
  driver.ports = {served.port()};
  driver.retry_for = 50ms;
  driver.player.player = "level:3";
  GameClient games(driver);
  for (std::uint64_t game = 1; game <= 4; ++game) {
    TwoDokuClient client({});
    const GameResult result = games.play(client, game);
    EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
    EXPECT_GT(result.moves, 40u);
    const auto finished = served.finished(game);
    ASSERT_EQ(finished.size(), game);
    const std::size_t ours = finished.back().players[0] == "Gauntlet" ? 0 : 1;
    EXPECT_EQ(ours, (game - 1) % 2);
    EXPECT_EQ(result.end.verdict, verdict_of(finished.back().returns[ours]));
    EXPECT_EQ(result.end.reason, finished.back().reason);
  }
}

// ---- the documentation ----

std::string documentation() {
  std::ifstream file(GAUNTLET_SOURCE_DIR "/docs/twodoku-protocol.md");
  return {std::istreambuf_iterator<char>(file), {}};
}

/// The lines of the documented game, without the remarks: "> " the referee says, "< " the player.
/// A line "..." stands for whatever was left out.
std::vector<std::vector<std::string>> documented_game() {
  std::vector<std::vector<std::string>> parts(1);
  const std::string text = documentation();
  for (const std::string_view line : engine::split(text, '\n')) {
    if (line == "    ...") parts.emplace_back();
    if (!line.starts_with("    > ") && !line.starts_with("    < ")) continue;
    const std::string_view said = line.substr(4, line.find("   ", 6) - 4);
    parts.back().emplace_back(said.substr(0, said.find_last_not_of(' ') + 1));
  }
  return parts;
}

TEST(TwoDokuProtocol, TheDocumentedGameIsWhatHappens) {
  const auto played = play_at_random(12);
  ASSERT_TRUE(played);
  const RecordingTwoDoku& red = played->players[0];
  // What red heard and said, in order: it answers each question at once.
  std::vector<std::string> dialogue;
  std::size_t answers = 0;
  for (const std::string_view line : engine::split(red.heard, '\n')) {
    if (line.empty()) continue;
    dialogue.push_back("> " + std::string(line));
    if (line == "game twodoku") dialogue.push_back("< name Gauntlet");
    if (line.ends_with('?'))
      dialogue.push_back("< " + red.sent[answers].substr(0, red.sent[answers].size() - 1)),
          ++answers;
  }
  std::string all;
  for (const std::string& line : dialogue) all += "    " + line + '\n';
  auto from = dialogue.begin();
  const auto parts = documented_game();
  EXPECT_GE(parts.size(), 3u);
  for (const auto& part : parts) {
    from = std::search(from, dialogue.end(), part.begin(), part.end());
    ASSERT_NE(from, dialogue.end()) << part[0] << " .. is nowhere in:\n" << all;
    from += static_cast<std::ptrdiff_t>(part.size());
  }
  EXPECT_EQ(from, dialogue.end()) << "the last line";
}

TEST(TwoDokuProtocol, TheDocumentationNamesEveryMessage) {
  const std::string text = documentation();
  for (const char* word :
       {"`twodoku 1`", "`game NAME`", "`name X`", "`seat red`", "`clock MS`", "`colour?`",
        "`hide?`", "`turn?`", "`move COLOUR ANSWER`", "`result accepted`", "`result drew D`",
        "`reveal R C D`", "`deal N1 .. N9`", "`other N1 .. N9`", "`over red S1 blue S2 REASON`",
        "`error SENTENCE`", "17090"})
    EXPECT_NE(text.find(word), std::string::npos) << word;
}

}  // namespace

}  // namespace gauntlet::tools
