// The command line as users and scripts see it: exit codes, one sentence for every mistake, and the
// JSON that is documented.
#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <cctype>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <limits>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/checked.h"
#include "tests/engine/standard_games.h"
#include "tests/engine/twodoku_positions.h"
#include "tests/temporary_directory.h"
#include "tests/tools/child_process.h"
#include "tools/commands/json_text.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

using Words = std::vector<std::string>;
using namespace std::string_literals;

class Command : public ::testing::Test {
 protected:
  std::unique_ptr<ChildProcess> start(Words words) const {
    words.insert(words.begin(), GAUNTLET_BINARY);
    return std::make_unique<ChildProcess>(words, directory_.path(), ChildProcess::Options{});
  }
  Ended run(const Words& words) const { return start(words)->wait(); }
  Ended shell(const std::string& command) const {
    return ChildProcess({"/bin/sh", "-c", command}, directory_.path(), {}).wait();
  }
  /// Runs a command that must succeed and returns its lines of JSON.
  std::vector<boost::json::object> json(const Words& words) const {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::vector<boost::json::object> lines;
    std::istringstream text(ended.out);
    for (std::string line; std::getline(text, line);)
      lines.push_back(boost::json::parse(line).as_object());
    return lines;
  }

  const TemporaryDirectory directory_;
};

void expect_keys(const boost::json::object& object, const std::vector<std::string_view>& keys) {
  for (const std::string_view key : keys)
    EXPECT_TRUE(object.contains(key)) << key << " is missing in " << boost::json::serialize(object);
}

/// One line, of at least two words, printable, after the program's name.
void expect_one_sentence(const std::string& err) {
  ASSERT_FALSE(err.empty());
  EXPECT_EQ(err.rfind("gauntlet: ", 0), 0u) << err;
  EXPECT_EQ(err.find('\n'), err.size() - 1) << err;
  EXPECT_LT(err.size(), 1000u) << err;
  EXPECT_NE(err.find(' ', 11), std::string::npos) << err;
  for (const char c : err.substr(0, err.size() - 1)) EXPECT_TRUE(c >= 0x20 && c < 0x7f) << err;
}

