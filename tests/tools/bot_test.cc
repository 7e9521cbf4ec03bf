// `gauntlet bot kinarow` as a program, called the way the page calls it.
#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <atomic>
#include <boost/json.hpp>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/tools/piped_process.h"
#include "tests/tools/raw_http.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;
using Words = std::vector<std::string>;

/// A running bot on a free port.
class Bot {
 public:
  explicit Bot(Words words) : process_(arguments(std::move(words))) {
    const auto line = process_.read_line();
    if (!line) return;
    start_ = boost::json::parse(*line).as_object();
    port_ = start_.at("port").to_number<std::uint16_t>();
  }
  std::uint16_t port() const { return port_; }
  const boost::json::object& start() const { return start_; }
  PipedProcess& process() { return process_; }

 private:
  static Words arguments(Words words) {
    const Words first = {GAUNTLET_BINARY, "bot", "kinarow", "--port", "0", "--json"};
    words.insert(words.begin(), first.begin(), first.end());
    return words;
  }

  PipedProcess process_;
  boost::json::object start_;
  std::uint16_t port_ = 0;
};

/// What the page plays.
struct Game {
  int width, height, k;
  std::string seconds;

  std::string name() const {
    return "mnk:" + std::to_string(width) + "x" + std::to_string(height) + "x" + std::to_string(k) +
           "/page";
  }
  std::string query() const {
    return "?width=" + std::to_string(width) + "&height=" + std::to_string(height) +
           "&k=" + std::to_string(k) + "&timePerMove=" + seconds;
  }
  std::string body(const engine::AnyState& state) const {
    std::string cells;
    for (const char c : state.to_text()) {
      if (c == '/') continue;
      cells += cells.empty() ? "" : ",";
      cells += c == 'x' ? "0" : c == 'o' ? "1" : "null";
    }
    return R"({"width":)" + std::to_string(width) + R"(,"height":)" + std::to_string(height) +
           R"(,"cells":[)" + cells + R"(],"k":)" + std::to_string(k) + R"(,"turn":)" +
           std::to_string(state.to_move()) + R"(,"timePerMove":)" + seconds + "}";
  }
};

struct Played {
  engine::Returns returns{};
  int plies = 0;
  steady_clock::duration slowest{};
};

/// Plays a game as the page does, both players on the bot at `port`; nothing if a move is illegal,
/// which fails the test.
std::optional<Played> play(std::uint16_t port, const Game& game, const std::string& black,
                           const std::string& white) {
  const auto rules = engine::find_game(game.name());
  engine::Rng rng(0);
  engine::AnyState state = rules->start(rng);
  RawHttp clients[] = {RawHttp(port), RawHttp(port)};
  const std::string* paths[] = {&black, &white};
  Played played;
  for (int player = 0; player < 2; ++player)
    if (clients[player].ask(http_get(*paths[player] + "/status" + game.query())).status != 200)
      return std::nullopt;
  for (; !state.is_over(); ++played.plies) {
    const int player = state.to_move();
    const auto begin = steady_clock::now();
    const auto reply = clients[player].ask(http_post(*paths[player] + "/move", game.body(state)));
    played.slowest = std::max(played.slowest, steady_clock::now() - begin);
    const auto square = engine::parse_int(reply.body, 0, game.width * game.height - 1);
    const engine::AnyMove move(static_cast<std::uint32_t>(square.value_or(-1)));
    if (reply.status != 200 || !square || !state.is_playable(move)) {
      ADD_FAILURE() << state.to_text() << ": " << reply.head << reply.body;
      return std::nullopt;
    }
    state.apply(move);
  }
  played.returns = state.returns();
  return played;
}

