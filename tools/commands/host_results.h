// What `gauntlet host` tells and keeps of the games that end there.
#pragma once

#include <cstdint>
#include <mutex>
#include <stop_token>
#include <string>

#include "selfplay/finished_game.h"
#include "tools/commands/game_log_file.h"

namespace gauntlet::tools {

/// "14:05:09 <sentence>" on stderr. Any thread.
void log_line(const std::string& sentence);

/// The result lines on stdout and what they add up to. Any thread may add.
class HostResults {
 public:
  /// `games`: after so many the stop is requested; 0 for never.
  HostResults(bool json, std::uint64_t games) : json_(json), wanted_(games) {}

  /// Keeps games in the file as well; a sentence when that is not possible. No file when empty.
  std::optional<engine::Error> keep_in(const std::string& path) { return log_.open(path); }
  void add(const selfplay::FinishedGame& game);

  /// Enough games were finished, or request_stop() was called.
  std::stop_token enough() const { return enough_.get_token(); }
  void request_stop() { enough_.request_stop(); }

  std::string summary() const;
  /// Whether a game could not be kept.
  bool has_failed() const { return log_.has_failed(); }

 private:
  std::string to_line(const selfplay::FinishedGame& game) const;

  const bool json_;
  const std::uint64_t wanted_;
  std::mutex mutex_;  // of what add() changes
  GameLogFile log_;
  std::uint64_t games_ = 0;
  std::uint64_t decided_ = 0;
  std::stop_source enough_;
};

}  // namespace gauntlet::tools
