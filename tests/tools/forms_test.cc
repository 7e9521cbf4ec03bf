// The forms in which games are written and read: what is written is read again as the same, and
// foreign files are read as far as they make sense.
#include <absl/strings/str_replace.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "engine/registry.h"
#include "engine/words.h"
#include "tests/random_game.h"
#include "tools/forms/csv_line.h"
#include "tools/forms/form.h"
#include "tools/forms/game_csv.h"
#include "tools/forms/game_file.h"
#include "tools/forms/game_json.h"
#include "tools/forms/pgn.h"
#include "tools/forms/psq.h"
#include "tools/forms/sgf.h"

namespace gauntlet::tools {

namespace {

using selfplay::FinishedGame;
using selfplay::Termination;

StoredGame kept(const FinishedGame& game, std::uint64_t index = 0) {
  StoredGame stored{.origin = StoredGame::Origin::kServer,
                    .index = index,
                    .game = game.game,
                    .start = game.start,
                    .players = game.players,
                    .result = {},
                    .ended = "2026-11-21 14:03:59"};
  stored.result.moves = game.moves;
  stored.result.reason = game.reason;
  stored.result.summary.returns = game.returns;
  stored.result.summary.plies = static_cast<std::uint32_t>(game.moves.size());
  return stored;
}

/// A game with the first moves of `game` alone, not all of them, which seat `offender` has lost.
FinishedGame cut(FinishedGame game, std::size_t moves, std::size_t offender) {
  game.moves.resize(std::min(moves, game.moves.size() - 1));
  const auto seats = static_cast<std::size_t>(game.game.players());
  for (std::size_t seat = 0; seat < seats; ++seat)
    game.returns[seat] =
        seat == offender ? 0.0f : static_cast<float>(1.0 / static_cast<double>(seats - 1));
  game.reason = "it hung up";
  return game;
}

struct Faulted {
  std::size_t line;
  std::string what;
};

struct ReadBack {
  std::vector<FinishedGame> games;
  std::vector<std::string> ended;
  std::vector<Faulted> faults;
};

ReadBack read_back(const std::string& text, const std::string& game = "") {
  ReadBack read;
  EXPECT_NE(reader_of(text), nullptr) << text.substr(0, 200);
  if (!reader_of(text)) return read;
  const GameVisitor visitor{[&](const FinishedGame& played, const std::string& ended) {
                              read.games.push_back(played);
                              read.ended.push_back(ended);
                              return absl::OkStatus();
                            },
                            [&](std::size_t line, const std::string& what) {
                              read.faults.push_back({line, what});
                            }};
  EXPECT_TRUE(read_games(text, game, visitor).ok());
  return read;
}

/// The first fault's words, or "" where all is well.
std::string fault_of(const std::string& text, const std::string& game = "") {
  const ReadBack read = read_back(text, game);
  return read.faults.empty() ? "" : read.faults[0].what;
}

constexpr const char* kForms[] = {"jsonl", "pgn"};
constexpr const char* kGames[] = {"gomoku:9",       "gomoku:32/exact", "mnk:7x6x4",
                                  "mnk:3x5x3/page", "sudokill",        "sudokill/fill=50",
                                  "kimble:4",       "kimble:1",        "kimble:BD/pieces=2",
                                  "kimble:3",       "twodoku",         "twodoku/java/open"};

void expect_same(const StoredGame& written, const FinishedGame& read) {
  EXPECT_EQ(read.game.name(), written.game.name());
  EXPECT_EQ(read.start.to_text(), written.start.to_text());
  EXPECT_EQ(read.players, written.players);
  EXPECT_EQ(read.reason, written.result.reason);
  EXPECT_TRUE(read.moves == written.result.moves);
  for (std::size_t seat = 0; seat < read.players.size(); ++seat)
    EXPECT_NEAR(read.returns[seat], written.result.summary.returns[seat], 1e-6);
}

TEST(Forms, WhatIsWrittenIsReadAgain) {
  for (const char* name : kGames)
    for (const char* form : kForms) {
      SCOPED_TRACE(std::string(name) + " as " + form);
      std::string all;
      std::vector<StoredGame> games;
      for (std::uint64_t seed = 0; seed < 6; ++seed) {
        FinishedGame game = selfplay::random_game(name, seed);
        if (seed % 3 == 2 && game.game.players() > 1) game = cut(game, 3 * seed, seed % 2);
        games.push_back(kept(game, seed));
        all += find_form(form)->text(games.back());
      }
      const ReadBack read = read_back(all);
      EXPECT_TRUE(read.faults.empty()) << read.faults[0].line << ": " << read.faults[0].what;
      ASSERT_EQ(read.games.size(), games.size());
      std::string again;
      for (std::size_t i = 0; i < games.size(); ++i) {
        expect_same(games[i], read.games[i]);
        EXPECT_EQ(read.ended[i], "2026-11-21 14:03:59");
        again += find_form(form)->text(kept(read.games[i], i));
      }
      EXPECT_EQ(again, all);
    }
}

/// A game that goes on from stones on the board.
FinishedGame from_opening(const std::string& name, std::uint64_t seed, std::size_t stones) {
  FinishedGame game = selfplay::random_game(name, seed);
  engine::AnyState state = game.start;
  for (std::size_t i = 0; i < stones; ++i) state.apply(game.moves[i]);
  game.start = *game.game.from_text(state.to_text());
  game.moves.erase(game.moves.begin(), game.moves.begin() + static_cast<std::ptrdiff_t>(stones));
  return game;
}

TEST(Forms, StonesAreReadAgain) {
  for (const char* name :
       {"gomoku:9", "gomoku:15/exact", "gomoku:32", "mnk:7x6x4", "mnk:3x5x3/page"})
    for (std::size_t stones : {0, 1, 4})
      for (std::uint64_t seed = 0; seed < 4; ++seed) {
        SCOPED_TRACE(name);
        FinishedGame game = from_opening(name, seed, stones);
        if (seed == 3) game = cut(game, 2, 1);
        const StoredGame stored = kept(game);
        const ReadBack sgf = read_back(to_sgf(stored));
        ASSERT_EQ(sgf.games.size(), 1u) << sgf.faults[0].what;
        expect_same(stored, sgf.games[0]);
        EXPECT_EQ(sgf.ended[0], "2026-11-21 00:00:00");
        const ReadBack psq = read_back(to_psq(stored));
        ASSERT_EQ(psq.games.size(), 1u) << psq.faults[0].what;
        EXPECT_EQ(psq.games[0].moves.size(), stones + game.moves.size());
        EXPECT_EQ(psq.games[0].players, game.players);
        EXPECT_EQ(psq.games[0].returns, game.returns);
        EXPECT_EQ(psq.games[0].game.name(), name);
        EXPECT_EQ(to_psq(kept(psq.games[0])), to_psq(stored));
      }
}

const std::string kEvil[] = {"a\"]\n[White \"b",
                             "x} 1-0 {",
                             "];W[aa]",
                             "\\",
                             "=1+1",
                             "12,3,4",
                             "homo-1",
                             "",
                             "pbrain-foo",
                             "a,\"b\",c",
                             "Piskvorky 9x9, 0:0, 0",
                             "{\"game\":1}",
                             "(;GM[4])",
                             "[a] (b) $1 ;",
                             "-1"};

TEST(Forms, NamesCannotBreakOut) {
  for (const std::string& evil : kEvil) {
    SCOPED_TRACE(evil);
    FinishedGame game = selfplay::random_game("mnk:3x3x3", 1);
    const std::string shown = engine::printable(evil, 200);
    game.players = {shown, "ben"};
    game.reason = shown;
    for (const char* form : {"jsonl", "pgn", "sgf", "psq"}) {
      SCOPED_TRACE(form);
      const ReadBack read = read_back(find_form(form)->text(kept(game)));
      ASSERT_EQ(read.games.size(), 1u) << read.faults[0].what;
      EXPECT_TRUE(read.faults.empty());
      EXPECT_EQ(read.games[0].players, game.players);
      EXPECT_TRUE(read.games[0].moves == game.moves);
    }
  }
}

TEST(Forms, TablesHaveWhatIsKnown) {
  EXPECT_EQ(csv_heading(),
            "index,game,ended,round,meeting,opening,player_1,player_2,player_3,player_4,score_1,"
            "score_2,score_3,score_4,nodes_1,nodes_2,nodes_3,nodes_4,result,offender,reason,plies,"
            "start\r\n");
  FinishedGame game = selfplay::random_game("mnk:3x3x3", 1);
  game.players = {"=HYPERLINK(1)", "a,\"b\""};
  game.moves.resize(2);
  game.returns = {0, 1};
  StoredGame stored = kept(game, 7);
  stored.origin = StoredGame::Origin::kTournament;
  stored.ended = "";
  stored.encounter = selfplay::Encounter{{0, 1}, 2, 4, 0};
  stored.is_timed = true;
  stored.result.reason = "exit, 3";
  stored.result.summary.termination = Termination::kCrashed;
  stored.result.summary.offender = 0;
  stored.result.summary.plies = 2;
  stored.result.notes = {{610, 120}, {-1, 3}};
  EXPECT_EQ(to_csv_line(stored),
            "7,mnk:3x3x3,,1,3,5,'=HYPERLINK(1),\"a,\"\"b\"\"\",,,0,1,,,0,0,,,crashed,1,\"exit, "
            "3\",2,.../.../...\r\n");
  EXPECT_EQ(csv_moves_heading(), "index,ply,seat,player,move,win,ms\r\n");
  const std::string first = game.start.format(game.moves[0]),
                    second = game.start.format(game.moves[1]);
  EXPECT_EQ(to_csv_moves(stored), "7,1,1,'=HYPERLINK(1),\"" + first +
                                      "\",0.61,120\r\n7,2,2,\"a,\"\"b\"\"\",\"" + second +
                                      "\",,3\r\n");
}

TEST(Forms, NothingIsAFormula) {
  for (const char* text : {"=1", "+1", "-1", "@a", "'a", "\ta"})
    EXPECT_EQ(CsvLine().add_foreign(text).end(), "'" + std::string(text) + "\r\n");
  EXPECT_EQ(CsvLine().add_foreign("a=1").end(), "a=1\r\n");
  EXPECT_EQ(CsvLine().add_foreign("=a,\"").end(), "\"'=a,\"\"\"\r\n");
}

TEST(Forms, LinesOfPgnAreShort) {
  StoredGame stored = kept(selfplay::random_game("kimble:4", 2));
  stored.result.notes.assign(stored.result.moves.size(), {615, 1234});
  const std::string text = to_pgn(stored);
  EXPECT_NE(text.find("{win 61.5 %"), text.npos);
  for (const std::string_view line : engine::split(text, '\n')) EXPECT_LT(line.size(), 80u) << line;
  EXPECT_EQ(read_back(text).games.size(), 1u);
}

TEST(Forms, FormsAreOfGames) {
  EXPECT_EQ(form_names("gomoku:15"), "jsonl, csv, csv-moves, pgn, psq, sgf");
  EXPECT_EQ(form_names("kimble:4"), "jsonl, csv, csv-moves, pgn");
  EXPECT_EQ(find_form("xml"), nullptr);
}

// ---- files of others ----

/// As Piskvork saves a tournament's game: Windows' line ends, names of programs, no winner.
constexpr char kForeignPsq[] =
    "Piskvorky 20x20, 7:7, 1\r\n10,10,456\r\n11,12,4500\r\n1,1,60\r\n2,2,4261\r\n"
    "one.exe\r\ntwo.zip\r\n15\r\n";

TEST(Forms, PiskvorkIsRead) {
  const ReadBack read = read_back(kForeignPsq);
  ASSERT_EQ(read.games.size(), 1u) << read.faults[0].what;
  EXPECT_EQ(read.games[0].game.name(), "gomoku:20");
  EXPECT_EQ(read.games[0].players, (std::vector<std::string>{"two.zip", "one.exe"}));
  EXPECT_EQ(read.games[0].returns[0], 0) << "who is to move is out of time";
  EXPECT_EQ(read.games[0].reason, "out of time");
  EXPECT_EQ(read.games[0].moves[1].bits(), 11u * 20 + 10);
}

TEST(Forms, JudgesOfGomocupAreRead) {
  const std::string judged = "Piskvorky 15x15, 11:11, 0\n8,8,0\n9,8,0\npbrain-a\nb\n-1\n2,";
  const ReadBack read = read_back(judged + "Standard15\n");
  ASSERT_EQ(read.games.size(), 1u) << read.faults[0].what;
  EXPECT_EQ(read.games[0].game.name(), "gomoku:15/exact");
  EXPECT_EQ(read.games[0].players[0], "a");
  EXPECT_EQ(read.games[0].returns[1], 1);
  EXPECT_NE(fault_of(judged + "Renju\n").find("rules are Renju"), std::string::npos);
  EXPECT_EQ(fault_of(judged + "Renju\n", "gomoku:15"), "");
}

TEST(Forms, TreesOfOthersAreRead) {
  // Variations behind the main line, unknown and lower-case properties, escapes, a second game
  // with White first, rectangles of stones.
  const ReadBack read = read_back(
      "a letter\n(;GaMe[4]SZ[3:3]RU[mnk:3x3x3]PB[a\\]b]XX[1][2]\n;B[aa]C[no (;end) \\\\];W[ba]\n"
      "(;B[ab];W[bb];B[ac])(;B[cc](;W[ca])(;W[cb])))\n"
      "(;GM[4]SZ[15]AB[ab][ba]AW[cc:cd]RE[W+R];W[aa];B[h8])");
  for (const Faulted& fault : read.faults) ADD_FAILURE() << fault.line << ": " << fault.what;
  ASSERT_EQ(read.games.size(), 2u);
  EXPECT_EQ(read.games[0].players[0], "a]b");
  EXPECT_EQ(read.games[0].returns[0], 1);
  EXPECT_EQ(read.games[0].moves.size(), 5u);
  EXPECT_EQ(read.games[1].start.to_text().substr(0, 3), ".o.") << "White is the first player";
  EXPECT_EQ(read.games[1].returns[0], 1);
  EXPECT_EQ(read.games[1].moves[1].bits(), 7u * 15 + 7);
}

TEST(Forms, LooseTextInPgnIsRead) {
  const ReadBack read = read_back(
      "[Event \"x\"]\n[White \"a\"]\n[Black \"b\"]\n[Game \"mnk:3x3x3\"]\n\n1.0,0 {c} 0,1 $3 2. "
      "1,1 "
      "(1. 2,2 (x) {)} 2,1) 0,2 ; rest } of line\n3...\n2,2 1-0\n\n[White \"c\"]\n[Black \"\"]\n"
      "[Game \"mnk:3x3x3\"]\n\n1. 0,0 0-1");
  for (const Faulted& fault : read.faults) ADD_FAILURE() << fault.line << ": " << fault.what;
  ASSERT_EQ(read.games.size(), 2u);
  EXPECT_EQ(read.games[0].moves.size(), 5u);
  EXPECT_EQ(read.games[1].returns[1], 1);
}

TEST(Forms, AnyLineEndsAndBlanksAreRead) {
  const FinishedGame game = from_opening("gomoku:9", 3, 2);
  for (const char* form : {"jsonl", "pgn", "psq", "sgf"})
    for (const char* end : {"\r", "\r\n"}) {
      const std::string text = find_form(form)->text(kept(game)),
                        other = absl::StrReplaceAll(text, {{"\n", end}});
      const ReadBack read = read_back(other);
      ASSERT_EQ(read.games.size(), 1u) << form << ": " << read.faults[0].what;
      EXPECT_EQ(read.games[0].players, game.players);
      EXPECT_EQ(read.games[0].returns, game.returns);
    }
  const ReadBack loose = read_back(
      "(;SZ[ 3 ]\n\nRU [mnk:3x3x3]\n GC[a\\\r\nb]\n;\n;B[ aa\n]\n\n;;W [ba] ; "
      "B[ab]\n;W[bb];B[ac])");
  ASSERT_EQ(loose.games.size(), 1u) << loose.faults[0].what;
  EXPECT_EQ(loose.games[0].moves.size(), 5u);
  EXPECT_EQ(loose.games[0].reason, "ab");
}

TEST(Forms, TheFirstPlayerMayHaveNoName) {
  for (const char* text :
       {"[Black \"ben\"]\n[Game \"mnk:3x3x3\"]\n\n1. 0,0 1-0",
        "[White \"\"]\n[Black \"ben\"]\n[Game \"mnk:3x3x3\"]\n\n1. 0,0 1-0",
        "(;SZ[3]RU[mnk:3x3x3]PW[ben]RE[B+];B[aa])", "Piskvorky 9x9, 1:1, 0\n1,1,0\n\nben\n0\n1,\n",
        "{\"game\":\"mnk:3x3x3\",\"players\":[\"\",\"ben\"],\"moves\":[\"0,0\"],\"returns\":[1,0]"
        "}"}) {
    const ReadBack read = read_back(text);
    ASSERT_EQ(read.games.size(), 1u) << text << read.faults[0].what;
    EXPECT_EQ(read.games[0].players, (std::vector<std::string>{"", "ben"})) << text;
  }
}

TEST(Forms, NamesKeepTheirLetters) {
  FinishedGame game = selfplay::random_game("mnk:3x3x3", 1);
  game.players = {"J\u00fcrgen", "\u674e"};
  game.reason = "\u674e ist m\u00fcde";
  for (const Form& form : forms()) {
    const std::string text = form.text(kept(game));
    for (const std::string& name : game.players)
      EXPECT_NE(text.find(name), text.npos) << form.name << text;
    if (text[0] == '0') continue;  // tables
    EXPECT_EQ(read_back(text).games[0].players, game.players) << form.name;
  }
}

// ---- damage ----

TEST(Forms, FaultsAreToldAndLeaveOutOneGame) {
  const FinishedGame game = selfplay::random_game("mnk:3x3x3", 1);
  for (const char* form : {"jsonl", "pgn", "sgf"}) {
    SCOPED_TRACE(form);
    const std::string sound = find_form(form)->text(kept(game));
    const bool has_letters = form == std::string("sgf"), has_quotes = form == std::string("jsonl");
    const std::string quote = has_quotes ? "\"" : " ", move = game.start.format(game.moves[0]);
    const std::string first = has_letters ? ";B[" : quote + move + quote;
    const std::string other = has_letters ? ";B[z" : quote + "7,7" + quote;
    const std::size_t at = sound.find(first);
    ASSERT_NE(at, sound.npos);
    const std::string broken = std::string(sound).replace(at, first.size(), other);
    const ReadBack read = read_back(sound + broken + sound);
    EXPECT_EQ(read.games.size(), 2u);
    ASSERT_EQ(read.faults.size(), 1u);
    EXPECT_EQ(read.faults[0].line,
              1u + static_cast<std::size_t>(std::count(sound.begin(), sound.end(), '\n')));
    EXPECT_NE(read.faults[0].what.find("move 1"), std::string::npos) << read.faults[0].what;
  }
}

TEST(Forms, EachFaultHasItsSentence) {
  const std::string players = "\"game\":\"mnk:3x3x3\",\"players\":[\"a\",\"b\"]";
  const auto with_strength = [&](const std::string& strength) {
    return "{" + players + ",\"moves\":[],\"returns\":[1,0],\"strength\":" + strength + "}";
  };
  const std::string levels =
      "\"player\":\"a\",\"played\":\"level:4.3\",\"estimate\":\"level:5\",\"next\":\"level:5\"";
  const std::pair<std::string, std::string> kCases[] = {
      {"{\"a\":", "ends within its JSON object"},
      {"{}", "\"players\" is not"},
      {"{\"players\":[],\"moves\":[],\"game\":\"chess\"}", "unknown game"},
      {"{" + players + ",\"moves\":[\"0,0\",1]}", "\"moves\" is not"},
      {"{" + players + ",\"moves\":[\"0,0\"]}", "not over"},
      {"{" + players + ",\"moves\":[\"0,0\"],\"returns\":[1]}", "results for 1 of 2"},
      {"{" + players + ",\"moves\":[\"0,0\"],\"returns\":[1,1]}", "sum of more than 1"},
      {"{" + players + ",\"moves\":[\"0,0\"],\"returns\":[2,0]}", "not from 0 to 1"},
      {"{" + players + ",\"moves\":[\"0,0\",\"0,0\"],\"returns\":[1,0]}", "move 2: square 0,0"},
      {"{" + players + ",\"moves\":[\"0,0\",\"1,0\",\"0,1\",\"1,1\",\"0,2\"],\"returns\":[0,1]}",
       "did not end as it tells"},
      {"{" + players +
           ",\"moves\":[\"0,0\",\"1,0\",\"0,1\",\"1,1\",\"0,2\",\"1,2\"],\"returns\":[0,1]}",
       "move 6 of 6 comes when the game is over"},
      {"{" + players + ",\"moves\":[\"0,0\"],\"returns\":[1,0],\"ended\":\"x\"}", "no time"},
      {"{" + players + ",\"start\":\"x\",\"moves\":[]}", "bad start"},
      {"{\"game\":\"sudokill\",\"players\":[\"a\",\"b\"],\"moves\":[]}", "differ in their starts"},
      {"{" + std::string(40, ' ') + "\"a\":" + std::string(40, '['), "more than 32 arrays"},
      {"{\"game\":\"mnk:3x3x3\"", "ends within"},
      {"{\"game\":\"\xff\"}", "no JSON object in UTF-8"},
      {with_strength("3"), "\"strength\" is not an object"},
      {with_strength("{}"), "\"played\" is not a level"},
      {with_strength("{" + levels + ",\"elo\":\"x\"}"), "\"elo\" is not a number"},
      {with_strength("{" + levels + "}"), "in a way it cannot be"},
      {with_strength("{" + levels + ",\"score\":1,\"games\":1,\"elo\":1e999}"),
       "in a way it cannot be"},
      {with_strength("{" + levels + ",\"score\":2,\"games\":1}"), "in a way it cannot be"},
      {with_strength("{" + levels + ",\"score\":1,\"games\":1e30}"), "in a way it cannot be"},
      {"[Event \"a\"]\n[Game \"mnk:3x3x3\"]\n\n1. 0,0 1-0", "does not name its players"},
      {"[White \"a]\n\n1. 0,0 *", "line 1 is no tag"},
      {"[White \"a\"]\n[Black \"b\"]\n\n1. e4 e5 1-0", "does not tell what is played"},
      {"[White \"a\"]\n[Game \"mnk:3x3x3\"]\n\n1. 0,0 {", "does not end"},
      {"[White \"a\"]\n[Game \"mnk:3x3x3\"]\n\n1. 0,0 (((", "does not end"},
      {"(;GM[1]SZ[19];B[aa])", "GM[1] is not gomoku"},
      {"(;SZ[15];B[aa];B[bb])", "move 2 is by who has moved before"},
      {"(;SZ[15];B[aa];W[])", "move 2 is a pass"},
      {"(;SZ[15];B[aa];W[tt])", "move 2 is a pass"},
      {"(;SZ[15];B[zz])", "'zz' is no square"},
      {"(;SZ[15];B[aa];AB[bb])", "set up behind move 1"},
      {"(;SZ[15]AB[aa][bb];B[cc])", "players take turns"},
      {"(;SZ[99];B[aa])", "99x99"},
      {"(;SZ[15];B[aa", "does not end"},
      {"(;SZ[15];B[aa]", "does not end"},
      {"(;SZ[15];B[aa])", "who has won"},
      {"Piskvorky 15, 0\n", "the first line"},
      {"Piskvorky 15x15, 11:11, 0\n16,1,0\n",
       "move 1 in line 2 is '16,1,0', not its column from 1"},
      {"Piskvorky 15x15, 11:11, 0\n0,1,0\n", "move 1 in line 2"},
      {"Piskvorky 15x15, 11:11, 0\n1,1,0\n2,2,x\na\nb\n-1\n", "move 2 in line 3 is '2,2,x'"},
      {"Piskvorky 15x15, 11:11, 0\n1,1,0\nx,2,0\n3,3,0\na\nb\n-1\n", "move 2 in line 3 is 'x,2"},
      {"Piskvorky 99x15, 11:11, 0\n", "99x15"},
  };
  for (const auto& [text, words] : kCases)
    EXPECT_NE(fault_of(text).find(words), std::string::npos) << text << "\n" << fault_of(text);
  EXPECT_EQ(fault_of(with_strength("{" + levels + ",\"score\":1,\"games\":1}")), "");
}

TEST(Forms, DepthAndLengthAreBorne) {
  const std::string deep(200'000, '(');
  EXPECT_EQ(read_back("[Game \"mnk:3x3x3\"]\n" + deep).games.size(), 0u);
  EXPECT_EQ(read_back("(;B[aa]" + deep).games.size(), 0u);
  EXPECT_EQ(read_back("{\"a\":" + std::string(200'000, '[')).games.size(), 0u);
  std::string braces = "[Game \"mnk:3x3x3\"]\n";
  for (int i = 0; i < 200'000; ++i) braces += "{ ";
  EXPECT_EQ(read_back(braces).games.size(), 0u);
  EXPECT_EQ(fault_of("(;SZ[15]PB[" + std::string(1'000'000, 'a') + "];B[aa])"),
            "the game is not over, and it does not tell who has won");
}

TEST(Forms, WhatIsNoFileOfGamesIsNot) {
  for (const char* text : {"", " \n", "hello", "SQLite format 3", "<html>", "(a)"})
    EXPECT_EQ(reader_of(text), nullptr) << text;
  for (const char* text : {"\xef\xbb\xbf\n{}", "\r\n[a]", "(\n;)"})
    EXPECT_NE(reader_of(text), nullptr) << text;
}

}  // namespace

}  // namespace gauntlet::tools
