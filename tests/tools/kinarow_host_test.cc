// The K-in-a-Row page and the bot beside it: as values, as a program, and in a browser if there is
// one.
#include "tools/protocol/kinarow_host.h"

#include <gtest/gtest.h>

#include <atomic>
#include <boost/json.hpp>
#include <filesystem>
#include <sstream>
#include <thread>
#include <tuple>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "selfplay/players/measured_elo.h"
#include "selfplay/players/player_spec.h"
#include "tests/temporary_directory.h"
#include "tests/tools/browser.h"
#include "tests/tools/child_process.h"
#include "tests/tools/piped_process.h"
#include "tests/tools/raw_http.h"
#include "tests/tools/reply_of.h"
#include "tools/net/http_server.h"
#include "tools/web_files.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

// ---- values ----

class KinarowHostTest : public ::testing::Test {
 protected:
  HttpResponse ask(const std::string& method, const std::string& target,
                   const std::string& body = "", HttpHeaders headers = {}) {
    return ask(host_, method, target, body, std::move(headers));
  }
  static HttpResponse ask(const KinarowHost& host, const std::string& method,
                          const std::string& target, const std::string& body = "",
                          HttpHeaders headers = {}) {
    HttpAnswer answer = host.answer({.arrived = std::chrono::steady_clock::now(),
                                     .method = method,
                                     .target = target,
                                     .headers = std::move(headers),
                                     .body = body});
    if (auto* response = std::get_if<HttpResponse>(&answer)) return *response;
    return reply_of(std::get<HttpTask>(answer));
  }

  std::string asked_;  // the player of the last question
  KinarowHost host_{"expert",
                    [this](const KinarowQuestion& question, std::stop_token, const auto& answered) {
                      asked_ = question.player + " " + question.game.name();
                      engine::AnyMoves moves;
                      question.view.legal_moves(moves);
                      answered({selfplay::Choice{moves[0]}});
                    }};
};

TEST_F(KinarowHostTest, GivesThePageAndWhatItLoads) {
  const auto page = ask("GET", "/");
  EXPECT_EQ(page.status, 200);
  EXPECT_EQ(find_header(page.headers, "Content-Type"), "text/html; charset=utf-8");
  const std::pair<std::string, std::string> kFiles[] = {
      {"/index.html", "text/html; charset=utf-8"},
      {"/style.css", "text/css; charset=utf-8"},
      {"/page.js", "text/javascript; charset=utf-8"},
      {"/bot.js", "text/javascript; charset=utf-8"},
      {"/levels.js", "text/javascript; charset=utf-8"},
      {"/rules.js", "text/javascript; charset=utf-8"},
      {"/icon.svg", "image/svg+xml"}};
  EXPECT_EQ(std::size(kFiles), kinarow_files().size());
  for (const auto& [path, type] : kFiles) {
    const auto file = ask("GET", path);
    EXPECT_EQ(file.status, 200) << path;
    EXPECT_EQ(find_header(file.headers, "Content-Type"), type);
    EXPECT_FALSE(file.body.empty());
  }
  EXPECT_EQ(ask("GET", "/?start=1").body, page.body);
  EXPECT_EQ(ask("HEAD", "/").status, 200);
}

TEST_F(KinarowHostTest, EveryAnswerIsLockedDown) {
  for (const char* target : {"/", "/page.js", "/nothing"}) {
    const auto answer = ask("GET", target);
    const auto policy = find_header(answer.headers, "Content-Security-Policy");
    ASSERT_TRUE(policy);
    EXPECT_TRUE(policy->starts_with("default-src 'self'; connect-src 'self' http: https:; "));
    EXPECT_EQ(policy->find("unsafe"), policy->npos);
    EXPECT_EQ(find_header(answer.headers, "X-Content-Type-Options"), "nosniff");
    EXPECT_EQ(find_header(answer.headers, "Access-Control-Allow-Origin"), std::nullopt);
  }
}

TEST_F(KinarowHostTest, ThePageObeysItsPolicy) {
  for (const WebFile& file : kinarow_files()) {
    SCOPED_TRACE(file.name);
    for (const char* word : {"innerHTML", "eval(", "document.write", "outerHTML", "javascript:"})
      EXPECT_EQ(file.content.find(word), file.content.npos) << word;
    if (!file.name.ends_with(".html")) continue;
    for (const char* word : {" style=", "<style", " onclick", " onload", "<script>"})
      EXPECT_EQ(file.content.find(word), file.content.npos) << word;
  }
}

