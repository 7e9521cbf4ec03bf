// What shells complete, and the manual page.
#include <gtest/gtest.h>

#include <fstream>
#include <set>
#include <string>
#include <vector>

#include "engine/words.h"
#include "tests/tools/command_line.h"
#include "tests/tools/pseudo_terminal.h"

namespace gauntlet::tools {

namespace {

class Completion : public CommandLine {
 protected:
  /// What bash offers for the last of `words`, as it splits them itself, and how it goes on: the
  /// options of compopt. `words` are without quotes.
  std::set<std::string> offered(const std::string& line, const std::vector<std::string>& words) {
    std::string script = "compopt() { printf 'compopt %s\\n' \"$2\"; }; source <('" GAUNTLET_BINARY
                         "' completion bash); COMP_LINE='" +
                         line + "'; COMP_POINT=${#COMP_LINE}; COMP_WORDS=(";
    for (const std::string& word : words) script += "'" + word + "' ";
    script += "); COMP_CWORD=" + std::to_string(words.size() - 1) +
              "; _gauntlet; printf '%s\\n' \"${COMPREPLY[@]}\"";
    const Ended ended = ChildProcess({"/bin/bash", "-c", script}, directory_.path(), {}).wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    EXPECT_EQ(ended.err, "");
    std::set<std::string> all;
    for (const std::string_view word : engine::split(ended.out, '\n'))
      if (!word.empty()) all.emplace(word);
    return all;
  }
  /// The same for words with blanks between them and nothing at which bash splits.
  std::set<std::string> offered(const std::string& line) {
    std::vector<std::string> words;
    for (const std::string_view word : engine::split(line, ' ')) words.emplace_back(word);
    return offered(line, words);
  }

