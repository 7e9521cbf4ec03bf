// The file of `--store` of commands that play on or are servers.
#pragma once

#include <memory>
#include <string>

#include "selfplay/finished_game.h"
#include "selfplay/game_log.h"
#include "tools/commands/command.h"

namespace gauntlet::tools {

/// Keeps games in the file that `--store` names, if any was given. What goes wrong after the start
/// is told on stderr at once and ends nothing. One thread at a time.
class GameLogFile {
 public:
  /// Adds `--store` to `command`, read into `path`.
  static void add_option(CLI::App& command, std::string& path);

  /// Opens it; a sentence when that is not possible. Keeps nothing when `path` is empty.
  absl::Status open(const std::string& path);
  void add(const selfplay::FinishedGame& game);
  bool is_open() const { return log_ != nullptr; }
  /// To be asked at the end: whether all games added are kept. Tells when they are no longer.
  bool has_all();

 private:
  std::unique_ptr<selfplay::GameLog> log_;
  bool has_failed_ = false;
};

}  // namespace gauntlet::tools