const std::string kHuge(100'000, '9');

const std::vector<Words> kBadLines = {
    // unknown commands
    {"frobnicate"},
    {"gmaes"},
    {"GAMES"},
    {""},
    {" "},
    {"\xff\xfe"},
    {"games\n"},
    {"-"},
    {"games", "games"},
    {kHuge},
    // unknown options
    {"--hepl"},
    {"-x"},
    {"--=3"},
    {"games", "--jsno"},
    {"games", "--json=perhaps"},
    {"games", "--json=false"},
    {"perft", "gomoku", "--depht", "2"},
    {"perft", "gomoku", "--depth", "2", "--" + kHuge},
    {"doctor", "-z"},
    {"bench", "--\xc3\xa4"},
    {"bench", "--signature=1"},
    // arguments that are missing or too many
    {"perft"},
    {"perft", "gomoku"},
    {"perft", "--depth", "2"},
    {"perft", "gomoku", "--depth"},
    {"perft", "gomoku", "--depth", "2", "--depth", "3"},
    {"perft", "gomoku", "mnk:3x3x3", "--depth", "2"},
    {"analyze"},
    {"analyze", "--time", "1s"},
    {"solve"},
    {"solve", "sudokil"},
    {"solve", "gomoku"},
    {"solve", "sudokill", "--position", "12"},
    {"solve", "sudokill", "--hash", "0"},
    {"solve", "sudokill", "--hash", "65537"},
    {"solve", "sudokill", "--memory", "0"},
    {"solve", "sudokill", "--nodes", "0"},
    {"solve", "sudokill", "--time", "soon"},
    {"solve", "sudokill/fill=100"},
    {"fit"},
    {"fit", "sudokill"},
    {"fit", "gomoku", "--labels", "labels"},
    {"fit", "sudokill", "--labels", "/no/such/place/labels"},
    {"fit", "sudokill", "--labels", "labels", "--positions", "0"},
    {"fit", "sudokill", "--labels", "labels", "--candidates", "9"},
    {"fit", "sudokill", "--labels", "labels", "--candidates", "81"},
    {"doctor", "now"},
    {"rate"},
    {"rate", "/no/such/store"},
    {"rate", "/dev/null"},
    {"rate", "/"},
    {"rate", GAUNTLET_BINARY},
    {"rate", "a.db", "--anchor"},
    {"rate", "a.db", "--anchor", "random"},
    {"rate", "a.db", "--anchor", "random="},
    {"rate", "a.db", "--anchor", "=3"},
    {"rate", "a.db", "--anchor", "random=1e9"},
    {"rate", "a.db", "--anchor", "random=nan"},
    {"rate", "a.db", "--loose", "random=3"},
    {"rate", "a.db", "--loose", "random=3+-0"},
    {"rate", "a.db", "--loose", "random=3+--5"},
    {"rate", "a.db", "--loose", "random=3+-inf"},
    {"rate", "a.db", "--draws", "quarter"},
    {"rate", "a.db", "--model", "elo"},
    {"sprt"},
    {"sprt", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "1,2,3,4,5"},
    {"sprt", "--pentanomial", "1,2,3,4,5", "--elo0", "0"},
    {"sprt", "--pentanomial", "1,2,3,4", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "1,2,3,4,5,6,7", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "1,2,3,4,-5", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "1,2,3,,5", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "1,2,3,4,5.5", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", "", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--pentanomial", kHuge, "--elo0", "0", "--elo1", "2"},
    {"sprt", "--trinomial", "1,2", "--elo0", "0", "--elo1", "2"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "two"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "nan"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "inf"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "2", "--elo1", "2"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "400"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "2", "--alpha", "0"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "2", "--alpha", "1"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "2", "--alpha", ".6", "--beta", ".6"},
    {"sprt", "--trinomial", "1,2,3", "--elo0", "0", "--elo1", "2", "--model", "bayes"},
    {"sprt", "--trinomial", "1,2,3", "--pentanomial", "1,2,3,4,5", "--elo0", "0", "--elo1", "2"},
    {"bench", "gomoku"},
    {"games", "gomoku", "mnk:3x3x3"},
    {"games", "--seed"},
    // numbers
    {"perft", "gomoku", "--depth", "0"},
    {"perft", "gomoku", "--depth", "-1"},
    {"perft", "gomoku", "--depth", "1e3"},
    {"perft", "gomoku", "--depth", "0x2"},
    {"perft", "gomoku", "--depth", " 2"},
    {"perft", "gomoku", "--depth", "2 "},
    {"perft", "gomoku", "--depth", "two"},
    {"perft", "gomoku", "--depth", "+2"},
    {"perft", "gomoku", "--depth", "2.0"},
    {"perft", "gomoku", "--depth", "999999999999999999999999"},
    {"perft", "gomoku", "--depth", kHuge},
    {"perft", "gomoku", "--depth", ""},
    {"perft", "gomoku", "--depth="},
    {"games", "--seed", "-5"},
    {"games", "--seed", "18446744073709551616"},
    {"games", "--seed", "\xd9\xa3"},
    {"games", "--threads", "0"},
    {"games", "--threads", "257"},
    {"analyze", "gomoku", "--hash", "0"},
    {"analyze", "gomoku", "--hash", "65537"},
    {"analyze", "gomoku", "--nodes", "0"},
    {"analyze", "gomoku", "--depth", "nan"},
    // times
    {"analyze", "gomoku", "--time", "5"},
    {"analyze", "gomoku", "--time", "0s"},
    {"analyze", "gomoku", "--time", "-1s"},
    {"analyze", "gomoku", "--time", "s"},
    {"analyze", "gomoku", "--time", "5 s"},
    {"analyze", "gomoku", "--time", "25h"},
    {"analyze", "gomoku", "--time", "99999999999999999999ms"},
    {"analyze", "gomoku", "--time", "25000min"},
    {"bench", "--time", "soon"},
    // games
    {"games", ""},
    {"games", "chess"},
    {"games", "gomok"},
    {"games", "gomoku:0"},
    {"games", "gomoku:33"},
    {"games", "gomoku:15:15"},
    {"games", "gomoku/renju"},
    {"games", "gomoku/"},
    {"games", "mnk"},
    {"games", "mnk:"},
    {"games", "mnk:3x3"},
    {"games", "mnk:3x3x"},
    {"games", "mnk:-3x3x3"},
    {"games", "mnk:99999999999x3x3"},
    {"games", "mnk:3x3x3/\xe2\x98\x83"},
    {"games", "../etc/passwd"},
    {"games", "%s%n"},
    {"games", kHuge},
    {"analyze", "mnk:3x3x3:3"},
    {"perft", "tic tac toe", "--depth", "2"},
    // positions
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", ""},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", "x"},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", "...x...x..."},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", ".../.../..X"},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", "xxx/.../..."},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", ".../.../...\n"},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", "\x01\x02\x03"},
    {"perft", "mnk:3x3x3", "--depth", "2", "--position", kHuge},
    {"perft", "gomoku", "--depth", "2", "--position"},
    {"analyze", "mnk:3x3x3", "--position", "xxx/oo./..."},  // over
    {"analyze", "mnk:3x3x3", "--position", "xox/xox/oxo"},  // full
    // players that think
    {"analyze", "gomoku", "--player", ""},
    {"analyze", "gomoku", "--player", "stockfish"},
    {"analyze", "gomoku", "--player", "ab:depth"},
    {"analyze", "gomoku", "--player", "ab:depth=0"},
    {"analyze", "gomoku", "--player", "ab:dept=3"},
    {"analyze", "gomoku", "--player", "mcts:time=5"},
    {"analyze", "gomoku", "--player", "level:11"},
    {"analyze", "gomoku", "--player", "human"},
    {"analyze", "gomoku", "--player", "level:3", "--time", "1s"},
    {"analyze", "gomoku", "--player", "mcts", "--depth", "3"},
    {"analyze", "gomoku", "--player", kHuge},
    // files
    {"bench", "--signature", "--expect", "/nonexistent/file"},
    {"bench", "--signature", "--expect", "/"},
    {"bench", "--signature", "--expect", "/dev/null"},
    {"bench", "--signature", "--expect", "/dev/zero"},
    {"bench", "--signature", "--expect", GAUNTLET_BINARY},
};

TEST_F(Command, EveryBadLineGetsOneSentence) {
  ASSERT_GE(kBadLines.size(), 60u);
  constexpr std::size_t kStep = kIsChecked ? 4 : 1;  // programs start slowly there
  for (std::size_t i = 0; i < kBadLines.size(); i += kStep) {
    const Words& words = kBadLines[i];
    std::string line;
    for (const std::string& word : words) line += " '" + word.substr(0, 50) + "'";
    SCOPED_TRACE(line);
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2) << "signal " << ended.signal;
    EXPECT_EQ(ended.out, "");
    expect_one_sentence(ended.err);
  }
}

