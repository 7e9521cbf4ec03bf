#include "tools/commands/progress_line.h"

#include <unistd.h>

#include <algorithm>
#include <cstdio>

#include "tools/screen.h"

namespace gauntlet::tools {

ProgressLine::ProgressLine()
    : ProgressLine(tools::is_screen(STDERR_FILENO), Colours::of(STDERR_FILENO)) {}

void ProgressLine::show(std::string text, double seconds) {
  constexpr double kLineEvery = 5;
  if (!is_screen_ && seconds - last_seconds_ < kLineEvery) return;
  last_seconds_ = seconds;
  // A longer line would be broken, and the next one could not be written over it.
  if (is_screen_) text = text.substr(0, screen_size(STDERR_FILENO).columns - 1);
  const std::size_t size = text.size();
  text = colours_.faint(text);
  if (is_screen_) {
    const std::string rest(shown_ - std::min(shown_, size), ' ');
    std::fprintf(stderr, "\r%s%s", text.c_str(), rest.c_str());
  } else {
    std::fprintf(stderr, "%s\n", text.c_str());
  }
  std::fflush(stderr);
  shown_ = size;
}

void ProgressLine::clear() {
  if (is_screen_ && shown_ > 0) std::fprintf(stderr, "\r%s\r", std::string(shown_, ' ').c_str());
  shown_ = 0;
}

}  // namespace gauntlet::tools
