// What commands show on a terminal: colour where it is wanted, and nothing that a player, a program
// or a file has smuggled in.
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <fstream>

#include "engine/words.h"
#include "tests/tools/command_line.h"
#include "tests/tools/pseudo_terminal.h"

namespace gauntlet::tools {

namespace {

const std::string kGauntlet = GAUNTLET_BINARY;
constexpr char kEscape = '\x1b';

/// By sh and not as its word, for a word may have no control characters of its own.
const std::string kRude = R"(printf 'name \033[31mrude\nmove \033[2J\n\033]0;title\007\n')"
                          R"(; printf '\033[31mlast words\n' >&2; exit 3)";

class OnTerminal : public CommandLine {
 protected:
  EndedOnTerminal shown(Words words, TerminalSetting setting = {}) const {
    words.insert(words.begin(), kGauntlet);
    return run_on_terminal(words, setting);
  }
  std::string batch(const std::string& game, const std::string& players) const {
    return made(path("batch.db"), {"selfplay", game, "--players", players, "--games", "6"});
  }
  std::string tournament() const {
    return made(path("tournament.db"),
                {"tournament", "mnk:3x3x3", "--player", "ann=random", "--player",
                 "ben=ab:depth=2:hash=1", "--player", "gone=engine:true", "--rounds", "2"});
  }
  static void change(const std::string& store, const std::string& sql) {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(store.c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

 private:
  std::string made(const std::string& store, const Words& words) const {
    const Words sandbox = words[0] == "tournament" ? Words{"--sandbox", "off"} : Words{};
    const Ended ended =
        run(with(with(words, sandbox), {"--seed", "1", "--quiet", "--store", store}));
    EXPECT_EQ(ended.code, 0) << ended.err;
    return store;
  }
};

/// Words that every one of these shows in colour on a terminal, and what is the same each time.
TEST_F(OnTerminal, ColourComesAndGoesWithWhoWantsIt) {
  const std::string games = batch("mnk:4x4x3", "level:1,random");
  const std::string kimble = path("kimble.db");
  ASSERT_EQ(run({"selfplay", "kimble:2", "--players", "capture,random", "--games", "40", "--seed",
                 "1", "--quiet", "--store", kimble})
                .code,
            0);
  const std::string night = tournament();
  const std::vector<Words> commands = {
      {"rate", games},
      {"rate", night, "--model", "glicko2"},
      {"luck", kimble},
      {"replay", games, "3"},
      {"replay", kimble, "0"},
      {"analyze", "sudokill", "--player", "fewest", "--seed", "1"},
      {"tournament", "--store", night, "--resume", "--quiet"},
      {"bogus"},
      {"selfplay", "mnk:3x3x3", "--players", "randon,random"},
  };
  for (const Words& words : commands) {
    const std::string what = words[0] + " " + words.back();
    const Ended piped = run(words);
    const EndedOnTerminal coloured = shown(words);
    EXPECT_EQ(coloured.code, piped.code) << what << coloured.out;
    EXPECT_NE(coloured.out.find("\x1b["), std::string::npos) << what << coloured.out;
    EXPECT_EQ((piped.out + piped.err).find(kEscape), std::string::npos) << what;
    EXPECT_EQ(without_colours(coloured.out), piped.out + piped.err) << what;
    for (const TerminalSetting::Environment& none :
         {TerminalSetting::Environment{{"NO_COLOR", "1"}},
          TerminalSetting::Environment{{"NO_COLOR", "1"}, {"CLICOLOR_FORCE", "1"}},
          TerminalSetting::Environment{{"TERM", "dumb"}},
          TerminalSetting::Environment{{"TERM", ""}}})
      EXPECT_EQ(shown(words, {.environment = none}).out, piped.out + piped.err)
          << what << none[0].first;
    EXPECT_EQ(shown(words, {.environment = {{"TERM", "dumb"}, {"FORCE_COLOR", "1"}}}).out,
              coloured.out)
        << what;
  }
}

TEST_F(OnTerminal, ForcedColourGoesThroughAPipe) {
  const Ended plain = run({"doctor"});
  const Ended forced = shell("CLICOLOR_FORCE=1 '" + kGauntlet + "' doctor");
  EXPECT_NE(forced.out.find("\x1b[32mpassed\x1b[0m"), std::string::npos) << forced.out;
  EXPECT_EQ(without_colours(forced.out).size(), plain.out.size());
  EXPECT_EQ(shell("CLICOLOR_FORCE=0 '" + kGauntlet + "' doctor").out.find(kEscape),
            std::string::npos);
  EXPECT_EQ(shell("NO_COLOR= CLICOLOR_FORCE=1 '" + kGauntlet + "' doctor").out, forced.out)
      << "NO_COLOR counts when it is not empty";
}

TEST_F(OnTerminal, WhatMachinesReadHasNoColour) {
  const std::string games = batch("mnk:3x3x3", "level:1,random");
  const TerminalSetting forced{.environment = {{"CLICOLOR_FORCE", "1"}}};
  for (const Words& words : std::vector<Words>{{"doctor", "--json"},
                                               {"rate", games, "--json"},
                                               {"replay", games, "0", "--json"},
                                               {"export", games},
                                               {"completion", "bash"},
                                               {"man"},
                                               {"games", "--json"},
                                               {"tournament", "mnk:3x3x3", "--player", "random",
                                                "--player", "level:1", "--rounds", "1", "--json"}})
    EXPECT_EQ(shown(words, forced).out.find(kEscape), std::string::npos) << words[0];
  const EndedOnTerminal engine =
      shown({"engine"}, {.environment = {{"CLICOLOR_FORCE", "1"}}, .input = "hello 1\nquit\n"});
  EXPECT_EQ(engine.code, 0) << engine.out;
  EXPECT_EQ(engine.out.find(kEscape), std::string::npos) << engine.out;
}

TEST_F(OnTerminal, ACheckShowsItsVerdicts) {
  const Words words = {"check", "mnk:3x3x3", "--sandbox", "off", "--", "engine:sleep 0"};
  const EndedOnTerminal ended = shown(words);
  EXPECT_EQ(ended.code, 1);
  EXPECT_NE(ended.out.find("\x1b[1;31mFAILED\x1b[0m"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\x1b[2mnot reached\x1b[0m"), std::string::npos) << ended.out;
  const Ended piped = run(words);
  EXPECT_NE(piped.out.find("FAILED"), std::string::npos) << "words say it as well";
  EXPECT_EQ(piped.out.find(kEscape), std::string::npos);
}

/// The live table is cut by what is seen, so that no line is broken.
TEST_F(OnTerminal, ALiveTableFitsANarrowTerminal) {
  const Words words = {
      "tournament",         "gomoku:9",  "--player", "one=mcts:time=40ms", "--player",
      "two=mcts:time=40ms", "--threads", "1",        "--rounds",           "2"};
  const EndedOnTerminal ended = shown(words, {.rows = 8, .columns = 50});
  EXPECT_EQ(ended.code, 0) << ended.out;
  const std::size_t last = ended.out.rfind("\x1b[7A\x1b[J");
  ASSERT_NE(last, std::string::npos) << "seven lines were drawn over at least once: " << ended.out;
  const std::string live = ended.out.substr(0, last);
  for (const std::string_view line : engine::split(live, '\n')) {
    constexpr std::string_view kOver = "\x1b[7A\x1b[J";
    const std::string_view drawn = line.substr(line.starts_with(kOver) ? kOver.size() : 0);
    const std::string seen = without_colours(std::string(drawn));
    EXPECT_LT(seen.size(), 50u) << seen;
    EXPECT_EQ(seen.find(kEscape), std::string::npos) << seen;
  }
  const Words short_one = {"tournament", "mnk:3x3x3", "--player", "random", "--player", "level:1"};
  EXPECT_EQ(shown(with(short_one, {"--rounds", "1"}), {.environment = {{"TERM", "dumb"}}})
                .out.find(kEscape),
            std::string::npos)
      << "a terminal that cannot move its cursor gets lines";
}

TEST_F(OnTerminal, APersonSeesTheBoardInColour) {
  const EndedOnTerminal ended =
      shown({"selfplay", "mnk:3x3x3", "--players", "human,random", "--games", "1", "--seed", "1"},
            {.input = "1 1\nquit\n"});
  EXPECT_NE(ended.out.find("\x1b[31mx\x1b[0m"), std::string::npos) << ended.out;
  EXPECT_NE(ended.out.find("\x1b[1;34;7m[o]\x1b[0m"), std::string::npos) << ended.out;
}

// ---- what others write ----

TEST_F(OnTerminal, ANameInAStoreCannotTalkToTheTerminal) {
  const std::string rude = "char(27) || '[31mrude' || char(27) || ']0;x' || char(7)";
  const std::string games = batch("kimble:2", "capture,random"), night = tournament();
  change(games, "UPDATE run SET players = " + rude + " || char(10) || 'random'");
  change(night, "UPDATE entrant SET name = " + rude + " WHERE name = 'ben'");
  change(night, "UPDATE played SET players = replace(players, 'ben', " + rude + ")");
  change(night, "UPDATE played SET reason = " + rude + " WHERE reason != ''");
  for (const Words& words :
       std::vector<Words>{{"rate", games},
                          {"rate", games, "--model", "glicko2"},
                          {"rate", games, "--anchor", "nobody=0"},
                          {"luck", games},
                          {"replay", games, "0"},
                          {"report", games, "-o", path("page.html")},
                          {"selfplay", "kimble:2", "--players", "capture,random", "--games", "6",
                           "--seed", "1", "--store", games, "--resume"},
                          {"rate", night},
                          {"replay", night, "0"},
                          {"report", night, "-o", path("page2.html")},
                          {"tournament", "--store", night, "--resume", "--quiet"},
                          {"tournament", "mnk:3x3x3", "--player", "ann=random", "--player",
                           "ben=random", "--store", night, "--resume"}}) {
    const Ended ended = run(words);
    EXPECT_EQ((ended.out + ended.err).find(kEscape), std::string::npos)
        << words[0] << ' ' << words[1] << '\n'
        << ended.out << ended.err;
    EXPECT_EQ((ended.out + ended.err).find('\x07'), std::string::npos) << words[0];
    EXPECT_NE(ended.out + ended.err, "") << words[0];
  }
  EXPECT_NE(run({"rate", games}).err.find("cannot be named"), std::string::npos);
  EXPECT_NE(run({"rate", night}).out.find("\\x1b[31mrude"), std::string::npos);
}

TEST_F(OnTerminal, AProgramCannotTalkToTheTerminal) {
  std::ofstream(path("rude.sh")) << kRude;
  const std::string bot = "engine:sh " + path("rude.sh");
  for (const Words& words : std::vector<Words>{
           {"check", "mnk:3x3x3", "--sandbox", "off", "--", bot},
           {"check", "gomoku:9", "--sandbox", "off", "--", "gomocup:sh " + path("rude.sh")},
           {"tournament", "mnk:3x3x3", "--sandbox", "off", "--player", "rude=" + bot, "--player",
            "random", "--rounds", "1", "--seed", "1"}}) {
    const Ended ended = run(words);
    EXPECT_LE(ended.code, 1) << ended.err;
    EXPECT_EQ((ended.out + ended.err).find(kEscape), std::string::npos) << words[0] << '\n'
                                                                        << ended.out << ended.err;
  }
}

TEST_F(OnTerminal, AWordOfTheCommandLineIsToldHarmlessly) {
  const std::string rude = "\x1b[31mrude\x07";
  for (const Words& words : std::vector<Words>{
           {rude},
           {"games", rude},
           {"games", "--" + rude},
           {"selfplay", "mnk:3x3x3", "--players", rude + ",ab"},
           {"rate", rude},
           {"replay", rude, "0"},
           {"analyze", "mnk:3x3x3", "--player", rude},
           {"check", rude, "--", "true"},
           {"tournament", "mnk:3x3x3", "--player", rude + "=random", "--player", "ab"}}) {
    const Ended ended = run(words);
    EXPECT_EQ(ended.code, 2) << words[0];
    EXPECT_EQ((ended.out + ended.err).find(kEscape), std::string::npos) << ended.err;
    EXPECT_NE(ended.err.find("\\x1b[31mrude"), std::string::npos) << ended.err;
  }
}

}  // namespace

}  // namespace gauntlet::tools