TEST_F(Command, UnknownWordsGetASuggestion) {
  const std::vector<std::pair<Words, std::string>> slips = {
      {{"gmaes"}, "did you mean 'games'?"},
      {{"analyse", "gomoku"}, "did you mean 'analyze'?"},
      {{"perf", "gomoku"}, "did you mean 'perft'?"},
      {{"perft", "gomoku", "--dpth", "2"}, "did you mean '--depth'?"},
      {{"perft", "gomoku", "--dpth=2"}, "did you mean '--depth'?"},
      {{"analyze", "gomoku", "--position", ".", "--tme", "1s"}, "did you mean '--time'?"},
      {{"--versoin"}, "did you mean '--version'?"},
      {{"games", "gomokku"}, "did you mean 'gomoku'?"},
      {{"analyze", "gomoku", "--player", "mtcs"}, "did you mean 'mcts'?"},
  };
  for (const auto& [words, suggestion] : slips) {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2);
    EXPECT_NE(ended.err.find(suggestion), std::string::npos) << ended.err;
  }
  EXPECT_EQ(run({"xyzzy"}).err.find("did you mean"), std::string::npos);
}

TEST_F(Command, NoCommandIsAUsageError) {
  const Ended ended = run({});
  EXPECT_EQ(ended.code, 2);
  EXPECT_EQ(ended.out, "");
  EXPECT_NE(ended.err.find("Usage: gauntlet"), std::string::npos);
}

TEST_F(Command, HelpAndVersion) {
  for (const Words& words : std::vector<Words>{{"--help"}, {"-h"}, {"perft", "--help"}}) {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 0);
    EXPECT_EQ(ended.err, "");
    EXPECT_NE(ended.out.find("Examples:"), std::string::npos) << ended.out;
  }
  EXPECT_EQ(run({"--version"}).out, "gauntlet " GAUNTLET_VERSION "\n");
}

TEST_F(Command, EveryCommandIsListedAndHasExamples) {
  const std::string help = run({"--help"}).out;
  for (const std::string name :
       {"games", "analyze", "perft", "bench", "doctor", "selfplay", "export", "luck", "rate",
        "sprt", "gomocup", "bot", "connect", "host"}) {
    EXPECT_NE(help.find("\n  " + name + " "), std::string::npos) << name;
    const std::string its_help = run({name, "--help"}).out;
    EXPECT_NE(its_help.find("Example"), std::string::npos) << name;
    for (const std::string_view line : engine::split(its_help, '\n'))
      EXPECT_LE(line.size(), 120u) << line;
  }
}

TEST_F(Command, HelpSaysForWhichGameAnOptionIs) {
  const std::string host = run({"host", "--help"}).out;
  const std::size_t all = host.find("Options for all games"),
                    some = host.find("Options for some games");
  ASSERT_LT(all, some) << host;
  for (const std::string option : {"--listen", "--port"})
    EXPECT_LT(host.find("\n  " + option + " "), some) << option;
  for (const std::string option : {"--size", "--clock", "--readme", "--web-port"})
    EXPECT_GT(host.find("\n  " + option + " "), some) << option;
  EXPECT_NE(host.find("(sudokill, twodoku)"), std::string::npos);
  EXPECT_NE(host.find("'4 5 7 1'"), std::string::npos);
  std::istringstream wrapped(run({"connect", "--help"}).out);
  std::string connect;  // on one line
  for (std::string word; wrapped >> word;) connect += word + ' ';
  for (const char* word : {"helppo (easy)", "vaikea (hard)", "level:3 to level:9"})
    EXPECT_NE(connect.find(word), std::string::npos) << word;
}

TEST_F(Command, GamesHaveTheDocumentedKeys) {
  const auto families = json({"games", "--json"});
  ASSERT_GE(families.size(), 2u);
  for (const auto& family : families) {
    expect_keys(family, {"game", "usage", "summary", "players", "limits", "standard", "seating",
                         "rules", "variants", "moves", "position"});
    const auto details = json({"games", std::string(family.at("standard").as_string()), "--json"});
    ASSERT_EQ(details.size(), 1u);
    expect_keys(details[0], {"game", "usage", "summary", "players", "seats", "chance", "hidden",
                             "searchers", "strategies", "rules", "variants", "moves", "position",
                             "example_position", "example_move"});
    EXPECT_EQ(details[0].at("seats").as_array().size(), details[0].at("players").to_number<int>());
    for (const char* text : {"rules", "moves", "position"})
      EXPECT_EQ(family.at(text), details[0].at(text));
    EXPECT_EQ(details[0].at("game"), family.at("standard"));
    EXPECT_FALSE(details[0].at("searchers").as_array().empty());
  }
}

