// Hosts over real sockets: games by raw clients, crowds, and peers that misbehave.
#include "tools/net/host_server.h"

#include <gtest/gtest.h>

#include <list>
#include <map>

#include "tests/tools/echo_host.h"
#include "tests/tools/raw_client.h"
#include "tests/tools/served_host.h"
#include "tools/protocol/gomoku_host.h"
#include "tools/protocol/sudokill_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

GomokuHost::Options gomoku_options(int size, std::string opponent = "") {
  GomokuHost::Options options;
  options.size = size;
  options.opponent = std::move(opponent);
  return options;
}

/// Of a message in the middle of a game without two-digit numbers: status, rows, move, colour.
std::size_t message_size(std::size_t board, const std::string& last) {
  return 11 + board * (board + 1) + last.size() + 1 + 2;
}

/// Black wins in column 0 with its fifth move.
void play_to_the_end(RawClient& black, RawClient& white) {
  std::string last = "-1 -1";
  for (int move = 0; move < 5; ++move) {
    black.read(message_size(5, last));
    last = std::to_string(move) + " 0";
    black.send(last + '\n');
    if (move == 4) return;
    white.read(message_size(5, last));
    last = std::to_string(move) + " 1";
    white.send(last + '\n');
  }
}

constexpr std::string_view kLastBoard = "xo   \nxo   \nxo   \nxo   \nx    \n4 0\no\n";

TEST(HostServer, AGameOverSockets) {
  GomokuHost host(gomoku_options(5));
  ServedHost served(host);
  RawClient black(served.port()), white(served.port());
  play_to_the_end(black, white);
  EXPECT_EQ(black.read_to_end(), "WIN\n" + std::string(kLastBoard));
  EXPECT_EQ(white.read_to_end(), "LOSE\n" + std::string(kLastBoard));
  EXPECT_TRUE(black.is_closed_by_server() && white.is_closed_by_server());
  const auto finished = served.finished(1);
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0].moves.size(), 9u);
  EXPECT_TRUE(served.logs("connection 1 comes from 127.0.0.1:"));
  EXPECT_TRUE(served.logs("game 1: connection 1 is black, connection 2 is white"));
}

TEST(HostServer, BytesInAnyPieces) {
  GomokuHost host(gomoku_options(5));
  ServedHost served(host);
  RawClient black(served.port());
  for (const char& byte : std::string("0 0\n1 0\r\n2 0\n3 0\n4 0\n")) black.send({&byte, 1});
  RawClient white(served.port());
  white.send("0 1\n1 1\n2 1\n3 1\n");
  EXPECT_TRUE(black.read_to_end().ends_with("WIN\n" + std::string(kLastBoard)));
  EXPECT_TRUE(white.read_to_end().ends_with("LOSE\n" + std::string(kLastBoard)));
}

TEST(HostServer, TwoHundredConnectionsAtOnce) {
  GomokuHost host(gomoku_options(5));
  ServedHost served(host);
  std::list<RawClient> clients;
  for (int i = 0; i < 200; ++i) clients.emplace_back(served.port());
  for (auto client = clients.begin(); client != clients.end();) {
    RawClient& black = *client++;
    play_to_the_end(black, *client++);
  }
  int won = 0, lost = 0;
  for (RawClient& client : clients) {
    const std::string end = client.read_to_end();
    won += end == "WIN\n" + std::string(kLastBoard);
    lost += end == "LOSE\n" + std::string(kLastBoard);
  }
  EXPECT_EQ(won, 100);
  EXPECT_EQ(lost, 100);
  EXPECT_EQ(served.finished(100).size(), 100u);
}

TEST(HostServer, LateIsTold) {
  GomokuHost::Options options = gomoku_options(5);
  options.time_per_move = 60ms;
  GomokuHost host(options);
  ServedHost served(host);
  RawClient black(served.port()), white(served.port());
  const std::string last = "FORFEIT-TIME\n     \n     \n     \n     \n     \n-1 -1\nx\n";
  EXPECT_TRUE(black.read_to_end().ends_with(last));
  EXPECT_EQ(white.read_to_end(), last);
}

