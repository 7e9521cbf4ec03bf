// The browser's side of Sudokill as text, in virtual time.
#include "tools/protocol/sudokill_browser.h"

#include <gtest/gtest.h>

#include <boost/json.hpp>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/players/measured_elo.h"
#include "tests/tools/sudokill_hall.h"
#include "tests/tools/sudokill_page.h"
#include "tools/protocol/rate_limiter.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;

/// The messages with this action, parsed.
std::vector<boost::json::object> of_action(const std::vector<std::string>& messages,
                                           std::string_view action) {
  std::vector<boost::json::object> found;
  for (const std::string& message : messages) {
    if (!message.starts_with('{')) continue;
    auto object = boost::json::parse(message).as_object();
    if (object.at("action").as_string() == action) found.push_back(std::move(object));
  }
  return found;
}

bool is_among(const std::vector<std::string>& messages, const std::string& message) {
  return std::find(messages.begin(), messages.end(), message) != messages.end();
}

/// The last STATUS as "state: sentence"; "" when there is none.
std::string last_status(const std::vector<std::string>& messages) {
  const auto all = of_action(messages, "STATUS");
  if (all.empty()) return "";
  return boost::json::value_to<std::string>(all.back().at("state")) + ": " +
         boost::json::value_to<std::string>(all.back().at("message"));
}

SudokillHost::Options one_room() {
  SudokillHost::Options options;
  options.rooms = 1;
  return options;
}

/// A legal move for who is asked after `echo`, the move of the player who had this view.
std::string legal_answer(engine::AnyState view, std::string echo, engine::Rng& rng) {
  echo[1] = echo[3] = ',';
  view.apply(*view.parse(echo));
  std::string text = view.format(view.random_move(rng));
  text[1] = text[3] = ' ';
  return text + "\n";
}

// ---- lines ----

TEST(SudokillBrowserLine, Verbs) {
  const std::tuple<std::string, BrowserVerb, std::string, std::optional<int>> kLines[] = {
      {"NEW CONNECTION|Ann\r\n", BrowserVerb::kHello, "Ann", {}},
      {"NEW CONNECTION|a|b", BrowserVerb::kHello, "a|b", {}},
      {"JOIN\n", BrowserVerb::kJoin, "", {}},
      {"LEAVE", BrowserVerb::kLeave, "", {}},
      {"PLAY|33\n", BrowserVerb::kPlay, "33", 33},
      {"PLAY", BrowserVerb::kPlay, "", {}},
      {"PREVIEW|0", BrowserVerb::kPreview, "0", 0},
      {"STOP", BrowserVerb::kStop, "", {}},
      {"SWITCH", BrowserVerb::kSwitch, "", {}},
      {"OPPONENT|level:3", BrowserVerb::kOpponent, "level:3", {}},
      {"MOVE|0 4 7", BrowserVerb::kMove, "0 4 7", {}},
      {"JOINING us?", BrowserVerb::kChat, "JOINING us?", {}},
      {"0 4 7", BrowserVerb::kChat, "0 4 7", {}},
      {"play|33", BrowserVerb::kChat, "play|33", {}},
      {"h\xc3\xa9", BrowserVerb::kChat, "h\xc3\xa9", {}},
  };
  for (const auto& [message, verb, text, density] : kLines) {
    SCOPED_TRACE(message);
    const auto line = read_browser_line(message);
    ASSERT_TRUE(line.ok()) << engine::message_of(line);
    EXPECT_EQ(line->verb, verb);
    EXPECT_EQ(line->text, text);
    EXPECT_EQ(line->density, density);
  }
}

