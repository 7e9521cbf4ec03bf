// A program is told once more what another process of it was told.
#pragma once

#include <chrono>
#include <cstddef>
#include <functional>
#include <stop_token>
#include <string>
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
  /// Hears a few times a second how many of the pieces were told, while the program is waited for.
  std::function<void(std::size_t told, std::size_t to_tell)> on_wait = {};
};

/// What came of it.
struct Retold {
  Conversation conversation = {};  ///< This time.
  std::size_t told = 0;            ///< Of the pieces that are to be told, ..
  std::size_t to_tell = 0;         ///< .. which are so many.
  /// It ended, or hung up, before it was told everything.
  bool ended_early = false;
  /// Why it was told no more, though it goes on: "said nothing within 10 s", "did not connect
  /// within 10 s"; "" when there was no such thing.
  std::string gave_up = {};
  ProgramReport report = {};
};

/// Tells it all pieces, each when the program has said as many lines as it had then, connecting as
/// it did then. Where it had kept silent, it is waited for, too. Blocks, and ends: the first time
/// that patience is lost is the last one. Fails with a sentence when it cannot be started. That
/// more was said than Conversation keeps of it is no matter.
absl::StatusOr<Retold> retell(const std::vector<Conversation::Piece>& pieces,
                              const RetellingSettings& settings);

}  // namespace gauntlet::tools
