// A whole file as text, for files of other programs that are short.
#pragma once

#include <cstddef>
#include <string>

#include "engine/status.h"

namespace gauntlet::tools {

/// What a file holds, its first `longest` + 1 bytes at most: whoever reads it tells that it is too
/// long. No pipes or devices, which might never end.
absl::StatusOr<std::string> read_text_file(const std::string& path, std::size_t longest);

}  // namespace gauntlet::tools