TEST(SudokillBrowserLine, EveryMistakeGetsASentence) {
  const std::string density = "a density is 0 to 100 percent, as in PLAY|33";
  const std::string move = "a move is a row, a column and a digit, as in MOVE|0 4 7";
  const std::pair<std::string, std::string> kMistakes[] = {
      {"", "this message is empty"},
      {"\r\n", "this message is empty"},
      {"JOIN\nPLAY|33\n", "a message is one line"},
      {std::string(257, 'x'), "a line has at most 256 bytes"},
      {"NEW CONNECTION", "a name is missing: it comes as in NEW CONNECTION|Ann"},
      {"NEW CONNECTION|", "a name is missing: it comes as in NEW CONNECTION|Ann"},
      {"OPPONENT|", "an opponent is missing: it comes as in OPPONENT|naive"},
      {"PLAY|101", density},
      {"PLAY|-1", density},
      {"PLAY|33.5", density},
      {"PREVIEW|abc", density},
      {"PREVIEW|99999999999999999999", density},
      {"MOVE", move},
      {"MOVE|", move},
      {"MOVE|1 2", move},
      {"MOVE|1 2 3 4", move},
      {"MOVE|-1 2 3", move},
      {"MOVE|a b c", move},
  };
  for (const auto& [message, sentence] : kMistakes) {
    const auto line = read_browser_line(message);
    ASSERT_FALSE(line.ok()) << message;
    EXPECT_EQ(engine::message_of(line), sentence);
  }
}

TEST(SudokillBrowserText, IsSafeToShow) {
  EXPECT_EQ(page_text("Ann", 40), "Ann");
  EXPECT_EQ(page_text("<img src=x onerror=alert(1)>", 40),
            "\u2039img src=x onerror=alert(1)\u203a");
  EXPECT_EQ(page_text("a\r\nb\tc\x7f", 40), "a  b c ");
  EXPECT_EQ(page_text("Zo\u00eb \u4e2d\U0001f600", 40), "Zo\u00eb \u4e2d\U0001f600");
  EXPECT_EQ(page_text("\u00eb\u00eb\u00eb", 2), "\u00eb\u00eb...");
  EXPECT_EQ(page_text("\xff\xc3", 40), "\\xff\\xc3");  // no UTF-8
  EXPECT_EQ(page_text("\xc0\xbc", 40), "\\xc0\\xbc");  // an overlong <
}

TEST(SudokillBrowserPace, ABurstAndARate) {
  RateLimiter limiter(3, 2);
  RateLimiter::Time now{1h};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limiter.allows(now));
  EXPECT_FALSE(limiter.allows(now));
  EXPECT_FALSE(limiter.allows(now + 499ms));
  EXPECT_TRUE(limiter.allows(now + 999ms));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limiter.allows(now + 1h));
  EXPECT_FALSE(limiter.allows(now + 1h));
}

// ---- watching ----

TEST(SudokillBrowser, IsWelcomedWithTheRoom) {
  Hall hall;
  const auto ann = hall.enter_browser();
  EXPECT_EQ(hall.heard(ann), "") << "it speaks first";
  hall.say(ann, "NEW CONNECTION|Ann\r\n");
  const auto messages = hall.messages(ann);
  ASSERT_EQ(messages.size(), 4u);
  EXPECT_EQ(messages[0],
            R"({"action":"STATUS","state":"waiting","message":"Hello, Ann, in room 1 of 2"})");
  EXPECT_TRUE(messages[1].starts_with(R"({"action":"CREATE","values":[[)")) << messages[1];
  EXPECT_EQ(messages[2], R"({"action":"SCORE","players":[]})");
  EXPECT_EQ(messages[3], R"({"action":"QUEUE","players":[]})");
  hall.say(ann, "NEW CONNECTION|Eve\r\n");
  EXPECT_EQ(hall.heard(ann), "you are Ann already");
}

TEST(SudokillBrowser, MustSayItsNameFirst) {
  Hall hall;
  const auto ann = hall.enter_browser();
  for (const char* line : {"JOIN", "PLAY|33", "STOP", "PREVIEW|5", "SWITCH", "OPPONENT|naive",
                           "MOVE|0 0 1", "LEAVE", "hello"}) {
    hall.say(ann, line);
    EXPECT_EQ(hall.heard(ann), "say first who you are, as in NEW CONNECTION|Ann") << line;
  }
}

