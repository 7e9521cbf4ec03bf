// Our line protocol, the engine's side: the machine line by line, and the program.
#include "tools/protocol/engine_protocol.h"

#include <gtest/gtest.h>
#include <signal.h>

#include <map>
#include <string>
#include <vector>

#include "engine/guide.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "tests/engine/standard_games.h"
#include "tests/tools/piped_process.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

/// A machine, and the questions that it has asked.
class EngineTable {
 public:
  std::string tell(const std::string& line) { return tell(Line{line, false}); }
  std::string tell(const Line& line) {
    EngineActions actions;
    machine.received(line, actions);
    if (actions.question) questions.push_back(*actions.question);
    return actions.out;
  }
  /// The answer to the last of these lines.
  std::string tell_all(const std::vector<std::string>& lines) {
    std::string answer;
    for (const std::string& line : lines) answer = tell(line);
    return answer;
  }
  std::string answer(const EngineQuestion& question, const std::string& move,
                     std::optional<double> win = {}, std::uint64_t nodes = 0) {
    EngineActions actions;
    machine.answered(
        question.number,
        selfplay::Choice{.move = *question.view.parse(move), .nodes = nodes, .win = win}, actions);
    return actions.out;
  }

  EngineProtocol machine{{.name = "Gauntlet test", .player = "expert", .seed = 5}};
  std::vector<EngineQuestion> questions;
};

TEST(EngineProtocol, APositionInAMoveOut) {
  EngineTable table;
  EXPECT_EQ(table.tell("hello 1"), "hello Gauntlet test\n");
  for (const char* line : {"# noughts and crosses", "", "game mnk:3x3x3", "player ab",
                           "id first one", "position xx./oo./...", "nodes 500", "go"})
    EXPECT_EQ(table.tell(line), "") << line;
  ASSERT_EQ(table.questions.size(), 1u);
  const EngineQuestion question = table.questions[0];
  EXPECT_EQ(question.game.name(), "mnk:3x3x3");
  EXPECT_EQ(question.view.to_text(), "xx./oo./...");
  EXPECT_EQ(question.player.nodes, 500u);
  EXPECT_EQ(question.player.time, std::nullopt);
  EXPECT_EQ(question.time, std::nullopt);
  EXPECT_EQ(question.threads, 1);
  EXPECT_EQ(table.machine.unanswered(), 1u);
  EXPECT_EQ(table.answer(question, "0,2", 1.0, 321),
            "id first one\nwin 1.0000\nnodes 321\nmove 0,2\n");
  EXPECT_EQ(table.machine.unanswered(), 0u);
}

TEST(EngineProtocol, WhatIsOfOneQuestionIsForgottenAndTheRestStays) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "player mcts", "seed 9", "threads 2", "id 1",
                  "position .../.../...", "nodes 100", "time 50", "go"});
  table.answer(table.questions[0], "1,1");
  EXPECT_EQ(table.tell("go"),
            "refuse no position was given; 'position TEXT' goes before each go\n");
  table.tell_all({"position .../.x./...", "go"});
  const EngineQuestion& second = table.questions[1];
  EXPECT_EQ(second.player.method->word, "mcts");
  EXPECT_EQ(second.player.nodes, search::Limits::kNoNodes);
  EXPECT_EQ(second.player.time, 100ms);  // nothing limits it, so it takes what players usually do
  EXPECT_EQ(second.seed, 9u);
  EXPECT_EQ(second.threads, 2);
  EXPECT_NE(second.round, table.questions[0].round);
  EXPECT_EQ(table.answer(second, "0,0"), "move 0,0\n");
}

TEST(EngineProtocol, HelloForgetsEverything) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "player ab", "id 1", "position .../.../...", "hello 1"});
  EXPECT_EQ(table.tell("go"), "refuse no game was named; 'game gomoku:15' names one\n");
  EXPECT_EQ(table.tell("hello 2"),
            "error this is version 1 of the protocol: 'hello 1', not 'hello 2'\n");
}

