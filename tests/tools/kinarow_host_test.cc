// The K-in-a-Row page and the bot beside it, as values.
#include "tools/protocol/kinarow_host.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/player_spec.h"
#include "tests/tools/kinarow_page.h"
#include "tests/tools/reply_of.h"
#include "tools/web_files.h"

namespace gauntlet::tools {

namespace {

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

}  // namespace

}  // namespace gauntlet::tools
