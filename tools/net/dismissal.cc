#include "tools/net/dismissal.h"

#include <csignal>

namespace gauntlet::tools {

void Dismissal::press(Time now, const Program& program) {
  const auto late = now - since_;
  const int signal = late > kGrace + kGraceAfterTerm ? SIGKILL : late > kGrace ? SIGTERM : 0;
  if (signal == signal_) return;
  signal_ = signal;
  program.send(signal);
}

std::string Dismissal::ending(const Program& program) const {
  return program.ending() + (signal_ == 0 ? "" : ", because it did not end by itself");
}

}  // namespace gauntlet::tools
