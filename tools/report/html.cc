#include "tools/report/html.h"

#include <absl/strings/str_replace.h>

namespace gauntlet::tools {

std::string escaped(std::string_view text) {
  return absl::StrReplaceAll(
      std::string(text),
      {{"&", "&amp;"}, {"<", "&lt;"}, {">", "&gt;"}, {"\"", "&quot;"}, {"'", "&#39;"}});
}

}  // namespace gauntlet::tools