TEST_F(KinarowHostTest, OnlyKnownPaths) {
  const std::string end = "'; the page is at /";
  for (const std::string target :
       {"/nothing", "/index.html/", "//index.html", "/../CMakeLists.txt", "/%2e%2e/etc/passwd",
        "/./index.html", "/INDEX.HTML", "/web/kinarow/index.html", "/botany", "index.html", "*", "",
        "http://127.0.0.1/", "/style.css%00.html"}) {
    const auto answer = ask("GET", target);
    EXPECT_EQ(answer.status, 404) << target;
    EXPECT_EQ(answer.body, "there is nothing at '" + target + end);
  }
  EXPECT_EQ(ask("GET", "/<script>\x01").body, "there is nothing at '/<script>\\x01" + end);
  EXPECT_EQ(find_header(ask("GET", "/<script>").headers, "Content-Type"),
            "text/plain; charset=utf-8");
}

TEST_F(KinarowHostTest, OtherMethodsGetASentence) {
  for (const char* method : {"POST", "PUT", "DELETE", "OPTIONS", "get"}) {
    const auto answer = ask(method, "/");
    EXPECT_EQ(answer.status, 405);
    EXPECT_EQ(answer.body, "'" + std::string(method) + "' is not for this path; GET, HEAD are");
    EXPECT_EQ(find_header(answer.headers, "Allow"), "GET, HEAD");
  }
}

TEST_F(KinarowHostTest, TheBotIsBesideIt) {
  const std::string query = "/status?width=3&height=5&k=3&timePerMove=1";
  EXPECT_EQ(ask("GET", "/bot" + query).status, 200);
  EXPECT_EQ(ask("GET", "/bot/level/3" + query).status, 200);
  EXPECT_EQ(ask("GET", "/bot/status?width=99&height=5&k=3&timePerMove=1").status, 418);
  const std::string body =
      R"({"width":3,"height":5,"cells":[0,null,null,null,null,null,null,null,null,null,null,null,)"
      R"(null,null,null],"k":3,"turn":1,"timePerMove":1})";
  EXPECT_EQ(ask("POST", "/bot/move", body).body, "1");
  EXPECT_EQ(asked_, "expert mnk:3x5x3") << "without the wrapped diagonals of the old page";
  EXPECT_EQ(ask("POST", "/bot/level/3/move", body).body, "1");
  EXPECT_EQ(asked_, "level:3 mnk:3x5x3");
  EXPECT_EQ(ask("POST", "/bot/move", "{").status, 400);
  EXPECT_EQ(ask("GET", "/bot").status, 404);
  EXPECT_EQ(ask("GET", "/bot/").status, 404);
  EXPECT_EQ(ask("GET", "/bot/index.html").status, 404);
  EXPECT_EQ(find_header(ask("OPTIONS", "/bot/move").headers, "Access-Control-Allow-Origin"), "*");
}

TEST_F(KinarowHostTest, TellsTheRatingsOfABoard) {
  const auto ratings = [&](const std::string& board) {
    const auto answer = ask("GET", "/levels?" + board);
    EXPECT_EQ(answer.status, 200) << answer.body;
    EXPECT_EQ(find_header(answer.headers, "Content-Type"), "application/json");
    EXPECT_EQ(find_header(answer.headers, "Access-Control-Allow-Origin"), std::nullopt);
    return boost::json::parse(answer.body).as_object();
  };
  const auto measured = ratings("width=7&height=6&k=4");
  EXPECT_EQ(measured.at("game").as_string(), "mnk:7x6x4");
  const auto& elo = measured.at("elo").as_array();
  ASSERT_EQ(elo.size(), 10u);
  for (std::size_t i = 1; i < elo.size(); ++i) EXPECT_GE(elo[i].as_int64(), elo[i - 1].as_int64());
  EXPECT_EQ(ratings("width=15&height=15&k=5").at("game").as_string(), "gomoku:15");
  EXPECT_TRUE(ratings("width=5&height=6&k=4").at("elo").is_null());
  const auto wrong = ask("GET", "/levels?width=2&height=6&k=4");
  EXPECT_EQ(wrong.status, 400);
  EXPECT_EQ(wrong.body, "width is 3 to 32 here, not 2");
  EXPECT_EQ(ask("POST", "/levels").status, 405);
  EXPECT_EQ(ask("GET", "/levels/none").status, 404);
}

/// What a browser says of a game that the first player has won in five moves.
std::string end_of_game(const std::string& word, int seat, const std::string& level = "4",
                        const std::string& moves = "[0,3,1,4,2]") {
  return R"({"player":")" + word + R"(","width":3,"height":3,"k":3,"level":")" + level +
         R"(","seat":)" + std::to_string(seat) + R"(,"moves":)" + moves + "}";
}

