// A program is told once more what another process of it was told.
#pragma once

#include <chrono>
#include <cstddef>
#include <stop_token>
#include <vector>

#include "engine/status.h"
#include "tools/net/program_report.h"
#include "tools/net/talking_program.h"
#include "tools/protocol/conversation.h"

namespace gauntlet::tools {

struct RetellingSettings {
  ProgramCommand command;  ///< In no sandbox.
  /// Where it spoke before, it is waited for so long.
  std::chrono::milliseconds patience{10'000};
  std::stop_token stop = {};  ///< Ends it all early.
};

/// What came of it.
struct Retold {
  Conversation conversation = {};  ///< This time.
  std::size_t told = 0;            ///< Of the pieces that are to be told, ..
  std::size_t to_tell = 0;         ///< .. which are so many.
  /// It ended, or hung up, before it was told everything.
  bool ended_early = false;
  /// It said nothing, or less, where it had spoken before, for as long as it was waited for.
  bool kept_silent = false;
  ProgramReport report = {};
};

/// Tells it all pieces, each when the program has said as many lines as it had then, connecting as
/// it did then. Blocks, and ends: every wait is bounded by patience, the program's end, or the
/// stop. Fails with a sentence when it cannot be started, or does not connect in time. That more
/// was said than Conversation keeps of it is no matter.
absl::StatusOr<Retold> retell(const std::vector<Conversation::Piece>& pieces,
                              const RetellingSettings& settings);

}  // namespace gauntlet::tools
