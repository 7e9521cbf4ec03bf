#include "tools/commands/interrupt.h"

#include <csignal>

namespace gauntlet::tools {

namespace {

constexpr int kWakeUp = SIGUSR1;  // sent to the watcher alone, when it is no longer needed

sigset_t interrupts() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, SIGINT);
  sigaddset(&signals, SIGTERM);
  return signals;
}

sigset_t wake_up() {
  sigset_t signals;
  sigemptyset(&signals);
  sigaddset(&signals, kWakeUp);
  return signals;
}

}  // namespace

Interrupt::Interrupt() {
  sigset_t signals = interrupts();
  sigaddset(&signals, kWakeUp);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
  watcher_ = std::thread([this] { watch(); });
}

Interrupt::~Interrupt() {
  is_over_ = true;
  pthread_kill(watcher_.native_handle(), kWakeUp);
  watcher_.join();
  const sigset_t signals = interrupts();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);
}

void Interrupt::watch() {
  sigset_t any = interrupts();
  sigaddset(&any, kWakeUp);
  int signal = 0;
  do {
    sigwait(&any, &signal);
    if (signal == kWakeUp && is_over_) return;  // else somebody else has sent it
  } while (signal == kWakeUp);
  stop_.request_stop();
  const sigset_t signals = interrupts();
  pthread_sigmask(SIG_UNBLOCK, &signals, nullptr);  // the next one ends the process, here
  const sigset_t wake = wake_up();
  while (!is_over_) sigwait(&wake, &signal);
}

}  // namespace gauntlet::tools