TEST_F(KinarowHostTest, LevelAutoGoesByTheGamesOfABrowser) {
  const std::string ann = "0123456789abcdef", bob = "fedcba9876543210";
  const HttpHeaders json = {{"Content-Type", "application/json"}};
  const auto next = [&](const std::string& word) {
    const auto answer = ask("GET", "/levels/auto?width=3&height=3&k=3&player=" + word);
    EXPECT_EQ(answer.status, 200) << answer.body;
    return std::string(boost::json::parse(answer.body).at("level").as_string());
  };
  const std::string first = next(ann);
  std::string sentence;
  for (int i = 0; i < 6; ++i) {
    const auto won = ask("POST", "/levels/auto", end_of_game(ann, 0, next(ann)), json);
    const auto lost = ask("POST", "/levels/auto", end_of_game(bob, 1, next(bob)), json);
    ASSERT_EQ(won.status, 200) << won.body;
    ASSERT_EQ(lost.status, 200) << lost.body;
    EXPECT_EQ(boost::json::parse(won.body).at("level").as_string(), next(ann));
    sentence = boost::json::parse(lost.body).at("sentence").as_string();
  }
  EXPECT_EQ(next("0000000000000000"), first);
  EXPECT_GT(*selfplay::parse_level_number(next(ann)), *selfplay::parse_level_number(first));
  EXPECT_LT(*selfplay::parse_level_number(next(bob)), *selfplay::parse_level_number(first));
  EXPECT_TRUE(sentence.starts_with("You play like level ")) << sentence;
  EXPECT_TRUE(
      sentence.ends_with(" after 6 games; the next game is against level " + next(bob) + "."))
      << sentence;
}

TEST_F(KinarowHostTest, HandsOverTheGamesOfLevelAutoAndLearnsThemAgain) {
  std::vector<selfplay::FinishedGame> kept;
  const auto think = [](const KinarowQuestion&, std::stop_token, const auto&) {};
  const auto level_of = [](const KinarowHost& host, const std::string& word, int width = 3) {
    const auto answer =
        ask(host, "GET",
            "/levels/auto?height=3&k=3&player=" + word + "&width=" + std::to_string(width));
    return std::string(boost::json::parse(answer.body).at("level").as_string());
  };
  const std::string ann = "0123456789abcdef", bob = "fedcba9876543210";
  const KinarowHost host("expert", think, {}, [&](const auto& game) { kept.push_back(game); });
  for (int i = 0; i < 5; ++i)
    for (const auto& [word, seat] : {std::pair{ann, 0}, {bob, 1}})
      EXPECT_EQ(ask(host, "POST", "/levels/auto", end_of_game(word, seat, "4.3"),
                    {{"Content-Type", "application/json"}})
                    .status,
                200);
  ASSERT_EQ(kept.size(), 10u);
  EXPECT_EQ(kept[0].game.name(), "mnk:3x3x3");
  EXPECT_EQ(kept[0].moves.size(), 5u);
  EXPECT_TRUE(selfplay::ended_by_rules(kept[0]));
  EXPECT_EQ(kept[0].returns, (engine::Returns{1, 0, 0, 0}));
  const std::string name = kept[0].strength->player;
  EXPECT_EQ(kept[0].players, (std::vector<std::string>{name, "level:auto"}));
  EXPECT_EQ(kept[1].players, (std::vector<std::string>{"level:auto", kept[1].strength->player}));
  EXPECT_EQ(kept[0].reason, name + " has 3 in a row");
  EXPECT_EQ(kept[1].reason, "level:auto has 3 in a row");
  EXPECT_EQ(kept[0].strength->played, "4.3");
  EXPECT_EQ(kept[0].strength->score, 1);
  EXPECT_EQ(kept[1].strength->score, 0);
  EXPECT_EQ(kept[8].strength->games, 5u);
  EXPECT_EQ(kept[8].strength->player, name);
  EXPECT_NE(kept[1].strength->player, name);
  EXPECT_EQ(name.find(ann), std::string::npos) << "who knows it can spoil it";

  EXPECT_EQ(ask(host, "POST", "/levels/auto", end_of_game(bob, 1, "4.3", "[0,1,2,4,3,5,7,6,8]"),
                {{"Content-Type", "application/json"}})
                .status,
            200);
  EXPECT_EQ(kept.back().reason, "the board is full");
  EXPECT_EQ(kept.back().strength->score, 0.5);
  KnownOpponents known;
  for (const auto& game : kept) {
    EXPECT_TRUE(KinarowLevels::is_own(game));
    KinarowLevels::learn_again(known, game);
  }
  const KinarowHost next("expert", think, known);
  EXPECT_EQ(level_of(next, ann), level_of(host, ann));
  EXPECT_EQ(level_of(next, bob), level_of(host, bob));
  EXPECT_NE(level_of(next, ann), level_of(next, bob));
  EXPECT_EQ(level_of(host, ann, 4), level_of(KinarowHost("expert", think), ann, 4));
  EXPECT_EQ(level_of(next, ann, 4), level_of(host, ann, 4)) << "another board, another opponent";
}

