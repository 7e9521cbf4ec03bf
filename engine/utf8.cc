#include "engine/utf8.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <span>

namespace gauntlet::engine {

namespace {

struct Letter {
  char32_t code = 0;
  std::size_t bytes = 0;  ///< 0: this is no UTF-8.
};

/// The first letter of a text that is not empty: RFC 3629, so that each has one form and there are
/// no surrogates.
Letter first_letter(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  if (byte(0) < 0x80) return {byte(0), 1};
  const std::size_t bytes = byte(0) >= 0xf0 ? 4 : byte(0) >= 0xe0 ? 3 : 2;
  if (byte(0) < 0xc2 || byte(0) > 0xf4 || text.size() < bytes) return {};
  char32_t code = byte(0) & (0x7fu >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xc0) != 0x80) return {};
    code = code << 6 | (byte(i) & 0x3f);
  }
  constexpr char32_t kLeast[] = {0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xd800 && code < 0xe000;
  return code < kLeast[bytes] || code > 0x10ffff || is_surrogate ? Letter{} : Letter{code, bytes};
}

/// From, to.
struct Letters {
  char32_t first, last;
};

bool is_in(char32_t code, std::span<const Letters> ranges) {
  return std::any_of(ranges.begin(), ranges.end(), [code](const Letters& range) {
    return code >= range.first && code <= range.last;
  });
}

bool is_hidden(char32_t code) {
  static constexpr Letters kHidden[] = {
      {0, 0x1f},        {0x7f, 0x9f},       {0xad, 0xad},       {0x61c, 0x61c},   {0x115f, 0x1160},
      {0x180b, 0x180f}, {0x200b, 0x200f},   {0x2028, 0x202e},   {0x2060, 0x206f}, {0x3164, 0x3164},
      {0xe000, 0xf8ff}, {0xfdd0, 0xfdef},   {0xfeff, 0xfeff},   {0xffa0, 0xffa0}, {0xfff0, 0xfffb},
      {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0x10ffff}};
  return is_in(code, kHidden);
}

bool is_blank(char32_t code) {
  static constexpr Letters kBlanks[] = {{0x20, 0x20},     {0xa0, 0xa0},     {0x1680, 0x1680},
                                        {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f},
                                        {0x2800, 0x2800}, {0x3000, 0x3000}};
  return is_in(code, kBlanks);
}

/// The blocks of accents, and what chooses between forms of the letter before it.
bool is_accent(char32_t code) {
  static constexpr Letters kAccents[] = {
      {0x300, 0x36f},   {0x483, 0x489},   {0x591, 0x5bd},   {0x610, 0x61a},   {0x64b, 0x65f},
      {0x6d6, 0x6dc},   {0x900, 0x902},   {0x93c, 0x93c},   {0x941, 0x948},   {0x94d, 0x94d},
      {0xe31, 0xe31},   {0xe34, 0xe3a},   {0xe47, 0xe4e},   {0x1ab0, 0x1aff}, {0x1dc0, 0x1dff},
      {0x20d0, 0x20ff}, {0x302a, 0x302d}, {0x3099, 0x309a}, {0xfe00, 0xfe0f}, {0xfe20, 0xfe2f}};
  return is_in(code, kAccents);
}

/// East Asian Width W and F (Unicode's annex 11), by blocks.
bool is_wide(char32_t code) {
  static constexpr Letters kWide[] = {{0x1100, 0x115e},   {0x2e80, 0x303e},   {0x3041, 0x33ff},
                                      {0x3400, 0x4dbf},   {0x4e00, 0xa4cf},   {0xa960, 0xa97f},
                                      {0xac00, 0xd7a3},   {0xf900, 0xfaff},   {0xfe30, 0xfe6f},
                                      {0xff01, 0xff60},   {0xffe0, 0xffe6},   {0x1f300, 0x1f64f},
                                      {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff}, {0x20000, 0x3fffd}};
  return is_in(code, kWide);
}

std::size_t columns_of(char32_t code) {
  return is_accent(code) ? 0 : is_wide(code) ? 2 : 1;
}

bool is_shown(const Letter& letter) {
  return letter.bytes > 0 && !is_hidden(letter.code);
}

}  // namespace

std::string legible(std::string_view text, std::size_t limit) {
  constexpr std::string_view kCut = "...";
  std::string safe;
  std::size_t kept = 0;  // of `safe`, with room for the sign that it was cut
  while (!text.empty() && safe.size() <= limit) {
    const Letter letter = first_letter(text);
    const std::size_t bytes = std::max<std::size_t>(letter.bytes, 1);
    for (const char c : text.substr(0, bytes))
      if (is_shown(letter))
        safe += c;
      else
        absl::StrAppendFormat(&safe, "\\x%02x", static_cast<unsigned char>(c));
    text.remove_prefix(bytes);
    if (safe.size() + kCut.size() <= limit) kept = safe.size();
  }
  return safe.size() <= limit ? safe : safe.substr(0, kept).append(kCut);
}

bool is_legible(std::string_view text) {
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    if (!is_shown(letter)) return false;
    text.remove_prefix(letter.bytes);
  }
  return true;
}

bool is_blank(std::string_view text) {
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    if (!is_blank(letter.code)) return false;
    text.remove_prefix(std::max<std::size_t>(letter.bytes, 1));
  }
  return true;
}

std::size_t columns_of(std::string_view text) {
  std::size_t columns = 0;
  while (!text.empty()) {
    const Letter letter = first_letter(text);
    columns += columns_of(letter.code);
    text.remove_prefix(std::max<std::size_t>(letter.bytes, 1));
  }
  return columns;
}

std::size_t bytes_of_columns(std::string_view text, std::size_t columns) {
  std::size_t at = 0;
  for (std::size_t used = 0; at < text.size();) {
    const Letter letter = first_letter(text.substr(at));
    used += columns_of(letter.code);
    if (used > columns) break;
    at += std::max<std::size_t>(letter.bytes, 1);
  }
  return at;
}

}  // namespace gauntlet::engine