TEST_F(Command, EveryExampleOfAGameIsUnderstood) {
  for (const std::string& name : engine::standard_games_and(
           {"gomoku:5/exact", "mnk:1x1x1", "mnk:32x32x32/page", "sudokill/fill=99", "kimble:1",
            "kimble:BD/pieces=1", "twodoku/java/open"})) {
    SCOPED_TRACE(name);
    const auto told = json({"games", name, "--json"}).at(0);
    const std::string position(told.at("example_position").as_string());
    const std::string move(told.at("example_move").as_string());
    const auto game = engine::find_game(name);
    const auto state = game->from_text(position);
    ASSERT_TRUE(state.ok()) << position << ": " << engine::message_of(state);
    EXPECT_EQ(state->to_text(), position);
    ASSERT_TRUE(state->parse(move).ok()) << engine::message_of(state->parse(move));
    const Ended ended = run({"analyze", name, "--position", position, "--player", "random"});
    EXPECT_EQ(ended.code, 0) << ended.err;
    const std::string text = run({"games", name}).out;
    EXPECT_NE(text.find(position + "\n"), std::string::npos) << text;
    EXPECT_NE(text.find(move + "\n"), std::string::npos) << text;
  }
  EXPECT_EQ(json({"games", "sudokill/fill=100", "--json"}).at(0).at("example_move"), "");
}

TEST_F(Command, SeatsHaveNames) {
  const auto seats = [&](const std::string& game) {
    return boost::json::serialize(json({"games", game, "--json"}).at(0).at("seats"));
  };
  EXPECT_EQ(seats("mnk:3x3x3"), R"(["x","o"])");
  EXPECT_EQ(seats("kimble:2"), R"(["A","C"])");
  EXPECT_EQ(seats("kimble:BCD"), R"(["B","C","D"])");
  EXPECT_EQ(seats("twodoku"), R"(["red","blue"])");
  EXPECT_EQ(seats("sudokill"), R"(["player 1","player 2"])");
}

const std::string kSaves = std::string(GAUNTLET_SOURCE_DIR) + "/tests/tools/twodoku_saves/";

TEST_F(Command, AnalyzeReadsASavedGameOfTwoDoku) {
  const Words words = {"analyze",   "twodoku", "--save-file", kSaves + "midgame.txt",
                       "--nodes",   "500",     "--seed",      "1",
                       "--threads", "1"};
  const Ended ended = run(words);
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_TRUE(ended.out.starts_with("twodoku/java  b.bxb.bxx/")) << ended.out;
  EXPECT_NE(ended.out.find(" swapped=11 view=red\n"), std::string::npos) << ended.out;
  // The same as of the position that is told.
  const std::string first = ended.out.substr(0, ended.out.find('\n'));
  const Ended again = run({"analyze", "twodoku/java", "--position", first.substr(14), "--nodes",
                           "500", "--seed", "1", "--threads", "1"});
  EXPECT_EQ(again.out.substr(again.out.find("\nbest ")),
            ended.out.substr(ended.out.find("\nbest ")));
}

/// What can be counted by hand: 8,0 is no nine, and 8,4 one of 87 dominoes, eight of them nines.
TEST_F(Command, AnalyzeTellsTheRiskOfEachPlacementOfTwoDoku) {
  engine::TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "9,-,-";
  position.red = "000000002";
  position.sums = "r";
  for (const std::string player : {"expert", "careful"}) {
    const auto line =
        json({"analyze", "twodoku", "--position", position.text(), "--player", player, "--json"})
            .back();
    int placements = 0;
    for (const auto& move : line.at("moves").as_array()) {
      expect_keys(move.as_object(), {"move", "risk"});
      const std::string text(move.at("move").as_string());
      const bool is_placement = text.starts_with("play ");
      EXPECT_EQ(move.at("risk").is_null(), !is_placement) << text;
      placements += is_placement;
      if (text == "play 0,0,9") {
        EXPECT_EQ(move.at("risk").to_number<double>(), 0);
      } else if (text == "play 0,4,9") {
        EXPECT_NEAR(move.at("risk").to_number<double>(), 8.0 / 87, 1e-5);
      }
    }
    EXPECT_EQ(placements, 36);
  }
  const Ended told = run({"analyze", "twodoku", "--position", position.text(), "--nodes", "100"});
  EXPECT_NE(told.out.find("\n    9      0.0  0,0 0,1 0,2 0,3 0,5 "), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("\n           9.2  0,4 0,8 1,4 1,8 "), std::string::npos) << told.out;
}

TEST_F(Command, NothingIsAtRiskBeforeTheDealNorInOtherGames) {
  for (const std::string game : {"twodoku", "gomoku"}) {
    const auto line = json({"analyze", game, "--nodes", "50", "--json"}).back();
    EXPECT_EQ(line.find("moves"), line.end()) << game;
  }
}

TEST_F(Command, AnalyzeSaysWhatIsWrongWithASaveFile) {
  const std::string torn = directory_.path() + "/torn.txt";
  std::ofstream(torn) << "Tile 0 color = 7 domino = false\n";
  const std::string start = kSaves + "start.txt";
  struct Case {
    Words words;
    int code;
    std::string sentence;
  };
  const Case cases[] = {
      {{"twodoku", "--save-file", "none.txt"},
       2,
       "cannot open 'none.txt': No such file or directory"},
      {{"twodoku", "--save-file", "/"},
       2,
       "'/' is no file, but a folder, device or pipe; give a file"},
      {{"twodoku", "--save-file", "/dev/null"},
       2,
       "'/dev/null' is no file, but a folder, device or pipe; give a file"},
      // Its first bytes cannot be read: nothing is there.
      {{"twodoku", "--save-file", "/proc/self/mem"},
       4,
       "cannot read '/proc/self/mem': Input/output error"},
      {{"twodoku", "--save-file", torn},
       2,
       "bad --save-file '" + torn +
           "': line 1: colours are 0 (white), 1 (red), 2 (blue) and 3 (both), "
           "not '7'"},
      {{"twodoku", "--save-file", start, "--position", "x"},
       2,
       "--position and --save-file both name a position; leave one out"},
      {{"twodoku/open", "--save-file", start},
       2,
       "--save-file is for twodoku, whose desktop program writes such files, not for twodoku/open"},
      {{"gomoku", "--save-file", start},
       2,
       "--save-file is for twodoku, whose desktop program writes such files, not for gomoku"},
  };
  for (Case wrong : cases) {
    wrong.words.insert(wrong.words.begin(), "analyze");
    const Ended ended = run(wrong.words);
    EXPECT_EQ(ended.code, wrong.code) << wrong.sentence;
    EXPECT_EQ(ended.err, "gauntlet: " + wrong.sentence + "\n");
  }
}