TEST_F(KinarowHostTest, ResultsThatCannotBeGetASentence) {
  const std::string ann = "0123456789abcdef";
  const HttpHeaders json = {{"Content-Type", "application/json"}};
  const std::pair<std::string, std::string> kWrong[] = {
      {"[]", "the body is a JSON object"},
      {"{", "the body is not JSON: "},
      {"{}", "width is missing"},
      {end_of_game("short", 0), "player is a word of 16 to 64 letters and digits"},
      {end_of_game(ann + "<b>", 0), "player is a word of 16 to 64 letters and digits"},
      {end_of_game(std::string(65, 'a'), 0), "player is a word of 16 to 64 letters and digits"},
      {end_of_game(ann, 2), "seat is 0 or 1"},
      {end_of_game(ann, 0, "11"), "level is a level such as 4 or 4.3"},
      {end_of_game(ann, 0, "4", "7"), "moves is a list of squares"},
      {end_of_game(ann, 0, "4", "[0,3,1,4]"), "the game is not over: only its result counts"},
      {end_of_game(ann, 0, "4", "[0,3,1,4,2,5]"), "move 6 is not possible"},
      {end_of_game(ann, 0, "4", "[0,0]"), "move 2 is not possible"},
      {end_of_game(ann, 0, "4", "[9]"), "move 1 is not possible"},
      {end_of_game(ann, 0, "4", "[-1]"), "move 1 is not possible"},
      {end_of_game(ann, 0, "4", "[4294967296]"), "move 1 is not possible"},
      {end_of_game(ann, 0, "4", "[\"0\"]"), "move 1 is not possible"},
  };
  for (const auto& [body, why] : kWrong) {
    const auto answer = ask("POST", "/levels/auto", body, json);
    EXPECT_EQ(answer.status, 400) << body;
    EXPECT_TRUE(answer.body.starts_with(why)) << body << ": " << answer.body;
  }
  EXPECT_EQ(ask("POST", "/levels/auto", end_of_game(ann, 0)).status, 415)
      << "other sites' pages could send it";
  EXPECT_EQ(ask("GET", "/levels/auto?width=3&height=3&k=3").body, "player is missing in the query");
  EXPECT_EQ(ask("OPTIONS", "/levels/auto").status, 405);
}

// ---- the program ----

/// `gauntlet host kinarow` on a free port.
class Page {
 public:
  explicit Page(std::vector<std::string> words = {}) : process_(arguments(std::move(words))) {
    const auto line = process_.read_line();
    if (!line) return;
    const auto start = boost::json::parse(*line).as_object();
    port_ = start.at("port").to_number<std::uint16_t>();
    url_ = boost::json::value_to<std::string>(start.at("url"));
  }
  std::uint16_t port() const { return port_; }
  const std::string& url() const { return url_; }
  PipedProcess& process() { return process_; }
  /// The next line that tells of no answer: of a game, or of all at the end.
  boost::json::object read_result() {
    while (const auto line = process_.read_line())
      if (auto object = boost::json::parse(*line).as_object(); !object.contains("event"))
        return object;
    return {};
  }

 private:
  static std::vector<std::string> arguments(std::vector<std::string> words) {
    const std::vector<std::string> first = {GAUNTLET_BINARY, "host", "kinarow",
                                            "--port",        "0",    "--json"};
    words.insert(words.begin(), first.begin(), first.end());
    return words;
  }

  PipedProcess process_;
  std::uint16_t port_ = 0;
  std::string url_;
};

