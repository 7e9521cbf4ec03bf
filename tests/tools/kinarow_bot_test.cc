// The K-in-a-Row bot as a function: requests in, answers out.
#include "tools/protocol/kinarow_bot.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "engine/mnk/mnk.h"
#include "tests/tools/reply_of.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

/// Plays the first empty square and remembers what it was asked.
class KinarowBotTest : public ::testing::Test {
 protected:
  HttpAnswer call(const std::string& method, const std::string& target,
                  const std::string& body = "", HttpHeaders headers = {}) {
    return bot_.answer({now_, method, target, std::move(headers), body});
  }
  /// The answer, whether or not it takes a task.
  HttpResponse ask(const std::string& method, const std::string& target,
                   const std::string& body = "", HttpHeaders headers = {}) {
    const HttpAnswer answer = call(method, target, body, std::move(headers));
    if (const auto* task = std::get_if<HttpTask>(&answer)) return reply_of(*task);
    return std::get<HttpResponse>(answer);
  }

  std::chrono::steady_clock::time_point now_{1000s};
  bool page_rules_ = true;
  std::optional<KinarowQuestion> asked_;
  KinarowBot bot_{{"expert", page_rules_},
                  [this](const KinarowQuestion& question, std::stop_token, const auto& answered) {
                    asked_ = question;
                    engine::AnyMoves moves;
                    question.view.legal_moves(moves);
                    answered({selfplay::Choice{moves[0]}});
                  }};
};

std::string header(const HttpResponse& response, std::string_view name) {
  return std::string(find_header(response.headers, name).value_or("(none)"));
}

const std::string kFourByFour =
    R"({"width":4,"height":4,"cells":[0,1,null,null,null,null,null,null,null,null,null,null,)"
    R"(null,null,null,null],"k":3,"turn":0,"timePerMove":2})";

