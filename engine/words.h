// Words from outside: splitting them, reading numbers, and guessing what was meant.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::engine {

/// The pieces of `text` between separators; "a,,b" has an empty piece in the middle, "" is one
/// empty piece.
std::vector<std::string_view> split(std::string_view text, char separator);

/// `text` as a decimal integer in low..high: digits with at most one leading minus, nothing else;
/// written as we write it, so no needless zeroes, for then a value has one text.
std::optional<int> parse_int(std::string_view text, int low, int high);

/// The same for counts, 0 to `most`: digits and nothing else.
std::optional<std::uint64_t> parse_whole(std::string_view text, std::uint64_t most);

/// The candidate nearest to `word` in edit distance, if it is near enough to be a likely slip.
std::optional<std::string_view> nearest(std::string_view word,
                                        std::span<const std::string_view> candidates);

/// " (did you mean 'x'?)" for the nearest candidate, or "" when none is near: the end of an error
/// sentence about an unknown word.
std::string did_you_mean(std::string_view word, std::span<const std::string_view> candidates);

/// "1,234,567".
std::string grouped(std::uint64_t number);

/// A count with its noun: "1 game", "2,000 games"; where the plural is not the noun with an s it is
/// named, as in counted(2, "ply", "plies").
std::string counted(std::uint64_t count, std::string_view noun, std::string_view plural = {});

/// `text` made safe to show: at most `limit` bytes, unprintable ones as \xNN, "..." if cut.
std::string printable(std::string_view text, std::size_t limit = 60);

/// The same in quotes, as messages name words of others: "'games.db'".
std::string in_quotes(std::string_view text, std::size_t limit = 60);

}  // namespace gauntlet::engine
