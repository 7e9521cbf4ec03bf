#include "tools/commands/game_log_file.h"

#include <utility>

#include "tools/commands/help_text.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

void GameLogFile::add_option(CLI::App& command, std::string& path) {
  command.add_option("--store", path, help::kAddedStore)->type_name(kStoreValue);
}

absl::Status GameLogFile::open(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  auto log = selfplay::GameLog::open(path);
  if (absl::IsInvalidArgument(log.status()))
    return absl::InvalidArgumentError(
        engine::message_of(log) +
        "; --store takes a new file, or one that connect, host or import has written");
  if (!log.ok()) return log.status();
  log_ = std::move(*log);
  return absl::OkStatus();
}

void GameLogFile::add(const selfplay::FinishedGame& game) {
  if (!log_) return;
  const auto error = log_->add(game);
  // Told once: peers decide how many games there are.
  if (!error.ok() && !std::exchange(has_failed_, true))
    complain(Exit::kIo, "a game could not be kept: " + engine::message_of(error));
}

bool GameLogFile::has_all() {
  if (has_failed_ || !log_) return !has_failed_;
  if (const absl::Status error = log_->loss(); !error.ok()) {
    has_failed_ = true;
    complain(Exit::kIo, engine::message_of(error) + ", so its games are not kept there");
  }
  return !has_failed_;
}

}  // namespace gauntlet::tools
