// docs/engine-protocol.md: its bot plays, and its conversations are what is said.
#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <memory>
#include <sstream>
#include <string>
#include <vector>

#include "engine/registry.h"
#include "tests/engine/standard_games.h"
#include "tests/temporary_directory.h"
#include "tests/tools/engine_bot.h"
#include "tests/tools/piped_process.h"
#include "tests/tools/seat_match.h"
#include "tools/protocol/engine_seat.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using Lines = std::vector<std::string>;

/// The indented lines of a section of the document, without their indent.
Lines example_of_section(const std::string& heading) {
  std::ifstream file(std::string(GAUNTLET_SOURCE_DIR) + "/docs/engine-protocol.md");
  Lines lines;
  bool is_here = false;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("#")) is_here = line == heading;
    if (is_here && line.starts_with("    ")) lines.push_back(line.substr(4));
    if (is_here && line.empty() && !lines.empty()) lines.emplace_back();
  }
  while (!lines.empty() && lines.back().empty()) lines.pop_back();
  return lines;
}

std::string after_word(const std::string& line) {
  return line.substr(std::min(line.find_first_not_of(' ', line.find(' ')), line.size()));
}

TEST(EngineDocument, TheEnginesConversation) {
  PipedProcess engine({GAUNTLET_BINARY, "engine", "--threads", "1", "--seed", "1"});
  int lines = 0;
  for (const std::string& line : example_of_section("## For operators")) {
    if (line.starts_with("you ")) engine.write(after_word(line) + "\n");
    if (!line.starts_with("engine ")) continue;
    const std::string said = engine.read_line().value_or("nothing");
    // Nodes are another number whenever the search is another.
    if (after_word(line).starts_with("nodes "))
      EXPECT_TRUE(said.starts_with("nodes ")) << said;
    else
      EXPECT_EQ(said, after_word(line));
    ++lines;
  }
  EXPECT_GE(lines, 8);
  EXPECT_EQ(engine.wait(5s), 0);
}

TEST(EngineDocument, TheRunnersConversation) {
  const auto game = *engine::find_game("mnk:3x3x3");
  engine::Rng rng(1);
  engine::AnyState state = game.start(rng);
  EngineSeat seat;
  std::string said;
  Lines expected, runner;
  seat.begin(state, 0, said);
  const auto play = [&](const std::string& text) {
    const auto move = *state.parse(text);
    seat.saw(state, move, said);
    state.apply(move);
  };
  for (const std::string& line : example_of_section("### A whole game")) {
    const std::string text = after_word(line);
    if (line.starts_with("runner ")) {
      expected.push_back(text);
      if (text.starts_with("played 2 ")) play(text.substr(9));
      continue;
    }
    if (state.to_move() == 0 && !text.starts_with("hello"))
      seat.ask(state, {.move = 2s, .game = {}}, said);
    const auto answer = seat.received(text + "\n", said);
    if (answer) play(state.format(answer->move));
  }
  seat.end(state, std::nullopt, selfplay::Termination::kPlayed, said);
  std::istringstream lines(said);
  for (std::string line; std::getline(lines, line);) runner.push_back(line);
  EXPECT_EQ(runner, expected);
}

TEST(EngineDocument, TheBotPlaysEveryGame) {
  if (std::system("python3 -c '' 2>/dev/null") != 0) GTEST_SKIP() << "there is no python3";
  const TemporaryDirectory directory;
  const Lines bot = example_of_section("### A bot of 25 lines");
  EXPECT_LE(bot.size(), 25u);
  std::ofstream file(directory.path() + "/bot.py");
  for (const std::string& line : bot) file << line << '\n';
  file.close();
  for (const std::string& name : engine::standard_games_and({})) {
    SCOPED_TRACE(name);
    const auto game = *engine::find_game(name);
    engine::Rng rng(1);
    SeatMatch match(game.start(rng), 1);
    PipedProcess python({"/usr/bin/env", "python3", directory.path() + "/bot.py"});
    // It answers hello and go.
    const auto say = [&python, told = std::string()](std::string_view bytes) mutable {
      python.write(bytes);
      told += bytes;
      std::string reply;
      for (std::size_t end; (end = told.find('\n')) != std::string::npos; told.erase(0, end + 1)) {
        const std::string line = told.substr(0, end);
        if (line == "go" || line == "hello 1") reply += python.read_line().value_or("") + "\n";
      }
      return reply;
    };
    match.add(std::make_unique<EngineSeat>(), say);
    for (int i = 1; i < game.players(); ++i)
      match.add(std::make_unique<EngineSeat>(),
                [other = std::make_shared<EngineBot>()](std::string_view bytes) {
                  return (*other)(bytes);
                });
    match.play();
    EXPECT_TRUE(match.state.is_over());
    EXPECT_FALSE(match.forfeit.has_value());
    python.close_input();
    EXPECT_EQ(python.wait(5s), 0);
  }
}

}  // namespace

}  // namespace gauntlet::tools
