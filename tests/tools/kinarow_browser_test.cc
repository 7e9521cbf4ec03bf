// The K-in-a-Row page in a browser, if there is one.
#include <gtest/gtest.h>

#include <chrono>
#include <sstream>
#include <thread>

#include "engine/registry.h"
#include "selfplay/players/measured_elo.h"
#include "tests/tools/browser.h"
#include "tests/tools/kinarow_page.h"
#include "tools/net/http_server.h"
#include "tools/protocol/kinarow_host.h"
#include "tools/web_files.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

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
  KinarowPage page_{{"--opponent", "ab:nodes=3000", "--seed", "1"}};
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
