// Bots of K-in-a-Row as players: what is sent, how answers are read, and bots that misbehave.
#include "tools/net/kinarow_player.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "selfplay/match.h"
#include "selfplay/players/make_player.h"
#include "tests/tools/answered.h"
#include "tests/tools/test_socket.h"
#include "tools/net/http_server.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/kinarow_call.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using selfplay::Termination;
using std::chrono::steady_clock;

engine::AnyGame kinarow_board(const std::string& name) {
  return *engine::find_game(name);
}

// ---- what is written and read ----

TEST(HttpUrl, IsReadAndWritten) {
  const auto url = [](const std::string& text) { return *parse_http_url(text); };
  EXPECT_EQ(url("http://127.0.0.1:5005"), (HttpUrl{"127.0.0.1", 5005, ""}));
  EXPECT_EQ(url("http://127.0.0.1:5005/"), (HttpUrl{"127.0.0.1", 5005, ""}));
  EXPECT_EQ(url("http://bots.example.org/ann/bot-2//"),
            (HttpUrl{"bots.example.org", 80, "/ann/bot-2"}));
  EXPECT_EQ(url("http://[::1]:8080/level/3"), (HttpUrl{"::1", 8080, "/level/3"}));
  EXPECT_EQ(url("http://[::1]").authority(), "[::1]:80");
  EXPECT_EQ(url("http://localhost").authority(), "localhost:80");
}

TEST(HttpUrl, BadOnesGetTheirSentence) {
  const std::string rest = "; right is http://127.0.0.1:5005";
  const std::vector<std::pair<std::string, std::string>> bad = {
      {"", "it does not begin with http://"},
      {"127.0.0.1:5005", "it does not begin with http://"},
      {"https://example.org", "it does not begin with http://"},
      {"HTTP://example.org", "it does not begin with http://"},
      {"http://", "it lacks the name or the address of a machine"},
      {"http://:80", "it lacks the name"},
      {"http:///status", "it lacks the name"},
      {"http://user@host", "it lacks the name"},
      {"http://a b", "it lacks the name"},
      {"http://a\r\nHost: b", "it lacks the name"},
      {"http://[::1", "the address lacks its ']'"},
      {"http://[name]", "it lacks the name"},
      {"http://a:", "a port is a number from 1 to 65535"},
      {"http://a:0", "a port is"},
      {"http://a:65536", "a port is"},
      {"http://a:http", "a port is"},
      {"http://[::1]8080", "a port is"},
      {"http://a/b?c=d", "its path has a character that paths do not have"},
      {"http://a/b#c", "its path has a character"},
      {"http://a/b c", "its path has a character"},
      {"http://a/\r\nX: y", "its path has a character"},
      {"http://a/" + std::string(500, 'b'), "it is longer than 500 characters"},
  };
  for (const auto& [text, why] : bad) {
    const auto url = parse_http_url(text);
    ASSERT_FALSE(url.ok()) << text;
    const std::string sentence = engine::message_of(url);
    EXPECT_NE(sentence.find(": " + why), std::string::npos) << sentence;
    EXPECT_TRUE(sentence.ends_with(rest)) << sentence;
    for (const char c : sentence) EXPECT_TRUE(c >= 0x20 && c < 0x7f);
  }
}

TEST(KinarowCall, IsWhatThePageSends) {
  const auto game = kinarow_board("mnk:4x3x3");
  const auto view = *game.from_text("xo../..../x...");
  const auto rules = *engine::mnk_rules(view);
  EXPECT_EQ(kinarow_status_target(rules, 2s), "/status?width=4&height=3&k=3&timePerMove=2");
  EXPECT_EQ(kinarow_status_target(rules, 1500ms), "/status?width=4&height=3&k=3&timePerMove=1.5");
  EXPECT_EQ(kinarow_status_target(rules, 1ms), "/status?width=4&height=3&k=3&timePerMove=0.1");
  EXPECT_EQ(kinarow_move_body(view, 2s),
            R"({"width":4,"height":3,"cells":[0,1,null,null,null,null,null,null,0,null,null,null],)"
            R"("k":3,"turn":1,"timePerMove":2})");
  // Our own bot, which has its reading from the page, understands it.
  const KinarowBot bot({"expert", false}, {});
  for (const auto time : {1ms, 1090ms}) {
    const auto question = bot.read_question(kinarow_move_body(view, time), {}, "expert");
    ASSERT_TRUE(question.ok()) << engine::message_of(question);
    EXPECT_EQ(question->view.to_text(), view.to_text());
  }
}

