// How a program ended that was started.
#pragma once

#include <chrono>
#include <string>

namespace gauntlet::tools {

struct ProgramReport {
  std::string label;        ///< As the host named it.
  std::string command;      ///< As it was run.
  std::string ending;       ///< "exit status 0", "signal SIGTERM, ..": printable.
  int sent = 0;             ///< The last signal that was needed to end it; 0: none.
  bool ended_well = false;  ///< By itself, with status 0, and its game was not forfeited.
  std::chrono::duration<double> ran{};
  std::string output;  ///< stdout and stderr, as far as they were kept.
};

}  // namespace gauntlet::tools