TEST(SudokillBrowser, SeesProgramsPlay) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann");
  SudokillPage page(1);
  for (const auto& message : hall.messages(ann)) page.take(message);
  const auto bob = hall.enter("Bob"), carol = hall.enter("Carol"), dan = hall.enter("D<b>an");
  hall.say(bob, "PLAY\n");
  for (const auto& message : hall.messages(ann)) EXPECT_EQ(page.take(message), "");
  EXPECT_EQ(page.stage, "in_progress");
  EXPECT_EQ(page.status, "It is the turn of Bob");
  EXPECT_EQ(
      boost::json::serialize(page.score),
      R"([{"name":"Bob","number":1,"moves":0,"current_time":0,"max_time":120,"has_turn":true},)"
      R"({"name":"Carol","number":2,"moves":0,"current_time":0,"max_time":120,"has_turn":false}])");
  EXPECT_EQ(boost::json::serialize(page.queue),
            "[{\"name\":\"D\u2039b\u203aan\",\"moves\":0,\"current_time\":0,\"max_time\":120,"
            "\"has_turn\":false}]");
  EXPECT_TRUE(page.commands.empty());
  ASSERT_TRUE(page.board);
  engine::Rng rng(7);
  std::string move = page.board->format(page.board->random_move(rng));
  move[1] = move[3] = ' ';
  hall.wait(3s);
  hall.say(bob, move + "\n");
  hall.say(carol, "9 9 9\n");
  const auto messages = hall.messages(ann);
  const auto updates = of_action(messages, "UPDATE");
  ASSERT_EQ(updates.size(), 2u);
  std::string value = "[" + move + ",1]";
  std::replace(value.begin(), value.end(), ' ', ',');
  EXPECT_EQ(boost::json::serialize(updates[0].at("value")), value);
  EXPECT_EQ(updates[0].at("status"), "ok");
  EXPECT_EQ(boost::json::serialize(updates[1].at("value")), "[9,9,9,2]");
  EXPECT_EQ(updates[1].at("status"), "violation");
  EXPECT_TRUE(is_among(
      messages, R"({"action":"STATUS","state":"over","message":"Bob WINS! Carol played 9 9 9: )"
                R"(Out of range error: 9 9 is not a valid space"})"));
  const auto scores = of_action(messages, "SCORE");
  EXPECT_EQ(scores.at(1).at("players").as_array().at(0).as_object().at("current_time"), 3);
  for (const auto& message : messages) page.take(message);
  EXPECT_EQ(page.score.size(), 1u) << "the next one has a seat";
  EXPECT_TRUE(page.queue.empty());
  (void)dan;
}

TEST(SudokillBrowser, ScoresTickEverySecond) {
  Hall hall(one_room());
  hall.enter("Bob");
  const auto carol = hall.enter("Carol"), ann = hall.enter_browser("Ann");
  hall.wait(5s);
  hall.say(carol, "PLAY\n");
  hall.heard(ann);
  for (int i = 0; i < 30; ++i) hall.wait(100ms);
  const auto messages = hall.messages(ann);
  EXPECT_EQ(messages.size(), 3u);
  EXPECT_EQ(of_action(messages, "SCORE").size(), 3u);
}

TEST(SudokillBrowser, ChatReachesTheRoomAndNoOther) {
  Hall hall;
  const auto ann = hall.enter_browser("<Ann>"), bob = hall.enter_browser("Bob");
  const auto carol = hall.enter_browser("Carol");
  hall.say(carol, "SWITCH");
  hall.heard(ann), hall.heard(bob), hall.heard(carol);
  hall.say(ann, "hi <script>\n");
  EXPECT_EQ(hall.heard(ann), "\u2039Ann\u203a: hi \u2039script\u203a");
  EXPECT_EQ(hall.heard(bob), "\u2039Ann\u203a: hi \u2039script\u203a");
  EXPECT_EQ(hall.heard(carol), "");
}

TEST(SudokillBrowser, SwitchesRooms) {
  Hall hall;
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  hall.say(ann, "JOIN");
  hall.heard(ann), hall.heard(bob);
  hall.say(ann, "SWITCH");
  EXPECT_EQ(last_status(hall.messages(ann)), "waiting: Hello, Ann, in room 2 of 2");
  const auto messages = hall.messages(bob);
  EXPECT_TRUE(is_among(messages, "Sudokill: Ann leaves the seat"));
  EXPECT_TRUE(is_among(messages, "Sudokill: Ann goes to another room"));
  EXPECT_TRUE(is_among(messages, R"({"action":"SCORE","players":[]})"));
  hall.say(ann, "SWITCH");
  EXPECT_EQ(last_status(hall.messages(ann)), "waiting: Hello, Ann, in room 1 of 2");
  Hall small(one_room());
  const auto carol = small.enter_browser("Carol");
  small.heard(carol);
  small.say(carol, "SWITCH");
  EXPECT_EQ(small.heard(carol), "there is only this room");
}

