// What shells complete, and the manual page.
#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "engine/words.h"
#include "tests/tools/command_line.h"

namespace gauntlet::tools {

namespace {

class Completion : public CommandLine {
 protected:
  /// What bash offers for the last of `words`.
  std::set<std::string> offered(const std::string& words, int last) {
    const Ended ended = ChildProcess({"/bin/bash", "-c",
                                      "source <('" GAUNTLET_BINARY "' completion bash); "
                                      "COMP_WORDS=(" +
                                          words + "); COMP_CWORD=" + std::to_string(last) +
                                          "; _gauntlet; printf '%s\\n' \"${COMPREPLY[@]}\""},
                                     directory_.path(), {})
                            .wait();
    EXPECT_EQ(ended.code, 0) << ended.err;
    std::set<std::string> all;
    for (const std::string_view word : engine::split(ended.out, '\n'))
      if (!word.empty()) all.emplace(word);
    return all;
  }
};

TEST_F(Completion, BashCompletesCommandsAndTheirOptions) {
  EXPECT_EQ(offered("gauntlet sel", 1), std::set<std::string>{"selfplay"});
  EXPECT_TRUE(offered("gauntlet ''", 1).contains("tournament"));
  EXPECT_EQ(offered("gauntlet selfplay --play", 2),
            (std::set<std::string>{"--player", "--players"}));
  EXPECT_TRUE(offered("gauntlet report x.db -", 3).contains("-o"));
  EXPECT_TRUE(offered("gauntlet report x.db ", 3).empty()) << "files are left to bash";
}

TEST_F(Completion, EveryOptionOfTheHelpIsThere) {
  const std::string zsh = run({"completion", "zsh"}).out, man = run({"man"}).out;
  for (const char* command : {"selfplay", "tournament", "host", "analyze", "man"}) {
    const auto offers = offered(std::string("gauntlet ") + command + " -", 2);
    const std::string help = run({command, "--help"}).out;
    for (const std::string_view line : engine::split(help, '\n')) {
      const std::size_t begin = line.find("--");
      if (begin == line.npos || begin > 5) continue;
      const std::string option(line.substr(begin, line.find_first_of(" ,=", begin) - begin));
      EXPECT_TRUE(offers.contains(option)) << command << ' ' << option;
      EXPECT_NE(zsh.find("'" + option + "["), zsh.npos) << command << ' ' << option;
    }
    EXPECT_NE(man.find(std::string(".SS \"gauntlet ") + command + "\""), man.npos);
  }
}

TEST_F(Completion, AnotherShellIsRefused) {
  const Ended ended = run({"completion", "fish"});
  EXPECT_EQ(ended.code, 2);
  EXPECT_NE(ended.err.find("completion is for bash and zsh, not 'fish'"), std::string::npos);
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
