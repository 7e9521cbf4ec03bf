#include "tools/commands/shell.h"

#include <fstream>

namespace gauntlet::tools {

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  std::string quoted = "'";
  for (const char c : word) {
    if (c == '\'') {
      quoted += "'\\''";
    } else {
      quoted += c;
    }
  }
  return quoted + "'";
}

std::string invoked_as() {
  std::ifstream arguments("/proc/self/cmdline", std::ios::binary);
  std::string first;
  std::getline(arguments, first, '\0');
  return first.empty() ? "gauntlet" : shell_quoted(first);
}

}  // namespace gauntlet::tools
