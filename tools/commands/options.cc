#include "tools/commands/options.h"

#include <charconv>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

std::optional<std::uint64_t> parse_number(std::string_view text, Range range) {
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || end != text.data() + text.size()) return std::nullopt;
  if (value < range.low || value > range.high) return std::nullopt;
  return value;
}

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text) {
  constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {
      {"ms", 1}, {"s", 1000}, {"min", 60'000}};
  constexpr std::uint64_t kDay = 24 * 60 * 60 * 1000;
  const std::size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
  for (const auto& [unit, milliseconds] : kUnits) {
    if (text.substr(digits) != unit) continue;
    const auto count = parse_number(text.substr(0, digits), {1, kDay / milliseconds});
    if (!count) return std::nullopt;
    return std::chrono::milliseconds(*count * milliseconds);
  }
  return std::nullopt;
}

CLI::Option* add_number(CLI::App& command, const std::string& name, Range range,
                        const std::string& help, std::function<void(std::uint64_t)> store) {
  const auto read = [name, range, store = std::move(store)](const std::string& text) {
    const auto value = parse_number(text, range);
    if (!value)
      throw CLI::ValidationError(name + " takes a whole number from " + std::to_string(range.low) +
                                 " to " + std::to_string(range.high) + ", not '" +
                                 engine::printable(text) + "'");
    store(*value);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name("N");
}

CLI::Option* add_duration(CLI::App& command, const std::string& name, const std::string& help,
                          std::function<void(std::chrono::milliseconds)> store) {
  const auto read = [name, store = std::move(store)](const std::string& text) {
    const auto value = parse_duration(text);
    if (!value)
      throw CLI::ValidationError(
          name + " takes a time from 1ms to 24 hours such as 500ms, 5s or 2min, not '" +
          engine::printable(text) + "'");
    store(*value);
  };
  return command.add_option_function<std::string>(name, read, help)->type_name("TIME");
}

}  // namespace gauntlet::tools