TEST(KinarowProcess, WholeGames) {
  Bot bot({"--player", "ab:nodes=3000", "--seed", "1"});
  ASSERT_NE(bot.port(), 0);
  EXPECT_EQ(bot.start().at("event"), "listening");
  const auto drawn = play(bot.port(), {3, 3, 3, "1"}, "", "");
  ASSERT_TRUE(drawn);
  EXPECT_EQ(drawn->returns[0], 0.5f);
  const auto won = play(bot.port(), {7, 6, 4, "1"}, "", "/level/1");
  ASSERT_TRUE(won);
  EXPECT_EQ(won->returns[0], 1);
  const auto high = play(bot.port(), {3, 6, 4, "1.5"}, "/level/2", "");  // with wrapped lines
  ASSERT_TRUE(high);
  EXPECT_GE(high->plies, 7);
}

TEST(KinarowProcess, SeveralGamesAtOnce) {
  Bot bot({"--seed", "1"});
  std::vector<std::thread> games;
  std::atomic<int> finished = 0;
  absl::Mutex mutex;  // of `slowest`
  steady_clock::duration slowest{};
  for (int i = 0; i < 4; ++i)
    games.emplace_back([&] {
      const auto played = play(bot.port(), {4, 4, 4, "5"}, "", "");
      if (!played) return;
      ++finished;
      const absl::MutexLock lock(&mutex);
      slowest = std::max(slowest, played->slowest);
    });
  for (std::thread& game : games) game.join();
  EXPECT_EQ(finished, 4);
  RecordProperty("slowest_ms", static_cast<int>(slowest / 1ms));
}

TEST(KinarowProcess, LongSearchesEndInTime) {
  Bot bot({"--seed", "1"});
  const Game game{15, 15, 5, "1"};
  engine::Rng rng(0);
  const auto rules = engine::find_game(game.name());
  const engine::AnyState state = rules->start(rng);
  std::vector<std::thread> clients;
  std::atomic<int> in_time = 0;
  for (int i = 0; i < 3; ++i)
    clients.emplace_back([&] {
      RawHttp client(bot.port());
      for (int move = 0; move < 4; ++move) {
        const auto begin = steady_clock::now();
        const auto reply = client.ask(http_post("/move", game.body(state)));
        in_time += reply.status == 200 && steady_clock::now() - begin < 1s;
      }
    });
  for (std::thread& client : clients) client.join();
  EXPECT_GE(in_time, 11);  // other tests run on this machine too
}

