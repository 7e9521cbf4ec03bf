// The HTTP server and its limits, over real sockets; the times are short here.
#include "tools/net/http_server.h"

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>
#include <gtest/gtest.h>

#include <atomic>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "tests/tools/raw_http.h"
#include "tools/net/address.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using std::chrono::steady_clock;

/// Answers "/slow" when it is stopped or after 10 s, "/later" after one, "/echo" with the body,
/// else with the target.
class HttpServerTest : public ::testing::Test {
 protected:
  HttpServerTest() {
    options_.refusal_headers = {{"Access-Control-Allow-Origin", "*"}};
    options_.request_time = 400ms;
    options_.idle_time = 600ms;
    options_.log = [this](const HttpEvent& event) {
      const absl::MutexLock lock(&mutex_);
      events_.push_back(event);
    };
  }

  void start() {
    auto server =
        HttpServer::start(options_, [this](const HttpRequest& request) { return answer(request); });
    ASSERT_TRUE(server.ok()) << engine::message_of(server);
    server_ = std::move(*server);
  }
  RawHttp client() const { return RawHttp(server_->port()); }

  HttpAnswer answer(const HttpRequest& request) {
    if (request.target == "/throw") throw std::runtime_error("no idea");
    if (request.target == "/refuse") return HttpResponse{404, {}, "no", ""};
    if (request.target == "/echo") return HttpResponse{200, {}, request.body, "echoed"};
    if (request.target == "/throw-later")
      return [](std::stop_token, const HttpReply&) { throw std::runtime_error("no luck"); };
    const int steps = request.target == "/slow" ? 1000 : request.target == "/later" ? 100 : 0;
    if (steps == 0) return HttpResponse{200, {{"X", "y"}}, request.target, ""};
    ++started_;
    return [this, steps](const std::stop_token& stop, const HttpReply& reply) {
      threads_.emplace_back([=, this] {
        for (int i = 0; i < steps && !stop.stop_requested(); ++i) std::this_thread::sleep_for(10ms);
        ++ended_;
        reply({200, {}, stop.stop_requested() ? "stopped" : "whole", ""});
      });
    };
  }

  HttpServer::Options options_;
  std::atomic<int> started_ = 0, ended_ = 0;
  absl::Mutex mutex_;
  std::vector<HttpEvent> events_ ABSL_GUARDED_BY(mutex_);
  std::vector<std::jthread> threads_;  // of the tasks
  std::unique_ptr<HttpServer> server_;
};

void expect_refusal(const RawHttp::Reply& reply, int status, const std::string& sentence) {
  EXPECT_EQ(reply.status, status);
  EXPECT_EQ(reply.body, sentence);
  EXPECT_NE(reply.head.find("Access-Control-Allow-Origin: *\r\n"), std::string::npos) << reply.head;
}

TEST_F(HttpServerTest, WhoIsRefusedAHundredTimesInARowIsDisconnected) {
  start();
  auto client = this->client();
  const std::string refused = "GET /refuse HTTP/1.1\r\nHost: a\r\n\r\n";
  for (int i = 0; i < 99; ++i) ASSERT_EQ(client.ask(refused).status, 404) << i;
  EXPECT_EQ(client.ask("GET /fine HTTP/1.1\r\nHost: a\r\n\r\n").status, 200);  // the row ends
  for (int i = 0; i < 99; ++i) ASSERT_EQ(client.ask(refused).status, 404) << i;
  const auto last = client.ask(refused);
  EXPECT_EQ(last.status, 404);
  EXPECT_NE(last.head.find("Connection: close\r\n"), std::string::npos) << last.head;
}

