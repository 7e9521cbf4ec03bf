// `gauntlet export --format` and `gauntlet import` as users see them.
#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <thread>

#include "engine/words.h"
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
      for (std::uint64_t seed : {1, 2}) {
        const selfplay::EndedGame ended[] = {
            {selfplay::random_game(game, seed), "2026-11-21 14:03:59"}};
        EXPECT_TRUE(log->add(ended).ok());
      }
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
  Words names_in(const std::string& folder) const {
    Words names;
    for (const auto& entry : std::filesystem::directory_iterator(folder))
      names.push_back(entry.path().filename());
    return names;
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
  const Ended full = run({"export", store, "--format", "psq", "--out", path("psq")});
  EXPECT_EQ(full.code, 2);
  EXPECT_NE(full.err.find("is no empty folder; give --out a new one"), std::string::npos);
  EXPECT_EQ(names_in(path("psq")).size(), 4u) << "nothing was added";
  Words import = {"import"};
  for (int i = 0; i < 4; ++i) import.push_back(path("psq/game-" + std::to_string(i) + ".psq"));
  const Ended ended = run(with(import, {"--store", path("b.db"), "--json"}));
  EXPECT_EQ(ended.code, 0) << ended.err;
  EXPECT_NE(ended.out.find("\"games\":4,\"already_there\":0,\"left_out\":0"), std::string::npos)
      << ended.out;
  EXPECT_EQ(run({"import", keep("a.sgf", written(store, "sgf")), "--store", path("c.db")}).code, 0);
  for (const char* again : {"b.db", "c.db"}) {
    EXPECT_EQ(written(path(again), "csv-moves"), written(store, "csv-moves")) << again;
    EXPECT_EQ(run({"replay", path(again), "3", "--game", "mnk:7x6x4"}).code, 0);
  }
}

TEST_F(ExportCommand, NoHalfOfAFolderIsLeft) {
  const std::string store = log_of("a.db", {"gomoku:15"});
  const std::size_t before = names_in(path("")).size() + 3;  // what a program says
  std::filesystem::create_directory(path("psq"));
  const Words words = {"export", store, "--format", "psq", "--out", path("psq/")};
  EXPECT_NE(run(words, {.input = "", .file_bytes = 100}).code, 0) << "the disk is full";
  EXPECT_TRUE(names_in(path("psq")).empty());
  EXPECT_LE(names_in(path("")).size(), before + 1);
  EXPECT_EQ(run(words).code, 0) << "an empty folder is as good as a new one";
  EXPECT_EQ(names_in(path("psq")).size(), 2u);
}

TEST_F(ExportCommand, NamesStayReadableOnTheirWay) {
  const std::string line =
      "{\"game\":\"mnk:3x3x3\",\"players\":[\"J\u00fcrgen\",\"\u674e\"],\"moves\":[\"0,0\"],"
      "\"returns\":[1,0],\"reason\":\"a\\u202eb\"}\n";
  ASSERT_EQ(run({"import", keep("a.jsonl", line), "--store", path("a.db")}).code, 0);
  for (const char* form : {"jsonl", "csv", "csv-moves", "pgn", "sgf"})
    EXPECT_NE(written(path("a.db"), form).find("J\u00fcrgen"), std::string::npos) << form;
  const Ended replay = run({"replay", path("a.db"), "0"});
  EXPECT_NE(replay.out.find("J\u00fcrgen (x) - \u674e (o)"), std::string::npos) << replay.out;
  EXPECT_NE(replay.out.find("a\\xe2\\x80\\xaeb"), std::string::npos) << "no letter, but an order";
  ASSERT_EQ(run({"report", path("a.db"), "-o", path("a.html")}).code, 0);
  EXPECT_NE(contents(path("a.html")).find("J\u00fcrgen"), std::string::npos);
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
  const std::string other = written(log_of("c.db", {"mnk:3x3x4"}), "jsonl");
  const std::string file = keep("games.jsonl", "\n" + sound + "{\n" + other);
  const Ended ended = run({"import", file, "--store", path("b.db")});
  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("games.jsonl:4: the line ends within its JSON object"),
            std::string::npos)
      << ended.err;
  EXPECT_NE(ended.err.find("1 game left out"), std::string::npos) << ended.err;
  EXPECT_EQ(written(path("b.db"), "csv").find("\r\n4,"), std::string::npos);
  EXPECT_NE(written(path("b.db"), "csv").find("\r\n3,mnk:3x3x4,2026-11-21 14:03:59,"),
            std::string::npos);
}

TEST_F(ExportCommand, AGameIsAddedOnce) {
  const std::string sound = written(log_of("a.db", {"mnk:3x3x3", "kimble:2"}), "jsonl");
  const std::string once = keep("games.jsonl", sound), same = keep("same.jsonl", sound);
  const Ended first = run({"import", once, same, "--store", path("b.db")});
  EXPECT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(first.out, "4 games of 2 files added to '" + path("b.db") +
                           "'; 4 games were already there, the same move by move\n");
  const std::string before = contents(path("b.db"));
  const Ended again = run({"import", once, "--store", path("b.db"), "--json"});
  EXPECT_EQ(again.code, 0) << again.err;
  EXPECT_NE(again.out.find("\"games\":0,\"already_there\":4,\"left_out\":0"), std::string::npos)
      << again.out;
  EXPECT_EQ(contents(path("b.db")), before) << "not even opened for writing";
  EXPECT_EQ(written(path("b.db"), "jsonl"), sound);
  const std::string more = keep("c.jsonl", written(log_of("c.db", {"mnk:3x3x4"}), "jsonl"));
  EXPECT_EQ(run({"import", once, more, "--store", path("b.db")}).code, 0);
  EXPECT_EQ(written(path("b.db"), "csv").find("\r\n6,"), std::string::npos);
}

