// `gauntlet export --format` and `gauntlet import` as users see them.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include "selfplay/game_log.h"
#include "tests/random_game.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

class ExportCommand : public CommandLine {
 protected:
  /// A log of games on servers, two of each.
  std::string log_of(const std::string& name, const Words& games) const {
    const auto log = *selfplay::GameLog::open(path(name));
    for (const std::string& game : games)
      for (std::uint64_t seed : {1, 2})
        EXPECT_TRUE(log->add(selfplay::random_game(game, seed), "2026-11-21 14:03:59").ok());
    return path(name);
  }
  std::string written(const std::string& store, const std::string& form) const {
    const Ended ended = run({"export", store, "--format", form});
    EXPECT_EQ(ended.code, 0) << ended.err;
    return ended.out;
  }
  std::string keep(const std::string& name, const std::string& text) const {
    std::ofstream(path(name), std::ios::binary) << text;
    return path(name);
  }
  std::string contents(const std::string& file) const {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  bool has(const std::string& program) const {
    return shell("command -v " + program + " >/dev/null").code == 0;
  }
};

const Words kAllGames = {"gomoku:15", "mnk:7x6x4", "sudokill", "kimble:4", "kimble:1", "twodoku"};

TEST_F(ExportCommand, GamesComeBackByImport) {
  const std::string store = log_of("a.db", kAllGames), games = written(store, "jsonl");
  EXPECT_EQ(std::count(games.begin(), games.end(), '\n'), 12);
  for (const char* form : {"jsonl", "pgn"}) {
    const std::string again = path(std::string(form) + ".db");
    const Ended ended = run({"import", keep("games.txt", written(store, form)), "--store", again});
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_NE(ended.out.find("12 games of 1 file"), std::string::npos) << ended.out;
    EXPECT_EQ(written(again, "jsonl"), games);
  }
}

TEST_F(ExportCommand, BoardsComeBackFromFilesOfStones) {
  const std::string store = log_of("a.db", {"gomoku:15", "mnk:7x6x4"});
  EXPECT_EQ(run({"export", store, "--format", "psq"}).code, 2) << "a file each needs a folder";
  ASSERT_EQ(run({"export", store, "--format", "psq", "--out", path("psq")}).code, 0);
  EXPECT_EQ(run({"export", store, "--format", "psq", "--out", path("psq")}).code, 2);
  Words import = {"import"};
  for (int i = 0; i < 4; ++i) import.push_back(path("psq/game-" + std::to_string(i) + ".psq"));
  const Ended ended = run(with(import, {"--store", path("b.db"), "--json"}));
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"games\":4,\"left_out\":0"), std::string::npos) << ended.out;
  EXPECT_EQ(run({"import", keep("a.sgf", written(store, "sgf")), "--store", path("c.db")}).code, 0);
  for (const char* again : {"b.db", "c.db"}) {
    EXPECT_EQ(written(path(again), "csv-moves"), written(store, "csv-moves")) << again;
    EXPECT_EQ(run({"replay", path(again), "3", "--game", "mnk:7x6x4"}).code, 0);
  }
}

