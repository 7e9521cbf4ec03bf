// The first process of a sandbox, which starts the program in it.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace gauntlet::tools {

/// What a warden is to do. It is the same executable as this one, run with these words: a socket
/// belongs to the network in which it was made, so somebody inside has to make those by which we
/// talk with the program. It is the sandbox's process 1: with it all others end, and it ends with
/// the program, or when the line is closed.
struct WardenOrders {
  /// The first word of its command line, by which main() knows a warden.
  static constexpr char kWord[] = "warden-of-a-sandbox";
  // Its descriptors.
  static constexpr int kExecutable = 3;  ///< Itself, which is not visible in the sandbox.
  static constexpr int kLine = 4;        ///< To whoever started it (warden_message.h).
  static constexpr int kInput = 5;       ///< The program's stdin and stdout, where it has pipes;
  static constexpr int kOutput = 6;      ///< 0 and 1 would be held open by bubblewrap, too.

  std::uint16_t port = 0;          ///< Of 127.0.0.1, on which a socket is to listen; 0: none.
  bool has_pipes = false;          ///< The program talks by its stdin and stdout.
  std::uint64_t memory_bytes = 0;  ///< Private, of each process; 0: as much as there is.
  std::uint64_t cpu_seconds = 0;   ///< Of each process; 0: as many as there are.
  std::string command;             ///< For /bin/sh, as in Program.

  /// The command line behind the executable.
  std::vector<std::string> words() const;
  /// Reads what words() has written; nothing if it is none.
  static std::optional<WardenOrders> read(const std::vector<std::string>& words);
};

/// Does it; gives the process's exit status. To be called first in main(). Not thread-safe.
int run_warden(const std::vector<std::string>& words);

}  // namespace gauntlet::tools