TEST_F(KinarowBotTest, TheDialogueOfTheRealPage) {
  const auto status = ask("GET", "/status?width=4&height=4&k=3&timePerMove=2");
  EXPECT_EQ(status.status, 200);
  EXPECT_EQ(status.body, "ok");
  EXPECT_EQ(header(status, "access-control-allow-origin"), "*");

  const auto allowed = ask("OPTIONS", "/move", "",
                           {{"Access-Control-Request-Method", "POST"},
                            {"Access-Control-Request-Headers", "content-type"},
                            {"Origin", "http://127.0.0.1:1234"}});
  EXPECT_EQ(allowed.status, 204);
  EXPECT_EQ(allowed.body, "");
  EXPECT_EQ(header(allowed, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(header(allowed, "Access-Control-Allow-Methods"), "POST, OPTIONS");
  EXPECT_EQ(header(allowed, "Access-Control-Allow-Headers"), "Content-Type");
  EXPECT_EQ(header(allowed, "Access-Control-Max-Age"), "86400");
  EXPECT_EQ(header(allowed, "Access-Control-Allow-Private-Network"), "(none)");

  EXPECT_TRUE(std::holds_alternative<HttpTask>(call("POST", "/move", kFourByFour)));
  const auto move = ask("POST", "/move", kFourByFour, {{"Content-Type", "application/json"}});
  EXPECT_EQ(move.status, 200);
  EXPECT_EQ(move.body, "2");
  EXPECT_EQ(header(move, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(asked_->view.to_text(), "xo../..../..../....");
  EXPECT_EQ(asked_->view.to_move(), 0);
  EXPECT_EQ(asked_->player, "expert");
  EXPECT_EQ(asked_->due - now_, 1870ms);
  EXPECT_EQ(move.note, "played 2 (row,column 0,2) in mnk:4x4x3 as player 0");
}

TEST_F(KinarowBotTest, APublicPageMayCallThisMachine) {
  const HttpHeaders headers = {{"access-control-request-private-network", "true"}};
  EXPECT_EQ(header(ask("OPTIONS", "/move", "", headers), "Access-Control-Allow-Private-Network"),
            "true");
  const auto status = ask("OPTIONS", "/level/2/status", "", headers);
  EXPECT_EQ(status.status, 204);
  EXPECT_EQ(header(status, "Access-Control-Allow-Methods"), "GET, OPTIONS");
}

TEST_F(KinarowBotTest, ARatingIsForBoardsThatHaveRatings) {
  bot_ = KinarowBot({"level:elo=1500", page_rules_}, [](const auto&...) { ADD_FAILURE(); });
  EXPECT_EQ(ask("GET", "/status?width=7&height=6&k=4&timePerMove=2").status, 200);
  const auto status = ask("GET", "/status?width=4&height=4&k=3&timePerMove=2");
  const auto move = ask("POST", "/move", kFourByFour);
  EXPECT_EQ(status.status, 418);
  EXPECT_EQ(move.status, 400);
  for (const HttpResponse& response : {status, move})
    EXPECT_NE(response.body.find("the levels of mnk:4x4x3 have no ratings"), std::string::npos)
        << response.body;
  EXPECT_EQ(ask("GET", "/level/2/status?width=4&height=4&k=3&timePerMove=2").status, 200);
  EXPECT_TRUE(KinarowBot::objection("level:elo=1500").ok());
  EXPECT_FALSE(KinarowBot::objection("level:elo=9999").ok());
  EXPECT_FALSE(KinarowBot::objection("nobody").ok());
}

TEST_F(KinarowBotTest, ALevelForEachUrl) {
  EXPECT_EQ(ask("GET", "/level/10/status?width=4&height=4&k=3&timePerMove=2").status, 200);
  EXPECT_EQ(ask("POST", "/level/7/move", kFourByFour).status, 200);
  EXPECT_EQ(asked_->player, "level:7");
  EXPECT_EQ(ask("POST", "//move", kFourByFour).status, 200);  // the page was given ".../"
  EXPECT_EQ(asked_->player, "expert");
  EXPECT_EQ(ask("POST", "/level/3//move", kFourByFour).status, 200);
  EXPECT_EQ(asked_->player, "level:3");
}

TEST_F(KinarowBotTest, TheTimeIsThePages) {
  const auto thought = [this](const std::string& seconds) {
    std::string body = kFourByFour;
    body.replace(body.find("\"timePerMove\":2"), 15, "\"timePerMove\":" + seconds);
    EXPECT_EQ(ask("POST", "/move", body).status, 200) << seconds;
    return std::chrono::duration_cast<std::chrono::milliseconds>(asked_->due - now_).count();
  };
  EXPECT_EQ(thought("1"), 920);
  EXPECT_EQ(thought("1.5"), 1395);
  EXPECT_EQ(thought("0.1"), 65);
  EXPECT_EQ(thought("20"), 19'600);
  EXPECT_EQ(thought("1e9"), 3'600'000);
}

TEST_F(KinarowBotTest, WhatWouldComeTooLateIsRefused) {
  const KinarowBot late({"expert", true}, [](const KinarowQuestion&, const std::stop_token&,
                                             const auto& answered) { answered({}); });
  const HttpAnswer answer = late.answer({now_, "POST", "/move", {}, kFourByFour});
  const HttpResponse response = reply_of(std::get<HttpTask>(answer));
  EXPECT_EQ(response.status, 503);
  EXPECT_EQ(header(response, "Retry-After"), "1");
  EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*");
  EXPECT_EQ(response.body,
            "too many moves are asked for at once to find this one within timePerMove");
}

TEST_F(KinarowBotTest, WhatGoesWrongInAThoughtIsTold) {
  const KinarowBot broken(
      {"expert", true}, [](const KinarowQuestion&, const std::stop_token&, const auto& answered) {
        answered({.failure = std::make_exception_ptr(std::runtime_error("no luck"))});
      });
  const HttpAnswer answer = broken.answer({now_, "POST", "/move", {}, kFourByFour});
  const HttpResponse response = reply_of(std::get<HttpTask>(answer));
  EXPECT_EQ(response.status, 500);
  EXPECT_EQ(response.body, "this went wrong: no luck");
  EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*");
}

TEST_F(KinarowBotTest, ThePagesWrappedDiagonals) {
  // 3x5, k = 3: squares 7, 9, 11 are a line for the page.
  const std::string body =
      R"({"width":3,"height":5,"cells":[1,1,null,null,null,null,null,0,null,0,null,0,null,null,)"
      R"(null],"k":3,"turn":1,"timePerMove":1})";
  EXPECT_EQ(ask("POST", "/move", body).body,
            "the game is over in this position: player 0 has 3 in a row");
  const KinarowBot plain({"expert", false}, [](const KinarowQuestion& question, std::stop_token,
                                               const auto& answered) {
    EXPECT_EQ(question.game.name(), "mnk:3x5x3");
    answered({selfplay::Choice{engine::AnyMove(2)}});
  });
  const auto answer = plain.answer({now_, "POST", "/move", {}, body});
  EXPECT_EQ(reply_of(std::get<HttpTask>(answer)).body, "2");
}

TEST_F(KinarowBotTest, StatusTellsWhatItPlays) {
  const std::vector<std::tuple<std::string, int, std::string>> cases = {
      {"width=3&height=3&k=3&timePerMove=1", 200, "ok"},
      {"width=32&height=32&k=32&timePerMove=1.5", 200, "ok"},
      {"timePerMove=0.5&k=5&height=4&width=5&more=1", 200, "ok"},
      {"width=33&height=3&k=3&timePerMove=1", 418, "width is 3 to 32 here, not 33"},
      {"width=3&height=99&k=3&timePerMove=1", 418, "height is 3 to 32 here, not 99"},
      {"width=2&height=3&k=3&timePerMove=1", 418, "width is 3 to 32 here, not 2"},
      {"width=-3&height=3&k=3&timePerMove=1", 418, "width is 3 to 32 here, not -3"},
      {"width=4&height=3&k=5&timePerMove=1", 418, "k is 3 to 4 on this board, not 5"},
      {"width=4&height=3&k=2&timePerMove=1", 418, "k is 3 to 4 on this board, not 2"},
      {"width=4&height=3&k=3&timePerMove=0", 418, "timePerMove is at least 0.1 seconds"},
      {"width=4&height=3&k=3&timePerMove=-1", 418, "timePerMove is at least 0.1 seconds"},
      {"", 400, "width is missing in the query"},
      {"width=3", 400, "height is missing in the query"},
      {"width=3&height=3", 400, "k is missing in the query"},
      {"width=3&height=3&k=3", 400, "timePerMove is missing in the query"},
      {"width=3&width=4&height=3&k=3&timePerMove=1", 400, "width is given twice"},
      {"width=&height=3&k=3&timePerMove=1", 400, "width is a whole number, not ''"},
      {"width&height=3&k=3&timePerMove=1", 400, "width is a whole number, not ''"},
      {"width=3.0&height=3&k=3&timePerMove=1", 400, "width is a whole number, not '3.0'"},
      {"width=%33&height=3&k=3&timePerMove=1", 400, "width is a whole number, not '%33'"},
      {"width=3&height=three&k=3&timePerMove=1", 400, "height is a whole number, not 'three'"},
      {"width=3&height=3&k=99999999999&timePerMove=1", 400,
       "k is a whole number, not '99999999999'"},
      {"width=3&height=3&k=3&timePerMove=soon", 400,
       "timePerMove is a number of seconds, not 'soon'"},
      {"width=3&height=3&k=3&timePerMove=1s", 400, "timePerMove is a number of seconds, not '1s'"},
      {"width=3&height=3&k=3&timePerMove=nan", 400,
       "timePerMove is a number of seconds, not 'nan'"},
      {"width=3&height=3&k=3&timePerMove=inf", 400,
       "timePerMove is a number of seconds, not 'inf'"},
      {"width=3&height=3&k=3&timePerMove=1?", 400, "timePerMove is a number of seconds, not '1?'"},
  };
  for (const auto& [query, code, sentence] : cases) {
    const auto response = ask("GET", "/status?" + query);
    EXPECT_EQ(response.status, code) << query;
    EXPECT_EQ(response.body, sentence) << query;
    EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*") << query;
  }
}

TEST_F(KinarowBotTest, OtherPathsAndMethods) {
  const std::string here = "; /status and /move are here, also below /level/1 to /level/10";
  const std::string levels = "levels are 1 to 10, as in /level/3/move or /level/4.3/move";
  const std::vector<std::tuple<std::string, std::string, int, std::string>> cases = {
      {"GET", "/", 404, "there is nothing at '/'" + here},
      {"GET", "", 404, "there is nothing at ''" + here},
      {"GET", "*", 404, "there is nothing at '*'" + here},
      {"GET", "/stat", 404, "there is nothing at '/stat'" + here},
      {"GET", "/status/", 404, "there is nothing at '/status/'" + here},
      {"GET", "/../etc/passwd", 404, "there is nothing at '/../etc/passwd'" + here},
      {"POST", "/Move", 404, "there is nothing at '/Move'" + here},
      {"POST", "/<script>", 404, "there is nothing at '/<script>'" + here},
      {"OPTIONS", "/nothing", 404, "there is nothing at '/nothing'" + here},
      {"GET", "/\x01\xff", 404, "there is nothing at '/\\x01\\xff'" + here},
      {"POST", "/level/0/move", 404, levels},
      {"POST", "/level/11/move", 404, levels},
      {"POST", "/level/x/move", 404, levels},
      {"POST", "/level//move", 404, levels},
      {"POST", "/level/03/move", 404, levels},
      {"POST", "/level/4.35/move", 404, levels},
      {"POST", "/level/10.5/move", 404, levels},
      {"POST", "/level/3", 404, "there is nothing at '/level/3'" + here},
      {"GET", "/move", 405, "'GET' is not for this path; POST, OPTIONS are"},
      {"PUT", "/move", 405, "'PUT' is not for this path; POST, OPTIONS are"},
      {"HEAD", "/status", 405, "'HEAD' is not for this path; GET, OPTIONS are"},
      {"POST", "/status", 405, "'POST' is not for this path; GET, OPTIONS are"},
      {"FROBNICATE", "/level/2/status", 405, "'FROBNICATE' is not for this path; GET, OPTIONS are"},
  };
  for (const auto& [method, target, code, sentence] : cases) {
    const auto response = ask(method, target);
    EXPECT_EQ(response.status, code) << method << ' ' << target;
    EXPECT_EQ(response.body, sentence) << method << ' ' << target;
    EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*") << target;
    EXPECT_EQ(header(response, "Allow") != "(none)", code == 405) << target;
  }
}

// ---- bodies ----

struct BadRequest {
  std::string body;
  std::string sentence;
};

/// A 3x3 position with one thing changed.
std::string three(const std::string& cells, const std::string& rest = R"("k":3,"turn":0,)") {
  return R"({"width":3,"height":3,"cells":[)" + cells + "]," + rest + R"("timePerMove":1})";
}

std::string with(const std::string& from, const std::string& to) {
  std::string body = three("0,1,null,null,null,null,null,null,null");
  body.replace(body.find(from), from.size(), to);
  return body;
}

const std::string kNull9 = "null,null,null,null,null,null,null,null,null";
const std::string kNotJson = "the body is not JSON: ";
const std::string kNoObject =
    "the body is a JSON object with width, height, cells, k, turn and timePerMove";

std::vector<BadRequest> bad_bodies() {
  return {
      // not JSON
      {"", kNotJson + "incomplete JSON"},
      {" ", kNotJson + "incomplete JSON"},
      {"{", kNotJson + "incomplete JSON"},
      {"}", kNotJson + "syntax error"},
      {"width=3&height=3", kNotJson + "syntax error"},
      {"\xef\xbb\xbf" + three(kNull9), kNotJson + "syntax error"},
      {"\0"s, kNotJson + "syntax error"},
      {three(kNull9) + "x", kNotJson + "extra data"},
      {three(kNull9) + three(kNull9), kNotJson + "extra data"},
      {three(kNull9).substr(0, 40), kNotJson + "incomplete JSON"},
      {three("nul"), kNotJson + "syntax error"},
      {three("0,,1"), kNotJson + "syntax error"},
      {three("0,1,"), kNotJson + "syntax error"},
      {three("'x'"), kNotJson + "syntax error"},
      {three("undefined"), kNotJson + "syntax error"},
      {three("NaN"), kNotJson + "syntax error"},
      {three("01"), kNotJson + "syntax error"},
      {three("+1"), kNotJson + "syntax error"},
      {three("\"\xff\xfe\""), kNotJson},
      {"{\"width\":3,}", kNotJson + "syntax error"},
      {"{width:3}", kNotJson + "syntax error"},
      {std::string(9, '[') + std::string(9, ']'), "the body's JSON is nested deeper than 8"},
      {std::string(60'000, '['), "the body's JSON is nested deeper than 8"},
      // not an object
      {"3", kNoObject},
      {"null", kNoObject},
      {"[]", kNoObject},
      {"\"" + std::string(1000, 'a') + "\"", kNoObject},
      {std::string(8, '[') + std::string(8, ']'), kNoObject},
      // keys that are missing
      {"{}", "width is missing"},
      {with("width", "Width"), "width is missing"},
      {with("height", "hight"), "height is missing"},
      {with("\"k\"", "\"K\""), "k is missing"},
      {with("cells", "cell"), "cells is missing"},
      {with("turn", "player"), "turn is missing"},
      {with("timePerMove", "time"), "timePerMove is missing"},
      // sizes
      {with("\"width\":3", "\"width\":\"3\""), "width is a whole number"},
      {with("\"width\":3", "\"width\":3.5"), "width is a whole number"},
      {with("\"width\":3", "\"width\":3.0"), "width is a whole number"},
      {with("\"width\":3", "\"width\":null"), "width is a whole number"},
      {with("\"width\":3", "\"width\":true"), "width is a whole number"},
      {with("\"width\":3", "\"width\":[3]"), "width is a whole number"},
      {with("\"width\":3", "\"width\":18446744073709551615"), "width is a whole number"},
      {with("\"width\":3", "\"width\":99999999999999999999999"), "width is a whole number"},
      {with("\"width\":3", "\"width\":9223372036854775807"), "width is 3 to 32 here, not 1000000"},
      {with("\"width\":3", "\"width\":0"), "width is 3 to 32 here, not 0"},
      {with("\"width\":3", "\"width\":-3"), "width is 3 to 32 here, not -3"},
      {with("\"width\":3", "\"width\":33"), "width is 3 to 32 here, not 33"},
      {with("\"height\":3", "\"height\":2"), "height is 3 to 32 here, not 2"},
      {with("\"height\":3", "\"height\":{}"), "height is a whole number"},
      {with("\"k\":3", "\"k\":2"), "k is 3 to 3 on this board, not 2"},
      {with("\"k\":3", "\"k\":4"), "k is 3 to 3 on this board, not 4"},
      {with("\"k\":3", "\"k\":-1"), "k is 3 to 3 on this board, not -1"},
      {with("\"k\":3", "\"k\":\"three\""), "k is a whole number"},
      {with("\"timePerMove\":1", "\"timePerMove\":\"1\""), "timePerMove is a number of seconds"},
      {with("\"timePerMove\":1", "\"timePerMove\":null"), "timePerMove is a number of seconds"},
      {with("\"timePerMove\":1", "\"timePerMove\":0"), "timePerMove is at least 0.1 seconds"},
      {with("\"timePerMove\":1", "\"timePerMove\":-5"), "timePerMove is at least 0.1 seconds"},
      {with("\"timePerMove\":1", "\"timePerMove\":1e-9"), "timePerMove is at least 0.1 seconds"},
      // cells
      {with("[0,1,null,null,null,null,null,null,null]", "9"), "cells is a list"},
      {with("[0,1,null,null,null,null,null,null,null]", "\"xo.......\""), "cells is a list"},
      {three(""), "cells has 0 squares instead of 9"},
      {three("0,1"), "cells has 2 squares instead of 9"},
      {three(kNull9 + ",null"), "cells has 10 squares instead of 9"},
      {with("\"width\":3", "\"width\":4"), "cells has 9 squares instead of 12"},
      {three("2,null,null,null,null,null,null,null,null"), "cell 0 is neither null nor 0 nor 1"},
      {three("0,-1,null,null,null,null,null,null,null"), "cell 1 is neither null nor 0 nor 1"},
      {three("null,null,null,null,null,null,null,null,\"0\""),
       "cell 8 is neither null nor 0 nor 1"},
      {three("null,0.0,null,null,null,null,null,null,null"), "cell 1 is neither null nor 0 nor 1"},
      {three("null,false,null,null,null,null,null,null,null"),
       "cell 1 is neither null nor 0 nor 1"},
      {three("null,[],null,null,null,null,null,null,null"), "cell 1 is neither null nor 0 nor 1"},
      // turn
      {with("\"turn\":0", "\"turn\":2"), "turn is 0 or 1, not 2"},
      {with("\"turn\":0", "\"turn\":-1"), "turn is 0 or 1, not -1"},
      {with("\"turn\":0", "\"turn\":\"0\""), "turn is a whole number"},
      {with("\"turn\":0", "\"turn\":null"), "turn is a whole number"},
      {with("\"turn\":0", "\"turn\":1"),
       "player 0 has 1 stone and player 1 has 1, so it is not the turn of player 1"},
      {three("0,null,null,null,null,null,null,null,null"),
       "player 0 has 1 stone and player 1 has 0, so it is not the turn of player 0"},
      {three("0,0,null,null,null,null,null,null,null"),
       "player 0 has 2 stones and player 1 has 0, but player 0 moves first and both take turns"},
      {three("1,null,null,null,null,null,null,null,null"),
       "player 0 has 0 stones and player 1 has 1, but player 0 moves first and both take turns"},
      // over
      {three("0,0,0,1,1,null,null,null,null", R"("k":3,"turn":1,)"),
       "the game is over in this position: player 0 has 3 in a row"},
      {three("1,1,1,0,0,null,0,null,null"),
       "the game is over in this position: player 1 has 3 in a row"},
      {three("0,0,0,1,1,null,1,null,null"),
       "the position has a finished line of x, but o moved last (x is player 0, o player 1)"},
      {three("0,0,0,1,1,1,null,null,null"),
       "the position has finished lines of both x and o; a game ends with its first line (x is "
       "player 0, o player 1)"},
      {three("0,1,0,0,1,1,1,0,0", R"("k":3,"turn":1,)"),
       "the game is over in this position: the board is full"},
  };
}

TEST_F(KinarowBotTest, MalformedBodiesGetTheirSentence) {
  const auto cases = bad_bodies();
  EXPECT_GE(cases.size(), 60u);
  for (const BadRequest& bad : cases) {
    SCOPED_TRACE(bad.body.substr(0, 120));
    const auto response = ask("POST", "/move", bad.body);
    EXPECT_EQ(response.status, 400);
    EXPECT_EQ(response.body.substr(0, bad.sentence.size()), bad.sentence);
    EXPECT_LT(response.body.size(), 200u);
    EXPECT_EQ(header(response, "Access-Control-Allow-Origin"), "*");
  }
}

TEST_F(KinarowBotTest, WhateverComesIsAnswered) {
  engine::Rng rng(1);
  int accepted = 0;
  for (int i = 0; i < 50'000; ++i) {
    std::string body = with("0,1", "0,1");
    for (int changes = rng.below(3); changes >= 0; --changes) {
      const std::size_t at = rng.below(static_cast<std::uint32_t>(body.size()));
      const std::string pieces[] = {"",     "0", "1", ",", "[",    "}",
                                    "null", "-", "9", "e", "\xff", "\""};
      body.replace(at, rng.below(3), pieces[rng.below(12)]);
    }
    const auto response = ask("POST", "/move", body);
    ASSERT_TRUE(response.status == 200 || response.status == 400) << body;
    accepted += response.status == 200;
    for (const char c : response.body) ASSERT_TRUE(c >= 0x20 && c < 0x7f) << response.body;
  }
  EXPECT_GT(accepted, 50);
}

TEST_F(KinarowBotTest, WhatIsUnusualButRight) {
  for (const std::string& body :
       {three(kNull9), " \r\n\t" + three(kNull9) + "\n",
        three(kNull9, R"("k":3,"turn":0,"x":[{}],)"),
        three(kNull9, R"("k":9,"k":3,"turn":0,)"),  // the last one counts
        three("0,1,0,0,1,1,1,0,null"), with("\"timePerMove\":1", "\"timePerMove\":1.5")})
    EXPECT_EQ(ask("POST", "/move", body).status, 200) << body;
}

TEST_F(KinarowBotTest, TheHighestAndTheWidestBoard) {
  std::string cells = "null";
  for (int i = 1; i < 32 * 32; ++i) cells += ",null";
  const std::string body =
      R"({"width":32,"height":32,"cells":[)" + cells + R"(],"k":32,"turn":0,"timePerMove":1})";
  EXPECT_EQ(ask("POST", "/move", body).body, "0");
}

}  // namespace

}  // namespace gauntlet::tools
