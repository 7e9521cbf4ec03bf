// Browsers at a host's door, over real sockets: pages that play, and peers that misbehave.
#include <gtest/gtest.h>

#include <filesystem>
#include <list>

#include "tests/checked.h"
#include "tests/tools/child_process.h"
#include "tests/tools/echo_host.h"
#include "tests/tools/raw_client.h"
#include "tests/tools/raw_http.h"
#include "tests/tools/served_host.h"
#include "tests/tools/sudokill_page.h"
#include "tests/tools/web_client.h"
#include "tools/net/origin.h"
#include "tools/protocol/sudokill_host.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

HostServer::Options with_web() {
  HostServer::Options options;
  options.web = HostServer::Web{};
  return options;
}

/// A Sudokill host with both doors.
struct Served {
  explicit Served(HostServer::Options options = with_web()) : served(host, std::move(options)) {}

  std::uint16_t port() const { return served.web_port(); }

  SudokillHost host{{}};
  ServedHost served;
};

// ---- whole games ----

/// Plays on until the game is over; false when the connection ends before.
bool play(WebClient& client, SudokillPage& page) {
  while (page.game_over.empty()) {
    const auto message = client.read();
    if (!message) return false;
    const std::string line = page.take(*message);
    if (!line.empty() && !client.send(line)) return false;
  }
  return true;
}

TEST(WebPlay, ABrowserAgainstAProgram) {
  if (kIsRaced) GTEST_SKIP() << "the program is not built for ThreadSanitizer";
  Served served;
  WebClient client(served.port());
  ASSERT_TRUE(client.is_open());
  client.send("NEW CONNECTION|Ann\r\n");
  client.send("JOIN\r\n");
  SudokillPage page(1);
  while (page.commands.empty()) page.take(client.read().value());
  EXPECT_EQ(page.commands[0], "READY");
  const std::string directory = ::testing::TempDir() + "web-play";
  std::filesystem::create_directories(directory);
  ChildProcess program(
      {GAUNTLET_BINARY, "connect", "sudokill", "--port", std::to_string(served.served.port()),
       "--player", "naive", "--name", "Bob", "--start", "--json", "--seed", "1"},
      directory, {});
  ASSERT_TRUE(play(client, page));
  const Ended ended = program.wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  std::filesystem::remove_all(directory);
  const auto finished = served.served.finished(1);
  ASSERT_EQ(finished.size(), 1u);
  EXPECT_EQ(finished[0].players, (std::vector<std::string>{"Ann", "Bob"}));
  EXPECT_EQ(finished[0].reason, page.game_over);
  EXPECT_EQ(page.violations, 1);
  EXPECT_EQ(page.updates, static_cast<int>(finished[0].moves.size()) + 1);
  EXPECT_EQ(page.board->to_text().substr(0, 81), [&] {
    engine::AnyState state = finished[0].start;
    for (const auto move : finished[0].moves) state.apply(move);
    return state.to_text().substr(0, 81);
  }());
  EXPECT_TRUE(client.send("JOIN\r\n")) << "the page stays";
}

TEST(WebPlay, ABrowserAgainstABuiltInPlayer) {
  Served served;
  WebClient client(served.port()), watcher(served.port());
  watcher.send("NEW CONNECTION|Eve");
  for (const char* line : {"NEW CONNECTION|Ann", "JOIN", "OPPONENT|random", "PLAY|50"})
    client.send(line);
  SudokillPage page(1), seen(2);
  ASSERT_TRUE(play(client, page));
  EXPECT_EQ(page.stage, "in_progress") << "GAME OVER comes first";
  while (seen.stage != "over") seen.take(watcher.read().value());
  EXPECT_EQ(seen.status, page.game_over);
  EXPECT_EQ(seen.updates, page.updates);
  EXPECT_EQ(seen.board->to_text(), page.board->to_text());
  EXPECT_EQ(served.served.finished(1).at(0).players[1], "random");
}

/// Reads until such a message comes; false when none does.
bool hears(WebClient& client, const std::string& beginning) {
  while (const auto message = client.read())
    if (message->starts_with(beginning)) return true;
  return false;
}

TEST(WebPlay, ManyBrowsers) {
  Served served;
  std::list<WebClient> clients;
  for (int i = 0; i < 100; ++i) {
    clients.emplace_back(served.port());
    clients.back().send("NEW CONNECTION|" + std::to_string(i));
    ASSERT_TRUE(hears(clients.back(), R"({"action":"QUEUE")"));
  }
  clients.front().send("hello");
  for (WebClient& client : clients) EXPECT_TRUE(hears(client, "0: hello"));
}

