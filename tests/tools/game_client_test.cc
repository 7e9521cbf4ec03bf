// Games over real sockets with servers that behave, and with those that do not.
#include "tools/net/game_client.h"

#include <gtest/gtest.h>

#include <atomic>
#include <string>
#include <thread>
#include <vector>

#include "tests/tools/fake_server.h"
#include "tests/tools/gomoku_referee.h"
#include "tools/net/back_off.h"
#include "tools/protocol/gomoku_client.h"

namespace gauntlet::tools {

namespace {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

/// A client of Gomoku with its driver, as a test wants them.
struct ClientGame {
  GomokuClient::Options protocol;
  GameClient::Options options;
  std::vector<std::string> log;

  explicit ClientGame(std::uint16_t port) {
    protocol.idle = milliseconds(5000);
    options.ports = {port};
    options.retry_for = milliseconds(50);
    options.player.player = "random";
    options.log = [this](std::string_view sentence) { log.emplace_back(sentence); };
  }
  GameResult play() {
    GameClient driver(options);
    return play_with(driver);
  }
  GameResult play_with(GameClient& driver) const {
    GomokuClient client(protocol);
    return driver.play(client, 1);
  }
  bool has_logged(const std::string& part) const {
    return std::any_of(log.begin(), log.end(), [&](const std::string& line) {
      return line.find(part) != std::string::npos;
    });
  }
};

/// Sends the first question and takes the answer.
std::string opening(Peer& peer) {
  peer.send(first_gomoku_prompt());
  return peer.line();
}

double seconds_of(const std::function<void()>& what) {
  const auto begin = steady_clock::now();
  what();
  return std::chrono::duration<double>(steady_clock::now() - begin).count();
}

Verdict verdict_of(double score) {
  return score == 1 ? Verdict::kWin : score == 0 ? Verdict::kLoss : Verdict::kDraw;
}

/// Plays a game with the referee and expects both to agree on the result, which is returned.
double play_with_referee(const GomokuReferee::Options& rules) {
  double score = -1;
  GameResult result;
  {
    // Its end waits for the referee.
    FakeServer server([&](Peer& peer, int) {
      score = GomokuReferee::play(peer, rules);
      EXPECT_TRUE(peer.sees_the_end());
    });
    result = ClientGame(server.port()).play();
  }
  EXPECT_EQ(result.end.verdict, verdict_of(score)) << result.end.reason;
  EXPECT_NE(score, -1) << "an illegal move";
  EXPECT_GE(result.moves, 4u);
  EXPECT_FALSE(result.was_stopped);
  return score;
}

TEST(GameClient, PlaysWholeGamesOfBothColours) {
  int wins = 0, losses = 0;
  for (std::uint64_t number = 0; number < 20; ++number) {
    const double score = play_with_referee({.game = "gomoku:7",
                                            .peer_seat = static_cast<engine::Player>(number % 2),
                                            .seed = number,
                                            .bytewise = false});
    wins += score == 1;
    losses += score == 0;
  }
  EXPECT_GT(wins, 0);
  EXPECT_GT(losses, 0);
}

TEST(GameClient, PlaysOneByteAtATime) {
  play_with_referee({.game = "gomoku:5", .peer_seat = 1, .seed = 3, .bytewise = true});
}

TEST(GameClient, TellsEveryEnding) {
  const std::vector<std::pair<std::string, Verdict>> endings = {
      {"WIN", Verdict::kWin},           {"LOSE", Verdict::kLoss},         {"DRAW", Verdict::kDraw},
      {"FORFEIT-move", Verdict::kLoss}, {"FORFEIT-TIME", Verdict::kLoss},
  };
  FakeServer server([&](Peer& peer, int number) {
    EXPECT_NE(opening(peer), "");
    peer.send(gomoku_message(endings[static_cast<std::size_t>(number)].first,
                             "x..../...../...../...../.....", "0 0", 'x'));
  });
  ClientGame game(server.port());
  GameClient driver(game.options);
  for (const auto& [status, verdict] : endings) {
    const GameResult result = game.play_with(driver);
    EXPECT_EQ(result.end.verdict, verdict) << status;
    EXPECT_EQ(result.moves, 1u);
  }
}

TEST(GameClient, EachAnswerIsOneWrite) {
  std::string answer;
  {
    FakeServer server([&](Peer& peer, int) {
      peer.send(first_gomoku_prompt());
      answer = peer.receive();
    });
    ClientGame(server.port()).play();
  }  // its thread has ended
  EXPECT_EQ(answer.size(), 4u) << answer;
  EXPECT_EQ(answer.back(), '\n');
}

TEST(GameClient, AConnectionClosedInAGameEndsItWithoutAResult) {
  const std::vector<std::function<void(Peer&)>> faults = {
      [](Peer& peer) { peer.close(); },
      [](Peer& peer) {
        opening(peer);
        peer.reset();
      },
      [](Peer& peer) {
        opening(peer);
        peer.send("CONTINUING\n  x  \n  ");
        peer.reset();
      },
      [](Peer& peer) {
        opening(peer);
        peer.half_close();
        EXPECT_TRUE(peer.sees_the_end());
      },
  };
  for (std::size_t i = 0; i < faults.size(); ++i) {
    FakeServer server([&](Peer& peer, int) { faults[i](peer); });
    const GameResult result = ClientGame(server.port()).play();
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
    EXPECT_EQ(result.end.reason, "the server closed the connection without a result") << i;
    EXPECT_FALSE(result.was_stopped);
  }
}

TEST(GameClient, AResetBeforeTheFirstByteIsAnEndInTime) {
  // The connection may or may not be seen to stand before it breaks.
  FakeServer server([](Peer& peer, int number) {
    if (number % 2 == 0) peer.send(first_gomoku_prompt());
    peer.reset();
  });
  for (int i = 0; i < 10; ++i) {
    const double seconds = seconds_of([&] {
      const GameResult result = ClientGame(server.port()).play();
      EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
      EXPECT_FALSE(result.end.reason.empty());
    });
    EXPECT_LT(seconds, 1.0);
  }
}

TEST(GameClient, AnotherProtocolIsSeenAtOnce) {
  FakeServer server([](Peer& peer, int) {
    peer.send("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
    EXPECT_TRUE(peer.sees_the_end());
  });
  const GameResult result = ClientGame(server.port()).play();
  EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
  EXPECT_EQ(result.end.reason, "this is no gomoku server: it sent 'HTTP/1.1 400 Bad Request'");
  EXPECT_EQ(result.moves, 0u);
}

TEST(GameClient, AFloodOfBytesEndsTheGame) {
  FakeServer server([](Peer& peer, int) { peer.send(std::string(1'000'000, 'x') + '\n'); });
  const GameResult result = ClientGame(server.port()).play();
  EXPECT_EQ(result.end.reason.substr(0, 23), "this is no gomoku serve");
}

TEST(GameClient, SilenceAfterAMoveEndsTheGame) {
  FakeServer server([](Peer& peer, int) {
    EXPECT_NE(opening(peer), "");
    EXPECT_TRUE(peer.sees_the_end());
  });
  ClientGame game(server.port());
  game.protocol.idle = milliseconds(300);
  const GameResult result = game.play();
  EXPECT_EQ(result.end.reason, "the server fell silent");
  EXPECT_EQ(result.moves, 1u);
  EXPECT_GE(result.duration.count(), 0.3);
  EXPECT_LT(result.duration.count(), 1.5);
}

TEST(GameClient, AServerThatAppearsLateIsFound) {
  const std::uint16_t port = FakeServer::free_port();
  ClientGame game(port);
  game.options.retry_for = milliseconds(10'000);
  std::unique_ptr<FakeServer> server;
  std::thread late([&] {
    std::this_thread::sleep_for(milliseconds(300));
    server = std::make_unique<FakeServer>(
        [](Peer& peer, int) { GomokuReferee::play(peer, {.game = "gomoku:5"}); }, port);
  });
  const GameResult result = game.play();
  late.join();
  EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
  EXPECT_TRUE(game.has_logged("Connection refused"));
  EXPECT_TRUE(game.has_logged("trying again in 0."));
  EXPECT_TRUE(game.has_logged("connected to 127.0.0.1:" + std::to_string(port)));
  EXPECT_LE(game.log.size(), 8u) << "it does not try again at once";
}

TEST(GameClient, AServerThatIsNeverThereIsGivenUp) {
  ClientGame game(FakeServer::free_port());
  game.options.retry_for = milliseconds(500);
  const double seconds = seconds_of([&] {
    const GameResult result = game.play();
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
    EXPECT_NE(result.end.reason.find("Connection refused"), std::string::npos);
    EXPECT_NE(result.end.reason.find("tried for 0.5 s"), std::string::npos) << result.end.reason;
  });
  EXPECT_GE(seconds, 0.5);
  EXPECT_LT(seconds, 1.5);
}

TEST(GameClient, TheNextPortsAreTried) {
  FakeServer server([](Peer& peer, int) { GomokuReferee::play(peer, {.game = "gomoku:5"}); });
  ClientGame game(FakeServer::free_port());
  game.options.ports.push_back(server.port());
  game.options.ports.push_back(FakeServer::free_port());
  GameClient driver(game.options);
  for (int i = 0; i < 2; ++i) {
    const GameResult result = game.play_with(driver);
    EXPECT_NE(result.end.verdict, Verdict::kUnknown) << result.end.reason;
  }
}

TEST(GameClient, ARepeatedQuestionReplacesTheOneBefore) {
  FakeServer server([](Peer& peer, int) {
    for (int i = 0; i < 5; ++i) peer.send(first_gomoku_prompt());
    EXPECT_NE(peer.line(), "");
    peer.send(gomoku_message("WIN", "x..../...../...../...../.....", "0 0", 'o'));
  });
  ClientGame game(server.port());
  game.options.player.player = "mcts";  // thinks for all of the time allowed
  game.protocol.allowance = milliseconds(200);
  const GameResult result = game.play();
  EXPECT_EQ(result.end.verdict, Verdict::kWin);
  EXPECT_EQ(result.moves, 1u);
}

TEST(GameClient, AnEndBreaksOffAThought) {
  FakeServer server([](Peer& peer, int) {
    peer.send(first_gomoku_prompt());
    std::this_thread::sleep_for(milliseconds(100));
    peer.send(gomoku_message("FORFEIT-TIME", "...../...../...../...../.....", "-1 -1", 'x'));
    EXPECT_EQ(peer.receive(), "");
  });
  ClientGame game(server.port());
  game.options.player.player = "expert";
  game.protocol.allowance = milliseconds(60'000);
  const double seconds = seconds_of([&] {
    const GameResult result = game.play();
    EXPECT_EQ(result.end.reason, "we forfeited by taking too long");
    EXPECT_EQ(result.moves, 0u);
  });
  EXPECT_LT(seconds, 1.5);
}

TEST(GameClient, ASearcherWithoutLimitsUsesTheTimeAllowed) {
  std::vector<double> times;
  FakeServer server([&](Peer& peer, int) {
    for (int i = 0; i < 5; ++i) times.push_back(seconds_of([&] { EXPECT_NE(opening(peer), ""); }));
    peer.send(gomoku_message("DRAW", "x..../...../...../...../.....", "0 0", 'o'));
  });
  ClientGame game(server.port());
  game.options.player.player = "mcts";
  game.protocol.allowance = milliseconds(400);
  const GameResult result = game.play();
  EXPECT_EQ(result.end.verdict, Verdict::kDraw);
  EXPECT_EQ(result.moves, 5u);
  for (const double time : times) {
    EXPECT_GT(time, 0.2);
    EXPECT_LT(time, 0.5);
  }
}

TEST(GameClient, ALimitOfThePlayersOwnHolds) {
  FakeServer server([](Peer& peer, int) {
    EXPECT_NE(opening(peer), "");
    peer.send(gomoku_message("DRAW", "x..../...../...../...../.....", "0 0", 'o'));
  });
  for (const std::string player : {"mcts:time=20ms", "mcts:sims=10", "ab:depth=1", "level:1"}) {
    ClientGame game(server.port());
    game.options.player.player = player;
    game.protocol.allowance = milliseconds(60'000);
    EXPECT_LT(seconds_of([&] { EXPECT_EQ(game.play().moves, 1u); }), 2.0) << player;
  }
}

TEST(GameClient, ABoardOfAnotherSizeInTheMiddleOfAGame) {
  FakeServer server([](Peer& peer, int) {
    opening(peer);
    std::string board = "...............";
    for (int i = 1; i < 15; ++i) board += "/...............";
    peer.send(gomoku_message("CONTINUING", board, "-1 -1", 'x'));
    EXPECT_NE(peer.line(), "");
    peer.send(gomoku_message("WIN", board, "-1 -1", 'x'));
  });
  for (const std::string player : {"mcts:sims=50", "ab:depth=1"}) {
    ClientGame game(server.port());
    game.options.player.player = player;
    EXPECT_EQ(game.play().end.verdict, Verdict::kWin);
  }
}

/// Requests a stop after a moment.
class StopSoon {
 public:
  explicit StopSoon(ClientGame& game) {
    game.options.stop = source_.get_token();
    thread_ = std::thread([this] {
      std::this_thread::sleep_for(milliseconds(150));
      source_.request_stop();
    });
  }
  ~StopSoon() { thread_.join(); }

 private:
  std::stop_source source_;
  std::thread thread_;
};

void expect_prompt_stop(ClientGame& game) {
  const StopSoon stop(game);
  const double seconds = seconds_of([&] {
    const GameResult result = game.play();
    EXPECT_TRUE(result.was_stopped);
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
  });
  EXPECT_GE(seconds, 0.1);
  EXPECT_LT(seconds, 1.0);
}

TEST(GameClient, AStopEndsAThought) {
  std::atomic<bool> saw_the_end = false;
  FakeServer server([&](Peer& peer, int) {
    peer.send(first_gomoku_prompt());
    saw_the_end = peer.sees_the_end();
  });
  ClientGame game(server.port());
  game.options.player.player = "expert";
  game.protocol.allowance = milliseconds(60'000);
  expect_prompt_stop(game);
  for (int i = 0; i < 100 && !saw_the_end; ++i) std::this_thread::sleep_for(milliseconds(10));
  EXPECT_TRUE(saw_the_end);
}

TEST(GameClient, AStopEndsTheWaitForAnOpponent) {
  FakeServer server([](Peer& peer, int) { EXPECT_TRUE(peer.sees_the_end()); });
  ClientGame game(server.port());
  expect_prompt_stop(game);
}

TEST(GameClient, AStopEndsTheBackOff) {
  ClientGame game(FakeServer::free_port());
  game.options.retry_for = milliseconds(60'000);
  expect_prompt_stop(game);
}

TEST(GameClient, AStopBeforeTheBeginningConnectsToNobody) {
  std::atomic<int> connections = 0;
  FakeServer server([&](Peer&, int) { ++connections; });
  ClientGame game(server.port());
  std::stop_source stop;
  stop.request_stop();
  game.options.stop = stop.get_token();
  EXPECT_TRUE(game.play().was_stopped);
  EXPECT_EQ(connections, 0);
}

TEST(GameClient, APlayerThatDoesNotFitIsThrown) {
  FakeServer server([](Peer& peer, int) { opening(peer); });
  ClientGame game(server.port());
  game.options.player.player = "helppo";
  EXPECT_THROW(game.play(), std::exception);
}

TEST(BackOff, GrowsToItsLimitWithJitter) {
  BackOff back_off(1);
  EXPECT_EQ(back_off.wait().count(), 0);
  BackOff::Wait base = BackOff::kFirst;
  for (int i = 0; i < 10; ++i) {
    back_off.failed();
    EXPECT_GE(back_off.wait(), base);
    EXPECT_LE(back_off.wait(), std::min(base * 3 / 2, BackOff::kLongest));
    base = std::min(2 * base, BackOff::kLongest);
  }
  EXPECT_EQ(base, BackOff::kLongest);
  back_off.succeeded();
  EXPECT_EQ(back_off.wait().count(), 0);
  back_off.failed();
  EXPECT_LT(back_off.wait(), BackOff::kFirst * 3 / 2);
}

/// Plays by a script, to see what the driver does with each action.
class ScriptedClient final : public Client {
 public:
  std::function<void(ClientActions&)> on_connected = [](ClientActions&) {};
  std::function<void(std::string_view, ClientActions&)> on_received = [](std::string_view,
                                                                         ClientActions&) {};
  std::function<void(ClientActions&)> on_disconnected = [](ClientActions&) {};
  int connections = 0, losses = 0, ticks = 0;

  void connected(Time, ClientActions& actions) override {
    ++connections;
    on_connected(actions);
  }
  void received(Time, std::string_view bytes, ClientActions& actions) override {
    on_received(bytes, actions);
  }
  void decided(Time, engine::AnyMove, ClientActions&) override {}
  void disconnected(Time, ClientActions& actions) override {
    ++losses;
    on_disconnected(actions);
  }
  void ticked(Time, ClientActions&) override { ++ticks; }
};

GameEnd won() {
  return {Verdict::kWin, "done"};
}

TEST(GameClient, ALostConnectionIsOpenedAgainAfterAPause) {
  FakeServer server([](Peer& peer, int number) {
    if (number < 2) return peer.send("again");
    peer.send("end");
    EXPECT_TRUE(peer.sees_the_end());
  });
  ClientGame game(server.port());
  game.options.retry_for = milliseconds(5'000);
  ScriptedClient client;
  client.on_received = [](std::string_view bytes, ClientActions& actions) {
    if (bytes == "end") actions.end = won();
  };
  GameClient driver(game.options);
  const double seconds =
      seconds_of([&] { EXPECT_EQ(driver.play(client, 1).end.verdict, Verdict::kWin); });
  EXPECT_EQ(client.connections, 3);
  EXPECT_EQ(client.losses, 2);
  EXPECT_GE(seconds, 0.6);  // 0.2 s and 0.4 s, and jitter
  EXPECT_LT(seconds, 2.0);
}

TEST(GameClient, AServerThatOnlyHangsUpIsGivenUp) {
  std::atomic<int> connections = 0;
  FakeServer server([&](Peer&, int) { ++connections; });
  ClientGame game(server.port());
  game.options.retry_for = milliseconds(700);
  ScriptedClient client;
  GameClient driver(game.options);
  const double seconds = seconds_of([&] {
    const GameResult result = driver.play(client, 1);
    EXPECT_EQ(result.end.verdict, Verdict::kUnknown);
    EXPECT_EQ(result.end.reason, "the server keeps closing the connection");
  });
  EXPECT_LE(connections, 6);
  EXPECT_LT(seconds, 2.5);
}

TEST(GameClient, AnotherConnectionIsOpenedAtOnce) {
  FakeServer server([](Peer& peer, int number) {
    EXPECT_EQ(peer.line(), "hello " + std::to_string(number + 1));
    peer.send("answer");
    EXPECT_TRUE(peer.sees_the_end());
  });
  ClientGame game(server.port());
  ScriptedClient client;
  client.on_connected = [&](ClientActions& actions) {
    actions.sends.push_back("hello " + std::to_string(client.connections) + "\n");
  };
  client.on_received = [&](std::string_view, ClientActions& actions) {
    if (client.connections == 10) actions.end = won();
    actions.reconnect = client.connections < 10;
  };
  GameClient driver(game.options);
  const double seconds =
      seconds_of([&] { EXPECT_EQ(driver.play(client, 1).end.verdict, Verdict::kWin); });
  EXPECT_EQ(client.connections, 10);
  EXPECT_EQ(client.losses, 0);
  EXPECT_LT(seconds, 1.0);
}

TEST(GameClient, TicksComeAboutFiveTimesASecond) {
  FakeServer server([](Peer& peer, int) {
    std::this_thread::sleep_for(milliseconds(900));
    peer.send("end");
    peer.sees_the_end();
  });
  ClientGame game(server.port());
  ScriptedClient client;
  client.on_received = [](std::string_view, ClientActions& actions) { actions.end = won(); };
  GameClient driver(game.options);
  driver.play(client, 1);
  EXPECT_GE(client.ticks, 2);
  EXPECT_LE(client.ticks, 5);
}

TEST(GameClient, AServerThatReadsNothingIsLeft) {
  FakeServer server([](Peer& peer, int) {
    peer.send("go");
    std::this_thread::sleep_for(milliseconds(300));
  });
  ClientGame game(server.port());
  ScriptedClient client;
  client.on_received = [](std::string_view, ClientActions& actions) {
    for (int i = 0; i < 200; ++i) actions.sends.emplace_back(100'000, 'x');
  };
  client.on_disconnected = [](ClientActions& actions) {
    actions.end = GameEnd{Verdict::kUnknown, "left"};
  };
  GameClient driver(game.options);
  EXPECT_EQ(driver.play(client, 1).end.reason, "left");
  EXPECT_TRUE(game.has_logged("cannot send to the server"));
}

}  // namespace

}  // namespace gauntlet::tools
