// Names and sentences of people, in the letters of any script.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace gauntlet::engine {

/// `text` made safe to show: at most `limit` bytes, "..." at their end if it was cut, never within
/// a letter; a second time changes nothing. Unlike printable() of words.h it keeps letters and
/// signs beyond ASCII. Escaped as \xNN are the bytes of what is no UTF-8, of control characters,
/// and of what cannot be seen or changes the order of the letters around it: zero-width and
/// bidirectional marks, line separators, byte order marks, tags. For names and what people are
/// told; lines of protocols stay ASCII.
std::string legible(std::string_view text, std::size_t limit);
/// Whether legible() would change nothing but its length.
bool is_legible(std::string_view text);

/// Whether nothing of it can be seen: it is empty or all blanks, those of other scripts too.
/// REQUIRES: is_legible(text).
bool is_blank(std::string_view text);

/// How many columns of a terminal the text has: two for the wide letters of East Asia and for most
/// pictures, none for accents that stand on the letter before them. REQUIRES: is_legible(text).
std::size_t columns_of(std::string_view text);
/// How many bytes at the front of `text` are whole letters with at most so many columns, with the
/// accents on the last one. REQUIRES: is_legible(text).
std::size_t bytes_of_columns(std::string_view text, std::size_t columns);

}  // namespace gauntlet::engine