// ---- the door ----

std::string upgrade(const std::string& path = "/", const std::string& host = "127.0.0.1:8080",
                    const std::string& more = "") {
  return "GET " + path + " HTTP/1.1\r\nHost: " + host +
         "\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
         "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n" +
         more + "\r\n";
}

TEST(WebDoor, RefusalsHaveAStatusAndASentence) {
  Served served;
  struct Case {
    std::string request;
    int status;
    std::string sentence;
  };
  const std::string foreign = " may not play here unless --allow-origin lets them";
  const Case kCases[] = {
      {upgrade("/chat"), 404, "there is nothing at '/chat'; a page opens its WebSocket at /"},
      {upgrade("/../etc/passwd"), 404,
       "there is nothing at '/../etc/passwd'; a page opens its WebSocket at /"},
      {http_get("/"), 426,
       "this port speaks WebSocket, for pages that play; open ws:// with its address"},
      {upgrade("/", "127.0.0.1", "Origin: http://evil.example\r\n"), 403,
       "pages of 'http://evil.example'" + foreign},
      {upgrade("/", "127.0.0.1", "Origin: null\r\n"), 403, "pages of 'null'" + foreign},
      {upgrade("/", "rebound.example", "Origin: http://rebound.example\r\n"), 403,
       "'rebound.example' is not a name of this server; use its address, or a name that "
       "--allow-origin gives"},
      {"hello\r\n\r\n", 400, "this is no WebSocket request: bad method"},
      {"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400,
       "this is no WebSocket request: bad method"},
      {"GET / HTTP/1.1\r\nHost: " + std::string(9'000, 'x') + "\r\n\r\n", 431,
       "headers have at most 8192 bytes"},
  };
  for (const Case& refused : kCases) {
    SCOPED_TRACE(refused.request.substr(0, 100));
    RawHttp client(served.port());
    const auto reply = client.ask(refused.request);
    EXPECT_EQ(reply.status, refused.status);
    EXPECT_EQ(reply.body, refused.sentence);
    EXPECT_TRUE(client.is_closed(2s));
  }
  EXPECT_TRUE(served.served.logs("refused connection 1: there is nothing at '/chat'"));
  // Beast's own words for what only it looks at.
  std::string old = upgrade();
  old.replace(old.find("Version: 13"), 11, "Version: 12");
  RawHttp client(served.port());
  EXPECT_EQ(client.ask(old).status, 426);
  EXPECT_TRUE(client.is_closed(2s));
}

TEST(WebDoor, LateIsTold) {
  auto options = with_web();
  options.web->open_time = 100ms;
  Served served(options);
  RawHttp silent(served.port()), slow(served.port());
  slow.write("GET / HTTP/1.1\r\nHo");
  for (RawHttp* client : {&silent, &slow}) {
    const auto reply = client->read(2s);
    EXPECT_EQ(reply.status, 408);
    EXPECT_EQ(reply.body, "a request must arrive within 100 ms");
    EXPECT_TRUE(client->is_closed(2s));
  }
}

TEST(WebDoor, WhoHasComeInTimeStays) {
  auto options = with_web();
  options.web->open_time = 100ms;
  Served served(options);
  WebClient client(served.port());
  std::this_thread::sleep_for(300ms);
  client.send("hello");
  EXPECT_EQ(client.read(), "say first who you are, as in NEW CONNECTION|Ann");
}

TEST(WebDoor, PagesThatMayPlay) {
  auto options = with_web();
  options.web->origins = {"https://games.example"};
  Served served(options);
  for (const char* origin :
       {"http://localhost:4567", "http://127.0.0.1", "http://[::1]:9", "https://games.example"})
    EXPECT_TRUE(WebClient(served.port(), origin).is_open()) << origin;
  EXPECT_FALSE(WebClient(served.port(), "http://games.example").is_open());
}

TEST(WebDoor, ConnectionsOfBothDoorsAreCountedTogether) {
  auto options = with_web();
  options.connections = 3;
  Served served(options);
  RawClient program(served.served.port());
  EXPECT_EQ(program.read(6), "WAIT\r\n");
  WebClient ann(served.port());
  RawClient silent(served.port());
  EXPECT_TRUE(served.served.logs("connection 3 comes"));
  EXPECT_TRUE(RawClient(served.port()).read_to_end().starts_with("HTTP/1.1 503 "));
  EXPECT_EQ(RawClient(served.served.port()).read_to_end(),
            "this server is full: try again in a minute\n");
}

TEST(WebDoor, SilentOnesHoldUpNobody) {
  Served served;
  std::list<RawClient> silent;
  for (int i = 0; i < 200; ++i) silent.emplace_back(served.port());
  const auto begin = steady_clock::now();
  WebClient client(served.port());
  client.send("hello");
  EXPECT_TRUE(client.read());
  EXPECT_LT(steady_clock::now() - begin, 1s);
}

TEST(WebDoor, StopsWithBrowsersInside) {
  Served served;
  WebClient client(served.port());
  RawClient half(served.port());
  client.send("NEW CONNECTION|Ann");
  EXPECT_TRUE(client.read());
  EXPECT_LT(served.served.stop(), 2s);
}

// ---- frames ----

/// A frame as a browser sends it, with a mask of zeros.
std::string frame(unsigned char first_byte, const std::string& payload) {
  std::string bytes(1, static_cast<char>(first_byte));
  if (payload.size() < 126) {
    bytes += static_cast<char>(0x80 | payload.size());
  } else {
    bytes += "\xfe";
    bytes += static_cast<char>(payload.size() >> 8);
    bytes += static_cast<char>(payload.size() & 0xff);
  }
  return bytes + std::string(4, '\0') + payload;
}

constexpr unsigned char kFin = 0x80, kText = 1, kBinary = 2, kClose = 8, kPing = 9, kContinued = 0;

/// Opened by hand.
class Frames {
 public:
  explicit Frames(std::uint16_t port, int receive_buffer = 0) : client_(port, receive_buffer) {
    client_.send(upgrade());
    std::string head;
    while (!head.ends_with("\r\n\r\n")) {
      const std::string byte = client_.read(1);
      if (byte.empty()) break;
      head += byte;
    }
    EXPECT_TRUE(head.starts_with("HTTP/1.1 101 ")) << head;
  }
  bool send(const std::string& bytes) { return client_.send(bytes); }
  /// The next frame: its first byte and its payload.
  std::pair<int, std::string> read() {
    const std::string head = client_.read(2);
    if (head.size() < 2) return {-1, ""};
    return {static_cast<unsigned char>(head[0]), client_.read(static_cast<unsigned char>(head[1]))};
  }
  bool has_ended() { return client_.is_closed_by_server(); }

 private:
  RawClient client_;
};

/// The payload of a close frame.
std::string closing(int code, const std::string& reason) {
  return {std::string{static_cast<char>(code >> 8), static_cast<char>(code & 0xff)} + reason};
}

TEST(WebFrames, HostileOnesEndTheConnectionWithACode) {
  Served served;
  const std::string half_a_name = "NEW CONN";
  const std::pair<std::string, std::string> kCases[] = {
      {frame(kFin | kBinary, "NEW CONNECTION|Ann"), closing(1003, "messages are text here")},
      {frame(kFin | kText, std::string(16'385, 'x')),
       closing(1009, "a message has at most 16384 bytes")},
      {frame(kText, std::string(16'000, 'x')) + frame(kFin | kContinued, std::string(385, 'x')),
       closing(1009, "a message has at most 16384 bytes")},
      // It promises 2^62 bytes.
      {std::string("\x81\xff\x40\0\0\0\0\0\0\0\0\0\0\0", 14) + std::string(17'000, 'x'),
       closing(1009, "a message has at most 16384 bytes")},
      {frame(kFin | kText, "NEW CONNECTION|\xff"), closing(1007, "")},
      {frame(kFin | kText, "\xc0\xbcscript"), closing(1007, "")},
      {frame(kFin | kContinued, "x"), closing(1002, "")},
      {frame(kFin | 0x40 | kText, "x"), closing(1002, "")},  // a reserved bit
      {frame(kFin | 3, "x"), closing(1002, "")},             // a reserved kind
      {std::string("\x81\x02hi", 4), closing(1002, "")},     // without a mask
      {frame(kPing, "x"), closing(1002, "")},                // half a ping
  };
  for (std::size_t i = 0; i < std::size(kCases); ++i) {
    SCOPED_TRACE(i);
    Frames client(served.port());
    EXPECT_TRUE(client.send(kCases[i].first));
    EXPECT_EQ(client.read(), (std::pair<int, std::string>(kFin | kClose, kCases[i].second)));
    client.send(frame(kFin | kClose, closing(1000, "")));
    EXPECT_TRUE(client.has_ended());
  }
  EXPECT_TRUE(served.served.logs("cut connection 1: messages are text here"));
  EXPECT_TRUE(served.served.logs("cut connection 2: a message has at most 16384 bytes"));
}

TEST(WebFrames, MessagesInAnyPieces) {
  Served served;
  Frames client(served.port());
  std::string bytes = frame(kText, "hel") + frame(kFin | kPing, "are you there") +
                      frame(kContinued, "") + frame(kFin | kContinued, "lo");
  for (const char byte : bytes) client.send(std::string(1, byte));
  EXPECT_EQ(client.read(), (std::pair<int, std::string>(kFin | 10, "are you there")));
  EXPECT_EQ(client.read(), (std::pair<int, std::string>(
                               kFin | kText, "say first who you are, as in NEW CONNECTION|Ann")));
  client.send(frame(kFin | kText, std::string(16'384, 'x')));
  EXPECT_EQ(client.read(),
            (std::pair<int, std::string>(kFin | kText, "a line has at most 256 bytes")));
  client.send(frame(kFin | kClose, closing(1000, "")));
  EXPECT_EQ(client.read().first, kFin | kClose);
  EXPECT_TRUE(client.has_ended());
  EXPECT_TRUE(served.served.logs("connection 1 is closed"));
}

TEST(WebFrames, WhoVanishesHasLeft) {
  Served served;
  WebClient eve(served.port());
  eve.send("NEW CONNECTION|Eve");
  {
    WebClient ann(served.port());
    for (const char* line : {"NEW CONNECTION|Ann", "JOIN"}) ann.send(line);
    ASSERT_TRUE(hears(eve, "Sudokill: Ann takes a seat"));
    ann.close();
  }
  EXPECT_TRUE(hears(eve, "Sudokill: Ann has gone"));
}

TEST(WebFrames, WhoDoesNotReadIsCut) {
  EchoHost host(100);
  auto options = with_web();
  options.unread_time = 100ms;
  options.unsent_bytes = std::size_t{1} << 30;  // it is the time that counts here
  ServedHost served(host, options);
  Frames deaf(served.web_port(), 4096);
  std::thread flood([&] {
    while (deaf.send(frame(kFin | kText, std::string(10'000, 'x')))) continue;  // until it is cut
  });
  EXPECT_TRUE(served.logs("cut connection 1: it does not read what it is sent"));
  flood.join();
}

// ---- origins ----

TEST(Origin, WhatOneLooksLike) {
  for (const char* text : {"http://a", "https://a.example:8443", "http://[::1]:80"})
    EXPECT_TRUE(is_origin(text)) << text;
  for (const char* text : {"", "a.example", "ftp://a", "http://", "http://:80", "http://a/",
                           "http://a b", "http://u@a", "null", "*"})
    EXPECT_FALSE(is_origin(text)) << text;
}

TEST(Origin, WhoMayConnect) {
  const std::vector<std::string> none, allowed = {"http://games.example:81"};
  EXPECT_TRUE(origin_objection("", "127.0.0.1:8080", none).ok());
  EXPECT_TRUE(origin_objection("http://localhost:4567", "[::1]:8080", none).ok());
  EXPECT_TRUE(origin_objection("http://192.0.2.1:4567", "192.0.2.1:8080", none).ok());
  EXPECT_FALSE(origin_objection("http://192.0.2.2", "192.0.2.1:8080", none).ok());
  EXPECT_FALSE(origin_objection("http://localhost.evil", "localhost", none).ok());
  EXPECT_FALSE(origin_objection("http://127.0.0.1.evil", "127.0.0.1", none).ok());
  EXPECT_FALSE(origin_objection("file://", "localhost", none).ok());
  EXPECT_FALSE(origin_objection("", "", none).ok());
  EXPECT_FALSE(origin_objection("", "games.example", none).ok());
  EXPECT_TRUE(origin_objection("http://games.example", "games.example:8080", allowed).ok());
  EXPECT_TRUE(origin_objection("http://GAMES.example:81", "localhost", allowed).ok());
  EXPECT_FALSE(origin_objection("http://games.example:82", "localhost", allowed).ok());
}

}  // namespace

}  // namespace gauntlet::tools