TEST(SudokillBrowser, PreviewsWhatWillBePlayed) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  hall.heard(ann), hall.heard(bob);
  hall.say(ann, "PREVIEW|60");
  const auto seen = hall.messages(bob);
  ASSERT_EQ(of_action(seen, "CREATE").size(), 1u);
  EXPECT_EQ(last_status(seen), "waiting: Of this board 60 % are given");
  const auto board = boost::json::serialize(of_action(seen, "CREATE")[0]);
  EXPECT_EQ(std::count(board.begin(), board.end(), '0'), 81 - 49) << "as the games' own boards";
  EXPECT_EQ(hall.messages(ann), seen);
  hall.say(ann, "JOIN"), hall.say(bob, "JOIN"), hall.say(bob, "PLAY|60");
  const auto played = hall.messages(ann);
  ASSERT_EQ(of_action(played, "CREATE").size(), 1u);
  EXPECT_EQ(boost::json::serialize(of_action(played, "CREATE")[0]), board);
  hall.say(bob, "PREVIEW|10");
  EXPECT_EQ(last_status(hall.messages(bob)),
            "in_progress: The board stays as it is while a game is played");
  EXPECT_EQ(hall.heard(ann), "");
}

// ---- playing ----

TEST(SudokillBrowser, IsToldWhyNobodyPlaysBySuchAName) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann");
  hall.say(ann, "JOIN");
  struct Case {
    std::string name, told, why;
  };
  const std::string players = "'; the players of sudokill are random, ";
  const std::string long_name(200, 'n');
  for (const auto& [name, told, why] :
       {Case{"<nobody>", "\u2039nobody\u203a", "unknown player '\u2039nobody\u203a" + players},
        {long_name, engine::printable(long_name, 40), "unknown player 'nnn"},
        {"level:11", "level:11", "a level is written level:1 to level:10"},
        {"human", "human", "'human' needs a terminal"},
        {"mcts:clock=5s", "mcts:clock=5s", "clock= is for selfplay"}}) {
    hall.messages(ann);
    hall.say(ann, "OPPONENT|" + name);
    const auto heard = hall.messages(ann);
    ASSERT_EQ(heard.size(), 2u) << name;
    EXPECT_EQ(heard[0], "Didn't recognize opponent, " + told);
    EXPECT_TRUE(heard[1].starts_with(why)) << heard[1];
    EXPECT_LE(heard[1].size(), 310u);
  }
}

TEST(SudokillBrowser, IsToldWhatTheOpponentIsWorth) {
  const auto game = *engine::find_game("sudokill");
  for (const auto& [name, spec] : {std::pair{"level:4", "level:4"}, {"vincent_hard", "level:6"}}) {
    Hall hall(one_room());
    const auto ann = hall.enter_browser("Ann");
    hall.say(ann, "JOIN");
    hall.messages(ann);
    hall.say(ann, std::string("OPPONENT|") + name);
    const std::string rated = selfplay::with_measured_elo(spec, game);
    ASSERT_NE(rated, spec) << "was measured";
    EXPECT_TRUE(is_among(hall.messages(ann), "Sudokill: " + (name + (" plays as " + rated))));
  }
  Hall hall(one_room());
  const auto bob = hall.enter("Bob");  // a program reads lines of the protocol alone
  hall.heard(bob);
  hall.say(bob, "OPPONENT|level:4\n");
  EXPECT_EQ(hall.heard(bob).find("Elo"), std::string::npos);
}

