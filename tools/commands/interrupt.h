// Ctrl-C, SIGTERM and SIGHUP as a stop token.
#pragma once

#include <atomic>
#include <csignal>
#include <stop_token>
#include <thread>

namespace gauntlet::tools {

/// While one exists, the first SIGINT, SIGTERM or SIGHUP requests a stop instead of ending the
/// process; a second SIGINT or SIGTERM ends it at once, and the programs that it runs with it. A
/// SIGHUP that is ignored when it is made, as under nohup, stays ignored; so it does after any
/// first signal. Make it before any other thread starts, for it blocks these signals in the calling
/// thread and those it starts afterwards. At most one at a time.
class Interrupt {
 public:
  Interrupt();
  ~Interrupt();
  Interrupt(const Interrupt&) = delete;
  Interrupt& operator=(const Interrupt&) = delete;

  std::stop_token token() const { return stop_.get_token(); }
  /// True once a signal has come.
  bool happened() const { return stop_.stop_requested(); }

 private:
  void watch();

  const sigset_t signals_;
  std::stop_source stop_;
  std::atomic<bool> is_over_{false};  ///< The wake-up call is ours.
  std::thread watcher_;
};

}  // namespace gauntlet::tools