TEST(HostServer, CrashingClientsLose) {
  enum class Crash { kClose, kReset, kHalfClose, kHalfALine };
  GomokuHost host(gomoku_options(5));
  ServedHost served(host);
  std::size_t games = 0;
  for (const Crash crash : {Crash::kClose, Crash::kReset, Crash::kHalfClose, Crash::kHalfALine}) {
    RawClient black(served.port()), white(served.port());
    black.read(message_size(5, "-1 -1"));
    if (crash == Crash::kHalfALine) black.send("2 ");
    if (crash == Crash::kHalfClose) {
      black.half_close();
    } else if (crash == Crash::kReset) {
      black.reset();
    } else {
      black.close();
    }
    const std::string board = "     \n     \n     \n     \n     \n-1 -1\nx\n";
    EXPECT_EQ(white.read_to_end(), "WIN\n" + board);
    if (crash == Crash::kHalfClose) {
      EXPECT_EQ(black.read_to_end(), "LOSE\n" + board);
    }
    const auto finished = served.finished(++games);
    ASSERT_EQ(finished.size(), games);
    EXPECT_EQ(finished.back().reason, "black has left the game");
  }
}

TEST(HostServer, UnreadBytesDoNotTakeTheLastMessageBack) {
  GomokuHost host(gomoku_options(5));
  ServedHost served(host);
  RawClient black(served.port()), white(served.port());
  // Much that nobody will read: closing the socket at once would reset the connection.
  black.send("9 9\n" + std::string(100'000, 'x'));
  std::this_thread::sleep_for(100ms);
  EXPECT_TRUE(
      black.read_to_end().ends_with("FORFEIT-MOVE\n     \n     \n     \n     \n     \n-1 -1\nx\n"));
  EXPECT_TRUE(white.read_to_end().starts_with("FORFEIT-MOVE\n"));
}

// ---- built-in players ----

/// Plays the first empty square until the end; returns the last message.
std::string play_first_empty(RawClient& client, std::size_t size) {
  for (;;) {
    std::string status = client.read(3);
    if (status == "CON") {
      status += client.read(8);
    } else {
      return status + client.read_to_end();
    }
    const std::string board = client.read(size * (size + 1));
    while (client.read(1) != "\n") continue;
    client.read(2);
    const std::size_t square = board.find(' ');
    client.send(std::to_string(square / (size + 1)) + ' ' + std::to_string(square % (size + 1)) +
                '\n');
  }
}

TEST(HostServer, BuiltInPlayersPlayEverybody) {
  GomokuHost::Options game = gomoku_options(7, "ab:nodes=2000");
  game.time_per_move = 60s;  // the last client's runs while the others play
  GomokuHost host(game);
  HostServer::Options options;
  options.threads = 2;
  ServedHost served(host, options);
  std::list<RawClient> clients;
  for (int i = 0; i < 8; ++i) clients.emplace_back(served.port());
  for (RawClient& client : clients) EXPECT_TRUE(play_first_empty(client, 7).starts_with("LOSE\n"));
  const auto finished = served.finished(8);
  ASSERT_EQ(finished.size(), 8u);
  int as_white = 0;
  for (const FinishedGame& game : finished) as_white += game.players[1] == "ab:nodes=2000";
  EXPECT_EQ(as_white, 4);
}

TEST(HostServer, TheAllowanceEndsASearch) {
  GomokuHost::Options options = gomoku_options(9, "mcts:time=60s");
  options.time_per_move = 400ms;
  options.opponent_seat = 0;
  GomokuHost host(options);
  ServedHost served(host);
  RawClient client(served.port());
  for (int i = 0; i < 2; ++i) {  // also at its second move, with a search that was stopped before
    const auto begin = steady_clock::now();
    EXPECT_EQ(client.read(11), "CONTINUING\n");
    EXPECT_GT(steady_clock::now() - begin, 250ms);
    EXPECT_LT(steady_clock::now() - begin, 1500ms);
    const std::string rest = client.read(message_size(9, "4 4") - 11);
    client.send(rest[0] == ' ' ? "0 0\n" : "0 1\n");
  }
}

/// A player without a limit of its own takes what it is allowed, a tenth of its clock.
TEST(HostServer, SudokillsExpertThinksAsLongAsItMay) {
  SudokillHost::Options options;
  options.clock = 6s;
  options.opponent = "expert";
  options.opponent_seat = 0;
  SudokillHost host(options);
  ServedHost served(host);
  RawClient client(served.port());
  EXPECT_EQ(client.read(6), "WAIT\r\n");
  const auto begin = steady_clock::now();
  client.send("Ann\n");
  const std::string start = "READY\r\nSTART|2|2|";
  EXPECT_EQ(client.read(start.size()), start);
  client.read(9 * 18 - 1 + 2 + 5);  // nine rows, and the move
  EXPECT_GT(steady_clock::now() - begin, 300ms);
}

TEST(HostServer, MorePlayersThanSearchesAreKept) {
  GomokuHost host(gomoku_options(5, "mcts:sims=50:hash=1"));
  ServedHost served(host);
  std::list<RawClient> clients;
  for (int i = 0; i < 50; ++i) clients.emplace_back(served.port());
  for (RawClient& client : clients) play_first_empty(client, 5);
  EXPECT_EQ(served.finished(50).size(), 50u);
}

TEST(HostServer, StopsPromptlyWhilePlayersThink) {
  GomokuHost::Options options = gomoku_options(15, "mcts:time=60s");
  options.time_per_move = 60s;
  options.opponent_seat = 0;
  GomokuHost host(options);
  ServedHost served(host);
  std::list<RawClient> clients;
  for (int i = 0; i < 3; ++i) clients.emplace_back(served.port());
  EXPECT_TRUE(served.logs("game 3"));
  EXPECT_LT(served.stop(), 1s);
  for (RawClient& client : clients) EXPECT_EQ(client.read_to_end(), "");
}

// ---- limits ----

TEST(HostServer, HalfClosingIsReportedAndAnswered) {
  EchoHost host(1);
  ServedHost served(host);
  RawClient client(served.port());
  client.send("hello ");
  client.half_close();
  EXPECT_EQ(client.read_to_end(), "hello goodbye");
}

TEST(HostServer, ResetsAreReported) {
  EchoHost host(1);
  ServedHost served(host);
  RawClient client(served.port());
  client.send("hello");
  EXPECT_EQ(client.read(5), "hello");
  client.reset();
  EXPECT_TRUE(served.logs("gone, open 0"));
}

TEST(HostServer, WhoDoesNotReadIsCutAndHoldsUpNobody) {
  EchoHost host(1'000);
  HostServer::Options options;
  options.unread_time = 10s;  // it is the amount that counts here
  ServedHost served(host, options);
  RawClient deaf(served.port(), 4096);
  const std::string much(1'000, 'x');
  std::thread flood([&] {
    for (int i = 0; i < 20 && deaf.send(much); ++i) continue;
  });
  RawClient client(served.port());
  for (int i = 0; i < 20; ++i) {
    const auto begin = steady_clock::now();
    client.send("y");
    EXPECT_EQ(client.read(1'000), std::string(1'000, 'y'));
    EXPECT_LT(steady_clock::now() - begin, 500ms);
  }
  EXPECT_TRUE(served.logs("cut connection 1: it does not read what it is sent"));
  flood.join();
}

TEST(HostServer, WhoReadsNothingForLongIsCut) {
  EchoHost host(100);
  HostServer::Options options;
  options.unread_time = 100ms;
  options.unsent_bytes = std::size_t{1} << 30;  // it is the time that counts here
  ServedHost served(host, options);
  RawClient deaf(served.port(), 4096);
  std::thread flood([&] {
    while (deaf.send(std::string(10'000, 'x'))) continue;  // until it is cut
  });
  EXPECT_TRUE(served.logs("cut connection 1: it does not read what it is sent"));
  flood.join();
}

TEST(HostServer, ReadsNoMoreWhileMuchIsUnsent) {
  EchoHost host(1);
  HostServer::Options options;
  options.unread_time = 10s;
  options.unsent_bytes = 64 * 1024;
  ServedHost served(host, options);
  RawClient slow(served.port());
  const std::string much(8'000'000, 'x');
  std::thread flood([&] { slow.send(much); });
  std::this_thread::sleep_for(100ms);  // buffers fill up; nobody is cut for it
  EXPECT_EQ(slow.read(much.size()).size(), much.size());
  flood.join();
}

TEST(HostServer, TooManyConnectionsAreRefusedUntilThereIsRoom) {
  EchoHost host(1);
  HostServer::Options options;
  options.connections = 20;
  ServedHost served(host, options);
  std::list<RawClient> clients;
  for (int i = 0; i < 20; ++i) clients.emplace_back(served.port());
  EXPECT_TRUE(served.logs("open 20"));
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(RawClient(served.port()).read_to_end(),
              "this server is full: try again in a minute\n");
  EXPECT_TRUE(served.logs("the limit of 20 connections is reached"));
  clients.pop_front();
  EXPECT_TRUE(served.logs("half-closed"));
  EXPECT_TRUE(served.logs("connection 1 is closed"));
  RawClient late(served.port());
  late.send("hello");
  EXPECT_EQ(late.read(5), "hello");
}

TEST(HostServer, BrowsersBeyondTheLimitAreTold) {
  EchoHost host(1);
  HostServer::Options options;
  options.connections = 1;
  options.web.emplace(HostServer::Web());
  ServedHost served(host, options);
  RawClient first(served.port());
  EXPECT_TRUE(served.logs("open 1"));
  for (int i = 0; i < 3; ++i) {
    RawClient browser(served.web_port());
    browser.send("GET / HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\n\r\n");
    const std::string answer = browser.read_to_end();
    EXPECT_TRUE(answer.starts_with("HTTP/1.1 503 Service Unavailable\r\nRetry-After: 1\r\n"))
        << answer;
    EXPECT_TRUE(answer.ends_with("\r\n\r\ntoo many connections; try again in a second")) << answer;
  }
  EXPECT_EQ(RawClient(served.port()).read_to_end(), "this server is full: try again in a minute\n");
  EXPECT_TRUE(served.logs("the limit of 1 connection is reached"));
}

TEST(HostServer, AnAddressGetsItsShare) {
  EchoHost host(1);
  HostServer::Options options;
  options.connections_of_address = 3;
  options.limits_loopback = true;
  ServedHost served(host, options);
  std::list<RawClient> clients;
  for (int i = 0; i < 3; ++i) clients.emplace_back(served.port());
  EXPECT_TRUE(served.logs("open 3"));
  EXPECT_EQ(RawClient(served.port()).read_to_end(), "this server is full: try again in a minute\n");
  EXPECT_TRUE(served.logs("the limit of 3 connections from one address is reached"));
}

TEST(HostServer, WhatWasSaidIsSentBeforeItStops) {
  GomokuHost host(gomoku_options(5));
  std::stop_source stop;
  HostServer::Options options;
  options.finished = [&](const FinishedGame&) { stop.request_stop(); };
  const auto server = HostServer::listen(options, host);
  ASSERT_TRUE(server.ok());
  std::jthread thread([&] { (*server)->run(stop.get_token()); });
  RawClient black((*server)->port()), white((*server)->port());
  play_to_the_end(black, white);
  EXPECT_EQ(black.read_to_end(), "WIN\n" + std::string(kLastBoard));
  EXPECT_EQ(white.read_to_end(), "LOSE\n" + std::string(kLastBoard));
}

TEST(HostServer, APortThatIsTakenGetsASentence) {
  EchoHost host(1);
  ServedHost served(host);
  HostServer::Options options;
  options.port = served.port();
  const auto second = HostServer::listen(options, host);
  ASSERT_FALSE(second.ok());
  EXPECT_EQ(engine::message_of(second), "cannot listen on 127.0.0.1, port " +
                                            std::to_string(served.port()) +
                                            ": Address already in use");
}

}  // namespace

}  // namespace gauntlet::tools