TEST(SudokillBrowser, JoinsAndLeaves) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann");
  hall.heard(ann);
  hall.say(ann, "LEAVE");
  EXPECT_EQ(hall.heard(ann), "you have no seat to leave; JOIN takes one");
  hall.say(ann, "PLAY|33");
  EXPECT_EQ(last_status(hall.messages(ann)), "waiting: A game needs two players");
  hall.say(ann, "STOP");
  EXPECT_EQ(last_status(hall.messages(ann)), "waiting: There is no game to be stopped");
  hall.say(ann, "JOIN");
  EXPECT_EQ(hall.messages(ann),
            (std::vector<std::string>{
                R"({"action":"COMMAND","command":"READY"})", "Sudokill: Ann takes a seat",
                R"({"action":"SCORE","players":[{"name":"Ann","moves":0,"current_time":0,)"
                R"("max_time":600,"has_turn":false}]})",
                R"({"action":"QUEUE","players":[]})"}));
  hall.say(ann, "JOIN");
  EXPECT_EQ(hall.heard(ann), "you have joined already; LEAVE takes it back");
  hall.say(ann, "MOVE|0 0 1");
  EXPECT_EQ(hall.heard(ann), R"({"action":"COMMAND","command":"REJECT|2 Wait your turn, Ann"})");
  const auto bob = hall.enter("Bob"), carol = hall.enter_browser("Carol");
  hall.say(carol, "JOIN");
  EXPECT_TRUE(is_among(hall.messages(carol), R"({"action":"COMMAND","command":"WAIT"})"));
  hall.heard(ann);
  hall.say(carol, "MOVE|0 0 1");
  EXPECT_EQ(hall.heard(carol),
            R"({"action":"COMMAND","command":"REJECT|1 Not in the game, Carol"})");
  hall.say(ann, "LEAVE");
  EXPECT_TRUE(is_among(hall.messages(ann), "Sudokill: Ann leaves the seat"));
  EXPECT_TRUE(is_among(hall.messages(carol), R"({"action":"COMMAND","command":"READY"})"));
  hall.say(carol, "PLAY|33");
  hall.say(carol, "PLAY|33");
  EXPECT_EQ(last_status(hall.messages(carol)), "in_progress: A game is being played");
  hall.say(carol, "LEAVE");
  EXPECT_TRUE(hall.heard(bob).ends_with("GAME OVER|Carol left the game\r\n"));
  EXPECT_TRUE(is_among(hall.messages(carol),
                       R"({"action":"COMMAND","command":"GAME OVER|Carol left the game"})"));
  EXPECT_TRUE(hall.was_hung_up(bob));
  EXPECT_FALSE(hall.was_hung_up(carol));
  ASSERT_EQ(hall.finished.size(), 1u);
  EXPECT_EQ(hall.finished[0].returns[0], 1) << "Bob moved up to the first seat";
}

TEST(SudokillBrowser, WhoVanishesHasLeft) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  const auto carol = hall.enter_browser("Carol");
  for (const auto who : {ann, bob, carol}) hall.say(who, "JOIN");
  hall.say(ann, "PLAY|33");
  hall.vanish(carol);
  hall.heard(bob);
  hall.vanish(ann);
  const auto messages = hall.messages(bob);
  EXPECT_TRUE(
      is_among(messages, R"({"action":"COMMAND","command":"GAME OVER|Ann left the game"})"));
  EXPECT_TRUE(is_among(messages, R"({"action":"QUEUE","players":[]})"));
  EXPECT_TRUE(is_among(messages, "Sudokill: Ann has gone"));
  ASSERT_EQ(hall.finished.size(), 1u);
  EXPECT_EQ(hall.finished[0].returns[1], 1);
}

TEST(SudokillBrowser, StopEndsTheGameWithoutAWinner) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann"), eve = hall.enter_browser("Eve");
  hall.say(ann, "JOIN");
  const auto bob = hall.enter("Bob");
  hall.say(ann, "PLAY|33");
  hall.heard(ann), hall.heard(bob), hall.heard(eve);
  hall.say(eve, "STOP");
  EXPECT_EQ(hall.heard(eve), "only its players can stop this game");
  hall.say(ann, "STOP");
  EXPECT_EQ(hall.heard(bob), "GAME OVER|Game stopped!\r\n");
  EXPECT_EQ(last_status(hall.messages(eve)), "over: Game stopped!");
  EXPECT_TRUE(
      is_among(hall.messages(ann), R"({"action":"COMMAND","command":"GAME OVER|Game stopped!"})"));
  ASSERT_EQ(hall.finished.size(), 1u);
  EXPECT_EQ(hall.finished[0].returns[0], 0.5f);
  EXPECT_EQ(hall.finished[0].reason, "Game stopped!");
  // Programs among themselves are stopped by whoever watches.
  hall.enter("Carol"), hall.enter("Dan");
  hall.say(eve, "PLAY|33");
  hall.say(eve, "STOP");
  EXPECT_EQ(hall.finished.size(), 2u);
}

