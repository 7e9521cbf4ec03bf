// What must hold whatever the bytes are.
#pragma once

#include <cstdio>
#include <cstdlib>
#include <string_view>

namespace gauntlet::fuzz {

/// Ends the process with `what` must hold, as a finding, when it does not.
inline void check(bool holds, const char* what) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", what);
  std::abort();
}

/// One line that any terminal shows as it is.
inline void check_sentence(std::string_view text, std::size_t longest = 1'000) {
  check(!text.empty(), "a sentence is not empty");
  check(text.size() <= longest, "a sentence has bounds");
  for (const char c : text) check(c >= ' ' && c < 0x7f, "a sentence is printable");
}

}  // namespace gauntlet::fuzz
