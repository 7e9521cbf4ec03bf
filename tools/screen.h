// The terminal that somebody looks at.
#pragma once

#include <cstddef>

namespace gauntlet::tools {

/// Whether `descriptor` is a terminal that knows more than letters: the cursor moves, and there are
/// colours. By TERM, which then is neither empty nor "dumb".
bool is_screen(int descriptor);

struct ScreenSize {
  std::size_t rows = 24;
  std::size_t columns = 80;
};
/// As large as it is now; what is usual where that is not known.
ScreenSize screen_size(int descriptor);

}  // namespace gauntlet::tools