TEST(SudokillBrowser, HasTenMinutes) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann");
  hall.say(ann, "JOIN");
  const auto bob = hall.enter("Bob");
  hall.say(bob, "PLAY\n");
  hall.wait(599s);
  EXPECT_TRUE(hall.finished.empty());
  hall.heard(ann);
  hall.wait(1s);
  EXPECT_EQ(last_status(hall.messages(ann)), "over: Bob WINS! Ann ran out of time!");
}

TEST(SudokillBrowser, PlaysWholeGamesAgainstOpponents) {
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE(seed);
    auto options = one_room();
    options.seed = seed;
    Hall hall(options);
    const auto ann = hall.enter_browser("Ann");
    SudokillPage page(seed);
    for (const char* line : {"JOIN", "OPPONENT|naive", "PLAY|40"}) hall.say(ann, line);
    std::size_t asked = 0;
    while (page.game_over.empty()) {
      std::string answer;
      for (const auto& message : hall.messages(ann))
        if (const auto line = page.take(message); !line.empty()) answer = line;
      if (!page.game_over.empty()) break;
      if (!answer.empty()) {
        hall.say(ann, answer);
      } else {
        ASSERT_GT(hall.questions.size(), asked) << "nobody is to move";
        asked = hall.questions.size();
        hall.decide();
      }
    }
    ASSERT_EQ(hall.finished.size(), 1u);
    const auto& game = hall.finished[0];
    EXPECT_EQ(game.players, (std::vector<std::string>{"Ann", "naive"}));
    EXPECT_EQ(page.updates, static_cast<int>(game.moves.size()) + 1);
    EXPECT_EQ(page.violations, 1);
    EXPECT_EQ(page.game_over, game.reason);
    EXPECT_EQ(page.stage, "over");
    EXPECT_EQ(page.chat.at(0), "Sudokill: Ann takes a seat");
    EXPECT_FALSE(hall.was_hung_up(ann));
    hall.say(ann, "JOIN");  // and again
    EXPECT_TRUE(is_among(hall.messages(ann), R"({"action":"COMMAND","command":"READY"})"));
  }
}

/// The six entries of the original page's menu, as it sends them.
TEST(SudokillBrowser, EveryEntryOfTheOldMenuIsAPlayer) {
  const std::pair<std::string, std::string> kMenu[] = {
      {"Angjoo", "level:7"},       {"Rachit", "level:5"},         {"Salome", "level:8"},
      {"Vincent_Easy", "level:2"}, {"Vincent_Medium", "level:4"}, {"Vincent_Hard", "level:6"},
      {"Naive", "naive"}};  // in no menu, but known to the old server
  for (const auto& [name, spec] : kMenu) {
    SCOPED_TRACE(name);
    Hall hall(one_room());
    const auto ann = hall.enter_browser("Ann");
    for (const std::string& line :
         {std::string("JOIN"), "OPPONENT|" + name, std::string("PLAY|33")})
      hall.say(ann, line + "\r\n");
    const auto messages = hall.messages(ann);
    EXPECT_TRUE(is_among(messages, "Sudokill: " + name + " takes a seat"));
    EXPECT_EQ(last_status(messages), "in_progress: It is the turn of Ann");
    ASSERT_EQ(hall.bots.size(), 1u);
    EXPECT_EQ(hall.bots[0].spec, spec);
    // And to a program, on the old server's port for these.
    const auto bob = hall.enter("Bob");
    hall.say(ann, "STOP\r\n");
    hall.say(bob, "OPPONENT|" + name + "\nPLAY\n");
    EXPECT_NE(hall.heard(bob).find("START|1|2|"), std::string::npos);
    EXPECT_EQ(hall.bots.back().spec, spec);
  }
}

