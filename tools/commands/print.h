// Results on stdout: text for people, JSON for programs.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <cstdint>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// Writes `text` to stdout as it is. A failed write is reported when the process ends.
void print(std::string_view text);

/// Writes `object` as one line and flushes, so that a reader in a pipe sees it at once.
void print_json(const boost::json::object& object);

/// A number that is whole is written as one: 1, not 1E0.
boost::json::value json_number(double value);

/// "1,234,567".
std::string grouped(std::uint64_t number);

/// `value` with `digits` digits after the point.
std::string fixed(double value, int digits);

/// `text` with blanks added on the right (or left) up to `width` characters.
std::string padded(std::string_view text, std::size_t width);
std::string right_aligned(std::string_view text, std::size_t width);

}  // namespace gauntlet::tools
