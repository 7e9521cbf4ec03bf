// How far long work has come, on stderr.
#pragma once

#include <cstddef>
#include <string>

#include "tools/colours.h"

namespace gauntlet::tools {

/// A line that rewrites itself on a screen (screen.h), else a line every few seconds.
class ProgressLine {
 public:
  /// For whoever sits at stderr.
  ProgressLine();
  ProgressLine(bool is_screen, const Colours& colours) : is_screen_(is_screen), colours_(colours) {}

  /// `seconds` since the work began; at most a few times a second.
  void show(std::string text, double seconds);
  /// Takes the rewriting line away.
  void clear();

 private:
  bool is_screen_;
  Colours colours_;
  std::size_t shown_ = 0;  // characters
  double last_seconds_ = 0;
};

}  // namespace gauntlet::tools
