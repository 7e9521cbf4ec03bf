#include "tools/commands/options.h"

#include <absl/algorithm/container.h>

#include <utility>

#include "engine/words.h"
#include "selfplay/players/duration.h"
#include "selfplay/players/player_spec.h"
#include "tools/commands/help_text.h"
#include "tools/commands/value_kinds.h"

namespace gauntlet::tools {

std::optional<std::uint64_t> parse_number(std::string_view text, Range range) {
  const auto value = engine::parse_whole(text, range.high);
  return value && *value >= range.low ? value : std::nullopt;
}

namespace {

/// "--hash,--memory" as sentences have it.
std::string named(std::string name) {
  if (const std::size_t comma = name.find(','); comma != std::string::npos)
    name.replace(comma, 1, " or ");
  return name;
}

/// "a, b or c". REQUIRES: there are two or more.
std::string listed(const std::vector<std::string_view>& words) {
  std::string text(words.front());
  for (std::size_t i = 1; i < words.size(); ++i)
    text.append(i + 1 < words.size() ? ", " : " or ").append(words[i]);
  return text;
}

}  // namespace

CLI::Option* add_number(CLI::App& command, const std::string& name, Range range,
                        const std::string& help, std::function<void(std::uint64_t)> store) {
  const auto read = [name, range, store = std::move(store)](const std::string& text) {
    const auto value = parse_number(text, range);
    if (!value)
      throw CLI::ValidationError(named(name) + " takes a whole number from " +
                                 std::to_string(range.low) + " to " + std::to_string(range.high) +
                                 ", not " + engine::in_quotes(text));
    store(*value);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name("N");
}

CLI::Option* add_level_option(CLI::App& command, std::string& player) {
  const auto read = [&player](const std::string& text) {
    const auto level = selfplay::parse_level_number(text);
    if (!level)
      throw CLI::ValidationError("--level takes a level from 1 to 10, such as 4 or 4.3, not " +
                                 engine::in_quotes(text));
    player = "level:" + selfplay::level_text(*level);
  };
  return command.add_option_function<std::string>("--level", read, help::kLevel)
      ->type_name(kLevelValue);
}

CLI::Option* add_duration(CLI::App& command, const std::string& name, const std::string& help,
                          std::function<void(std::chrono::milliseconds)> store) {
  const auto read = [name, store = std::move(store)](const std::string& text) {
    const auto value = selfplay::parse_duration(text, std::chrono::hours(24));
    if (!value)
      throw CLI::ValidationError(name +
                                 " takes a time from 1ms to 24h such as 500ms, 1.5s or 2min, not " +
                                 engine::in_quotes(text));
    store(*value);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name("TIME");
}

CLI::Option* add_choice(CLI::App& command, const std::string& name, std::vector<std::string> words,
                        const std::string& help, std::function<void(const std::string&)> store) {
  const auto read = [name, words, store = std::move(store)](const std::string& text) {
    const std::vector<std::string_view> known(words.begin(), words.end());
    if (!absl::c_linear_search(known, text))
      throw CLI::ValidationError(name + " is " + listed(known) + ", not " +
                                 engine::in_quotes(text) + engine::did_you_mean(text, known));
    store(text);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name(one_of(words));
}

void add_pace_option(CLI::App& command, selfplay::Pace& pace) {
  add_choice(
      command, "--pace", {"fast", "human"},
      "How built-in players answer: as fast as they can (fast, if omitted), or like people, "
      "after half a second to four, longer where the choice is close; the moves are the same",
      [&pace](const std::string& word) {
        pace = word == "human" ? selfplay::Pace::kHuman : selfplay::Pace::kFast;
      });
}

void add_connections_option(CLI::App& command, std::size_t& connections) {
  add_number(command, "--connections", {1, 100'000},
             "At most this many connections at a time; further ones are told so and closed; 1024 "
             "if omitted",
             [&connections](std::uint64_t most) { connections = most; });
}

}  // namespace gauntlet::tools