/// More are asked for at once than can be thought about: each gets its part of the time, and what
/// cannot be had in time is refused.
TEST(KinarowProcess, ACrowdIsAnsweredInTimeOrRefused) {
  Bot bot({"--seed", "1"});
  const Game game{15, 15, 5, "2"};
  engine::Rng rng(0);
  const auto rules = engine::find_game(game.name());
  const engine::AnyState state = rules->start(rng);
  std::vector<std::thread> clients;
  std::atomic<int> moves = 0, refusals = 0;
  for (int i = 0; i < 80; ++i)
    clients.emplace_back([&] {
      const auto reply = RawHttp(bot.port()).ask(http_post("/move", game.body(state)));
      ++(reply.status == 200 ? moves : refusals);
      EXPECT_TRUE(reply.status == 200 || reply.status == 503) << reply.status;
    });
  for (std::thread& client : clients) client.join();
  EXPECT_EQ(moves + refusals, 80);
  EXPECT_GE(moves, 40);
  for (int answers = 0; answers < 80; ++answers) {
    const auto line = bot.process().read_line();
    ASSERT_TRUE(line);
    const auto event = boost::json::parse(*line).as_object();
    if (event.at("status") != 200) continue;
    EXPECT_LE(event.at("time_ms").to_number<int>(), 2'000) << *line;
  }
}

TEST(KinarowProcess, TheRealPagesRequests) {
  Bot bot({"--player", "random"});
  RawHttp client(bot.port());
  const std::string browser =
      "Host: 127.0.0.1:7001\r\nConnection: keep-alive\r\nAccept: */*\r\nOrigin: "
      "http://127.0.0.1:1234\r\nUser-Agent: Mozilla/5.0\r\nSec-Fetch-Mode: cors\r\n"
      "Accept-Encoding: gzip, deflate, br, zstd\r\n";
  const auto status =
      client.ask("GET /status?width=4&height=4&k=3&timePerMove=2 HTTP/1.1\r\n" + browser + "\r\n");
  EXPECT_EQ(status.status, 200);
  EXPECT_NE(status.head.find("Access-Control-Allow-Origin: *\r\n"), std::string::npos);
  const auto allowed = client.ask("OPTIONS /move HTTP/1.1\r\n" + browser +
                                  "Access-Control-Request-Method: POST\r\n"
                                  "Access-Control-Request-Headers: content-type\r\n"
                                  "Access-Control-Request-Private-Network: true\r\n\r\n");
  EXPECT_EQ(allowed.status, 204);
  for (const char* header :
       {"Access-Control-Allow-Origin: *\r\n", "Access-Control-Allow-Methods: POST, OPTIONS\r\n",
        "Access-Control-Allow-Headers: Content-Type\r\n", "Access-Control-Max-Age: 86400\r\n",
        "Access-Control-Allow-Private-Network: true\r\n"})
    EXPECT_NE(allowed.head.find(header), std::string::npos) << allowed.head;
  const std::string body =
      R"({"width":4,"height":4,"cells":[null,null,null,null,null,null,null,null,null,null,null,)"
      R"(null,null,null,null,null],"k":3,"turn":0,"timePerMove":2})";
  const auto move = client.ask("POST /move HTTP/1.1\r\n" + browser +
                               "Content-Length: " + std::to_string(body.size()) +
                               "\r\nContent-Type: application/json\r\n\r\n" + body);
  EXPECT_EQ(move.status, 200);
  EXPECT_TRUE(engine::parse_int(move.body, 0, 15)) << move.body;
  const auto refused = client.ask(http_get("/status?width=40&height=4&k=3&timePerMove=2"));
  EXPECT_EQ(refused.status, 418);
  EXPECT_NE(refused.head.find("418 I'm a teapot\r\n"), std::string::npos) << refused.head;
  EXPECT_EQ(client.ask(http_get("/favicon.ico")).status, 404);
  EXPECT_EQ(client.ask(http_get("/move")).status, 405);
  const auto too_long = client.ask(http_post("/move", std::string(70'000, ' ')));
  EXPECT_EQ(too_long.status, 413);
  EXPECT_NE(too_long.head.find("Access-Control-Allow-Origin: *\r\n"), std::string::npos);
}

TEST(KinarowProcess, OneLineForEachThingAndAPoliteEnd) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    Bot bot({"--player", "random"});
    RawHttp client(bot.port());
    client.ask(http_get("/status?width=4&height=4&k=3&timePerMove=2"));
    client.ask(http_get("/nowhere"));
    const auto first = boost::json::parse(bot.process().read_line().value_or("{}")).as_object();
    EXPECT_EQ(first.at("status"), 200);
    EXPECT_EQ(first.at("note"), "will play 4x4 with 3 in a row");
    const auto second = boost::json::parse(bot.process().read_line().value_or("{}")).as_object();
    EXPECT_EQ(second.at("status"), 404);
    EXPECT_EQ(second.at("target"), "/nowhere");
    bot.process().send(signal);
    EXPECT_EQ(bot.process().wait(3s), 0);
    EXPECT_TRUE(client.is_closed(1s));
  }
}

TEST(KinarowProcess, WhoSendsNoMoreGetsAMoveThatWasThoughtAbout) {
  Bot bot({"--player", "mcts"});
  const Game game{7, 6, 4, "1"};
  engine::Rng rng(0);
  RawHttp client(bot.port());
  const auto begin = steady_clock::now();
  client.write(http_post("/move", game.body(engine::find_game(game.name())->start(rng))));
  client.stop_writing();
  const auto reply = client.read();
  EXPECT_EQ(reply.status, 200);
  EXPECT_GT(steady_clock::now() - begin, 500ms);
  EXPECT_TRUE(engine::parse_int(reply.body, 0, 41)) << reply.body;
}

TEST(KinarowProcess, GoesOnWhenNobodyReadsItsLog) {
  Bot bot({"--player", "random"});
  bot.process().close_output();
  RawHttp client(bot.port());
  for (int i = 0; i < 3; ++i)
    EXPECT_EQ(client.ask(http_get("/status?width=4&height=4&k=3&timePerMove=2")).status, 200);
  bot.process().send(SIGINT);
  EXPECT_EQ(bot.process().wait(3s), 4) << "its log could not be written";
}

/// Each answer has its row or is counted.
TEST(KinarowProcess, AFloodOfRequestsDoesNotFillTheLog) {
  constexpr std::int64_t kRequests = 2'000;
  Bot bot({"--player", "random"});
  const auto begin = steady_clock::now();
  RawHttp client(bot.port());
  for (int i = 0; i < kRequests; ++i)
    ASSERT_EQ(client.ask(http_get("/status?width=4&height=4&k=3&timePerMove=2")).status, 200);
  bot.process().send(SIGINT);
  ASSERT_EQ(bot.process().wait(3s), 0);
  const auto seconds = std::chrono::ceil<std::chrono::seconds>(steady_clock::now() - begin).count();
  std::int64_t bytes = 0, answers = 0, left_out = 0;
  while (const auto line = bot.process().read_line(100ms)) {
    bytes += static_cast<std::int64_t>(line->size()) + 1;
    const auto row = boost::json::parse(*line).as_object();
    if (row.at("event") == "answer") ++answers;
    if (row.at("event") == "left_out") left_out += row.at("count").to_number<std::int64_t>();
  }
  EXPECT_EQ(answers + left_out, kRequests);
  EXPECT_GT(answers, 50);
  EXPECT_GT(left_out, 0);
  EXPECT_LT(bytes, (seconds + 1) * 12'100);
}

/// Whoever's page may call it, so it does not matter what it is called.
TEST(KinarowProcess, AnswersToAnyName) {
  Bot bot({"--player", "random"});
  RawHttp client(bot.port());
  const auto reply = client.ask(
      "GET /status?width=4&height=4&k=3&timePerMove=2 HTTP/1.1\r\nHost: bot.example.org\r\n\r\n");
  EXPECT_EQ(reply.status, 200);
}

TEST(KinarowProcess, AMoveUnderWayIsStillSentAtTheEnd) {
  Bot bot({"--seed", "1"});
  const Game game{15, 15, 5, "20"};
  engine::Rng rng(0);
  const auto rules = engine::find_game(game.name());
  RawHttp client(bot.port());
  client.write(http_post("/move", game.body(rules->start(rng))));
  std::this_thread::sleep_for(300ms);
  bot.process().send(SIGINT);
  EXPECT_EQ(client.read(3s).status, 200);
  EXPECT_EQ(bot.process().wait(3s), 0);
}

TEST(KinarowProcess, BadCommandLines) {
  for (const Words& words : std::vector<Words>{{"bot"},
                                               {"bot", "kinaro"},
                                               {"bot", "kinarow", "--port", "70000"},
                                               {"bot", "kinarow", "--listen", "everywhere"},
                                               {"bot", "kinarow", "--player", "human"},
                                               {"bot", "kinarow", "--player", "nobody"},
                                               {"bot", "kinarow", "--level", "11"},
                                               {"bot", "kinarow", "--level", "1", "--player", "ab"},
                                               {"bot", "kinarow", "--page-rules", "perhaps"}}) {
    Words arguments = words;
    arguments.insert(arguments.begin(), GAUNTLET_BINARY);
    EXPECT_EQ(PipedProcess(arguments).wait(10s), 2) << words.back();
  }
  Bot bot({});
  EXPECT_EQ(PipedProcess({GAUNTLET_BINARY, "bot", "kinarow", "--port", std::to_string(bot.port())})
                .wait(10s),
            4);
}

}  // namespace

}  // namespace gauntlet::tools
