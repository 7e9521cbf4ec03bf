#include "tools/commands/shell.h"

#include <algorithm>
#include <fstream>

namespace gauntlet::tools {

namespace {

/// $'..' with the control characters written as numbers: safe to print, and bash reads it.
std::string escaped(std::string_view word) {
  constexpr char kDigits[] = "0123456789abcdef";
  std::string text = "$'";
  for (const char c : word) {
    const auto byte = static_cast<unsigned char>(c);
    if (byte < ' ' || byte == 127) {
      text += std::string("\\x") + kDigits[byte >> 4] + kDigits[byte & 15];
    } else {
      if (c == '\'' || c == '\\') text += '\\';
      text += c;
    }
  }
  return text + "'";
}

}  // namespace

std::string shell_quoted(std::string_view word) {
  constexpr std::string_view kPlain =
      "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
  if (!word.empty() && word.find_first_not_of(kPlain) == std::string_view::npos)
    return std::string(word);
  const bool has_controls = std::any_of(word.begin(), word.end(), [](const char c) {
    return static_cast<unsigned char>(c) < ' ' || c == 127;
  });
  if (has_controls) return escaped(word);
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
