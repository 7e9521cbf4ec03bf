#include "tools/report/packed.h"

#include <absl/strings/escaping.h>

#include "tools/protocol/deflate.h"

namespace gauntlet::tools {

std::string packed(std::string_view text) {
  return absl::Base64Escape(deflated(text));
}

}  // namespace gauntlet::tools
