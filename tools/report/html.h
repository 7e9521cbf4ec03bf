// Text in pages.
#pragma once

#include <string>
#include <string_view>

namespace gauntlet::tools {

/// `text` as HTML shows it, between tags and in quoted attributes: whatever it holds is no markup.
std::string escaped(std::string_view text);

}  // namespace gauntlet::tools