/// docs/games.md is what the command says; GAUNTLET_UPDATE=1 writes it anew.
TEST_F(Command, TheDocumentOfTheGamesIsWhatTheCommandSays) {
  const std::string path = std::string(GAUNTLET_SOURCE_DIR) + "/docs/games.md";
  std::string text =
      "# The games\n\nWhat `gauntlet games NAME` says of each game: its rules as they are played "
      "here, its variants, how moves\nand positions are written, and who plays it. (Written by a "
      "test from the program; "
      "[twodoku.md](twodoku.md) tells more of Two-Doku.)\n";
  for (const auto& family : json({"games", "--json"})) {
    text += "\n## " + std::string(family.at("game").as_string()) + "\n\n";
    std::istringstream lines(run({"games", std::string(family.at("standard").as_string())}).out);
    for (std::string line; std::getline(lines, line);)
      text += line.empty() ? "\n" : "    " + line + "\n";
  }
  if (std::getenv("GAUNTLET_UPDATE")) std::ofstream(path) << text;
  std::ifstream file(path);
  EXPECT_EQ(std::string(std::istreambuf_iterator<char>(file), {}), text);
}

TEST(Print, TextIsWrapped) {
  EXPECT_EQ(wrapped("one two three", 7, 2), "one two\n  three\n");
  EXPECT_EQ(wrapped("one two three", 7, 2, 2), "one\n  two\n  three\n");
  EXPECT_EQ(wrapped("incomprehensible word", 5, 1), "incomprehensible\n word\n");
  EXPECT_EQ(wrapped("", 5, 1), "\n");
}

TEST_F(Command, PerftCountsTicTacToe) {
  const auto lines = json({"perft", "mnk:3x3x3", "--depth", "9", "--json"});
  ASSERT_EQ(lines.size(), 1u);
  expect_keys(lines[0], {"game", "position", "leaves"});
  EXPECT_EQ(lines[0].at("position"), ".../.../...");
  EXPECT_EQ(boost::json::serialize(lines[0].at("leaves")),
            "[9,72,504,3024,15120,54720,148176,200448,127872]");
  const Ended text = run({"perft", "mnk:3x3x3", "--depth", "8"});
  EXPECT_NE(text.out.find("200,448"), std::string::npos) << text.out;
}

TEST_F(Command, PerftStartsWhereItIsTold) {
  const auto lines =
      json({"perft", "mnk:3x3x3", "--depth", "2", "--position", "xox/oxo/...", "--json"});
  EXPECT_EQ(boost::json::serialize(lines.at(0).at("leaves")), "[3,2]");
}

TEST_F(Command, SameSeedSameAnalysis) {
  const Words words = {"analyze", "mnk:7x6x4", "--player",  "mcts", "--nodes", "5000",
                       "--seed",  "7",         "--threads", "1",    "--json"};
  auto first = json(words).back(), second = json(words).back();
  for (const char* key : {"best", "nodes", "win", "pv", "depth"})
    EXPECT_EQ(first.at(key), second.at(key)) << key;
}

TEST_F(Command, ASeedWithALimitOfTimeGetsALine) {
  constexpr char kTimed[] = "a search limited by time differs from run to run";
  const Words timed = {"analyze", "mnk:3x3x3", "--time", "5s", "--json"};
  const auto with_seed = [](Words words) {
    words.insert(words.end(), {"--seed", "3"});
    return words;
  };
  const Ended told = run(with_seed(timed));
  EXPECT_EQ(told.code, 0);
  EXPECT_NE(told.err.find(kTimed), std::string::npos) << told.err;
  EXPECT_EQ(told.err.find(kTimed), told.err.rfind(kTimed)) << "once";
  EXPECT_EQ(told.out.find(kTimed), std::string::npos) << told.out;
  for (const Words& words : {timed, with_seed({"analyze", "mnk:3x3x3", "--nodes", "1000"}),
                             with_seed({"analyze", "mnk:3x3x3", "--player", "level:2"})})
    EXPECT_EQ(run(words).err, "");
}

TEST_F(Command, AnalyzeHasTheDocumentedKeys) {
  for (const std::string player : {"ab", "mcts", "expert"}) {
    const auto lines = json({"analyze", "mnk:3x3x3", "--player", player, "--nodes", "20000",
                             "--position", "xx./oo./...", "--json"});
    ASSERT_FALSE(lines.empty());
    for (const auto& line : lines)
      expect_keys(line, {"depth", "score", "win", "nodes", "nps", "time_ms", "pv"});
    for (std::size_t i = 0; i + 1 < lines.size(); ++i) EXPECT_FALSE(lines[i].contains("best"));
    expect_keys(lines.back(), {"best", "proven"});
    EXPECT_EQ(lines.back().at("best"), "0,2") << player;
    EXPECT_EQ(lines.back().at("pv").as_array().at(0), "0,2");
  }
}