TEST(EngineProtocol, TheTimeIsTheSmallestThatWasTold) {
  const auto time_of = [](const std::vector<std::string>& limits) {
    EngineTable table;
    table.tell_all({"game gomoku:15", "player ab", "position " + std::string(15, '.') + [] {
                      std::string rows;
                      for (int row = 1; row < 15; ++row) rows += "/" + std::string(15, '.');
                      return rows;
                    }()});
    table.tell_all(limits);
    table.tell("go");
    return table.questions.at(0);
  };
  EXPECT_EQ(time_of({"time 2000"}).time, 2000ms);
  EXPECT_EQ(time_of({"time 2000"}).player.time, std::nullopt);
  EXPECT_EQ(time_of({"time 2000", "player ab:time=300ms"}).player.time, 300ms);
  const auto by_clock = time_of({"clock 60000"}).time;
  ASSERT_TRUE(by_clock);
  EXPECT_GT(*by_clock, 100ms);
  EXPECT_LT(*by_clock, 20'000ms);
  EXPECT_EQ(time_of({"clock 60000", "time 50"}).time, 50ms);
  EXPECT_EQ(time_of({"clock 0"}).time, 1ms);
  EXPECT_EQ(time_of({"player ab:nodes=900", "nodes 1000"}).player.nodes, 900u);
}

TEST(EngineProtocol, AGameOfOurs) {
  EngineTable table;
  table.tell_all({"hello 1", "game mnk:3x3x3", "seat 2"});
  EXPECT_TRUE(table.machine.is_playing());
  for (const char* line : {"played 1 1,1", "position .../.x./...", "moves 0,0;0,1;0,2", "go"})
    EXPECT_EQ(table.tell(line), "");
  table.answer(table.questions[0], "0,0");
  table.tell_all({"played 2 0,0", "played 1 0,1", "position ox./.x./...", "go"});
  table.answer(table.questions[1], "2,1");
  EXPECT_EQ(table.questions[0].round, table.questions[1].round);
  EXPECT_EQ(table.questions[0].seed, table.questions[1].seed);
  EXPECT_EQ(table.tell("over won"), "");
  EXPECT_FALSE(table.machine.is_playing());
  table.tell_all({"seat 1", "position .../.../...", "go"});
  EXPECT_NE(table.questions[2].round, table.questions[0].round);
  EXPECT_NE(table.questions[2].seed, table.questions[0].seed);
}

TEST(EngineProtocol, AnswersLeaveInTheOrderOfTheirQuestions) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "id a", "position .../.../...", "go"});
  EXPECT_EQ(table.tell("frobnicate"), "");  // its error waits, too
  table.tell_all({"id b", "position x../.../...", "go"});
  EXPECT_EQ(table.machine.unanswered(), 2u);
  EXPECT_EQ(table.answer(table.questions[1], "1,1"), "");
  EXPECT_EQ(table.machine.unanswered(), 1u);
  EXPECT_EQ(table.answer(table.questions[1], "2,2"), "");  // only once
  EXPECT_EQ(table.answer(table.questions[0], "0,0"),
            "id a\nmove 0,0\nerror 'frobnicate' is no word of this protocol\nid b\nmove 1,1\n");
}

TEST(EngineProtocol, WhatWaitsIsBounded) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "position .../.../...", "go"});
  int lines = 0;
  while (table.machine.has_room() && ++lines < 100'000) table.tell("frobnicate");
  EXPECT_LT(lines, 2'000);
  EXPECT_LT(table.answer(table.questions[0], "0,0").size(), 100'000u);
  EXPECT_TRUE(table.machine.has_room());
}

TEST(EngineProtocol, WhatFailsIsRefused) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "id 4", "position .../.../...", "go"});
  EngineActions actions;
  table.machine.answered(table.questions[0].number, absl::ResourceExhaustedError("no memory"),
                         actions);
  EXPECT_EQ(actions.out, "id 4\nrefuse no memory\n");
}

TEST(EngineProtocol, EveryGame) {
  for (const std::string& name : engine::standard_games_and({"kimble:A", "twodoku/open"})) {
    EngineTable table;
    table.tell_all(
        {"game " + name, "position " + engine::example_of(*engine::find_game(name)).position});
    EXPECT_EQ(table.tell("go"), "") << name;
    EXPECT_EQ(table.questions.size(), 1u) << name;
  }
}

TEST(EngineProtocol, NobodySeesMoreThanItMay) {
  const auto game = *engine::find_game("twodoku");
  const std::string whole = engine::example_of(game).position;
  EngineTable table;
  table.tell_all({"game twodoku", "position " + whole, "go"});
  const engine::AnyState view = table.questions.at(0).view;
  EXPECT_EQ(view.observer(), view.to_move());
  EXPECT_NE(view.to_text(), whole);
  // The mover's view is the same question, and the other's is none.
  table.answer(table.questions[0], view.format([&] {
    engine::AnyMoves moves;
    view.legal_moves(moves);
    return moves[0];
  }()));
  table.tell_all({"position " + view.to_text(), "go"});
  EXPECT_EQ(table.questions.at(1).view, view);
  const auto other =
      game.from_text(whole)->redacted(static_cast<engine::Player>(1 - view.to_move()));
  EngineTable again;
  EXPECT_EQ(again.tell_all({"game twodoku", "position " + other.to_text(), "go"}),
            "refuse this is the view of player 2, and player 1 is to move; give the mover's view, "
            "or the whole position\n");
}

