#include "tools/colours.h"

#include <array>
#include <cstdlib>

#include "tools/screen.h"

namespace gauntlet::tools {

namespace {

/// By Look: what ECMA-48 selects with "m". Bold makes the dark colours light on dark terminals.
constexpr std::array<std::string_view, 9> kLookCodes = {"",   "1",    "2",    "32",  "1;31",
                                                        "31", "1;34", "1;32", "1;35"};
constexpr std::string_view kMarkCode = "7";
constexpr std::string_view kAllOff = "\x1b[0m";

std::string_view value_of(const char* variable) {
  const char* const value = std::getenv(variable);
  return value ? value : "";
}

bool is_forced(const char* variable) {
  const std::string_view value = value_of(variable);
  return !value.empty() && value != "0";
}

}  // namespace

Colours Colours::of(int descriptor) {
  if (!value_of("NO_COLOR").empty()) return {};
  return Colours(is_forced("CLICOLOR_FORCE") || is_forced("FORCE_COLOR") || is_screen(descriptor));
}

std::string Colours::dressed(Look look, std::string_view text, bool is_marked) const {
  std::string code(kLookCodes[static_cast<std::size_t>(look)]);
  if (is_marked) code.append(code.empty() ? "" : ";").append(kMarkCode);
  if (!are_shown_ || code.empty() || text.empty()) return std::string(text);
  return std::string("\x1b[").append(code).append("m").append(text).append(kAllOff);
}

std::string cut_to(std::string_view line, std::size_t width) {
  std::string shown;
  std::size_t used = 0;
  bool is_in_code = false;
  for (const char c : line) {
    const bool is_code = is_in_code || c == '\x1b';
    is_in_code = is_code && c != 'm';
    if (!is_code && used == width) continue;  // later codes stay: they end the colour
    used += !is_code;
    shown += c;
  }
  return shown;
}

}  // namespace gauntlet::tools
