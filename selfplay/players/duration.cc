#include "selfplay/players/duration.h"

#include <algorithm>
#include <charconv>
#include <cstdint>
#include <string>
#include <utility>

namespace gauntlet::selfplay {

namespace {

/// The number in thousandths; nothing if it is none, or beyond any time span.
std::optional<std::uint64_t> thousandths_of(std::string_view number) {
  constexpr std::size_t kMostDigits = 12;
  const std::size_t point = std::min(number.find('.'), number.size());
  std::string digits(number.substr(0, point));
  std::string fraction(number.substr(std::min(point + 1, number.size())));
  const bool lacks_digits = digits.empty() || (point < number.size() && fraction.empty());
  if (lacks_digits || digits.size() > kMostDigits || fraction.size() > 3) return std::nullopt;
  digits += fraction.append(3 - fraction.size(), '0');
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), value);
  if (error != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::chrono::milliseconds> parse_duration(std::string_view text,
                                                        std::chrono::milliseconds most) {
  constexpr std::pair<std::string_view, std::uint64_t> kUnits[] = {
      {"ms", 1}, {"s", 1'000}, {"min", 60'000}, {"h", 3'600'000}};
  const std::size_t number = std::min(text.find_first_not_of("0123456789."), text.size());
  for (const auto& [unit, milliseconds] : kUnits) {
    if (text.substr(number) != unit) continue;
    const auto thousandths = thousandths_of(text.substr(0, number));
    if (!thousandths) return std::nullopt;
    const std::uint64_t most_count = static_cast<std::uint64_t>(most.count());
    if (*thousandths / 1000 > most_count / milliseconds) return std::nullopt;
    const std::uint64_t scaled = *thousandths * milliseconds;
    if (scaled % 1000 != 0 || scaled < 1000 || scaled / 1000 > most_count) return std::nullopt;
    return std::chrono::milliseconds(scaled / 1000);
  }
  return std::nullopt;
}

}  // namespace gauntlet::selfplay