/// A player's limits are its own: expert has none, and thinks as long as the host lets it.
TEST(SudokillBrowser, OpponentsPlayAsTheyWereAskedFor) {
  for (const std::string spec : {"expert", "solver", "level:10", "ab:time=2s"}) {
    Hall invited;
    const auto ann = invited.enter("Ann");
    invited.say(ann, "OPPONENT|" + spec + "\nPLAY\n");
    ASSERT_EQ(invited.bots.size(), 1u) << spec;
    EXPECT_EQ(invited.bots[0].spec, spec);
    invited.leave(ann);
    EXPECT_EQ(invited.finished.at(0).players[1], spec);
    SudokillHost::Options options;
    options.opponent = spec;
    Hall hosted(options);
    hosted.enter("Ann");
    ASSERT_EQ(hosted.bots.size(), 1u) << spec;
    EXPECT_EQ(hosted.bots[0].spec, spec);
  }
}

TEST(SudokillBrowser, AnOpponentBringsNoClockOfItsOwn) {
  Hall hall;
  const auto ann = hall.enter("Ann");
  hall.heard(ann);
  hall.say(ann, "OPPONENT|ab:clock=60s\n");
  EXPECT_EQ(hall.heard(ann), "Didn't recognize opponent, ab:clock=60s\r\n");
}

/// What a built-in player has thought counts for all of its moves together.
TEST(SudokillBrowser, ABuiltInPlayerHasOneClockForItsMoves) {
  SudokillHost::Options options;
  options.clock = 10s;
  options.opponent = "naive";
  options.opponent_seat = 0;
  Hall hall(options);
  const auto ann = hall.enter("Ann");
  engine::Rng rng(1);
  for (int move = 0; move < 2; ++move) {
    ASSERT_EQ(hall.questions.size(), static_cast<std::size_t>(move) + 1);
    EXPECT_EQ(hall.questions.back().allowance, move == 0 ? 1s : 600ms) << "a tenth of what is left";
    hall.wait(4s);
    hall.decide();
    hall.wait(1s);  // Ann's time is hers
    std::string text = hall.heard(ann);
    const auto echo = text.rfind("\r\nADD|");
    ASSERT_NE(echo, std::string::npos) << text;
    ASSERT_TRUE(hall.finished.empty());
    hall.say(ann, legal_answer(hall.questions.back().view, text.substr(echo - 5, 5), rng));
  }
  hall.wait(1999ms);
  EXPECT_TRUE(hall.finished.empty());
  hall.wait(1ms);
  ASSERT_EQ(hall.finished.size(), 1u);
  EXPECT_EQ(hall.finished[0].reason, "Ann WINS! naive ran out of time!");
  EXPECT_EQ(hall.finished[0].returns[1], 1);
}

TEST(SudokillBrowser, TheHostsPlayerMovesSecondFirstInTurnOrAsChosen) {
  SudokillHost::Options options;
  options.opponent = "random";
  Hall hall(options);
  for (const char* number : {"1", "2", "1"})
    EXPECT_NE(hall.heard(hall.enter("Ann")).find(std::string("START|") + number),
              std::string::npos);
  for (const engine::Player seat : {0, 1}) {
    options.opponent_seat = seat;
    Hall chosen(options);
    for (int game = 0; game < 3; ++game) {
      const auto ann = chosen.enter("Ann");
      EXPECT_NE(chosen.heard(ann).find(seat == 0 ? "START|2" : "START|1"), std::string::npos);
      EXPECT_EQ(chosen.bots.back().seat, seat);
      EXPECT_EQ(chosen.questions.size(), seat == 0 ? game + 1u : 0u);
      chosen.leave(ann);
      EXPECT_EQ(chosen.finished.back().players[seat], "random");
      EXPECT_EQ(chosen.finished.back().returns[seat], 1);
    }
  }
}

