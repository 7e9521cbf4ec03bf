// Options whose values are checked as they are read, so that every bad one gets its sentence.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/thinking/pacer.h"

namespace gauntlet::tools {

/// Inclusive bounds of a number.
struct Range {
  std::uint64_t low;
  std::uint64_t high;
};

/// `text` as a decimal integer in `range`: digits and nothing else.
std::optional<std::uint64_t> parse_number(std::string_view text, Range range);

/// Adds an option that takes a whole number; anything else, or one outside `range`, is refused
/// with a sentence that says what would be right. `name` may be several: "--hash,--memory".
CLI::Option* add_number(CLI::App& command, const std::string& name, Range range,
                        const std::string& help, std::function<void(std::uint64_t)> store);

/// Adds --level, short for --player level:N, which is written to `player`.
CLI::Option* add_level_option(CLI::App& command, std::string& player);

/// Adds an option that takes a time span such as 500ms, 5s or 2min.
CLI::Option* add_duration(CLI::App& command, const std::string& name, const std::string& help,
                          std::function<void(std::chrono::milliseconds)> store);

/// Adds an option that takes one of `words`, which its type name lists; anything else is refused
/// with a sentence that names them.
CLI::Option* add_choice(CLI::App& command, const std::string& name, std::vector<std::string> words,
                        const std::string& help, std::function<void(const std::string&)> store);

/// Adds --pace: how fast the built-in players of a server answer.
void add_pace_option(CLI::App& command, selfplay::Pace& pace);

/// Of a server, when the command line does not say.
inline constexpr std::size_t kUsualConnections = 1'024;
/// Adds --connections: how many a server takes at the same time.
void add_connections_option(CLI::App& command, std::size_t& connections);

}  // namespace gauntlet::tools
