// Bytes made small, and what they were.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace gauntlet::tools {

/// RFC 1951, without header or checksum, as well as it can be done.
std::string deflated(std::string_view bytes);
/// Nothing where `bytes` are no such stream, or not one of `size` bytes.
std::optional<std::string> inflated(std::string_view bytes, std::size_t size);

}  // namespace gauntlet::tools
