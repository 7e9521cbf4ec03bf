#include "tools/screen.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <cstdlib>
#include <string_view>

namespace gauntlet::tools {

bool is_screen(int descriptor) {
  const char* const term = std::getenv("TERM");
  if (!term || *term == '\0' || std::string_view(term) == "dumb") return false;
  return isatty(descriptor) != 0;
}

ScreenSize screen_size(int descriptor) {
  constexpr int kLeastRows = 3, kLeastColumns = 11;  // less is a terminal that does not know
  ScreenSize size;
  winsize told{};
  if (ioctl(descriptor, TIOCGWINSZ, &told) != 0) return size;
  if (told.ws_row >= kLeastRows) size.rows = told.ws_row;
  if (told.ws_col >= kLeastColumns) size.columns = told.ws_col;
  return size;
}

}  // namespace gauntlet::tools