TEST_F(ExportCommand, FormsThatAGameDoesNotHaveAreRefused) {
  const std::string store = log_of("a.db", {"gomoku:15", "kimble:2"});
  const Ended refused = run({"export", store, "--format", "sgf", "--out", path("a.sgf")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_NE(refused.err.find("kimble:2 cannot be written as sgf; they have jsonl, csv"),
            std::string::npos)
      << refused.err;
  EXPECT_FALSE(std::filesystem::exists(path("a.sgf")));
  const Ended chosen = run({"export", store, "--format", "sgf", "--game", "gomoku:15"});
  EXPECT_EQ(chosen.code, 0) << chosen.err;
  EXPECT_EQ(std::count(chosen.out.begin(), chosen.out.end(), '('), 2);
  EXPECT_EQ(run({"export", store, "--game", "gomoku:9"}).code, 2);
  EXPECT_NE(run({"export", store, "--format", "cvs"}).err.find("did you mean 'csv'"),
            std::string::npos);
}

TEST_F(ExportCommand, DamagedGamesAreToldAndLeftOut) {
  const std::string sound = written(log_of("a.db", {"mnk:3x3x3"}), "jsonl");
  const std::string file = keep("games.jsonl", "\n" + sound + "{\n" + sound);
  const Ended ended = run({"import", file, "--store", path("b.db")});
  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("games.jsonl:4: the line is no JSON object"), std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("1 game left out"), std::string::npos) << ended.err;
  EXPECT_EQ(written(path("b.db"), "csv").find("\r\n4,"), std::string::npos);
  EXPECT_NE(written(path("b.db"), "csv").find("\r\n3,mnk:3x3x3,2026-11-21 14:03:59,"),
            std::string::npos);
}

TEST_F(ExportCommand, OtherFilesAreRefusedBeforeAnythingIsKept) {
  const std::string sound = keep("a.jsonl", written(log_of("a.db", {"mnk:3x3x3"}), "jsonl"));
  for (const std::string& other :
       {path("none"), path("."), keep("text", "hello"), keep("empty", ""), path("a.db")}) {
    const Ended ended = run({"import", sound, other, "--store", path("b.db")});
    EXPECT_EQ(ended.code, 2) << other << ": " << ended.err;
    EXPECT_FALSE(std::filesystem::exists(path("b.db")));
  }
  EXPECT_EQ(run({"import", sound, "--store", path("b.db"), "--game", "chess"}).code, 2);
  EXPECT_EQ(run({"import", sound}).code, 2);
  EXPECT_EQ(run({"import", sound, "--store", sound}).code, 2);
  EXPECT_EQ(contents(sound).front(), '{');
}

/// What a library that is not ours reads of the tables is what they were made of.
TEST_F(ExportCommand, PythonReadsTheTables) {
  if (!has("python3")) GTEST_SKIP() << "python3 is not installed";
  const std::string store = path("a.db");
  {
    const auto log = *selfplay::GameLog::open(store);
    selfplay::FinishedGame game = selfplay::random_game("mnk:3x3x3", 1);
    game.players = {"=1+1", "a \"b\", c"};
    game.reason = "-1, \"over\"";
    EXPECT_TRUE(log->add(game).ok());
  }
  keep("games.csv", written(store, "csv"));
  keep("moves.csv", written(store, "csv-moves"));
  keep("read.py",
       "import csv\n"
       "games = list(csv.DictReader(open('games.csv', newline=''), strict=True))\n"
       "moves = list(csv.DictReader(open('moves.csv', newline=''), strict=True))\n"
       "game, = games\n"
       "print(game['player_1'], game['player_2'], game['reason'], sep='|')\n"
       "print(len(moves) == int(game['plies']), all(None not in m for m in games + moves))\n"
       "print(sorted(set(m['player'] for m in moves)))\n");
  const Ended ended = shell("cd '" + directory_.path() + "' && python3 read.py");
  EXPECT_EQ(ended.out, "'=1+1|a \"b\", c|'-1, \"over\"\nTrue True\n[\"'=1+1\", 'a \"b\", c']\n")
      << ended.err;
}

/// Debian's sgf2dg draws diagrams of games of Go; it knows nothing of ours but the format, and only
/// boards of Go's sizes.
TEST_F(ExportCommand, AProgramForGoReadsTheStones) {
  if (!has("sgf2dg")) GTEST_SKIP() << "sgf2dg is not installed";
  const auto log = *selfplay::GameLog::open(path("a.db"));
  selfplay::FinishedGame game = selfplay::random_game("gomoku:19", 1);
  game.players = {"a]b\\", "c"};
  game.moves.resize(5);
  game.returns = {0, 1};
  EXPECT_TRUE(log->add(game).ok());
  keep("a.sgf", written(path("a.db"), "sgf"));
  const Ended ended =
      shell("cd '" + directory_.path() + "' && sgf2dg -converter ASCII -o drawn a.sgf");
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  const std::string drawn = contents(path("drawn.ascii"));
  for (const char* words : {"Black: a]b\\", "White: c", "Rules: gomoku:19", "Result: W+", "1-5"})
    EXPECT_NE(drawn.find(words), std::string::npos) << words << "\n" << drawn << ended.err;
}

/// Debian's pgn-extract wants moves of chess; of ours it is given the tags alone.
TEST_F(ExportCommand, AProgramForChessReadsTheTags) {
  const std::string program = "/usr/games/pgn-extract";
  if (!std::filesystem::exists(program)) GTEST_SKIP() << program << " is not installed";
  const auto log = *selfplay::GameLog::open(path("a.db"));
  selfplay::FinishedGame game = selfplay::random_game("gomoku:15", 1);
  game.players = {"a\\\"b", "c] {"};
  game.moves.clear();
  game.returns = {0, 1};
  EXPECT_TRUE(log->add(game).ok());
  keep("a.pgn", written(path("a.db"), "pgn"));
  const Ended ended = shell("cd '" + directory_.path() + "' && " + program + " a.pgn");
  for (const char* words : {"[White \"a\\\\\\\"b\"]", "[Black \"c] {\"]", "[Result \"0-1\"]"})
    EXPECT_NE(ended.out.find(words), std::string::npos) << words << ended.out << ended.err;
}

}  // namespace

}  // namespace gauntlet::tools