/// 34 empty squares, won for the player to move.
constexpr char kWonSudokill[] =
    "5.....74997..538.26.274..357359.6..11.628739..49.1.25...8.9...742753.61....62...4 38 1";

TEST_F(Command, SolveTellsVerdictAndLine) {
  const Words words = {"solve", "sudokill", "--position", kWonSudokill, "--hash", "16"};
  Words for_programs = words;
  for_programs.insert(for_programs.end(), {"--json", "--threads", "2"});
  const auto lines = json(for_programs);
  ASSERT_EQ(lines.size(), 1u);
  expect_keys(lines[0], {"game", "position", "value", "best", "pv", "nodes", "nps", "time_ms",
                         "seed", "proven", "line"});
  EXPECT_EQ(lines[0].at("game"), "sudokill");
  EXPECT_EQ(lines[0].at("value"), "win");
  EXPECT_EQ(lines[0].at("best"), lines[0].at("pv").at(0));
  EXPECT_EQ(lines[0].at("proven"), lines[0].at("value")) << "its first name";
  EXPECT_EQ(lines[0].at("line"), lines[0].at("pv")) << "its first name";
  const auto game = engine::find_game("sudokill");
  engine::AnyState state = *game->from_text(kWonSudokill);
  for (const auto& move : lines[0].at("pv").as_array()) {
    const auto legal = state.parse(std::string(move.as_string()));
    ASSERT_TRUE(legal.ok()) << engine::message_of(legal);
    state.apply(*legal);
  }
  ASSERT_TRUE(state.is_over());
  EXPECT_EQ(state.returns()[0], 1.0f);
  const std::string told = run(words).out;
  EXPECT_NE(told.find("proven win for player 1"), std::string::npos) << told;
  EXPECT_NE(told.find("\nbest "), std::string::npos) << told;
  EXPECT_NE(told.find("\nline  "), std::string::npos) << told;
}

TEST_F(Command, SolveGivesUpWhenItIsTold) {
  const auto lines = json({"solve", "sudokill", "--seed", "1", "--nodes", "5000", "--json"});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_TRUE(lines[0].at("value").is_null());
  EXPECT_TRUE(lines[0].at("best").is_null());
  EXPECT_TRUE(lines[0].at("pv").as_array().empty());
  const Ended late = run({"solve", "sudokill", "--seed", "1", "--time", "20ms"});
  EXPECT_EQ(late.code, 0);
  EXPECT_NE(late.out.find("not solved within the limits"), std::string::npos) << late.out;
}

TEST_F(Command, AnalyzeProvesTheDrawOfTicTacToe) {
  const auto end = json({"analyze", "mnk:3x3x3", "--player", "ab", "--json"}).back();
  EXPECT_EQ(end.at("proven"), "draw");
  EXPECT_EQ(end.at("win").to_number<double>(), 0.5);
}

/// What begins the lines of the table: the first words, after the heading.
Words first_words(const std::string& text) {
  Words words;
  std::istringstream lines(text.substr(text.find("principal variation\n") + 20));
  for (std::string line; std::getline(lines, line) && !line.empty();)
    words.push_back(line.substr(line.find_first_not_of(' '), 8));
  for (std::string& word : words) word = word.substr(0, word.find(' '));
  return words;
}

TEST_F(Command, TheTableOfAnalysisHasALineForEachDepthOrOfSimulations) {
  const Ended depths = run({"analyze", "mnk:7x6x4", "--nodes", "1000", "--threads", "1"});
  EXPECT_EQ(first_words(depths.out), (Words{"1", "2", "3", "4", "4+"})) << depths.out;
  EXPECT_NE(depths.out.find("depth    score   win %         nodes   per second   seconds  "),
            std::string::npos)
      << depths.out;
  const Ended simulations = run({"analyze", "mnk:7x6x4", "--player", "mcts", "--nodes", "3000",
                                 "--threads", "1", "--seed", "1"});
  EXPECT_EQ(simulations.out.find("depth"), std::string::npos) << simulations.out;
  EXPECT_NE(simulations.out.find("\n   win %   simulations   per second   seconds  principal"),
            std::string::npos)
      << simulations.out;
  const std::size_t first = simulations.out.find(" 1,024 "), last = simulations.out.find(" 3,000 ");
  EXPECT_LT(first, last) << simulations.out;
  EXPECT_EQ(simulations.out.find(" 3,000 ", last + 1), std::string::npos) << simulations.out;
}

TEST_F(Command, LevelsAndRandomAnswerWithAMove) {
  for (const std::string player : {"level:1", "random"}) {
    const auto lines = json({"analyze", "mnk:3x3x3", "--player", player, "--json"});
    ASSERT_EQ(lines.size(), 1u);
    expect_keys(lines[0],
                {"depth", "score", "win", "nodes", "nps", "time_ms", "pv", "best", "proven"});
  }
}

