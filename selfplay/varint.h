// Numbers of few bytes: seven bits a byte, the lowest first, the top bit set on all but the last.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace gauntlet::selfplay {

/// Appends `value` in 1 to 5 bytes.
inline void append_varint(std::string& bytes, std::uint32_t value) {
  for (; value >= 0x80; value >>= 7) bytes.push_back(static_cast<char>(value | 0x80));
  bytes.push_back(static_cast<char>(value));
}

/// Takes one number off the front of `bytes`; nothing when they are cut short or exceed 32 bits.
inline std::optional<std::uint32_t> take_varint(std::string_view& bytes) {
  std::uint64_t value = 0;
  for (std::size_t i = 0; i < 5 && i < bytes.size(); ++i) {
    const auto byte = static_cast<unsigned char>(bytes[i]);
    value |= std::uint64_t{byte & 0x7fu} << (7 * i);
    if (byte & 0x80u) continue;
    bytes.remove_prefix(i + 1);
    if (value > UINT32_MAX) return std::nullopt;
    return static_cast<std::uint32_t>(value);
  }
  return std::nullopt;
}

}  // namespace gauntlet::selfplay