TEST_F(ExportCommand, GamesThatAFileHasTwiceAreTwo) {
  const std::string sound = written(log_of("a.db", {"mnk:3x3x3", "kimble:2"}), "jsonl");
  const std::string twice = keep("games.jsonl", sound + sound);
  ASSERT_EQ(run({"import", keep("one.jsonl", sound), "--store", path("b.db")}).code, 0);
  for (const auto& [added, known] : {std::pair{4, 4}, std::pair{0, 8}}) {
    const Ended ended = run({"import", twice, "--store", path("b.db"), "--json"});
    EXPECT_NE(ended.out.find("\"games\":" + std::to_string(added) +
                             ",\"already_there\":" + std::to_string(known) + ",\"left_out\":0"),
              std::string::npos)
        << ended.out;
  }
}

TEST_F(ExportCommand, NoDateStaysNoDate) {
  const std::string first = "(;GM[4]SZ[5];B[aa];W[bb];B[ba];W[cc];B[ca];W[dd];B[da];W[ee];B[ea])";
  ASSERT_EQ(run({"import", keep("a.sgf", first), "--store", path("a.db")}).code, 0);
  EXPECT_NE(written(path("a.db"), "csv").find("\r\n0,gomoku:5,,"), std::string::npos);
  EXPECT_NE(written(path("a.db"), "jsonl").find("\"ended\":\"\""), std::string::npos);
  EXPECT_NE(written(path("a.db"), "pgn").find("[Date \"????.??.??\"]"), std::string::npos);
  EXPECT_EQ(written(path("a.db"), "pgn").find("UTCTime"), std::string::npos);
  EXPECT_EQ(written(path("a.db"), "sgf").find("DT["), std::string::npos);
  for (const char* form : {"jsonl", "pgn"}) {
    const std::string again = path(std::string(form) + ".db");
    EXPECT_EQ(run({"import", keep("b", written(path("a.db"), form)), "--store", again}).code, 0);
    EXPECT_EQ(written(again, "jsonl"), written(path("a.db"), "jsonl"));
  }
}

TEST_F(ExportCommand, GamesOfATournamentTellWhenTheyEnded) {
  ASSERT_EQ(run({"tournament", "mnk:3x3x3", "--player", "a=random", "--player", "b=random",
                 "--rounds", "1", "--store", path("a.db")})
                .code,
            0);
  const std::string table = written(path("a.db"), "csv"), day = table.substr(table.find(",20") + 1);
  EXPECT_EQ(day[4], '-') << table;
  EXPECT_EQ(day[10], ' ') << table;
  EXPECT_NE(written(path("a.db"), "sgf").find("DT[" + day.substr(0, 10) + "]"), std::string::npos);
  EXPECT_NE(written(path("a.db"), "jsonl").find("\"ended\":\"" + day.substr(0, 10)),
            std::string::npos);
  ASSERT_EQ(run({"selfplay", "mnk:3x3x3", "--players", "random,random", "--games", "2", "--store",
                 path("b.db")})
                .code,
            0);
  EXPECT_NE(written(path("b.db"), "pgn").find("[Date \"????.??.??\"]"), std::string::npos);
}

TEST_F(ExportCommand, NoStoreIsLeftWhereNoGameIs) {
  const std::string broken = keep("a.jsonl", "{}\n");
  const Ended ended = run({"import", broken, "--store", path("b.db")});
  EXPECT_EQ(ended.code, 4);
  EXPECT_NE(ended.err.find("1 game left out; there was no other, so nothing was written to"),
            std::string::npos)
      << ended.err;
  EXPECT_FALSE(std::filesystem::exists(path("b.db")));
  const std::string store = log_of("c.db", {"mnk:3x3x3"}), before = contents(store);
  EXPECT_EQ(run({"import", broken, "--store", store}).code, 4);
  EXPECT_EQ(contents(store), before);
}

TEST_F(ExportCommand, WhatWasReadBeforeAnInterruptIsKept) {
  const std::string line = written(log_of("a.db", {"gomoku:15"}), "jsonl");
  std::string text;
  for (int i = 0; i < 20'000; ++i) text += line.substr(0, line.find('\n') + 1) + "{}\n";
  text.insert(0, written(log_of("b.db", {"mnk:3x3x3"}), "jsonl"));
  const std::string file = keep("games.jsonl", text);
  const auto import = start({"import", file, "--store", path("c.db")});
  for (int tries = 0; import->errors_so_far().empty() && tries < 3'000; ++tries)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  import->send(SIGINT);
  const Ended ended = import->wait();
  EXPECT_EQ(ended.code, 1) << ended.out << ended.err;
  const std::string table = written(path("c.db"), "csv");
  const auto lines = static_cast<std::uint64_t>(std::count(table.begin(), table.end(), '\n'));
  ASSERT_GT(lines, 1u);
  EXPECT_NE(ended.err.find("interrupted; " + engine::grouped(lines - 1) + " games were kept"),
            std::string::npos)
      << lines << ended.err.substr(0, 10'000);
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
