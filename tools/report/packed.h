// Text made small, to be part of a page.
#pragma once

#include <string>
#include <string_view>

namespace gauntlet::tools {

/// `text` compressed (RFC 1951, as DecompressionStream("deflate-raw") of browsers reads it) and
/// written in base 64.
std::string packed(std::string_view text);

}  // namespace gauntlet::tools
