// What names a Kimble session to its server: a t and 64 hexadecimal digits.
#pragma once

#include <cstddef>

namespace gauntlet::tools {

inline constexpr std::size_t kTokenBytes = 65;

}  // namespace gauntlet::tools