  /// What an interactive shell on a terminal makes of a line that ends with a tab: the arguments
  /// that the program gets.
  std::string completed(const std::string& shell, const std::string& line) {
    const std::string setup = "cd '" + directory_.path() +
                              "'; source <('" GAUNTLET_BINARY "' completion " + shell +
                              "); gauntlet() { echo \"got<$*>\"; exit; }\n";
    const bool is_zsh = shell == "zsh";
    const EndedOnTerminal ended = run_on_terminal(
        is_zsh ? Words{"/usr/bin/env", "zsh", "-f", "-i"}
               : Words{"/bin/bash", "--norc", "--noprofile", "-i"},
        {.environment = {{"HOME", directory_.path()}}, .input = setup + line + "\t\n"});
    const std::size_t begin = ended.out.rfind("got<");
    if (begin == std::string::npos) return "nothing: " + ended.out;
    return ended.out.substr(begin + 4, ended.out.find('>', begin) - begin - 4);
  }
  bool has_zsh() { return shell("command -v zsh").code == 0; }
};

using Offers = std::set<std::string>;

TEST_F(Completion, BashCompletesCommandsAndTheirOptions) {
  EXPECT_EQ(offered("gauntlet sel"), Offers{"selfplay"});
  EXPECT_TRUE(offered("gauntlet ").contains("tournament"));
  EXPECT_EQ(offered("gauntlet selfplay --play"), (Offers{"--player", "--players"}));
  EXPECT_TRUE(offered("gauntlet report x.db -").contains("-o"));
  EXPECT_EQ(offered("gauntlet report x.db "), Offers{}) << "there is no second positional";
}

TEST_F(Completion, BashOffersWhatOptionsAndPositionalsTake) {
  EXPECT_EQ(offered("gauntlet perft kim"), (Offers{"kimble", "kimble:4"}));
  EXPECT_EQ(offered("gauntlet selfplay --games 3 twodoku/j"), Offers{"twodoku/java"});
  EXPECT_TRUE(offered("gauntlet selfplay kimble --player ").contains("helppo"));
  EXPECT_TRUE(offered("gauntlet selfplay kimble --player ").contains("level:10"));
  EXPECT_EQ(offered("gauntlet selfplay mnk --players random,mct"), Offers{"random,mcts"});
  EXPECT_TRUE(offered("gauntlet bot kinarow --level ").contains("10"));
  EXPECT_EQ(offered("gauntlet tournament x --format kn"), Offers{"knockout"});
  EXPECT_EQ(offered("gauntlet export x.db --format js"), Offers{"jsonl"});
  EXPECT_EQ(offered("gauntlet connect su"), Offers{"sudokill"});
  EXPECT_EQ(offered("gauntlet host al"), Offers{"all"});
  EXPECT_EQ(offered("gauntlet host sudokill --web-port "), Offers{"off"});
  EXPECT_EQ(offered("gauntlet completion "), (Offers{"bash", "zsh"}));
  EXPECT_EQ(offered("gauntlet selfplay mnk --games "), Offers{}) << "any number";
}

TEST_F(Completion, FilesAndFoldersAreLeftToBash) {
  EXPECT_EQ(offered("gauntlet report "), Offers{"compopt default"});
  EXPECT_EQ(offered("gauntlet selfplay mnk --store "), Offers{"compopt default"});
  EXPECT_EQ(offered("gauntlet tournament mnk --output "), Offers{"compopt dirnames"});
  EXPECT_TRUE(offered("gauntlet tournament ").contains("compopt default")) << "F.toml";
  EXPECT_TRUE(offered("gauntlet check mnk -- bas").contains("bash"));
}

/// bash splits at ':' and '=' and puts what is offered behind the last of them.
TEST_F(Completion, BashCompletesBehindColonsAndEqualsSigns) {
  EXPECT_EQ(offered("gauntlet analyze mnk --player level:3",
                    {"gauntlet", "analyze", "mnk", "--player", "level", ":", "3"}),
            Offers{"3"});
  EXPECT_EQ(offered("gauntlet analyze mnk --player level:",
                    {"gauntlet", "analyze", "mnk", "--player", "level", ":"})
                .size(),
            10u);
  EXPECT_EQ(offered("gauntlet selfplay mnk --players level:a",
                    {"gauntlet", "selfplay", "mnk", "--players", "level", ":", "a"}),
            Offers{"auto"});
  EXPECT_EQ(offered("gauntlet host gomoku --opponent level:a",
                    {"gauntlet", "host", "gomoku", "--opponent", "level", ":", "a"}),
            Offers{"auto"});
  EXPECT_EQ(offered("gauntlet perft mnk:7", {"gauntlet", "perft", "mnk", ":", "7"}),
            (Offers{"7x6x4", "7x6x4/exact", "7x6x4/page"}));
  EXPECT_TRUE(offered("gauntlet selfplay mnk:7x6x4 --player ran",
                      {"gauntlet", "selfplay", "mnk", ":", "7x6x4", "--player", "ran"})
                  .contains("random"));
  EXPECT_EQ(offered("gauntlet tournament x --format=sw",
                    {"gauntlet", "tournament", "x", "--format", "=", "sw"}),
            Offers{"swiss"});
  EXPECT_EQ(offered("gauntlet tournament x --player ann=level:7",
                    {"gauntlet", "tournament", "x", "--player", "ann", "=", "level", ":", "7"}),
            Offers{"7"});
}

TEST_F(Completion, ShellsOnATerminalCompleteWhenTheirTextIsSourced) {
  Words shells = {"bash"};
  if (has_zsh()) shells.push_back("zsh");
  for (const std::string& shell : shells) {
    EXPECT_EQ(completed(shell, "gauntlet completion zs"), "completion zsh") << shell;
    EXPECT_EQ(completed(shell, "gauntlet analyze kimble:4 --player helpp"),
              "analyze kimble:4 --player helppo")
        << shell;
    EXPECT_EQ(completed(shell, "gauntlet analyze --player exper"), "analyze --player expert")
        << shell;
    EXPECT_EQ(completed(shell, "gauntlet perft sudok"), "perft sudokill") << shell;
    EXPECT_EQ(completed(shell, "gauntlet perft mnk:7x6x4/pa"), "perft mnk:7x6x4/page") << shell;
    EXPECT_EQ(completed(shell, "gauntlet tournament mnk --format=kn"),
              "tournament mnk --format=knockout")
        << shell;
    EXPECT_EQ(completed(shell, "gauntlet selfplay mnk --players random,mct"),
              "selfplay mnk --players random,mcts")
        << shell;
    EXPECT_EQ(completed(shell, "gauntlet tournament mnk --player ann=exper"),
              "tournament mnk --player ann=expert")
        << shell;
    std::ofstream(path("night.db")) << "";
    EXPECT_EQ(completed(shell, "gauntlet report nig"), "report night.db") << shell;
    EXPECT_EQ(completed(shell, "gauntlet luck --json nig"), "luck --json night.db") << shell;
  }
}

TEST_F(Completion, EveryOptionOfTheHelpIsThere) {
  const std::string zsh = run({"completion", "zsh"}).out, man = run({"man"}).out;
  for (const char* command : {"selfplay", "tournament", "host", "analyze", "man"}) {
    const auto offers = offered(std::string("gauntlet ") + command + " -");
    const std::string help = run({command, "--help"}).out;
    for (const std::string_view line : engine::split(help, '\n')) {
      const std::size_t begin = line.find("--");
      if (begin == line.npos || begin > 5) continue;
      const std::string option(line.substr(begin, line.find_first_of(" ,=", begin) - begin));
      EXPECT_TRUE(offers.contains(option)) << command << ' ' << option;
      EXPECT_TRUE(zsh.find(option + "[") != zsh.npos || zsh.find(option + "=[") != zsh.npos)
          << command << ' ' << option;
    }
    EXPECT_NE(man.find(std::string(".SS \"gauntlet ") + command + "\""), man.npos);
  }
}

TEST_F(Completion, AnotherShellIsRefused) {
  const Ended ended = run({"completion", "fish"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("SHELL is bash or zsh, not 'fish'"), std::string::npos);
}

/// Where the shell or the formatter is installed it takes what we print without a word.
TEST_F(Completion, ZshAndGroffTakeIt) {
  std::ofstream(path("_gauntlet")) << run({"completion", "zsh"}).out;
  std::ofstream(path("gauntlet.1")) << run({"man"}).out;
  EXPECT_EQ(
      shell("command -v zsh >/dev/null || exit 0; zsh -n '" + path("_gauntlet") + "' 2>&1").out,
      "");
  EXPECT_EQ(shell("command -v groff >/dev/null || exit 0; groff -man -Tutf8 -ww -z '" +
                  path("gauntlet.1") + "' 2>&1")
                .out,
            "");
}

TEST_F(Completion, TheManualTellsUsageOfEachCommandAndCommonOptionsOnce) {
  const std::string man = run({"man"}).out;
  const std::size_t begin = man.find(".SH SYNOPSIS"), end = man.find(".SH DESCRIPTION");
  ASSERT_LT(begin, end);
  const std::string synopsis = man.substr(begin, end - begin);
  for (const char* usage :
       {"\\fBgauntlet check\\fR [\\fIOPTIONS\\fR] \\fIGAME\\fR [\\fICOMMAND\\fR ...]\n",
        "\\fBgauntlet rate\\fR [\\fIOPTIONS\\fR] \\fISTORE\\fR ...\n",
        "\\fBgauntlet games\\fR [\\fIOPTIONS\\fR] [\\fIGAME\\fR]\n"})
    EXPECT_NE(synopsis.find(usage), std::string::npos) << usage;
  const std::string json = ".TP\n\\fB\\-\\-json\\fR";
  EXPECT_NE(man.find(json), std::string::npos);
  EXPECT_EQ(man.find(json), man.rfind(json)) << "told once, for all commands";
  EXPECT_NE(man.find("Without effect here: \\-\\-seed, \\-\\-threads."), std::string::npos);
}

TEST_F(Completion, NoLineOfTheManualIsACommandByAccident) {
  const std::string man = run({"man"}).out;
  const std::set<std::string> known = {".TH", ".SH", ".SS", ".TP", ".PP", ".nf", ".fi", ".B", ".I"};
  for (const std::string_view line : engine::split(man, '\n')) {
    const bool is_command = line.starts_with('.') || line.starts_with('\'');
    EXPECT_TRUE(!is_command || known.contains(std::string(line.substr(0, line.find(' '))))) << line;
  }
}

}  // namespace

}  // namespace gauntlet::tools
