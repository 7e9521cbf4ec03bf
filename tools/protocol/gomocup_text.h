// What both sides of the Gomocup protocol write and read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// INFO's time_left where there is no limit.
inline constexpr int kGomocupNoLimit = 2'147'483'647;
/// Bits of INFO's rule.
inline constexpr int kGomocupExactly = 1;
inline constexpr int kGomocupContinuous = 2;  ///< Ends no game for the brain.

/// A board's, in squares.
inline constexpr int kSmallestGomocupSide = 5;
inline constexpr int kLargestGomocupSide = 32;
constexpr bool is_gomocup_side(int squares) {
  return squares >= kSmallestGomocupSide && squares <= kLargestGomocupSide;
}

/// The whole numbers between the commas of `text`, four at most; empty when there is anything else.
std::vector<int> gomocup_numbers(std::string_view text);

/// "x,y", x the column.
std::string gomocup_square(int x, int y);

}  // namespace gauntlet::tools
