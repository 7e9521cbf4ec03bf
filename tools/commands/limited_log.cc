#include "tools/commands/limited_log.h"

#include <ctime>

#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

/// Of the process, as stderr is.
LimitedLog& sentences() {
  static LimitedLog log(stderr, LimitedLog::Form::kText, LimitedLog::kOfSentences);
  return log;
}

}  // namespace

void LimitedLog::write(const std::string& line) {
  const absl::MutexLock lock(&mutex_);
  const LogLimiter::Admission admission =
      limiter_.admit(std::chrono::steady_clock::now(), line.size());
  if (!admission.is_admitted) return;
  put_left_out(admission.left_out);
  std::fwrite(line.data(), 1, line.size(), stream_);
  std::fflush(stream_);
}

void LimitedLog::tell_left_out() {
  const absl::MutexLock lock(&mutex_);
  put_left_out(limiter_.take_left_out());
}

void LimitedLog::put_left_out(std::uint64_t lines) const {
  if (lines == 0) return;
  const std::string number = form_ == Form::kJson ? std::to_string(lines) : grouped(lines);
  const std::string text = form_ == Form::kJson
                               ? "{\"event\":\"left_out\",\"count\":" + number + "}\n"
                               : ".. (" + number + (lines == 1 ? " line was" : " lines were") +
                                     " left out here: too much came in one second)\n";
  std::fwrite(text.data(), 1, text.size(), stream_);
  std::fflush(stream_);
}

std::string clock_time() {
  char clock[16];
  const std::time_t now = std::time(nullptr);
  std::tm local{};
  localtime_r(&now, &local);
  return std::string(clock, std::strftime(clock, sizeof clock, "%H:%M:%S", &local));
}

void log_line(const std::string& sentence) {
  sentences().write(clock_time() + " " + harmless(sentence) + "\n");
}

void end_log() {
  sentences().tell_left_out();
}

}  // namespace gauntlet::tools
