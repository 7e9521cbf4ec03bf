// The headers that `gauntlet fit` writes.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/expected.h"

namespace gauntlet::tools {

/// Why weights cannot be written to `path`, before all the work: only what an earlier fit has
/// written, whose first line is `heading`, is written over.
std::optional<engine::Error> refusal_of_weights(const std::string& path, std::string_view heading);

/// All of it or nothing: what stood there before stays until the new weights are whole.
std::optional<engine::Error> write_weights(const std::string& path, const std::string& text);

}  // namespace gauntlet::tools