TEST(KinarowPage, IsServedUntilCtrlC) {
  Page page;
  ASSERT_NE(page.port(), 0);
  EXPECT_EQ(page.url(), "http://127.0.0.1:" + std::to_string(page.port()));
  RawHttp client(page.port());
  const auto index = client.ask(http_get("/"));
  EXPECT_EQ(index.status, 200);
  EXPECT_NE(index.head.find("Content-Security-Policy: default-src 'self'"), std::string::npos);
  EXPECT_TRUE(index.body.starts_with("<!DOCTYPE html>"));
  EXPECT_EQ(client.ask(http_get("/bot/status?width=3&height=3&k=3&timePerMove=1")).status, 200);
  EXPECT_EQ(client.ask(http_get("/../page.js")).status, 404);
  RawHttp garbage(page.port());
  const auto refusal = garbage.ask("garbage\r\n\r\n");
  EXPECT_EQ(refusal.status, 400);
  EXPECT_NE(refusal.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
  page.process().send(SIGINT);
  EXPECT_EQ(page.process().wait(5s), 0);
}

/// The owner of a name can point it at this machine; what a browser then asks for in that name is
/// not for us to answer.
TEST(KinarowPage, AnswersToItsOwnNamesAlone) {
  const auto ask = [](RawHttp& client, const std::string& host, const std::string& target) {
    return client.ask("GET " + target + " HTTP/1.1\r\nHost: " + host + "\r\n\r\n");
  };
  Page page({"--allow-origin", "https://games.example.org"});
  RawHttp client(page.port());
  for (const char* host : {"127.0.0.1:5000", "localhost", "LocalHost:5000", "[::1]:5000",
                           "192.0.2.1", "games.example.org", "Games.Example.org:443"})
    EXPECT_EQ(ask(client, host, "/").status, 200) << host;
  for (const char* host : {"evil.example", "games.example.org.evil.example:5000", "localhost.evil"})
    for (const char* target : {"/", "/bot/status?width=3&height=3&k=3&timePerMove=1"}) {
      const auto reply = ask(client, host, target);
      EXPECT_EQ(reply.status, 403) << host;
      EXPECT_EQ(reply.body, "'" + std::string(host) +
                                "' is not a name of this server; use its address, or a name that "
                                "--allow-origin gives");
      EXPECT_NE(reply.head.find("X-Content-Type-Options: nosniff"), std::string::npos);
    }
}

TEST(KinarowPage, MistakesGetASentence) {
  const std::pair<std::vector<std::string>, std::string> kMistakes[] = {
      {{"--opponent", "mtcs"}, "gauntlet: bad --opponent: "},
      {{"--games", "3"}, "gauntlet: --games is not an option of kinarow\n"},
      {{"--readme"}, "gauntlet: --readme is not an option of kinarow\n"},
      {{"--opponent", "level:auto", "--store", "none.db", "--resume"},
       "gauntlet: bad --opponent: level:auto goes by how games end"},
      {{"--resume"}, "gauntlet: --resume needs --store FILE, the games to go on with\n"},
      {{"--store", "none.db", "--resume"},
       "gauntlet: 'none.db' does not exist, so there is nothing to resume; leave --resume out\n"},
      {{"--listen", "localhost"}, "gauntlet: --listen takes an IP address"},
      {{"--allow-origin", "games.example.org"}, "gauntlet: --allow-origin takes an origin"},
  };
  const std::string directory = ::testing::TempDir() + "kinarow-mistakes";
  std::filesystem::create_directories(directory);
  for (const auto& [words, sentence] : kMistakes) {
    std::vector<std::string> all = {GAUNTLET_BINARY, "host", "kinarow", "--port", "0"};
    all.insert(all.end(), words.begin(), words.end());
    const Ended ended = ChildProcess(all, directory, {}).wait();
    EXPECT_EQ(ended.code, 2);
    EXPECT_TRUE(ended.err.starts_with(sentence)) << ended.err;
  }
}

std::string http_post(const std::string& target, const std::string& body) {
  return "POST " + target +
         " HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nContent-Length: " +
         std::to_string(body.size()) + "\r\n\r\n" + body;
}

TEST(KinarowPage, KeepsTheGamesOfLevelAuto) {
  const TemporaryDirectory directory;
  const std::string store = directory / "games.db";
  const std::string ann = "0123456789abcdef";
  const std::string question = "/levels/auto?width=3&height=3&k=3&player=" + ann;
  std::string known;
  {
    Page page({"--store", store});
    RawHttp client(page.port());
    for (int game = 1; game <= 3; ++game) {
      EXPECT_EQ(client.ask(http_post("/levels/auto", end_of_game(ann, 0))).status, 200);
      const auto told = page.read_result();
      ASSERT_TRUE(told.contains("strength"));
      EXPECT_EQ(told.at("strength").at("games").to_number<int>(), game);
      EXPECT_EQ(told.at("strength").at("played").as_string(), "level:4");
    }
    known = client.ask(http_get(question)).body;
    page.process().send(SIGKILL);
    page.process().wait(5s);
  }
  Page again({"--store", store, "--resume"});
  RawHttp client(again.port());
  EXPECT_EQ(client.ask(http_get(question)).body, known);
  EXPECT_EQ(client.ask(http_post("/levels/auto", end_of_game(ann, 0))).status, 200);
  const auto told = again.read_result();
  ASSERT_TRUE(told.contains("strength"));
  EXPECT_EQ(told.at("strength").at("games").to_number<int>(), 4);
  again.process().send(SIGINT);
  const auto summary = again.read_result();
  ASSERT_TRUE(summary.contains("games"));
  EXPECT_EQ(summary.at("games").to_number<int>(), 4);
  EXPECT_EQ(again.process().wait(5s), 0);
}

TEST(KinarowPage, ResumesGamesOfItsOwnAlone) {
  const std::string own =
      "browser 0123 and bob, and this page keeps games of browsers against "
      "level:auto";
  const std::tuple<std::string, std::string, std::string> kOthers[] = {
      {"kimble:2", "browser 0123", "kimble:2, and this page plays m,n,k boards"},
      {"mnk:3x3x3/exact", "browser 0123", own},
      {"gomoku:9", "ann", "ann and bob" + own.substr(own.find(','))}};
  for (const auto& [name, player, why] : kOthers) {
    const TemporaryDirectory directory;
    const auto game = engine::find_game(name);
    engine::Rng rng(1);
    const engine::AnyState start = game->start(rng);
    const std::string store = directory / "games.db";
    ASSERT_TRUE((*selfplay::GameLog::open(store))
                    ->add({*game,
                           start,
                           {},
                           {player, "bob"},
                           {1, 0, 0, 0},
                           "bob left",
                           selfplay::OpponentStrength{player, "4", 1, "4.5", "4.5", 1}})
                    .ok());
    const Ended ended =
        ChildProcess({GAUNTLET_BINARY, "host", "kinarow", "--store", store, "--resume"},
                     directory.path(), {})
            .wait();
    EXPECT_EQ(ended.code, 2);
    EXPECT_EQ(ended.err, "gauntlet: cannot resume '" + store + "': game 0 is of " + why +
                             "; give --store a new file\n");
  }
}

// ---- in a browser ----

/// The page after a game: what it says, and what its body's attributes hold.
struct Shown {
  std::string result, status;
  std::vector<int> squares;
  std::size_t winning = 0;  ///< Squares marked as the line that won.
  std::string dom;
};

Shown read_page(std::string dom) {
  Shown shown;
  shown.result = between(dom, "data-result=\"", "\"");
  std::istringstream squares(between(dom, "data-moves=\"", "\""));
  for (int square; squares >> square;) shown.squares.push_back(square);
  const std::string status = between(dom, "id=\"status\"", "/p>");
  shown.status = between(status, ">", "<");
  for (std::size_t at = 0; (at = dom.find(", winning line\"", at)) != dom.npos; ++at)
    ++shown.winning;
  shown.dom = std::move(dom);
  return shown;
}

Shown browse(const std::string& chromium, const std::string& url,
             Waits waits = Waits::kUntilQuiet) {
  return read_page(dom_of(chromium, url, waits));
}

/// Plays the first row of a board by keyboard, both players in turn.
constexpr std::string_view kKeys = R"(
const press = (key) => document.activeElement.dispatchEvent(
    new KeyboardEvent('keydown', {key, bubbles: true, cancelable: true}));
const tick = () => new Promise((done) => setTimeout(done, 20));
await tick();
document.querySelector('#board [tabindex="0"]').focus();
const play = async (...keys) => {
  keys.forEach(press);
  document.activeElement.click();
  document.activeElement.click();  // it is taken now
  await tick();
};
await play();
await play('ArrowDown');
await play('ArrowUp', 'ArrowRight', 'ArrowUp');
await play('ArrowDown');
await play('ArrowUp', 'End', 'ArrowRight', 'x');
await play('Home');
)";

