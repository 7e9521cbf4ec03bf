#include "tools/commands/interrupt.h"

#include <csignal>

#include "tools/net/running_groups.h"

namespace gauntlet::tools {

namespace {

constexpr int kWakeUp = SIGUSR1;  // sent to the watcher alone, when it is no longer needed

/// What a user asked to be ignored, as nohup does, is no interrupt.
bool is_ignored(int signal) {
  struct sigaction action {};
  return sigaction(signal, nullptr, &action) == 0 && action.sa_handler == SIG_IGN;
}

sigset_t interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  if (!is_ignored(SIGHUP)) sigaddset(&signals, SIGHUP);
  return signals;
}

sigset_t wake_up() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, kWakeUp);
  return signals;
}

/// For the one who does not want to wait for an orderly end.
void end_at_once(int signal) {
  RunningGroups::kill_all();
  std::signal(signal, SIG_DFL);
  std::raise(signal);  // comes when this returns
}

}  // namespace

Interrupt::Interrupt() : signals_(interrupts()) {
  sigset_t signals = signals_;
  sigaddset(&signals, kWakeUp);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
  is_over_ = true;
  pthread_kill(watcher_.native_handle(), kWakeUp);
  watcher_.join();
  pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);
}

void Interrupt::watch() {
  sigset_t any = signals_;
  sigaddset(&any, kWakeUp);
  int signal = 0;
  do {
    sigwait(&any, &signal);
    if (signal == kWakeUp && is_over_) return;  // else somebody else has sent it
  } while (signal == kWakeUp);
  // A terminal that closes says so twice: the shell does, and so does the system.
  std::signal(SIGHUP, SIG_IGN);
  std::signal(SIGINT, end_at_once);
  std::signal(SIGTERM, end_at_once);
  stop_.request_stop();
  pthread_sigmask(SIG_UNBLOCK, &signals_, nullptr);  // the next one comes here
  const sigset_t wake = wake_up();
  while (!is_over_) sigwait(&wake, &signal);
}

}  // namespace gauntlet::tools
