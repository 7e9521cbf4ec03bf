// Time spans as people write them.
#pragma once

#include <chrono>
#include <optional>
#include <string_view>

namespace gauntlet::selfplay {

/// "100ms", "5s", "0.5s", "2min", "1h" as a span from 1 ms to `most`: a decimal number with at most
/// three digits after its point, and a unit; it must come to whole milliseconds.
std::optional<std::chrono::milliseconds> parse_duration(std::string_view text,
                                                        std::chrono::milliseconds most);

}  // namespace gauntlet::selfplay