TEST_F(Command, AnalyzeTellsWhichMovesOfSudokillAreSafe) {
  const auto lines = json({"analyze", "sudokill", "--position", kWonSudokill, "--threads", "1",
                           "--time", "1min", "--json"});
  const auto& last = lines.back();
  EXPECT_EQ(last.at("proven"), "win");
  EXPECT_EQ(last.at("win"), 1);
  int safe = 0;
  for (const auto& move : last.at("moves").as_array()) {
    expect_keys(move.as_object(), {"move", "proven", "win"});
    EXPECT_NE(move.at("proven"), nullptr);
    safe += move.at("proven") == "win";
    if (move.at("move") == last.at("best")) {
      EXPECT_EQ(move.at("proven"), "win");
    }
  }
  EXPECT_EQ(last.at("safe_moves"), safe);
  EXPECT_EQ(last.at("hint").as_string().size(), 3u);
  EXPECT_GT(last.at("pv").as_array().size(), 5u) << "to the end of the game";

  const Ended told = run({"analyze", "sudokill", "--position", kWonSudokill, "--threads", "1"});
  EXPECT_NE(told.out.find("proven to win, "), std::string::npos) << told.out;
  EXPECT_NE(told.out.find("safest square "), std::string::npos) << told.out;
}

TEST_F(Command, AnalyzeStopsInTimeAndTellsWhatIsOpen) {
  const auto lines = json({"analyze", "sudokill", "--seed", "1", "--time", "300ms", "--json"});
  const auto& last = lines.back();
  EXPECT_EQ(last.at("proven"), nullptr);
  EXPECT_GT(last.at("win").to_number<double>(), 0);
  EXPECT_LT(last.at("win").to_number<double>(), 1);
  EXPECT_LT(last.at("time_ms").as_int64(), 2'000);
}

TEST_F(Command, InterruptStillTellsTheBestMove) {
  for (const int signal : {SIGINT, SIGTERM, SIGHUP}) {
    const auto child = start({"analyze", "gomoku", "--time", "10min"});
    for (int tries = 0; tries < 1000; ++tries) {
      std::error_code not_yet;
      const auto bytes = std::filesystem::file_size(directory_ / "out", not_yet);
      if (!not_yet && bytes > 400) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    child->send(signal);
    const Ended ended = child->wait();
    EXPECT_EQ(ended.code, 0) << "signal " << ended.signal;
    EXPECT_NE(ended.out.find("\nbest "), std::string::npos) << ended.out;
    std::filesystem::remove(directory_ / "out");
  }
}

TEST_F(Command, ChanceMovesComeBeforeAnalysis) {
  const std::string fresh = std::string(44, '0') + "-0 AC";
  const Ended ended = run({"analyze", "kimble:2", "--seed", "1", "--position", fresh});
  EXPECT_EQ(ended.code, 2);
  expect_one_sentence(ended.err);
  EXPECT_NE(ended.err.find("chance moves next in this position (starter=A"), std::string::npos)
      << ended.err;
  const std::size_t start = ended.err.find("--position '") + 12;
  const std::string position = ended.err.substr(start, ended.err.rfind('\'') - start);
  const auto lines =
      json({"analyze", "kimble:2", "--position", position, "--nodes", "200", "--json"});
  EXPECT_TRUE(lines.back().contains("best"));
}

TEST_F(Command, AThrowThatMovesNothingIsToldAsSuch) {
  const std::string home(44, '0');
  const std::string late = std::string(26, '0') + "AAA0A0" + std::string(12, '0');
  struct Case {
    std::string position;
    const char* told;
  };
  const Case kCases[] = {
      {home + "A3",
       "A cannot move with a 3: its pieces are at home, and a piece leaves home only with a 6; C "
       "throws next; "},
      {"A000A000A000A" + std::string(31, '0') + "A4", ""},
      {late + "A6",
       "A cannot move with a 6: each of its pieces would land on another of its own, leaves home "
       "only with a 6, or stands too near the end of the goal; A throws next; "},
  };
  for (const auto& [position, told] : kCases) {
    const Ended ended =
        run({"analyze", "kimble:2", "--position", position + " AC", "--nodes", "100"});
    if (*told == '\0') {
      EXPECT_EQ(ended.code, 0) << ended.err;
      continue;
    }
    EXPECT_EQ(ended.code, 2);
    expect_one_sentence(ended.err);
    EXPECT_NE(ended.err.find(told), std::string::npos) << ended.err;
    EXPECT_EQ(ended.err.find("chance moves"), std::string::npos) << ended.err;
  }
}

TEST_F(Command, FromTheStartChanceMovesByTheSeed) {
  const Words analyze = {"analyze", "kimble:2", "--seed", "3", "--nodes", "500"};
  const Ended ended = run(analyze);
  EXPECT_EQ(ended.code, 0);
  EXPECT_TRUE(ended.err.starts_with("chance moves, drawn by the seed: starter=")) << ended.err;
  EXPECT_EQ(run(analyze).err, ended.err);
}

/// What one player knows can be thought about by that player, and not be played on.
TEST_F(Command, AViewIsNoWholePosition) {
  const std::string empty = ".........";
  std::string board = empty;
  for (int row = 1; row < 9; ++row) board += '/' + empty;
  const std::string view = board + ' ' + board + " colour view=";
  for (const Words& words :
       {Words{"analyze", "twodoku", "--position", view + "blue"},
        Words{"perft", "twodoku", "--depth", "2", "--position", view + "red"},
        Words{"selfplay", "twodoku", "--players", "random,random", "--position", view + "red"}}) {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2) << words[0];
    expect_one_sentence(ended.err);
    EXPECT_NE(ended.err.find("is the view of player"), std::string::npos) << ended.err;
  }
  EXPECT_EQ(run({"analyze", "twodoku", "--nodes", "50", "--position", view + "red"}).code, 0);
}

TEST_F(Command, OutputThatCannotBeWrittenIsToldOf) {
  const std::string binary = "'" GAUNTLET_BINARY "'";
  for (const std::string redirection : {">/dev/full", ">&-"}) {
    const Ended ended = shell(binary + " games " + redirection);
    EXPECT_EQ(ended.code, 4) << redirection;
    expect_one_sentence(ended.err);
  }
}

TEST_F(Command, AClosedPipeEndsQuietly) {
  const Ended ended = shell("'" GAUNTLET_BINARY "' analyze gomoku --time 10min | head -n 3");
  EXPECT_EQ(ended.code, 0);
  EXPECT_EQ(ended.err, "");
}

TEST_F(Command, BenchPrintsASignatureAndComparesItSlow) {
  const std::string file = directory_ / "signature.txt";
  const std::string binary = "'" GAUNTLET_BINARY "'";
  ASSERT_EQ(shell(binary + " bench --signature > '" + file + "'").code, 0);
  EXPECT_EQ(run({"bench", "--signature", "--expect", file}).code, 0);
  ASSERT_EQ(shell("sed -i 's/^gomoku:15 .*/gomoku:15 1/' '" + file + "'").code, 0);
  const Ended ended = run({"bench", "--signature", "--expect", file});
  EXPECT_EQ(ended.code, 1);
  expect_one_sentence(ended.err);
  EXPECT_NE(ended.err.find("gomoku:15 (1 expected"), std::string::npos) << ended.err;
  EXPECT_EQ(ended.err.find("mnk:7x6x4"), std::string::npos) << ended.err;
}

TEST_F(Command, BenchHasTheDocumentedKeysSlow) {
  const auto rows = json({"bench", "--time", "10ms", "--json"});
  ASSERT_EQ(rows.size(), engine::game_families().size());
  for (const auto& row : rows) {
    expect_keys(row, {"game", "playouts_per_s", "playout_plies", "perft_leaves_per_s",
                      "mcts_sims_per_s", "ab_nodes_per_s", "signature"});
    EXPECT_GT(row.at("playouts_per_s").to_number<double>(), 0);
    EXPECT_GT(row.at("mcts_sims_per_s").to_number<double>(), 0);
  }
}

TEST_F(Command, DoctorPassesItsSelfTest) {
  const auto lines = json({"doctor", "--json"});
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].at("self_test"), "passed");
  EXPECT_EQ(lines[0].at("version"), GAUNTLET_VERSION);
}

