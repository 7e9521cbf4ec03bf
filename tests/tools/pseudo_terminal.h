// A terminal for programs that behave otherwise there.
#pragma once

#include <gtest/gtest.h>
#include <pty.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <string>
#include <utility>
#include <vector>

namespace gauntlet::tools {

struct TerminalSetting {
  using Environment = std::vector<std::pair<std::string, std::string>>;

  Environment environment = {};  ///< More variables; one that is "" goes.
  std::string input = {};        ///< What is typed.
  unsigned short rows = 40, columns = 200;
};

/// How a program ended on a terminal, and all it has written, on stdout and stderr.
struct EndedOnTerminal {
  int code = -1;
  std::string out;
};

/// Runs a program on a terminal of the kind xterm, without the variables by which this process's
/// environment chooses colours. What is typed is not shown; line ends are \n.
inline EndedOnTerminal run_on_terminal(std::vector<std::string> arguments,
                                       const TerminalSetting& setting = {}) {
  termios plain{};
  cfmakeraw(&plain);
  plain.c_cflag |= CREAD;
  winsize size{setting.rows, setting.columns, 0, 0};
  std::vector<char*> argv;
  for (std::string& argument : arguments) argv.push_back(argument.data());
  argv.push_back(nullptr);
  int terminal = -1;
  const pid_t pid = forkpty(&terminal, nullptr, &plain, &size);
  if (pid == 0) {
    signal(SIGHUP, SIG_DFL);
    for (const char* name : {"NO_COLOR", "CLICOLOR_FORCE", "FORCE_COLOR"}) unsetenv(name);
    setenv("TERM", "xterm", 1);
    for (const auto& [name, value] : setting.environment)
      value.empty() ? unsetenv(name.c_str()) : setenv(name.c_str(), value.c_str(), 1);
    execv(argv[0], argv.data());
    _exit(127);
  }
  EndedOnTerminal ended;
  EXPECT_GT(pid, 0) << "no terminal is to be had";
  if (pid <= 0) return ended;
  EXPECT_EQ(write(terminal, setting.input.data(), setting.input.size()),
            static_cast<ssize_t>(setting.input.size()));
  char bytes[4096];
  // The end of a terminal is an error: its last program is gone.
  for (ssize_t size_read; (size_read = read(terminal, bytes, sizeof bytes)) > 0;)
    ended.out.append(bytes, static_cast<std::size_t>(size_read));
  close(terminal);
  int status = 0;
  waitpid(pid, &status, 0);
  if (WIFEXITED(status)) ended.code = WEXITSTATUS(status);
  return ended;
}

/// `text` without the codes of colours, and nothing else taken away.
inline std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (text.compare(at, 2, "\x1b[") == 0) {
      const std::size_t end = text.find_first_not_of("0123456789;", at + 2);
      if (end != text.npos && text[end] == 'm') {
        at = end;
        continue;
      }
    }
    plain += text[at];
  }
  return plain;
}

}  // namespace gauntlet::tools
