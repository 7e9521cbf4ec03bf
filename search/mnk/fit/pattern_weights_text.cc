#include "search/mnk/fit/pattern_weights_text.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include "search/fit/network_text.h"

namespace gauntlet::search::mnk {

std::string pattern_weights_text(const PatternWeights& weights, const std::string& made_by) {
  std::string text = absl::StrCat(
      std::string(kPatternWeightsHeading), "\n// ", made_by,
      "\n#pragma once\n\n#include \"search/mnk/pattern_network.h\"\n\nnamespace "
      "gauntlet::search::mnk {\n\n// clang-format off\ninline constexpr PatternWeights "
      "kFittedPatternWeights = {\n{{");
  const char* between = "{";
  for (const auto& pattern : weights.patterns) {
    absl::StrAppend(&text, between, absl::StrJoin(pattern, ","));
    between = "},\n{";
  }
  return absl::StrCat(text, "}}},\n", network_text(weights.head),
                      "};\n// clang-format on\n\n}  // namespace gauntlet::search::mnk\n");
}

}  // namespace gauntlet::search::mnk