TEST_F(HttpServerTest, ConnectionsAreKept) {
  start();
  auto client = this->client();
  for (int i = 0; i < 3; ++i) {
    const auto reply = client.ask(http_get("/" + std::to_string(i)));
    EXPECT_EQ(reply.status, 200);
    EXPECT_EQ(reply.body, "/" + std::to_string(i));
    EXPECT_NE(reply.head.find("X: y\r\n"), std::string::npos) << reply.head;
  }
  EXPECT_EQ(client.ask("\r\n\r\n" + http_get("/after-empty-lines")).body, "/after-empty-lines");
  EXPECT_EQ(client.ask(http_post("/echo", "hello")).body, "hello");
  EXPECT_EQ(client.ask("GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n").body, "/last");
  EXPECT_TRUE(client.is_closed(2s));
  auto old = this->client();
  EXPECT_EQ(old.ask("GET /old HTTP/1.0\r\n\r\n").body, "/old");
  EXPECT_TRUE(old.is_closed(2s));
}

TEST_F(HttpServerTest, RequestsMayComeTogetherAndInPieces) {
  start();
  auto client = this->client();
  client.write(http_get("/a") + http_post("/echo", "b") + http_get("/c"));
  EXPECT_EQ(client.read().body, "/a");
  EXPECT_EQ(client.read().body, "b");
  EXPECT_EQ(client.read().body, "/c");
  for (const char c : http_post("/echo", "bit by bit")) client.write(std::string_view(&c, 1));
  EXPECT_EQ(client.read().body, "bit by bit");
  client.write(
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n");
  EXPECT_EQ(client.read().body, "abc");
  const auto invitation = client.ask(
      "POST /echo HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(invitation.status, 100);
  EXPECT_EQ(client.ask("xyz").body, "xyz");
}

TEST_F(HttpServerTest, HeadHasNoBody) {
  start();
  auto client = this->client();
  client.write("HEAD /head HTTP/1.1\r\nHost: a\r\n\r\n");
  client.stop_writing();
  const auto reply = client.read(1s);
  EXPECT_EQ(reply.head.rfind("HTTP/1.1 200 OK\r\n", 0), 0u) << reply.head;
  EXPECT_EQ(reply.status, 0);  // the length is told, but no body follows
}

TEST_F(HttpServerTest, LimitsHaveTheirStatus) {
  start();
  const std::string long_target(2049, 'a'), long_header(8192, 'h');
  struct Case {
    std::string request;
    int status;
    std::string sentence;
  };
  const Case cases[] = {
      {http_post("/echo", std::string(65'537, 'x')), 413, "a body has at most 65536 bytes"},
      {"POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 99999999999\r\n\r\n", 413,
       "a body has at most 65536 bytes"},
      {"POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n10001\r\n" +
           std::string(65'537, 'x') + "\r\n0\r\n\r\n",
       413, "a body has at most 65536 bytes"},
      {http_get("/" + long_target), 414, "a target has at most 2048 bytes"},
      {http_get("/" + long_header + long_header), 414, "a target has at most 2048 bytes"},
      {"GET / HTTP/1.1\r\nX: " + long_header + "\r\n\r\n", 431, "headers have at most 8192 bytes"},
      {"GET / HTTP/1.1\r\n" + std::string(20'000, 'x'), 431, "headers have at most 8192 bytes"},
  };
  for (const Case& one : cases) {
    SCOPED_TRACE(one.request.substr(0, 60));
    auto client = this->client();
    expect_refusal(client.ask(one.request), one.status, one.sentence);
    EXPECT_TRUE(client.is_closed(2s));
  }
  auto client = this->client();
  EXPECT_EQ(client.ask(http_post("/echo", std::string(65'536, 'x'))).status, 200);
  EXPECT_EQ(client.ask(http_get("/" + std::string(2047, 'a'))).status, 200);
}

TEST_F(HttpServerTest, WhatIsNoRequestIsRefused) {
  start();
  const std::string cases[] = {
      "hello\r\n\r\n",
      "GET\r\n\r\n",
      "GET / HTTP/9.9\r\n\r\n",
      "GET / HTTP/1.1\r\nno colon\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: abc\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n",
      "GET / HTTP/1.1\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n",
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
      std::string("\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 15),  // TLS
      std::string(100, '\0') + "\r\n\r\n",
      "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
      "G\x01T / HTTP/1.1\r\n\r\n",
      // What comes before a chunk and after the last one has no limit but that of the buffer.
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5;" +
          std::string(140'000, 'a'),
      "POST /echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n0\r\nX: " +
          std::string(140'000, 'a'),
  };
  for (const std::string& request : cases) {
    auto client = this->client();
    const auto reply = client.ask(request);
    EXPECT_EQ(reply.status, 400) << request;
    EXPECT_EQ(reply.body.rfind("this is no HTTP request: ", 0), 0u) << reply.body;
    EXPECT_TRUE(client.is_closed(2s)) << request;
  }
}

/// A request that two readers may understand differently, or that does not say for whom it is.
TEST_F(HttpServerTest, WhatCanBeReadInTwoWaysIsRefused) {
  start();
  const std::string post = "POST /echo HTTP/1.1\r\n", host = "Host: a\r\n";
  const std::string chunks = "\r\n3\r\nabc\r\n0\r\n\r\n";
  const std::string bad = "this is no HTTP request: bad Transfer-Encoding";
  const std::string both = "a body has a Content-Length or a Transfer-Encoding, not both";
  const std::string no_host =
      "a request of HTTP/1.1 has a Host: the name that this server is called by";
  const std::string unknown = "of the transfer codings only chunked is known here";
  const struct {
    std::string request;
    int status;
    std::string sentence;
  } cases[] = {
      {post + host + "Transfer-Encoding: xchunked\r\nContent-Length: 3\r\n\r\nabc", 400, both},
      {post + host + "Content-Length: 3\r\nTransfer-Encoding: xchunked\r\n\r\nabc", 400, bad},
      {post + host + "Content-Length: 3\r\ntransfer-encoding:\tidentity\r\n\r\nabc", 400, bad},
      {post + host + "Transfer-Encoding: xchunked\r\n" + chunks, 501, unknown},
      {post + host + "Transfer-Encoding: gzip, chunked\r\n" + chunks, 501, unknown},
      {post + host + "Transfer-Encoding: chunked, chunked\r\n" + chunks, 501, unknown},
      {post + host + "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n" + chunks, 400,
       bad},
      {post + host + "Transfer-Encoding: identity\r\n\r\n", 501, unknown},
      {"POST /echo HTTP/1.0\r\nTransfer-Encoding: chunked\r\n" + chunks, 400,
       "HTTP/1.0 knows no Transfer-Encoding"},
      {"GET / HTTP/1.1\r\n\r\n", 400, no_host},
      {post + "Content-Length: 3\r\n\r\nabc", 400, no_host},
      {"GET / HTTP/1.1\r\n" + host + host + "\r\n", 400, "a request has one Host, not several"},
      {"GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", 400, "a request has one Host, not several"},
      {"GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400,
       "a Host is a name or an address, and perhaps a port: example.org:5000"},
      {"GET / HTTP/1.1\r\nHost: a\x7f\r\n\r\n", 400, "this is no HTTP request: bad value"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.request);
    auto client = this->client();
    expect_refusal(client.ask(one.request), one.status, one.sentence);
    EXPECT_TRUE(client.is_closed(2s)) << "nothing behind it is read";
  }
  for (const char* request :
       {"GET /fine HTTP/1.0\r\n\r\n", "GET /fine HTTP/1.1\r\nHost:\r\n\r\n",
        "GET /fine HTTP/1.1\r\nHost: [::1]:80\r\nTransfer-Encoding: Chunked\r\n\r\n0\r\n\r\n"})
    EXPECT_EQ(client().ask(request).body, "/fine") << request;
}

/// The parser refuses these before; who calls the function need not rely on that.
TEST(HttpHeaders, WhatCanBeReadInTwoWaysIsObjectedTo) {
  const HttpHeader host{"Host", "a"}, chunked{"Transfer-Encoding", "chunked"};
  const auto status = [](const HttpHeaders& headers) {
    const auto why = header_objection(headers, false);
    return why ? why->status : 200;
  };
  EXPECT_EQ(status({host, chunked}), 200);
  EXPECT_EQ(status({host, chunked, chunked}), 501);
  for (const char bad : {' ', '\x7f', '\x80', '\n', '@', ','})
    EXPECT_EQ(status({{"Host", std::string("a") + bad}}), 400) << int{bad};
}

TEST_F(HttpServerTest, SlowRequestsAndIdleConnectionsEnd) {
  start();
  const auto begin = steady_clock::now();
  auto slow = client(), body = client(), idle = client(), silent = client(), dripping = client();
  slow.write("GET / HTT");
  body.write("POST /echo HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\nabc");
  EXPECT_EQ(idle.ask(http_get("/")).status, 200);
  for (int i = 0; i < 30 && dripping.write("G"); ++i) std::this_thread::sleep_for(20ms);
  expect_refusal(slow.read(3s), 408, "a request must arrive within 400 ms");
  expect_refusal(body.read(3s), 408, "a request must arrive within 400 ms");
  expect_refusal(dripping.read(3s), 408, "a request must arrive within 400 ms");
  EXPECT_TRUE(idle.is_closed(3s));
  EXPECT_TRUE(silent.is_closed(3s));
  EXPECT_LT(steady_clock::now() - begin, 2500ms);
}

TEST_F(HttpServerTest, ManySlowClientsHoldNobodyUp) {
  options_.request_time = 5s;
  start();
  std::vector<std::unique_ptr<RawHttp>> slow;
  for (int i = 0; i < 250; ++i) {
    slow.push_back(std::make_unique<RawHttp>(server_->port()));
    slow.back()->write("POST /echo HTTP/1.1\r\nContent-Le");
  }
  std::vector<steady_clock::duration> times;
  for (int probe = 0; probe < 21; ++probe) {
    for (auto& one : slow) one->write("n");
    const auto begin = steady_clock::now();
    auto client = this->client();
    EXPECT_EQ(client.ask(http_get("/probe")).body, "/probe");
    times.push_back(steady_clock::now() - begin);
  }
  std::sort(times.begin(), times.end());
  RecordProperty("median_us", static_cast<int>(times[10] / 1us));
  EXPECT_LT(times[10], 50ms);
}

TEST_F(HttpServerTest, TasksRunAtTheSameTimeAndHoldNobodyUp) {
  options_.tasks = 4;
  start();
  std::vector<std::unique_ptr<RawHttp>> clients;
  for (int i = 0; i < 4; ++i) {
    clients.push_back(std::make_unique<RawHttp>(server_->port()));
    clients.back()->write(http_get("/slow"));
  }
  while (started_ < 4) std::this_thread::sleep_for(1ms);
  auto client = this->client();
  EXPECT_EQ(client.ask(http_get("/probe"), 1s).body, "/probe");
  const auto busy = client.ask(http_get("/slow"), 1s);
  expect_refusal(busy, 503, "too many requests are waiting; try again in a second");
  EXPECT_NE(busy.head.find("Retry-After: 1\r\n"), std::string::npos) << busy.head;
  EXPECT_EQ(ended_, 0);
  // At the end all tasks are stopped, and their answers still come.
  const auto begin = steady_clock::now();
  server_.reset();
  EXPECT_LT(steady_clock::now() - begin, 1500ms);
  for (auto& one : clients) EXPECT_EQ(one->read(1s).body, "stopped");
}

TEST_F(HttpServerTest, AHangUpEndsItsTask) {
  start();
  {
    auto client = this->client();
    client.write(http_get("/slow"));
    while (started_ < 1) std::this_thread::sleep_for(1ms);
  }
  for (int i = 0; i < 300 && ended_ < 1; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(ended_, 1);
}

TEST_F(HttpServerTest, WhoSendsNoMoreStillGetsTheWholeAnswer) {
  start();
  auto client = this->client();
  EXPECT_EQ(client.ask(http_get("/first")).body, "/first");
  client.write(http_get("/later"));
  client.stop_writing();
  const auto reply = client.read();
  EXPECT_EQ(reply.body, "whole");
  EXPECT_TRUE(reply.head.starts_with("HTTP/1.1 200 OK\r\n")) << reply.head;
  EXPECT_TRUE(client.is_closed(2s));
  EXPECT_FALSE(client.was_reset());
}

TEST_F(HttpServerTest, WhoSendsNoMoreAndThenHangsUpEndsItsTask) {
  start();
  {
    auto client = this->client();
    client.write(http_get("/slow"));
    client.stop_writing();
    std::this_thread::sleep_for(700ms);
    EXPECT_EQ(ended_, 0);
  }
  for (int i = 0; i < 200 && ended_ < 1; ++i) std::this_thread::sleep_for(10ms);
  EXPECT_EQ(ended_, 1);
}

TEST_F(HttpServerTest, FailuresAreAnswered) {
  start();
  auto client = this->client();
  expect_refusal(client.ask(http_get("/throw")), 500, "this went wrong: no idea");
  expect_refusal(client.ask(http_get("/throw-later")), 500, "this went wrong: no luck");
  EXPECT_EQ(client.ask(http_get("/on")).body, "/on");
}

TEST_F(HttpServerTest, ConnectionsAreCounted) {
  options_.connections = 5;
  start();
  std::vector<std::unique_ptr<RawHttp>> clients;
  for (int i = 0; i < 5; ++i) {
    clients.push_back(std::make_unique<RawHttp>(server_->port()));
    EXPECT_EQ(clients.back()->ask(http_get("/")).status, 200);
  }
  auto client = this->client();
  const auto reply = client.read(2s);
  expect_refusal(reply, 503, "too many connections; try again in a second");
  EXPECT_NE(reply.head.find("Retry-After: 1\r\n"), std::string::npos) << reply.head;
  auto asker = this->client();
  expect_refusal(asker.ask(http_get("/")), 503, "too many connections; try again in a second");
  EXPECT_TRUE(asker.is_closed(2s));
  EXPECT_FALSE(asker.was_reset()) << "an answer can be lost so";
  clients.pop_back();
  for (int i = 0; i < 100; ++i) {
    if (this->client().ask(http_get("/")).status == 200) return;
    std::this_thread::sleep_for(10ms);
  }
  ADD_FAILURE() << "a place that was left is not given away";
}

TEST_F(HttpServerTest, WhoIsTurnedAwayStaysNoLongerThanASecond) {
  options_.connections = 1;
  options_.idle_time = 10s;
  start();
  auto first = client();
  EXPECT_EQ(first.ask(http_get("/")).status, 200);
  std::vector<std::unique_ptr<RawHttp>> turned_away;
  for (int i = 0; i < 150; ++i) {
    turned_away.push_back(std::make_unique<RawHttp>(server_->port()));
    turned_away.back()->write("GET / HT");  // and never goes on
  }
  const auto begin = steady_clock::now();
  for (auto& one : turned_away) EXPECT_EQ(one->read(2s).status, 503);
  for (auto& one : turned_away) EXPECT_TRUE(one->is_closed(2s));
  EXPECT_LT(steady_clock::now() - begin, 2s);
  const auto again = steady_clock::now();
  EXPECT_EQ(first.ask(http_get("/on")).body, "/on");
  EXPECT_LT(steady_clock::now() - again, 500ms);
}

TEST_F(HttpServerTest, WhoIsTurnedAwaySeesTheEndAtOnce) {
  options_.connections = 1;
  options_.idle_time = 10s;
  start();
  auto first = client();
  EXPECT_EQ(first.ask(http_get("/")).status, 200);
  const auto begin = steady_clock::now();
  auto other = client();
  EXPECT_EQ(other.read(2s).status, 503);
  EXPECT_TRUE(other.is_closed(2s));
  EXPECT_LT(steady_clock::now() - begin, 900ms) << "the server has said all that it will say";
}

TEST_F(HttpServerTest, WhoIsTurnedAwayIsNotListenedToForLong) {
  options_.connections = 1;
  options_.idle_time = 10s;
  start();
  auto first = client();
  EXPECT_EQ(first.ask(http_get("/")).status, 200);
  auto flood = client();
  const std::string megabyte(1 << 20, 'x');
  int sent = 0;
  while (sent < 100 && flood.write(megabyte)) ++sent;
  EXPECT_LT(sent, 30) << "what buffers hold, and 128 KiB";
}

TEST_F(HttpServerTest, OnlySoManyWhoAreTurnedAwayAreWaitedFor) {
  options_.connections = 1;
  options_.idle_time = 10s;
  start();
  auto first = client();
  EXPECT_EQ(first.ask(http_get("/")).status, 200);
  // Whether the server still reads what comes behind its answer.
  const auto is_waited_for = [](RawHttp& one) {
    EXPECT_EQ(one.read(2s).status, 503);
    for (int i = 0; i < 20; ++i) {
      if (!one.write("x")) return false;
      std::this_thread::sleep_for(1ms);
    }
    return true;
  };
  const auto begin = steady_clock::now();
  std::vector<std::unique_ptr<RawHttp>> many;
  for (int i = 0; i < 64; ++i) {
    many.push_back(std::make_unique<RawHttp>(server_->port()));
    EXPECT_EQ(many.back()->read(2s).status, 503);
  }
  auto next = client();
  const bool is_waited_for_too = is_waited_for(next);
  if (steady_clock::now() - begin < 900ms) {  // else the first have left
    EXPECT_FALSE(is_waited_for_too);
  }
  many.clear();
  bool is_waited_for_again = false;
  for (int tries = 0; tries < 50 && !is_waited_for_again; ++tries) {
    auto late = client();
    is_waited_for_again = is_waited_for(late);
  }
  EXPECT_TRUE(is_waited_for_again) << "those who have hung up take no room";
}

TEST_F(HttpServerTest, WhatHappensIsLogged) {
  start();
  {
    auto client = this->client();
    client.ask(http_post("/echo", "x"));
    client.ask("nonsense\r\n\r\n");
  }
  server_.reset();
  const absl::MutexLock lock(&mutex_);
  ASSERT_EQ(events_.size(), 2u);
  EXPECT_EQ(events_[0].method, "POST");
  EXPECT_EQ(events_[0].target, "/echo");
  EXPECT_EQ(events_[0].status, 200);
  EXPECT_EQ(events_[0].note, "echoed");
  EXPECT_EQ(events_[1].method, "");
  EXPECT_EQ(events_[1].status, 400);
}

TEST_F(HttpServerTest, APortIsTakenOnce) {
  start();
  HttpServer::Options second;
  second.port = server_->port();
  const auto other = HttpServer::start(second, [](const HttpRequest&) { return HttpResponse{}; });
  ASSERT_FALSE(other.ok());
  EXPECT_EQ(engine::message_of(other), "cannot listen on 127.0.0.1 port " +
                                           std::to_string(server_->port()) +
                                           ": Address already in use");
  second.address = "not an address";
  const auto third = HttpServer::start(second, [](const HttpRequest&) { return HttpResponse{}; });
  ASSERT_FALSE(third.ok());
  EXPECT_EQ(engine::message_of(third), "'not an address' is no IP address");
}

TEST(HttpAddresses, AreToldApart) {
  for (const char* text : {"127.0.0.1", "127.9.9.9", "::1"}) EXPECT_TRUE(is_loopback(text)) << text;
  for (const char* text : {"0.0.0.0", "::", "192.168.1.1"}) {
    EXPECT_TRUE(is_ip_address(text)) << text;
    EXPECT_FALSE(is_loopback(text)) << text;
  }
  for (const char* text : {"", "localhost", "1.2.3", "1.2.3.4:80", "300.1.1.1"})
    EXPECT_FALSE(is_ip_address(text)) << text;
}

}  // namespace

}  // namespace gauntlet::tools
