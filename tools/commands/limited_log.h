// What servers tell while they run, within limits.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <cstdint>
#include <cstdio>
#include <string>

#include "tools/commands/log_limiter.h"

namespace gauntlet::tools {

/// A stream that peers make us write to, as often as they like. Of what is too much the number of
/// lines is told, when there is room again and at the end. Any thread.
///
/// The three of a process, sentences on stderr, answers by HTTP and finished games on stdout, write
/// less than 100 KB in any second together.
class LimitedLog {
 public:
  enum class Form : std::uint8_t { kText, kJson };

  /// Bytes a second.
  static constexpr std::size_t kOfSentences = 12'000;
  static constexpr std::size_t kOfAnswers = 12'000;
  static constexpr std::size_t kOfGames = 24'000;

  LimitedLog(std::FILE* stream, Form form, std::size_t bytes_per_second)
      : stream_(stream), form_(form), limiter_(bytes_per_second) {}
  ~LimitedLog() { tell_left_out(); }
  LimitedLog(const LimitedLog&) = delete;
  LimitedLog& operator=(const LimitedLog&) = delete;

  /// Writes `line`, which ends with its LF, or counts it.
  void write(const std::string& line);
  /// At the end: how many lines were left out that has not been told yet.
  void tell_left_out();

 private:
  void put_left_out(std::uint64_t lines) const ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);

  std::FILE* const stream_;
  const Form form_;
  absl::Mutex mutex_;  // of the stream too, so that lines stay whole
  LogLimiter limiter_ ABSL_GUARDED_BY(mutex_);
};

/// "14:05:09 <sentence>" on stderr, within the limit. Any thread.
void log_line(const std::string& sentence);
/// At the end of a server: how many sentences were left out, if any.
void end_log();

/// "14:05:09".
std::string clock_time();

}  // namespace gauntlet::tools
