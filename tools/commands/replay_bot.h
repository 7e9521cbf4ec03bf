// What one program was told in a stored game, for its author.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "tools/commands/command.h"

namespace gauntlet::tools {

struct ReplayBotOptions {
  std::string store;  ///< Of a tournament.
  std::uint64_t number = 0;
  std::string bot;  ///< The player's name.
  std::vector<std::string> words =
      {};  ///< Of a command that is told it again; none: it is written.
  bool json = false;
};

/// Writes all that was told to the process of that player, from its beginning to the end of the
/// game, to stdout; or starts the command and tells it the same, and then what came of it.
Exit replay_bot(const ReplayBotOptions& options);

}  // namespace gauntlet::tools
