#include "tools/commands/print.h"

#include <cmath>
#include <cstdio>

#include "tools/commands/json_text.h"

namespace gauntlet::tools {

void print(std::string_view text) {
  std::fwrite(text.data(), 1, text.size(), stdout);
}

void print_json(const boost::json::object& object) {
  print(json_text(object) + "\n");
  std::fflush(stdout);
}

void tell_timed_games_differ() {
  std::fputs(
      "gauntlet: players limited by time play differently from run to run; for equal results "
      "limit nodes or simulations instead\n",
      stderr);
}

std::string wrapped(std::string_view text, std::size_t width, std::size_t indent,
                    std::size_t begun) {
  std::string lines;
  std::size_t used = begun;
  bool is_first = true;
  for (const std::string_view word : engine::split(text, ' ')) {
    const bool fits = is_first || used + 1 + word.size() <= width;
    if (!fits) {
      lines += "\n" + std::string(indent, ' ');
      used = indent;
    } else if (!is_first) {
      lines += ' ';
      ++used;
    }
    lines += word;
    used += word.size();
    is_first = false;
  }
  return lines + "\n";
}

std::string harmless(std::string_view text) {
  std::string safe;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    const auto next = static_cast<unsigned char>(i + 1 < text.size() ? text[i + 1] : 0);
    const bool is_control = (byte < 0x20 && byte != '\n') || byte == 0x7f;
    // U+0080 to U+009F in UTF-8: U+009B begins what ESC [ begins.
    const bool begins_control = byte == 0xc2 && next >= 0x80 && next <= 0x9f;
    safe += is_control || begins_control ? engine::printable(text.substr(i, 1))
                                         : std::string(text.substr(i, 1));
  }
  return safe;
}

std::string span_text(double seconds) {
  const auto whole = static_cast<std::uint64_t>(std::llround(seconds));
  if (whole < 120) return std::to_string(whole) + " s";
  if (whole < 7200) return std::to_string(whole / 60) + " min";
  return std::to_string(whole / 3600) + " h";
}

}  // namespace gauntlet::tools
