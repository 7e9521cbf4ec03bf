// What names a Kimble session to its server: a t and 64 hexadecimal digits.
#pragma once

#include <cstddef>
#include <string>

namespace gauntlet::tools {

inline constexpr std::size_t kTokenBytes = 65;

/// A secret that cannot be guessed: lowercase digits of the system's randomness.
std::string new_token();

}  // namespace gauntlet::tools
