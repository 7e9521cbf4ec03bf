// Programs that play Gomoku badly, as bash scripts, and the folder in which they run.
#pragma once

#include <chrono>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>

#include "tests/temporary_directory.h"

namespace gauntlet::tools {

/// When one that is connected begins, descriptor 3 is its connection, and $1 the server's port.
struct BadScript {
  const char* name;
  bool is_connected;
  const char* text;
};

inline constexpr BadScript kCrashesAtStart{"crashes_at_start", false, "echo no rules >&2; exit 7"};
inline constexpr BadScript kIsKilledAtStart{"is_killed_at_start", false, "echo bad; kill -ABRT $$"};
inline constexpr BadScript kCrashesOnFirstMessage{"crashes_on_first_message", true,
                                                  "read -u 3 line; echo got $line; kill -SEGV $$"};
inline constexpr BadScript kExitsInTheGame{"exits_in_the_game", true,
                                           "read -u 3 line; echo enough; exit 0"};
inline constexpr BadScript kStalls{"stalls", true, "echo thinking; exec sleep 1000"};
inline constexpr BadScript kPlaysIllegally{"plays_illegally", true,
                                           "read -u 3 line; echo '99 99' >&3; cat <&3; echo over"};
inline constexpr BadScript kFloodsStdout{
    "floods_stdout", true, "head -c 20000000 /dev/zero | tr '\\0' x; echo; exec sleep 1000"};
inline constexpr BadScript kFloodsTheHost{"floods_the_host", true,
                                          "exec yes xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx >&3"};
inline constexpr BadScript kWritesHalfALine{"writes_half_a_line", true,
                                            "read -u 3 line; printf 4 >&3; exec sleep 1000"};
inline constexpr BadScript kIgnoresTerm{"ignores_SIGTERM", true,
                                        "trap '' TERM; echo deaf; while :; do sleep 0.1; done"};
inline constexpr BadScript kLeavesAChild{
    "leaves_a_child", true, "(while :; do sleep 0.1; done) & read -u 3 line; echo bye; exit 0"};
inline constexpr BadScript kExitsRightAfterTheEnd{"exits_right_after_the_end", true,
                                                  "read -u 3 line; echo resign >&3; exit 0"};
inline constexpr BadScript kNeverComes{"never_comes", false, "echo waiting; exec sleep 1000"};

inline std::string text_of_file(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path, std::ios::binary).rdbuf();  // of a process that has gone: nothing
  return text.str();
}

/// Scripts lie here.
class ScriptFolder : public TemporaryDirectory {
 public:
  /// The command that runs such a bash script.
  std::string bot(const std::string& name, const BadScript& script) const {
    return script.is_connected ? connected_bot(name, script.text) : raw_bot(name, script.text);
  }
  std::string connected_bot(const std::string& name, const std::string& text) const {
    return raw_bot(name, "exec 3<>/dev/tcp/127.0.0.1/$1\n" + text);
  }
  std::string raw_bot(const std::string& name, const std::string& text) const {
    std::ofstream(*this / name) << text << '\n';
    return "bash " + (*this / name) + " {port}";
  }

  /// Whether no process has the folder on its command line. What was killed may take a moment to
  /// go.
  bool nothing_runs() const {
    for (int i = 0; i < 200 && something_runs(); ++i)
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    return !something_runs();
  }

 private:
  bool something_runs() const {
    for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
      const std::string command = text_of_file(entry.path().string() + "/cmdline");
      if (command.find(path()) != command.npos) return true;
    }
    return false;
  }
};

}  // namespace gauntlet::tools