TEST(KinarowCall, AnswersAreReadAsThePageDoes) {
  const auto game = kinarow_board("mnk:4x3x3");
  const auto view = *game.from_text("xo../..../....");
  const auto read = [&](const std::string& body) -> std::string {
    const auto move = read_kinarow_move(view, body);
    return move.ok() ? std::to_string(move->bits()) : engine::message_of(move);
  };
  for (const char* seven : {"7", " 7\r\n", "7.0", "+7", "7e0", "0.7e1", "07", "\t7\f"})
    EXPECT_EQ(read(seven), "7") << seven;
  const std::string off = "is off the board: squares are 0 to 11";
  EXPECT_EQ(read("12"), "'12' " + off);
  EXPECT_EQ(read("-1"), "'-1' " + off);
  EXPECT_EQ(read("7.5"), "'7.5' " + off);
  EXPECT_EQ(read("1e400"), "'1e400' " + off);
  EXPECT_EQ(read("0"), "square 0 (row,column 0,0) is occupied");
  EXPECT_EQ(read(""), "square 0 (row,column 0,0) is occupied");  // the page takes nothing for 0
  for (const char* text : {"\"7\"", "seven", "7,7", "NaN", "{}", "[7]", "7 7", "\x01", "1-", "e"})
    EXPECT_TRUE(read(text).ends_with("', which is no number")) << read(text);
  EXPECT_EQ(read(std::string(10'000, 'z')),
            "it answered '" + std::string(40, 'z') + "...', which is no number");
}

TEST(KinarowPlayer, WhatCannotBePlayedIsRefused) {
  const std::string url = "http://127.0.0.1:1";
  for (const char* name : {"mnk:3x3x3", "mnk:3x5x5", "gomoku:15", "mnk:3x5x3/page"})
    EXPECT_TRUE(KinarowPlayer::make(kinarow_board(name), {.url = url}).ok()) << name;
  for (const char* name : {"mnk:2x5x3", "mnk:5x5x2", "mnk:3x4x5", "gomoku:15/exact", "sudokill"})
    EXPECT_EQ(KinarowPlayer::make(kinarow_board(name), {.url = url}).status().code(),
              absl::StatusCode::kInvalidArgument)
        << name;
  EXPECT_FALSE(KinarowPlayer::make(kinarow_board("mnk:3x3x3"), {.url = "bot"}).ok());
}

// ---- against our own bot ----

/// Answers /status and /move by our own machine, moves at random.
class OwnBot {
 public:
  explicit OwnBot(bool page_rules = false)
      : bot_({"random", page_rules},
             [this](const KinarowQuestion& question, std::stop_token, const auto& answered) {
               ++moves;
               answered({selfplay::Choice{question.view.random_move(rng_)}});
             }),
        server_(
            *HttpServer::start({}, [this](const auto& request) { return bot_.answer(request); })) {}

  std::string url() const { return "http://127.0.0.1:" + std::to_string(server_->port()); }

  std::atomic<int> moves = 0;

 private:
  engine::Rng rng_{5};
  KinarowBot bot_;
  std::unique_ptr<HttpServer> server_;
};

selfplay::MatchResult kinarow_match(const engine::AnyGame& game,
                                    std::vector<selfplay::Player*> players,
                                    selfplay::GameClock* clock = nullptr) {
  engine::Rng dice(1);
  selfplay::MatchResult result;
  for (std::size_t i = 0; i < players.size(); ++i)
    players[i]->new_game(i, static_cast<engine::Player>(i));
  selfplay::play_match(game.start(dice), players, dice, {.clock = clock}, result);
  return result;
}

TEST(KinarowPlayer, WholeGamesAgainstOurOwnBot) {
  for (const std::string name : {"mnk:3x3x3", "mnk:7x6x4", "mnk:3x5x3/page", "gomoku:15"}) {
    SCOPED_TRACE(name);
    const auto game = kinarow_board(name);
    OwnBot bot(name.ends_with("/page"));
    auto player = KinarowPlayer::make(game, {.url = bot.url()});
    ASSERT_TRUE(player.ok()) << engine::message_of(player);
    const auto other = *selfplay::make_player("random", game);
    std::uint32_t plies = 0;
    for (int round = 0; round < 6; ++round) {
      std::vector<selfplay::Player*> players = {player->get(), other.get()};
      if (round % 2 == 1) std::swap(players[0], players[1]);
      selfplay::GameClock clock({.per_move = 10s});
      const auto result = kinarow_match(game, players, &clock);
      EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
      plies += result.summary.plies;
    }
    EXPECT_GE(bot.moves, static_cast<int>(plies) / 2 - 6);
  }
}

TEST(KinarowPlayer, BothSidesAndAnUrlWithAPath) {
  OwnBot bot;
  const auto game = kinarow_board("mnk:4x4x3");
  auto first = KinarowPlayer::make(game, {.url = bot.url() + "/level/1/"});
  auto second = KinarowPlayer::make(game, {.url = bot.url()});
  const auto result = kinarow_match(game, {first->get(), second->get()});
  EXPECT_EQ(result.summary.termination, Termination::kPlayed) << result.reason;
  EXPECT_EQ(bot.moves, static_cast<int>(result.summary.plies));
}

// ---- bad bots ----

/// A server that answers every connection's first bytes in its own way.
class RawBot {
 public:
  using Serve = std::function<void(TestSocket& peer, const std::string& request, int number)>;

  explicit RawBot(Serve serve) : serve_(std::move(serve)) {
    const sockaddr_in any = TestSocket::address(0);
    bind(listener_, reinterpret_cast<const sockaddr*>(&any), sizeof any);
    listen(listener_, 16);
    thread_ = std::thread([this] { run(); });
  }
  ~RawBot() {
    shutdown(listener_, SHUT_RDWR);
    thread_.join();
    close(listener_);
  }

  std::string url() const {
    sockaddr_in here{};
    socklen_t size = sizeof here;
    getsockname(listener_, reinterpret_cast<sockaddr*>(&here), &size);
    return "http://127.0.0.1:" + std::to_string(ntohs(here.sin_port));
  }

  static std::string answer(int status, const std::string& body) {
    return "HTTP/1.1 " + std::to_string(status) +
           " X\r\nContent-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
  }

 private:
  void run() {
    for (int number = 0;;) {
      const int peer = accept4(listener_, nullptr, nullptr, SOCK_CLOEXEC);
      if (peer < 0) return;
      TestSocket socket(peer);
      for (std::string request; socket.is_open() && !(request = socket.receive(2s)).empty();)
        serve_(socket, request, number++);
    }
  }

  const int listener_ = TestSocket::open();
  const Serve serve_;
  std::thread thread_;
};

/// Answers /status with 200, and the first /move like this.
struct BadMove {
  std::string name;
  std::function<void(TestSocket& peer)> serve;
  Termination verdict;
  std::string reason;
};

Answered first_choice(const std::string& url, std::chrono::milliseconds time = 300ms) {
  const auto game = kinarow_board("mnk:3x3x3");
  auto player = KinarowPlayer::make(game, {.url = url, .patience = 400ms, .warm_up = 0ms});
  selfplay::GameClock clock({.per_move = time, .margin = 50ms});
  engine::Rng rng(1);
  (*player)->new_game(1, 0);
  (*player)->get_ready(game.start(rng), {});
  return answered(**player, game.start(rng),
                  {.deadline = steady_clock::now() + time, .clock = &clock});
}

void expect_plain(const std::string& reason) {
  EXPECT_FALSE(reason.empty());
  EXPECT_LT(reason.size(), 300u);
  for (const char c : reason) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << reason;
}

TEST(KinarowPlayer, BadAnswersToMoveAreForfeits) {
  const auto says = [](const std::string& bytes) {
    return [bytes](TestSocket& peer) { peer.send(bytes); };
  };
  const std::string number = "', which is no number";
  const std::vector<BadMove> bots = {
      {"no number", says(RawBot::answer(200, "{\"move\": 4}")), Termination::kNonsense,
       "it answered '{\"move\": 4}" + number},
      {"an error", says(RawBot::answer(500, "oh no")), Termination::kNonsense,
       "it answered 'oh no" + number + " (with HTTP status 500)"},
      {"an escape", says(RawBot::answer(200, "\x1b[31m")), Termination::kNonsense,
       "it answered '\\x1b[31m" + number},
      {"off the board", says(RawBot::answer(200, "9")), Termination::kIllegalMove,
       "'9' is off the board: squares are 0 to 8"},
      {"no HTTP", says("220 mail.example.org is ready\r\n\r\n"), Termination::kNonsense,
       "/move: what it answered is no HTTP"},
      {"long headers", says("HTTP/1.1 200 OK\r\nX: " + std::string(100'000, 'x')),
       Termination::kNonsense, "/move: its headers are longer than"},
      {"a long body", says(RawBot::answer(200, std::string(100'000, ' '))), Termination::kNonsense,
       "/move: its answer is longer than 65,536 bytes"},
      {"a body that never ends",
       [](TestSocket& peer) {
         peer.send("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n");
         while (peer.send("400\r\n" + std::string(1024, ' ') + "\r\n")) {
         }
       },
       Termination::kNonsense, "/move: its answer is longer than 65,536 bytes"},
      {"silence", [](TestSocket&) {}, Termination::kOutOfTime, "/move gave no answer in 300 ms"},
      {"a byte at a time",
       [](TestSocket& peer) {
         for (const char c : RawBot::answer(200, "4")) {
           std::this_thread::sleep_for(60ms);
           if (!peer.send({&c, 1})) return;
         }
       },
       Termination::kOutOfTime, "/move gave no answer in 300 ms"},
      {"half an answer",
       [](TestSocket& peer) {
         peer.send("HTTP/1.1 200 OK\r\nContent-Le");
         peer.close();
       },
       Termination::kCrashed, "/move: it has closed the connection instead of answering"},
      {"a reset", [](TestSocket& peer) { peer.reset(); }, Termination::kCrashed, "/move: "},
  };
  for (const BadMove& bad : bots) {
    SCOPED_TRACE(bad.name);
    RawBot bot([&bad](TestSocket& peer, const std::string& request, int) {
      if (request.starts_with("GET /status?"))
        peer.send(RawBot::answer(200, "ok"));
      else if (request.starts_with("POST /move "))
        bad.serve(peer);
    });
    const auto start = steady_clock::now();
    const Answered choice = first_choice(bot.url());
    EXPECT_EQ(choice.forfeit, bad.verdict) << choice.reason;
    EXPECT_EQ(choice.reason.substr(0, bad.reason.size()), bad.reason);
    expect_plain(choice.reason);
    EXPECT_LT(steady_clock::now() - start, 5s);
  }
}

TEST(KinarowPlayer, GoodAnswersHoweverTheyCome) {
  const std::vector<std::string> answers = {
      RawBot::answer(200, " 4\r\n"),
      RawBot::answer(500, "4"),  // the page looks at the body only
      "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 1\r\n\r\n4",
      "HTTP/1.0 200 OK\r\nContent-Length: 1\r\n\r\n4",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n1\r\n4\r\n0\r\n\r\n",
      "HTTP/1.1 100 Continue\r\n\r\n" + RawBot::answer(200, "4"),
  };
  for (const std::string& answer : answers) {
    SCOPED_TRACE(answer);
    RawBot bot([&](TestSocket& peer, const std::string& request, int) {
      peer.send(request.starts_with("GET") ? RawBot::answer(200, "ok") : answer);
    });
    const Answered choice = first_choice(bot.url());
    EXPECT_EQ(choice.forfeit, Termination::kPlayed) << choice.reason;
    EXPECT_EQ(choice.move.bits(), 4u);
  }
}

TEST(KinarowPlayer, AConnectionThatWasClosedMeanwhileIsNoFault) {
  RawBot bot([](TestSocket& peer, const std::string& request, int) {
    peer.send(request.starts_with("GET") ? RawBot::answer(200, "ok") : RawBot::answer(200, "4"));
    peer.close();  // without having said so
  });
  const Answered choice = first_choice(bot.url(), 2s);
  EXPECT_EQ(choice.forfeit, Termination::kPlayed) << choice.reason;
}

TEST(KinarowPlayer, BadStatusIsAnAbsence) {
  struct BadStatus {
    std::string answer;
    Termination verdict;
    std::string reason;
  };
  const std::vector<BadStatus> bots = {
      {RawBot::answer(418, "width is 4 here"), Termination::kGaveUp,
       "it does not play 3x3 with 3 in a row, saying 'width is 4 here'"},
      {RawBot::answer(404, ""), Termination::kAbsent,
       "its /status answered 404, where 200 says that it plays and 418 that it does not"},
      {RawBot::answer(500, "\x07"), Termination::kAbsent,
       "its /status answered 500, saying '\\x07'"},
      {RawBot::answer(204, ""), Termination::kAbsent, "its /status answered 204"},
      {"WAIT\r\n\r\n", Termination::kAbsent, "what it answered is no HTTP"},
      {"", Termination::kAbsent, "its /status has not answered within 400 ms"},
  };
  for (const BadStatus& bad : bots) {
    SCOPED_TRACE(bad.answer.substr(0, 30));
    RawBot bot([&](TestSocket& peer, const std::string&, int) { peer.send(bad.answer); });
    const Answered choice = first_choice(bot.url());
    EXPECT_EQ(choice.forfeit, bad.verdict);
    EXPECT_NE(choice.reason.find(bad.reason), std::string::npos) << choice.reason;
    EXPECT_EQ(choice.reason.rfind("the bot at 127.0.0.1:", 0), 0u) << choice.reason;
    expect_plain(choice.reason);
  }
}

TEST(KinarowPlayer, NobodyListens) {
  std::string url;
  {
    const RawBot gone([](TestSocket&, const std::string&, int) {});
    url = gone.url();
  }
  const auto start = steady_clock::now();
  const Answered choice = first_choice(url);
  EXPECT_EQ(choice.forfeit, Termination::kAbsent);
  EXPECT_NE(choice.reason.find("cannot connect to 127.0.0.1:"), std::string::npos) << choice.reason;
  EXPECT_LT(steady_clock::now() - start, 3s);
}

TEST(KinarowPlayer, ABotThatIsStillStartingIsWaitedFor) {
  std::string url;
  {
    const RawBot gone([](TestSocket&, const std::string&, int) {});
    url = gone.url();
  }
  const auto game = kinarow_board("mnk:3x3x3");
  std::unique_ptr<HttpServer> server;
  std::thread late([&] {
    std::this_thread::sleep_for(300ms);
    HttpServer::Options options;
    options.port = static_cast<std::uint16_t>(std::stoi(url.substr(url.rfind(':') + 1)));
    auto started = HttpServer::start(options, [](const HttpRequest&) -> HttpAnswer {
      HttpResponse four;
      four.body = "4";
      return four;
    });
    if (started.ok()) server = std::move(*started);
  });
  auto player = KinarowPlayer::make(game, {.url = url, .patience = 10s});
  (*player)->new_game(1, 0);
  engine::Rng rng(1);
  (*player)->get_ready(game.start(rng), {});
  late.join();
  ASSERT_NE(server, nullptr);  // else somebody else has taken the port
  EXPECT_EQ((*player)->choose(game.start(rng), {}).forfeit, Termination::kPlayed);
}

TEST(KinarowPlayer, AStopEndsTheWaitForItsStatus) {
  RawBot silent([](TestSocket&, const std::string&, int) {});
  std::string nobody;
  {
    const RawBot gone([](TestSocket&, const std::string&, int) {});
    nobody = gone.url();
  }
  const auto game = kinarow_board("mnk:3x3x3");
  engine::Rng rng(1);
  for (const std::string& url : {silent.url(), nobody}) {
    auto player = KinarowPlayer::make(game, {.url = url, .patience = 60s});
    (*player)->new_game(1, 0);
    std::stop_source stop;
    std::thread later([&] {
      std::this_thread::sleep_for(100ms);
      stop.request_stop();
    });
    const auto start = steady_clock::now();
    (*player)->get_ready(game.start(rng), stop.get_token());
    EXPECT_LT(steady_clock::now() - start, 5s);
    later.join();
  }
}

TEST(KinarowPlayer, AStopEndsTheWait) {
  RawBot bot([](TestSocket& peer, const std::string& request, int) {
    if (request.starts_with("GET")) peer.send(RawBot::answer(200, "ok"));
  });
  const auto game = kinarow_board("mnk:3x3x3");
  auto player = KinarowPlayer::make(game, {.url = bot.url(), .time_per_move = 60s});
  (*player)->new_game(1, 0);
  std::stop_source stop;
  std::thread later([&] {
    std::this_thread::sleep_for(100ms);
    stop.request_stop();
  });
  engine::Rng rng(1);
  const auto start = steady_clock::now();
  const auto choice = (*player)->choose(game.start(rng), {.stop = stop.get_token()});
  later.join();
  EXPECT_EQ(choice.forfeit, Termination::kStopped);
  EXPECT_LT(steady_clock::now() - start, 5s);
}

// ---- in other words ----

TEST(KinarowPlayer, ACallerMakesTheRequestsInItsOwnWay) {
  std::vector<std::size_t> pieces;  // as they came
  std::string heard, last;
  RawBot bot([&](TestSocket& peer, const std::string& piece, int) {
    pieces.push_back(piece.size());
    heard += piece;
    const std::size_t end = heard.find("\r\n\r\n");
    const bool has_body = heard.starts_with("POST");
    if (end == heard.npos || (has_body && !heard.ends_with("}"))) return;
    last = std::exchange(heard, {});
    peer.send(RawBot::answer(200, "4"));
  });
  std::vector<std::string> calls;
  const auto caller = [&](const HttpClient::Call& request, const KinarowAsk& ask) {
    HttpClient::Call other = request;
    other.headers.push_back({"X-Odd", "yes"});
    other.is_in_pieces = other.closes = true;
    auto answer = ask(other);
    calls.push_back(request.method + " " + (answer.ok() ? answer->body : "?"));
    return answer;
  };
  const auto game = kinarow_board("mnk:3x3x3");
  auto player = KinarowPlayer::make(game, {.url = bot.url(), .caller = caller});
  engine::Rng rng(1);
  (*player)->new_game(1, 0);
  (*player)->get_ready(game.start(rng), {});
  for (int i = 0; i < 2; ++i) {
    const auto choice = (*player)->choose(game.start(rng), {});
    EXPECT_EQ(choice.forfeit, Termination::kPlayed) << (*player)->reason();
    EXPECT_EQ(choice.move.bits(), 4u);
  }
  EXPECT_EQ(calls, (std::vector<std::string>{"GET 4", "POST 4", "POST 4"}));
  EXPECT_GT(pieces.size(), 6u) << "of three requests";
  EXPECT_NE(last.find("\r\nX-Odd: yes\r\n"), last.npos) << last;
  EXPECT_NE(last.find("\r\nConnection: close\r\n"), last.npos) << last;
}

}  // namespace

}  // namespace gauntlet::tools