/// As the old server's page has it in its chat.
TEST(SudokillBrowser, MovesAreToldInTheChat) {
  Hall hall(one_room());
  const auto ann = hall.enter_browser("Ann"), eve = hall.enter_browser("Eve");
  for (const char* line : {"JOIN", "OPPONENT|naive", "PLAY|0"}) hall.say(ann, line);
  hall.heard(ann), hall.heard(eve);
  hall.say(ann, "MOVE|0 4 7");
  const auto messages = hall.messages(ann);
  ASSERT_GE(messages.size(), 3u);
  EXPECT_EQ(messages[0], R"({"action":"UPDATE","value":[0,4,7,1],"status":"ok"})");
  EXPECT_EQ(messages[1], "Sudokill: Ann played: 0 4 7");
  EXPECT_EQ(messages[2], R"({"action":"COMMAND","command":"0 4 7"})");
  EXPECT_TRUE(is_among(hall.messages(eve), "Sudokill: Ann played: 0 4 7"));
  hall.decide();
  EXPECT_NE(hall.heard(eve).find("Sudokill: naive played: "), std::string::npos);
  hall.say(ann, "MOVE|0 4 7");
  EXPECT_FALSE(is_among(hall.messages(eve), "Sudokill: Ann played: 0 4 7")) << "this one has lost";
}

TEST(SudokillBrowser, EverybodyPlaysTheHostsPlayer) {
  SudokillHost::Options options;
  options.opponent = "naive";
  options.opponent_seat = 1;
  Hall hall(options);
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  hall.heard(ann), hall.heard(bob);
  hall.say(ann, "JOIN");
  EXPECT_EQ(last_status(hall.messages(ann)), "in_progress: It is the turn of Ann");
  hall.say(bob, "JOIN");
  const auto messages = hall.messages(bob);
  EXPECT_EQ(last_status(messages), "in_progress: It is the turn of Bob");
  EXPECT_TRUE(is_among(
      messages, R"({"action":"STATUS","state":"waiting","message":"Hello, Bob, in room 2 of 2"})"));
}

TEST(SudokillBrowser, StrangersCannotFillTheRoomWithOpponents) {
  Hall hall;
  const auto eve = hall.enter_browser("Eve");
  hall.heard(eve);
  hall.say(eve, "OPPONENT|random");
  EXPECT_EQ(hall.heard(eve), "take a seat first: an opponent plays against you");
  hall.say(eve, "JOIN");
  hall.say(eve, "OPPONENT|random");
  hall.say(eve, "LEAVE");  // and the opponent with her
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  hall.say(ann, "JOIN");
  hall.say(bob, "JOIN");
  hall.heard(bob);
  hall.say(ann, "PLAY|33");
  EXPECT_NE(hall.heard(bob).find("START|"), std::string::npos);
}

TEST(SudokillBrowser, WithAnOpponentForAllNobodyBringsAnother) {
  SudokillHost::Options options;
  options.opponent = "random";
  Hall hall(options);
  const auto eve = hall.enter_browser("Eve");
  hall.heard(eve);
  hall.say(eve, "OPPONENT|naive");
  EXPECT_EQ(hall.heard(eve), "everybody plays random here");
}

TEST(SudokillBrowser, FloodsAreNotListenedTo) {
  Hall hall;
  const auto ann = hall.enter_browser("Ann"), bob = hall.enter_browser("Bob");
  hall.heard(bob);
  for (int i = 0; i < 100; ++i) hall.say(ann, "hi");
  EXPECT_EQ(hall.messages(bob).size(), 59u);  // with the name 60 lines
  EXPECT_TRUE(
      hall.heard(ann).ends_with("this is too fast: no more than 20 lines per second are read"));
  hall.wait(1s);
  for (int i = 0; i < 70; ++i) hall.say(ann, "hi");
  EXPECT_EQ(hall.messages(bob).size(), 20u);
  hall.heard(ann);
  for (int i = 0; i < 1'000; ++i) hall.say(ann, "hi");
  EXPECT_TRUE(hall.was_hung_up(ann));
  EXPECT_EQ(hall.heard(ann),
            "more than 100 lines in a row meant nothing: this connection is closed");
  EXPECT_EQ(hall.heard(bob), "Sudokill: Ann has gone");
}

TEST(SudokillBrowser, QueuesAreShownInPart) {
  Hall hall(one_room());
  for (int i = 0; i < 200; ++i) hall.enter(std::string(256, '<'));
  const auto ann = hall.enter_browser("Ann");
  const auto queues = of_action(hall.messages(ann), "QUEUE");
  ASSERT_EQ(queues.size(), 1u);
  EXPECT_EQ(queues[0].at("players").as_array().size(), 32u);
  EXPECT_LT(boost::json::serialize(queues[0]).size(), 10'000u);
}

}  // namespace

}  // namespace gauntlet::tools