TEST(JsonText, NumbersArePlainDecimals) {
  const std::vector<std::pair<double, std::string>> kCases = {
      {0.5180193378259595, "0.518019"},
      {0.5, "0.5"},
      {1, "1"},
      {0, "0"},
      {-0.0, "0"},
      {100, "100"},
      {static_cast<double>(1 / 3.0f), "0.333333"},
      {-2.25, "-2.25"},
      {1234567.89, "1234568"},
      {123456.75, "123457"},
      {12345.678, "12345.7"},
      {1e15, "1000000000000000"},
      {1.0 / 4096, "0.000244141"},
      {1.25e-7, "0.000000125"},
      {-1e-300, "0"},
      {0.9999999, "1"},
      {std::numeric_limits<double>::infinity(), "null"},
      {std::numeric_limits<double>::quiet_NaN(), "null"},
  };
  for (const auto& [number, text] : kCases) EXPECT_EQ(plain_number(number), text) << number;
  EXPECT_EQ(plain_number(std::numeric_limits<double>::max()).size(), 309u);
  const boost::json::value value = {
      {"a\n\"", {1, -2, 18446744073709551615u, 0.1, true, nullptr, "x"}},
      {"b", boost::json::object()},
      {"c", boost::json::array()}};
  EXPECT_EQ(json_text(value),
            R"({"a\n\"":[1,-2,18446744073709551615,0.1,true,null,"x"],"b":{},"c":[]})");
}

TEST_F(Command, NoNumberIsWrittenWithAnExponent) {
  for (const Words& words : std::vector<Words>{
           {"analyze", "gomoku", "--nodes", "3000", "--seed", "1", "--json"},
           {"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "7", "--json"},
           {"selfplay", "kimble:4", "--players", "random,random,random,random", "--games", "8",
            "--seed", "1", "--json"}}) {
    const std::string out = run(words).out;
    for (std::size_t at = out.find('E'); at != std::string::npos; at = out.find('E', at + 1))
      EXPECT_FALSE(at > 0 && std::isdigit(static_cast<unsigned char>(out[at - 1]))) << out;
    EXPECT_TRUE(out.find(":0.") != std::string::npos || out.find("[0.") != std::string::npos)
        << out;
  }
}

TEST(Print, NumbersAreGrouped) {
  EXPECT_EQ(grouped(0), "0");
  EXPECT_EQ(grouped(999), "999");
  EXPECT_EQ(grouped(1000), "1,000");
  EXPECT_EQ(grouped(18446744073709551615u), "18,446,744,073,709,551,615");
}

}  // namespace

}  // namespace gauntlet::tools
