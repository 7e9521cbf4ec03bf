#include "search/mnk/fit/pattern_weights_text.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_join.h>

#include "search/fit/network_text.h"

namespace gauntlet::search::mnk {

namespace {

/// All but the numbers.
std::string file_text(std::string_view heading, const std::string& made_by, const char* header,
                      const char* variable, const std::string& numbers) {
  return absl::StrCat(std::string(heading), "\n// ", made_by,
                      "\n#pragma once\n\n#include \"search/mnk/", header,
                      "\"\n\nnamespace gauntlet::search::mnk {\n\n// clang-format off\ninline "
                      "constexpr ",
                      variable, " = {\n", numbers,
                      "};\n// clang-format on\n\n}  // namespace gauntlet::search::mnk\n");
}

/// Rows of numbers as an initialiser, a line each.
template <class Rows>
std::string table_text(const Rows& rows) {
  std::string text = "{{";
  const char* between = "{";
  for (const auto& row : rows) {
    absl::StrAppend(&text, between, absl::StrJoin(row, ","));
    between = "},\n{";
  }
  return text + "}}}";
}

}  // namespace

std::string pattern_weights_text(const PatternWeights& weights, const std::string& made_by) {
  std::string text = absl::StrCat(table_text(weights.patterns), ",\n{{");
  const char* between = "";
  for (const auto& of_class : weights.classes) {
    absl::StrAppend(&text, between, table_text(of_class));
    between = ",\n";
  }
  absl::StrAppend(&text, "}},\n", network_text(weights.head));
  return file_text(kPatternWeightsHeading, made_by, "pattern_network.h",
                   "PatternWeights kFittedPatternWeights", text);
}

std::string policy_weights_text(const PolicyWeights& weights, const std::string& made_by) {
  const std::string text = absl::StrCat("{", absl::StrJoin(weights.patterns, ","), "},\n",
                                        table_text(weights.classes), ",\n");
  return file_text(kPolicyWeightsHeading, made_by, "pattern_policy.h",
                   "PolicyWeights kFittedPolicyWeights", text);
}

}  // namespace gauntlet::search::mnk
