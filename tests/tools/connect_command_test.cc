// `gauntlet connect` as users and scripts see it.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <filesystem>
#include <sstream>
#include <string>
#include <vector>

#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"
#include "tests/tools/fake_server.h"
#include "tests/tools/gomoku_referee.h"

namespace gauntlet::tools {

namespace {

using Words = std::vector<std::string>;

class ConnectCommand : public ::testing::Test {
 protected:
  std::unique_ptr<ChildProcess> start(Words words) const {
    words.insert(words.begin(), {GAUNTLET_BINARY, "connect"});
    return std::make_unique<ChildProcess>(words, directory_.path(), ChildProcess::Options{});
  }
  Ended run(const Words& words) const { return start(words)->wait(); }

  const TemporaryDirectory directory_;
};

std::vector<boost::json::object> objects(const std::string& out) {
  std::vector<boost::json::object> lines;
  std::istringstream text(out);
  for (std::string line; std::getline(text, line);)
    lines.push_back(boost::json::parse(line).as_object());
  return lines;
}

std::string port_of(const FakeServer& server) {
  return std::to_string(server.port());
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

/// Lets the peer make one move and ends the game so.
void quick_game(Peer& peer, const std::string& status) {
  peer.send(first_gomoku_prompt());
  peer.line();
  peer.send(gomoku_message(status, "x..../...../...../...../.....", "0 0", 'o'));
  peer.sees_the_end();
}

TEST_F(ConnectCommand, PlaysAllGamesAndKeepsScore) {
  const std::vector<std::string> statuses = {"WIN", "LOSE", "DRAW", "WIN"};
  FakeServer server([&](Peer& peer, int number) {
    quick_game(peer, statuses[static_cast<std::size_t>(number)]);
  });
  const Ended ended =
      run({"gomoku", "--port", port_of(server), "--level", "1", "--games", "4", "--seed", "1"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(contains(ended.out, "game 1 of 4: win (we won), 1 move in ")) << ended.out;
  EXPECT_TRUE(contains(ended.out, "so far 1 win, 0 draws, 1 loss\n")) << ended.out;
  EXPECT_TRUE(contains(ended.out, "4 of 4 games finished: 2 wins, 1 draw, 1 loss;")) << ended.out;
  EXPECT_TRUE(contains(ended.err, " game 2: connected to 127.0.0.1:" + port_of(server) + "\n"));
  EXPECT_TRUE(contains(ended.err, " game 3: the game starts on 5x5, we are black\n"));
}

TEST_F(ConnectCommand, JsonIsOneObjectALine) {
  FakeServer server([](Peer& peer, int) { GomokuReferee::play(peer, {.game = "gomoku:5"}); });
  const Ended ended = run({"gomoku", "--port", port_of(server), "--player", "random", "--games",
                           "2", "--json", "--quiet", "--seed", "5"});
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
  const auto lines = objects(ended.out);
  ASSERT_EQ(lines.size(), 3u);
  for (const char* key : {"game", "verdict", "reason", "interrupted", "moves", "seconds",
                          "longest_overshoot_ms", "score"})
    EXPECT_TRUE(lines[0].contains(key)) << key;
  EXPECT_EQ(lines[1].at("event"), "game");
  EXPECT_EQ(lines[1].at("game"), 2);
  for (const char* key : {"server", "host", "name", "player", "games", "wins", "draws", "losses",
                          "unknown", "moves", "longest_overshoot_ms", "seed"})
    EXPECT_TRUE(lines[2].contains(key)) << key;
  EXPECT_EQ(lines[2].at("event"), "summary");
  EXPECT_EQ(lines[2].at("games"), 2);
  EXPECT_EQ(lines[2].at("seed"), 5);
}

TEST_F(ConnectCommand, SameSeedSameGame) {
  std::vector<std::string> moves;
  FakeServer server([&](Peer& peer, int) {
    peer.send(first_gomoku_prompt());
    moves.push_back(peer.line());
    peer.send(gomoku_message("WIN", "x..../...../...../...../.....", "0 0", 'o'));
  });
  for (const std::string seed : {"7", "7", "8"})
    run({"gomoku", "--port", port_of(server), "--player", "random", "--games", "6", "--seed",
         seed});
  ASSERT_EQ(moves.size(), 18u);
  const auto part = [&](int i) { return Words(moves.begin() + 6 * i, moves.begin() + 6 * i + 6); };
  EXPECT_EQ(part(0), part(1));
  EXPECT_NE(part(0), part(2));
}

TEST_F(ConnectCommand, AServerThatIsNotThereIsAFault) {
  const std::string port = std::to_string(FakeServer::free_port());
  const Ended ended = run({"gomoku", "--port", port, "--retry-for", "100ms", "--quiet"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(contains(ended.out, "cannot reach 127.0.0.1:" + port + " (Connection refused)"));
  EXPECT_TRUE(contains(ended.err, "gauntlet: the server made it impossible to finish"));
}

TEST_F(ConnectCommand, AnotherProtocolIsAFaultThatIsNotTriedAgain) {
  std::atomic<int> connections = 0;
  FakeServer server([&](Peer& peer, int) {
    ++connections;
    peer.send("SSH-2.0-OpenSSH_9.2\r\n");
    peer.sees_the_end();
  });
  const Ended ended = run({"gomoku", "--port", port_of(server), "--games", "5"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(contains(ended.out, "this is no gomoku server: it sent 'SSH-2.0-OpenSSH_9.2'"));
  EXPECT_EQ(connections, 1);
}

TEST_F(ConnectCommand, AGameWithoutAResultDoesNotStopTheOthers) {
  FakeServer server([](Peer& peer, int number) {
    if (number != 1) return quick_game(peer, "WIN");
    peer.send(first_gomoku_prompt());
    peer.line();
  });
  const Ended ended =
      run({"gomoku", "--port", port_of(server), "--player", "random", "--games", "3", "--quiet"});
  EXPECT_EQ(ended.code, 3);
  EXPECT_TRUE(contains(ended.out, "2 of 3 games finished: 2 wins, 0 draws, 0 losses, 1 unknown"))
      << ended.out;
}

/// It answers rightly, and closes: again and again the same.
TEST_F(ConnectCommand, AServerThatAsksTheSameOverEveryConnectionIsLeft) {
  for (const bool rests : {false, true}) {
    std::atomic<int> connections = 0;
    FakeServer server([&](Peer& peer, int) {
      ++connections;
      peer.line();
      peer.send('t' + std::string(64, '1') + "\nA00A" + std::string(40, '0') + "A3\nEND\n");
    });
    Words words = {"kimble", "--port",  port_of(server), "--player",
                   "random", "--quiet", "--retry-for",   "2s"};
    if (rests) words.emplace_back("--rest");
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 3);
    EXPECT_TRUE(contains(ended.out, "the server asks the same question over every connection"))
        << ended.out;
    EXPECT_LE(connections, 10);
  }
}

TEST_F(ConnectCommand, AnIdleLimitHoldsBeforeTheGameToo) {
  const std::pair<std::string, std::string> kServers[] = {
      {"gomoku", ""}, {"sudokill", "WAIT\r\n"}, {"twodoku", "twodoku 1\n"}};
  for (const auto& [word, greeting] : kServers) {
    FakeServer server([&, greeting = greeting](Peer& peer, int) {
      peer.send(greeting);
      peer.sees_the_end();
    });
    const Ended ended = run({word, "--port", port_of(server), "--idle", "300ms"});
    EXPECT_EQ(ended.code, 3) << word;
    EXPECT_TRUE(contains(ended.out, "no game has begun within 300 ms")) << ended.out;
    if (word != "sudokill") {
      EXPECT_TRUE(contains(ended.err, ", at most 300 ms\n")) << ended.err;
    }
  }
}

/// As much as it can say before it is left, again and again.
TEST_F(ConnectCommand, ATalkativeServerDoesNotFillTheLog) {
  const auto began = std::chrono::steady_clock::now();
  const std::string empty = [] {
    std::string rows;
    for (int row = 0; row < 9; ++row) rows += "|0 0 0 0 0 0 0 0 0";
    return rows + "\r\n";
  }();
  FakeServer server([&](Peer& peer, int) {
    peer.send("WAIT\r\n");
    peer.line();
    peer.send("START|2|2" + empty);
    std::string chat;
    for (int line = 0; line < 900; ++line) chat += std::string(400, 'x') + "\r\n";
    for (int digit = 1; digit <= 9; ++digit)
      peer.send(chat + "0 " + std::to_string(digit - 1) + ' ' + std::to_string(digit) + "\r\n");
    peer.send("GAME OVER|Bob left the game\r\n");
    peer.sees_the_end();
  });
  const Ended ended = run({"sudokill", "--port", port_of(server), "--games", "3"});
  EXPECT_EQ(ended.code, 0) << ended.out;
  EXPECT_TRUE(contains(ended.out, "3 of 3 games finished: 3 wins")) << ended.out;
  EXPECT_TRUE(contains(ended.err, "the server says 'xxx"));
  EXPECT_TRUE(contains(ended.err, "left out"));
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - began;
  EXPECT_LE(static_cast<double>(ended.err.size()), 100'000 * (1 + took.count()));
}

TEST_F(ConnectCommand, InterruptLeavesTheGameWithASummary) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    std::atomic<bool> asked = false, saw_the_end = false;
    FakeServer server([&](Peer& peer, int number) {
      if (number == 0) return quick_game(peer, "LOSE");
      peer.send(first_gomoku_prompt());
      asked = true;
      saw_the_end = peer.sees_the_end();
    });
    const auto child = start({"gomoku", "--port", port_of(server), "--player", "mcts:time=50ms",
                              "--time-per-move", "10s", "--games", "3"});
    for (int i = 0; i < 300 && !asked; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    const auto begin = std::chrono::steady_clock::now();
    child->send(signal);
    const Ended ended = child->wait();
    EXPECT_LT(std::chrono::steady_clock::now() - begin, std::chrono::seconds(1));
    EXPECT_EQ(ended.code, 1) << "signal " << ended.signal;
    EXPECT_TRUE(contains(ended.out, "1 of 3 games finished: 0 wins, 0 draws, 1 loss")) << ended.out;
    EXPECT_TRUE(contains(ended.err, "interrupted; 1 of 3 games finished"));
    for (int i = 0; i < 100 && !saw_the_end; ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    EXPECT_TRUE(saw_the_end);
  }
}

TEST_F(ConnectCommand, AStoreThatVanishesIsTold) {
  const std::string store = directory_ / "games.db";
  FakeServer server([&](Peer& peer, int number) {
    if (number == 1) std::filesystem::remove(store);
    GomokuReferee::play(peer, {.game = "gomoku:5"});
  });
  const Ended ended = run({"gomoku", "--port", port_of(server), "--player", "random", "--games",
                           "2", "--store", store});
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_TRUE(contains(ended.out, "2 of 2 games finished")) << ended.out;
  EXPECT_TRUE(contains(ended.err, "gauntlet: a game could not be kept: '" + store +
                                      "' was removed, moved or replaced in use\n"))
      << ended.err;
}

TEST_F(ConnectCommand, AStoreThatVanishesWhenAllIsKeptIsTold) {
  const std::string store = directory_ / "games.db";
  std::atomic<bool> is_gone = false;
  FakeServer server([&](Peer& peer, int number) {
    if (number == 0) {
      GomokuReferee::play(peer, {.game = "gomoku:5"});
      return;
    }
    std::filesystem::remove(store);
    is_gone = true;
    peer.sees_the_end();
  });
  const auto child = start({"gomoku", "--port", port_of(server), "--player", "random", "--games",
                            "2", "--store", store});
  for (int i = 0; i < 1000 && !is_gone; ++i)
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  child->send(SIGTERM);
  const Ended ended = child->wait();
  EXPECT_EQ(ended.code, 4) << ended.err;
  EXPECT_TRUE(contains(ended.err, "removed, moved or replaced in use, so its games are not kept"))
      << ended.err;
}

TEST_F(ConnectCommand, DebugTellsEveryByte) {
  FakeServer server([](Peer& peer, int) { quick_game(peer, "WIN"); });
  const Ended ended =
      run({"gomoku", "--port", port_of(server), "--player", "random", "--log-level", "debug"});
  EXPECT_TRUE(contains(ended.err, "<< CONTINUING\\x0a     \\x0a")) << ended.err;
  EXPECT_TRUE(contains(ended.err, ">> ")) << ended.err;
}

TEST_F(ConnectCommand, SudokillAndKimbleIntroduceThemselves) {
  std::string name, request;
  FakeServer sudokill([&](Peer& peer, int) {
    peer.send("WAIT\r\n");
    name = peer.line();
  });
  EXPECT_EQ(run({"sudokill", "--port", port_of(sudokill), "--name", "A B"}).code, 3);
  EXPECT_EQ(name, "A B");
  FakeServer kimble([&](Peer& peer, int) {
    request = peer.line();
    peer.send("Virhe: no\nEND\n");
    peer.sees_the_end();
  });
  EXPECT_EQ(run({"kimble", "--port", port_of(kimble), "--opponents", "102"}).code, 3);
  EXPECT_EQ(request, "v001102");
}

TEST_F(ConnectCommand, EveryServerTakesAName) {
  FakeServer server([](Peer& peer, int) { GomokuReferee::play(peer, {.game = "gomoku:5"}); });
  const auto play = [&](const Words& more) {
    Words words = {"gomoku", "--port", port_of(server), "--player", "random", "--name", "Ada"};
    words.insert(words.end(), more.begin(), more.end());
    return run(words);
  };
  const Ended told = play({});
  EXPECT_EQ(told.code, 0) << told.err;
  EXPECT_TRUE(contains(told.out, "gomoku on 127.0.0.1 as Ada, player random")) << told.out;
  EXPECT_TRUE(contains(told.err, "the protocol of gomoku has no names")) << told.err;
  const Ended for_programs = play({"--json", "--quiet"});
  EXPECT_EQ(objects(for_programs.out).back().at("name"), "Ada");
  EXPECT_EQ(for_programs.err, "");
}

TEST_F(ConnectCommand, RolloutsAreToldWhomTheyMeet) {
  const auto told_player = [&](const std::string& opponents, const std::string& player) {
    FakeServer kimble([&](Peer& peer, int) {
      peer.line();
      peer.send("Virhe: no\nEND\n");
      peer.sees_the_end();
    });
    const Ended ended = run({"kimble", "--port", port_of(kimble), "--opponents", opponents,
                             "--player", player, "--json"});
    EXPECT_EQ(ended.code, 3) << ended.err;
    return std::string(objects(ended.out).back().at("player").as_string());
  };
  EXPECT_EQ(told_player("222", "expert"), "expert:against=vaikea");
  EXPECT_EQ(told_player("010", "rollouts:time=20ms"), "rollouts:time=20ms:against=helppo");
  EXPECT_EQ(told_player("111", "rollouts:against=random"), "rollouts:against=random");
  EXPECT_EQ(told_player("120", "expert"), "expert:against=helppo+vaikea");
  EXPECT_EQ(told_player("205", "expert"), "expert:against=vaikea+fitted");
  EXPECT_EQ(told_player("333", "rollouts"), "rollouts");
  EXPECT_EQ(told_player("111", "mcts:sims=10"), "mcts:sims=10");
  EXPECT_EQ(told_player("222", "level:3"), "level:3");
}

TEST_F(ConnectCommand, TwoDokuGivesItsNameAndPlaysTheVariantAnnounced) {
  std::string name, answer;
  FakeServer server([&](Peer& peer, int) {
    peer.send("twodoku 1\ngame twodoku/java/open\n");
    name = peer.line();
    peer.send("seat red\nclock 60000\ncolour?\n");
    answer = peer.line();
    peer.send("over red 0 blue 0 400 turns were played\n");
    peer.sees_the_end();
  });
  const Ended ended = run({"twodoku", "--port", port_of(server), "--name", "A B", "--level", "1",
                           "--clock", "30s", "--time-per-move", "1s"});
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_EQ(name, "name A B");
  EXPECT_TRUE(answer.starts_with("colour ")) << answer;
  EXPECT_TRUE(contains(ended.err, "the game starts: twodoku/java/open, we are red"));
  EXPECT_TRUE(contains(ended.out, "game 1 of 1: draw (400 turns were played), 1 move in "))
      << ended.out;
}

TEST_F(ConnectCommand, EveryBadLineGetsOneSentence) {
  const std::vector<std::pair<Words, std::string>> all = {
      {{}, "SERVER is missing"},
      {{"gomuko"}, "did you mean 'gomoku'?"},
      {{"chess"}, "the servers are gomoku, sudokill, kimble, twodoku"},
      {{"gomoku", "--port", "0"}, "--port takes a port"},
      {{"gomoku", "--port", "65536"}, "--port takes a port"},
      {{"gomoku", "--port", "4-2"}, "--port takes a port"},
      {{"gomoku", "--port", "1-2-3"}, "--port takes a port"},
      {{"gomoku", "--port", "1-200"}, "--port takes a port"},
      {{"gomoku", "--port", "80,"}, "--port takes a port"},
      {{"gomoku", "--host", ""}, "--host takes"},
      {{"gomoku", "--host", "a\nb"}, "--host takes"},
      {{"gomoku", "--player", "stockfish"}, "unknown player 'stockfish'"},
      {{"gomoku", "--player", "human"}, "'human' needs a terminal"},
      {{"gomoku", "--player", "expret"}, "did you mean 'expert'?"},
      {{"gomoku", "--level", "11"}, "--level takes a level from 1 to 10, such as 4 or 4.3"},
      {{"gomoku", "--level", "4.35"}, "--level takes a level from 1 to 10, such as 4 or 4.3"},
      {{"gomoku", "--level", "3", "--player", "ab"}, "cannot be given together"},
      {{"gomoku", "--games", "0"}, "--games takes"},
      {{"gomoku", "--time-per-move", "2"}, "--time-per-move takes a time"},
      {{"gomoku", "--idle", "soon"}, "--idle takes a time"},
      {{"gomoku", "--log-level", "debgu"}, "did you mean 'debug'?"},
      {{"gomoku", "--start"}, "--start is not an option of gomoku"},
      {{"gomoku", "--clock", "9s"}, "--clock is not an option of gomoku"},
      {{"sudokill", "--rest"}, "--rest is not an option of sudokill"},
      {{"sudokill", "--opponents", "111"}, "--opponents is not an option of sudokill"},
      {{"kimble", "--name", ""}, "--name takes"},
      {{"sudokill", "--name", ""}, "--name takes"},
      {{"sudokill", "--name", "a\r\nPLAY"}, "--name takes"},
      {{"twodoku/java"}, "unknown server 'twodoku/java'"},
      {{"twodoku", "--start"}, "--start is not an option of twodoku"},
      {{"twodoku", "--clock", "soon"}, "--clock takes a time"},
      {{"twodoku", "--player", "ab"}, "use turns"},
      {{"kimble", "--opponents", "22"}, "--opponents takes three digits"},
      {{"kimble", "--opponents", "12x"}, "--opponents takes three digits"},
      {{"kimble", "--player", "ab"}, "use rollouts"},
      {{"kimble", "--player", "rollouts:against=helpo"}, "did you mean 'helppo'?"},
      {{"kimble", "--opponents", "020", "--player", "table"}, "'table' needs --table FILE"},
      {{"kimble", "--table", "nowhere"}, "'nowhere'"},
      {{"sudokill", "--table", "nowhere"}, "--table is not an option of sudokill"},
  };
  for (const auto& [words, part] : all) {
    Words line = words;  // a line that passes for good must not wait for a server
    if (!line.empty()) line.insert(line.end(), {"--retry-for", "1ms"});
    const Ended ended = run(line);
    EXPECT_EQ(ended.code, 2) << part;
    EXPECT_EQ(ended.out, "");
    EXPECT_TRUE(contains(ended.err, part)) << ended.err;
    EXPECT_EQ(ended.err.find('\n'), ended.err.size() - 1) << ended.err;
  }
}

}  // namespace

}  // namespace gauntlet::tools