/// The page with something at its end, and what it loads.
HttpAnswer serve_changed_page(const HttpRequest& request) {
  const StaticFiles page(kinarow_files());
  HttpRequest inner = request;
  const bool is_changed = request.target == "/late.html" || request.target == "/keys.html";
  if (is_changed) inner.target = "/";
  HttpResponse response = page.answer(inner);
  if (request.target == "/late.html")
    response.body += "<img src='slow.svg' alt=''>";  // the page is not there before it is
  if (request.target == "/keys.html")
    response.body += "<script type='module' src='keys.js'></script>";
  return response;
}

HttpTask after(std::chrono::milliseconds time, HttpResponse response) {
  return [time, response](std::stop_token, const HttpReply& reply) {
    std::thread([=] {
      std::this_thread::sleep_for(time);
      reply(response);
    }).detach();  // the server waits for it
  };
}

/// A person who wins against whoever takes the first free square; and the page for that.
constexpr std::string_view kWins = R"(
const wait = (ms) => new Promise((done) => setTimeout(done, ms));
for (const square of [1, 4, 7]) {
  while (!document.getElementById('board').classList.contains('open')) await wait(20);
  document.querySelectorAll('[role="gridcell"]')[square].click();
  await wait(20);
}
)";

HttpAnswer serve_auto(const HttpRequest& request) {
  static const KinarowHost host(
      "expert", [](const KinarowQuestion& question, std::stop_token, const auto& answered) {
        engine::AnyMoves moves;
        question.view.legal_moves(moves);
        answered({selfplay::Choice{moves[0]}});
      });
  if (request.target == "/wins.js")
    return HttpResponse{200, {{"Content-Type", "text/javascript"}}, std::string(kWins), ""};
  if (request.target != "/wins.html") return host.answer(request);
  HttpRequest page = request;
  page.target = "/";
  HttpResponse response = std::get<HttpResponse>(host.answer(page));
  response.body += "<script type='module' src='wins.js'></script>";
  return response;
}