/// Told to a machine that has a game and a position; what the last of them is answered.
struct BadEngineLines {
  std::vector<std::string> lines;
  std::string answer;
};

const std::string kWord = "' is no word of this protocol";
const std::string kPlayed =
    "error played needs who and the move, as in 'played 1 7,7' or 'played chance 3', not ";

const std::vector<BadEngineLines> kBadEngineLines = {
    {{"frobnicate"}, "error 'frobnicate" + kWord + "\n"},
    {{"postion xx./oo./..."}, "error 'postion" + kWord + " (did you mean 'position'?)\n"},
    {{"GO"}, "error 'GO" + kWord},
    {{"g\0o"s}, "error 'g\\x00o" + kWord},
    {{"\xef\xbb\xbfgo"}, "error '\\xef\\xbb\\xbfgo" + kWord},
    {{"%s%n"}, "error '%s%n" + kWord},
    {{"{\"go\": 1}"}, "error '{\"go\":" + kWord},
    {{std::string(3'000, 'g')}, "error '" + std::string(40, 'g') + "..." + kWord},
    {{"go 17"}, "error go stands alone; 'id 17' before it names the question\n"},
    {{"hello"}, "error this is version 1 of the protocol: 'hello 1', not 'hello '\n"},
    {{"hello 1.0"}, "error this is version 1 of the protocol"},
    {{"hello world"}, "error this is version 1 of the protocol"},
    {{"game"}, "error "},
    {{"game chess"}, "error unknown game 'chess'"},
    {{"game mnk:3x3x3x3"}, "error an m,n,k board is"},
    {{"game chess", "go"}, "refuse unknown game 'chess'"},
    {{"game chess", "go", "go"}, "refuse no game was named; 'game gomoku:15' names one\n"},
    {{"player"}, "error player needs who is to think"},
    {{"player nobody", "go"}, "refuse unknown player 'nobody'"},
    {{"player human", "go"}, "refuse 'human' needs a terminal"},
    {{"player ab:clock=5s", "go"}, "refuse clock= is for selfplay"},
    {{"player naive", "go"}, "refuse unknown player 'naive'"},
    {{"player " + std::string(500, 'a'), "go"}, "refuse a player is described in at most 200"},
    {{"player level:3", "nodes 5", "go"}, "refuse level:3 cannot be limited by nodes"},
    {{"player random", "nodes 5", "go"}, "refuse random cannot be limited by nodes"},
    {{"seed"}, "error seed needs a whole number from 0 to 18446744073709551615, and '' is none\n"},
    {{"seed -1"}, "error seed needs"},
    {{"seed 18446744073709551616"}, "error seed needs"},
    {{"threads 0"}, "error threads needs a whole number from 1 to 256, and '0' is none\n"},
    {{"threads 257"}, "error threads needs"},
    {{"threads two"}, "error threads needs"},
    {{"seat 0"}, "error seat needs a whole number from 1 to 2, and '0' is none\n"},
    {{"seat 3"}, "error seat needs"},
    {{"seat x"}, "error seat needs"},
    {{"hello 1", "seat 1"}, "error seat comes after the game, as in 'game gomoku:15'\n"},
    {{"played"}, kPlayed + "''\n"},
    {{"played 1"}, kPlayed + "'1'\n"},
    {{"played 5 1,1"}, kPlayed + "'5 1,1'\n"},
    {{"played red 1,1"}, kPlayed + "'red 1,1'\n"},
    {{"id"}, "error an id is 1 to 100 printable ASCII characters\n"},
    {{"id \xc3\xa4"}, "error an id is"},
    {{"id " + std::string(101, '1')}, "error an id is"},
    {{"position", "go"}, "refuse "},
    {{"position xx./oo.", "go"}, "refuse "},
    {{"position xxx/oo./...", "go"}, "refuse the game is over in this position\n"},
    {{"position \x01\xff", "go"}, "refuse "},
    {{"position " + std::string(16'000, 'x'), "go"}, "refuse "},
    {{"time"}, "error time needs a whole number from 0 to 1000000000, and '' is none\n"},
    {{"time 1s"}, "error time needs"},
    {{"time -5"}, "error time needs"},
    {{"time 1.5"}, "error time needs"},
    {{"time 1000000001"}, "error time needs"},
    {{"clock soon"}, "error clock needs"},
    {{"nodes 0"}, "error nodes needs a whole number from 1 to 1000000000000, and '0' is none\n"},
    {{"nodes 1e6"}, "error nodes needs"},
    {{"nodes 99999999999999999999"}, "error nodes needs"},
    // A limit that was not understood must not become none.
    {{"nodes many", "go"}, "refuse nodes needs"},
    {{"id 7", "time soon", "id 8", "go"}, "id 8\nrefuse time needs"},
    {{"game kimble:4", "position " + std::string(46, '0'), "go"}, "refuse "},
};

TEST(EngineProtocol, BadLinesGetTheirSentence) {
  EXPECT_GE(kBadEngineLines.size(), 50u);
  for (const BadEngineLines& bad : kBadEngineLines) {
    SCOPED_TRACE(bad.lines.front().substr(0, 60));
    EngineTable table;
    table.tell_all({"game mnk:3x3x3", "position xx./oo./..."});
    const std::string answer = table.tell_all(bad.lines);
    EXPECT_EQ(answer.substr(0, bad.answer.size()), bad.answer);
    EXPECT_EQ(std::count(answer.begin(), answer.end(), '\n'), answer.starts_with("id ") ? 2 : 1);
    EXPECT_LT(answer.size(), 1'100u);
    for (const char c : answer) EXPECT_TRUE((c >= 0x20 && c < 0x7f) || c == '\n') << answer;
    // And the machine goes on as before.
    table.tell("go");
    const auto before = table.questions.size();
    EXPECT_EQ(table.tell_all({"hello 1", "game mnk:3x3x3", "position .../.../...", "go"}), "");
    EXPECT_EQ(table.questions.size(), before + 1);
  }
}

TEST(EngineProtocol, WhenChanceMovesThereIsNoMoveToFind) {
  EngineTable table;
  const auto game = *engine::find_game("kimble:4");
  engine::Rng rng(1);
  table.tell_all({"game kimble:4", "position " + game.start(rng).to_text()});
  EXPECT_EQ(table.tell("go").rfind("refuse chance moves next in this position", 0), 0u);
}

TEST(EngineProtocol, AnOverlongLineIsRefusedWhole) {
  EngineTable table;
  table.tell_all({"game mnk:3x3x3", "position .../.../..."});
  EXPECT_EQ(table.tell(Line{"moves 0,0;", true}),
            "error a line has at most 16384 characters, and 'moves 0,0;' goes on longer\n");
  EXPECT_EQ(table.tell("go").rfind("refuse a line has at most", 0), 0u);
}

TEST(EngineProtocol, NothingAfterQuitMatters) {
  EngineTable table;
  EXPECT_EQ(table.tell("quit"), "");
  EXPECT_TRUE(table.machine.is_ending());
  EXPECT_EQ(table.tell("frobnicate"), "");
}

// ---- the program ----

PipedProcess engine_process(std::vector<std::string> words) {
  words.insert(words.begin(), {GAUNTLET_BINARY, "engine"});
  return PipedProcess(words);
}

/// All that it says to `input` until it ends.
std::vector<std::string> all_answers(const std::string& input,
                                     const std::vector<std::string>& words) {
  auto engine = engine_process(words);
  engine.write(input);
  engine.close_input();
  std::vector<std::string> lines;
  while (const auto line = engine.read_line()) lines.push_back(*line);
  EXPECT_EQ(engine.wait(2s), 0);
  return lines;
}

std::string questions_about_every_game() {
  std::string input;
  for (const std::string& name : engine::standard_games_and({})) {
    const std::string position = engine::example_of(*engine::find_game(name)).position;
    for (const std::string limit : {"player level:2\n", "player mcts\nnodes 200\n"})
      input += "game " + name + "\n" + limit + "id " + name + "\nposition " + position + "\ngo\n";
  }
  return input;
}

TEST(EngineProcess, AnyPositionOfAnyGame) {
  const auto lines = all_answers(questions_about_every_game(), {"--seed", "3"});
  std::map<std::string, int> moves;
  std::string id;
  for (const std::string& line : lines) {
    if (line.starts_with("id ")) id = line.substr(3);
    if (!line.starts_with("move ")) continue;
    const auto game = engine::find_game(id);
    ASSERT_TRUE(game.ok()) << id;
    const auto state = game->from_text(engine::example_of(*game).position);
    EXPECT_TRUE(state->parse(line.substr(5)).ok()) << id << ' ' << line;
    ++moves[id];
  }
  EXPECT_EQ(moves.size(), engine::game_families().size());
  for (const auto& [name, count] : moves) EXPECT_EQ(count, 2) << name;
}

TEST(EngineProcess, TheSameAgainWhateverTheThreads) {
  const std::string input = questions_about_every_game() + questions_about_every_game();
  const auto once = all_answers(input, {"--seed", "3", "--threads", "1"});
  EXPECT_EQ(once, all_answers(input, {"--seed", "3", "--threads", "4"}));
  // And the second time is no other than the first, for nobody remembers.
  ASSERT_EQ(once.size() % 2, 0u);
  EXPECT_TRUE(std::equal(once.begin(), once.begin() + static_cast<std::ptrdiff_t>(once.size() / 2),
                         once.begin() + static_cast<std::ptrdiff_t>(once.size() / 2)));
}

TEST(EngineProcess, AConversation) {
  auto engine = engine_process({"--player", "level:3"});
  EXPECT_EQ(engine.ask("hello 1\r").rfind("hello Gauntlet ", 0), 0u);
  EXPECT_EQ(engine.ask("frobnicate"), "error 'frobnicate' is no word of this protocol");
  engine.write("game mnk:3x3x3\nposition x../.o./..x\nplayer ab\nnodes 1000\n");
  EXPECT_EQ(engine.ask("go"), "win 0.5000");
  EXPECT_EQ(engine.read_line().value_or("").rfind("nodes ", 0), 0u);
  EXPECT_EQ(engine.read_line(), "move 0,1");
  EXPECT_EQ(engine.ask(std::string(100'000, 'x')).rfind("error a line has at most", 0), 0u);
  EXPECT_EQ(engine.ask("go").rfind("refuse a line has at most", 0), 0u);
  engine.write("position .../.../...\n");
  EXPECT_EQ(engine.ask("go").rfind("win ", 0), 0u);
  engine.write("quit\n");
  EXPECT_EQ(engine.wait(2s), 0);
}

TEST(EngineProcess, AMoveComesWithinItsTime) {
  auto engine = engine_process({"--threads", "1"});
  engine.write("game gomoku:15\nseat 1\nplayer ab\n");
  const std::string empty = engine::example_of(*engine::find_game("gomoku:15")).position;
  int late = 0;
  for (int turn = 0; turn < 10; ++turn) {
    const auto start = std::chrono::steady_clock::now();
    engine.write("position " + empty + "\ntime 200\ngo\n");
    std::optional<std::string> line;
    do line = engine.read_line();
    while (line && !line->starts_with("move "));
    late += !line || std::chrono::steady_clock::now() - start > 200ms;
  }
  EXPECT_LE(late, 2);  // other tests run on this machine too
}

TEST(EngineProcess, WhatWasAskedIsAnsweredBeforeTheEnd) {
  for (const std::string end : {"quit\n", "quit", "", "quit\ngo\n"}) {
    SCOPED_TRACE(end);
    const auto lines = all_answers(
        "game mnk:3x3x3\nplayer ab:nodes=100\nposition xx./oo./...\ngo\nposition "
        "x../.../...\ngo\n" +
            end,
        {"--threads", "1"});
    EXPECT_EQ(std::count_if(lines.begin(), lines.end(),
                            [](const std::string& line) { return line.starts_with("move "); }),
              2);
  }
}

TEST(EngineProcess, AnInterruptEndsIt) {
  for (const int signal : {SIGINT, SIGTERM}) {
    for (const bool thinks : {false, true}) {
      auto engine = engine_process({});
      EXPECT_NE(engine.ask("hello 1"), "");
      if (thinks)
        engine.write("game mnk:7x6x4\nplayer mcts\nposition " + [] {
          std::string rows(7, '.');
          for (int row = 1; row < 6; ++row) rows += "/.......";
          return rows;
        }() + "\ntime 600000\ngo\n");
      std::this_thread::sleep_for(100ms);
      engine.send(signal);
      EXPECT_EQ(engine.wait(3s), 1);
    }
  }
}

TEST(EngineProcess, BadPlayersAreUsageErrors) {
  for (const char* player : {"human", "level:11", "nobody"})
    EXPECT_EQ(engine_process({"--player", player}).wait(10s), 2) << player;
}

}  // namespace

}  // namespace gauntlet::tools
