// Words from outside: splitting them, reading numbers, and guessing what was meant.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::engine {

/// The pieces of `text` between separators; "a,,b" has an empty piece in the middle, "" is one
/// empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// `text` as a decimal integer in low..high: digits with at most one leading minus,
/// nothing else; written as we write it, so no needless zeroes, for then a value has one text.
std::optional<int> parse_int(std::string_view text, int low, int high);

/// The candidate nearest to `word` in edit distance, if it is near enough to be a likely slip.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

/// " (did you mean 'x'?)" for the nearest candidate, or "" when none is near: the end of an error
/// sentence about an unknown word.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// `text` made safe to show: at most `limit` bytes, unprintable ones as \xNN, "..." if cut.
std::string printable(std::string_view text, std::size_t limit = 60);

}  // namespace gauntlet::engine