/// Bots that misbehave, one for each path, and changed pages.
HttpAnswer misbehave(const HttpRequest& request) {
  HttpResponse response{200, {KinarowBot::open_to_all()}, "ok", ""};
  const std::string& target = request.target;
  if (request.method == "OPTIONS") {
    response.status = 204;
    response.body.clear();
    response.headers.push_back({"Access-Control-Allow-Headers", "Content-Type"});
    return response;
  }
  if (target.starts_with("/teapot")) response.status = 418;
  if (target.starts_with("/broken")) response.status = 500;
  if (target == "/keys.js")
    return HttpResponse{200, {{"Content-Type", "text/javascript"}}, std::string(kKeys), ""};
  if (target == "/slow.svg") return after(4000ms, response);
  if (target == "/late/move") return after(1300ms, response);
  if (target.find('.') != target.npos) return serve_changed_page(request);
  if (target == "/illegal/move") response.body = "0";  // taken
  if (target == "/words/move") response.body = "<b>seven</b>";
  if (target == "/silent/move") response.headers.clear();  // no page may read it
  return response;
}

class KinarowBrowserSlow : public ::testing::Test {
 protected:
  void SetUp() override {
    chromium_ = find_chromium();
    if (chromium_.empty()) GTEST_SKIP() << "no Chromium is installed, so no page is looked at";
    server_ = std::move(*HttpServer::start({}, misbehave));
  }
  std::string bot(const std::string& path) const {
    return "http%3A%2F%2F127.0.0.1%3A" + std::to_string(server_->port()) + "%2F" + path;
  }
  /// Several games at once, each in a browser.
  std::vector<Shown> play(const std::vector<std::string>& games) const {
    std::vector<Shown> shown(games.size());
    std::vector<std::jthread> threads;
    for (std::size_t i = 0; i < games.size(); ++i)
      threads.emplace_back([&, i] {
        shown[i] = browse(chromium_, page_.url() + "/#pace=0&start=1&time=1&" + games[i]);
      });
    threads.clear();
    return shown;
  }

  std::string chromium_;
  Page page_{{"--opponent", "ab:nodes=3000", "--seed", "1"}};
  std::unique_ptr<HttpServer> server_;
};

TEST_F(KinarowBrowserSlow, BotsPlayToTheEnd) {
  const auto shown =
      play({"width=3&height=3&k=3&p1=best&p2=best", "width=7&height=6&k=4&p1=level:1&p2=best"});
  EXPECT_EQ(shown[0].result, "draw") << shown[0].dom;
  EXPECT_EQ(shown[0].status, "The board is full: a draw.");
  EXPECT_EQ(shown[0].squares.size(), 9u);
  EXPECT_EQ(shown[0].winning, 0u);
  const auto& won = shown[1];
  EXPECT_EQ(won.result, "2");
  EXPECT_EQ(won.status, "Gauntlet \u25ef wins!");
  EXPECT_GE(won.winning, 4u);
  // The page's referee agrees with our rules.
  const auto game = engine::find_game("mnk:7x6x4");
  engine::Rng rng(0);
  engine::AnyState state = game->start(rng);
  for (const int square : won.squares) {
    const engine::AnyMove move(static_cast<std::uint32_t>(square));
    ASSERT_TRUE(!state.is_over() && state.is_playable(move)) << square;
    state.apply(move);
  }
  EXPECT_TRUE(state.is_over());
  EXPECT_EQ(state.returns()[1], 1);
}

TEST_F(KinarowBrowserSlow, LevelsHaveRatingsWhereTheyWereMeasured) {
  const auto menu = [&](const std::string& board) {
    return dom_of(chromium_, page_.url() + "/#" + board, Waits::kUntilQuiet);
  };
  for (const auto& [board, name] :
       {std::pair{"width=7&height=6&k=4", "mnk:7x6x4"}, {"width=15&height=15&k=5", "gomoku:15"}}) {
    const std::string rated = selfplay::with_measured_elo("level:4", *engine::find_game(name));
    const std::string elo = rated.substr(rated.find(' '));
    EXPECT_NE(menu(board).find("Gauntlet, level 4" + elo), std::string::npos) << name;
  }
  const std::string other = menu("width=8&height=6&k=4");
  EXPECT_NE(other.find("Gauntlet, level 4<"), std::string::npos) << "was not measured";
  EXPECT_EQ(other.find(" Elo)"), std::string::npos);
}

TEST_F(KinarowBrowserSlow, BotsThatFail) {
  const std::string name = "127.0.0.1:" + std::to_string(server_->port());
  const std::string board = "width=4&height=4&k=4&";
  const auto shown =
      play({board + "p1=best&p2=" + bot("words"), board + "p1=" + bot("illegal") + "&p2=level:1",
            board + "p1=" + bot("silent") + "&p2=best", board + "p1=best&p2=" + bot("teapot")});
  EXPECT_EQ(shown[0].result, "1");
  EXPECT_EQ(shown[0].status, name + "/words \u25ef made an illegal move. Gauntlet \u2715 wins!");
  EXPECT_EQ(shown[0].squares.size(), 1u);
  EXPECT_EQ(shown[1].result, "2");
  EXPECT_EQ(shown[1].squares.at(0), 0);
  EXPECT_EQ(shown[1].squares.size(), 2u);
  EXPECT_EQ(shown[2].result, "none");
  EXPECT_EQ(shown[2].status, name + "/silent \u2715 cannot be reached any more. Nobody wins.");
  EXPECT_EQ(shown[3].result, "none");
  EXPECT_EQ(shown[3].status, name + "/teapot does not play this board.");
}

