// What `gauntlet host` tells and keeps of the games that end there.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <boost/json/object.hpp>
#include <cstdint>
#include <stop_token>
#include <string>
#include <utility>

#include "selfplay/finished_game.h"
#include "tools/commands/game_log_file.h"
#include "tools/commands/limited_log.h"
#include "tools/commands/program_outputs.h"
#include "tools/commands/standings.h"

namespace gauntlet::tools {

/// The result lines on stdout, within a limit, and what they add up to. Games whose line is left
/// out are kept and added up like all others. Any thread may add.
class HostResults {
 public:
  /// `games`: after so many the stop is requested; 0 for never.
  HostResults(bool json, std::uint64_t games);

  /// Keeps games in the file as well; a sentence when that is not possible. No file when empty.
  absl::Status keep_in(const std::string& path) {
    const absl::MutexLock lock(&mutex_);
    return log_.open(path);
  }
  /// So too what programs said; without a folder the log has the last lines of those that ended
  /// badly.
  absl::Status keep_outputs_in(const std::string& path, ProgramOutputs::Earlier earlier) {
    return outputs_.keep_in(path, earlier);
  }
  void add(const selfplay::FinishedGame& game);
  /// One of an earlier run: it counts, but is neither told nor kept once more, nor requests the
  /// stop.
  void add_earlier(const selfplay::FinishedGame& game);
  void add(const ProgramReport& report);
  /// A server can play no more; requests the stop.
  void give_up(const std::string& sentence);

  /// Enough games were finished, or request_stop() was called.
  std::stop_token enough() const { return enough_.get_token(); }
  void request_stop() { enough_.request_stop(); }

  /// Whom everybody plays, for tell_summary() in JSON; an empty object for nobody.
  void name_opponent(boost::json::object opponent) {
    const absl::MutexLock lock(&mutex_);
    opponent_ = std::move(opponent);
  }
  /// Tells at the end what it all adds up to.
  void tell_summary();
  /// To be asked at the end: whether all games are kept that were to be. Tells when they are not.
  bool has_all_games() {
    const absl::MutexLock lock(&mutex_);
    return log_.has_all();
  }
  /// So too what programs said.
  bool has_all_outputs() const { return outputs_.failure().ok(); }
  /// Fewer games were finished than were asked for.
  bool is_short() const {
    const absl::MutexLock lock(&mutex_);
    return games_ < wanted_;
  }
  /// What give_up() was told, or "".
  std::string failure() const {
    const absl::MutexLock lock(&mutex_);
    return failure_;
  }

 private:
  void count(const selfplay::FinishedGame& game) ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::string to_line(const selfplay::FinishedGame& game) const
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  const bool json_;
  LimitedLog rows_;
  ProgramOutputs outputs_;
  const std::uint64_t wanted_;
  mutable absl::Mutex mutex_;
  GameLogFile log_ ABSL_GUARDED_BY(mutex_);
  Standings standings_ ABSL_GUARDED_BY(mutex_);
  std::string failure_ ABSL_GUARDED_BY(mutex_);
  boost::json::object opponent_ ABSL_GUARDED_BY(mutex_);
  std::uint64_t games_ ABSL_GUARDED_BY(mutex_) = 0;
  std::uint64_t decided_ ABSL_GUARDED_BY(mutex_) = 0;
  std::stop_source enough_;
};

}  // namespace gauntlet::tools