TEST_F(KinarowBrowserSlow, BotsThatAreLate) {
  const std::string url = "http://127.0.0.1:" + std::to_string(server_->port()) +
                          "/late.html#pace=0&start=1&time=1&p2=human&p1=" + bot("late");
  const Shown shown = browse(chromium_, url, Waits::kUntilLoaded);
  EXPECT_EQ(shown.result, "2");
  EXPECT_EQ(shown.status, "127.0.0.1:" + std::to_string(server_->port()) +
                              "/late \u2715 ran out of time. You \u25ef win!");
}

TEST_F(KinarowBrowserSlow, MistakesInTheAddressAreTold) {
  const std::vector<std::pair<std::string, std::string>> mistakes = {
      {"p1=levl:3&start=1",
       "\u201cp1=levl:3\u201d is nobody: a player is human, best, level:1 to level:10, "
       "level:auto, or the URL of a bot such as http://localhost:5005."},
      {"width=99&start=1",
       "\u201cwidth=99\u201d is not possible: width is a whole number from 3 to 32."},
      {"width=5&height=4&k=9", "\u201ck=9\u201d is not possible: k is a whole number from 3 to 5."},
      {"time=soon", "\u201ctime=soon\u201d is not possible: time is a number from 1 to 600."},
      {"widht=9",
       "\u201cwidht\u201d means nothing here: an address may set width, height, k, time, p1, p2, "
       "pace, start."},
  };
  std::vector<Shown> shown(mistakes.size());
  std::vector<std::jthread> threads;
  for (std::size_t i = 0; i < mistakes.size(); ++i)
    threads.emplace_back(
        [&, i] { shown[i] = browse(chromium_, page_.url() + "/#" + mistakes[i].first); });
  threads.clear();
  for (std::size_t i = 0; i < mistakes.size(); ++i) {
    EXPECT_EQ(shown[i].status, "In the address of this page " + mistakes[i].second);
    EXPECT_EQ(shown[i].squares.size(), 0u);
  }
}

TEST_F(KinarowBrowserSlow, MenusTellTheRatingsOfTheBoard) {
  const std::string measured = browse(chromium_, page_.url() + "/#width=7&height=6&k=4").dom;
  EXPECT_NE(between(measured, "Gauntlet, level 4 (", " Elo)"), "") << measured;
  EXPECT_NE(measured.find("<p id=\"ratings\">"), measured.npos);
  const std::string other = browse(chromium_, page_.url() + "/#width=5&height=6&k=4").dom;
  EXPECT_NE(other.find("Gauntlet, level 4<"), other.npos) << other;
  EXPECT_NE(other.find("<p id=\"ratings\" hidden"), other.npos);
}

TEST_F(KinarowBrowserSlow, LevelAutoTellsHowAPersonPlays) {
  const auto server = std::move(*HttpServer::start({}, serve_auto));
  const std::string url = "http://127.0.0.1:" + std::to_string(server->port());
  const std::string words = "#pace=0&start=1&width=3&height=3&k=3&p1=human&p2=level:auto";
  const Shown shown = browse(chromium_, url + "/wins.html" + words);
  EXPECT_EQ(shown.result, "1") << shown.dom;
  EXPECT_TRUE(shown.status.starts_with("You \u2715 win! You play like level ")) << shown.status;
  EXPECT_NE(shown.status.find(" after 1 game; the next game is against level "), std::string::npos);
  const Shown refused = browse(chromium_, url + "/#start=1&p1=best&p2=level:auto");
  EXPECT_EQ(refused.status,
            "\u201cGauntlet, as strong as you are\u201d plays against a person at this page.");
}

TEST_F(KinarowBrowserSlow, PeoplePlayByKeyboard) {
  const std::string url = "http://127.0.0.1:" + std::to_string(server_->port()) +
                          "/keys.html#width=3&height=3&k=3&p1=human&p2=human&start=1";
  const Shown shown = browse(chromium_, url);
  EXPECT_EQ(shown.squares, (std::vector<int>{0, 3, 1, 4, 2}));
  EXPECT_EQ(shown.result, "1");
  EXPECT_EQ(shown.status, "Player 1 \u2715 wins!");
  EXPECT_EQ(shown.winning, 3u);
  EXPECT_NE(shown.dom.find("aria-label=\"row 1, column 3: cross, last move, winning line\""),
            shown.dom.npos);
}

}  // namespace

}  // namespace gauntlet::tools
