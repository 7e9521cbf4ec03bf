#include "search/kimble/fit/model.h"

#include <algorithm>
#include <charconv>
#include <cstddef>

#include "search/network_text.h"

namespace gauntlet::search {

namespace {

constexpr std::string_view kPoliciesBegin = "kKimblePolicies = {{\n";

template <class Items, class Text>
std::string list_of(const Items& items, Text&& text) {
  std::string list;
  for (std::size_t i = 0; i < items.size(); ++i) list += (i == 0 ? "" : ",\n") + text(items[i]);
  return list;
}

}  // namespace

KimbleModel first_kimble_model() {
  using engine::Kimble;
  namespace feature = kimble_feature;
  KimbleModel model{};
  KimbleWeights& weights = model.policies[0];
  const auto weight = [&](int at, int square) -> std::int32_t& {
    return weights[static_cast<std::size_t>(at + square)];
  };
  for (int square = 0; square < Kimble::kSquares; ++square)
    weight(feature::kProgress, square) = square < Kimble::kRing ? 40 + 25 * square : 1000;
  for (int square = 0; square < Kimble::kRing; ++square) {
    weight(feature::kCapture, square) = 800 + weight(feature::kProgress, square);
    weight(feature::kRisk, square) = -weight(feature::kProgress, square) / 3;
    weight(feature::kRiskAfterSix, square) = -weight(feature::kProgress, square) / 6;
  }
  model.policies.fill(weights);
  return model;
}

std::string kimble_header(const KimbleModel& model, const std::string& made_by) {
  return std::string(kKimbleHeading) + "\n// " + made_by +
         "\n#pragma once\n\n#include <array>\n\n#include \"search/kimble/fit/move_features.h\"\n"
         "#include \"search/kimble/fit/value.h\"\n\nnamespace gauntlet::search {\n\n"
         "// clang-format off\ninline constexpr std::array<KimbleWeights, 3> " +
         std::string(kPoliciesBegin) +
         list_of(model.policies, [](const auto& weights) { return numbers_text(weights); }) +
         "}};\n\ninline constexpr std::array<KimbleValueNetwork, 3> kKimbleValues = {{\n" +
         list_of(model.values, [](const auto& network) { return network_text(network); }) +
         "}};\n// clang-format on\n\n}  // namespace gauntlet::search\n";
}

engine::Expected<std::array<KimbleWeights, 3>> read_kimble_policies(std::string_view header) {
  constexpr std::int32_t kMost = 1 << 20;  // no sum of a move's features overflows
  std::array<KimbleWeights, 3> policies;
  const std::size_t begin = header.find(kPoliciesBegin);
  if (!header.starts_with(kKimbleHeading) || begin == header.npos)
    return engine::Error{"holds no weights of Kimble"};
  std::string_view rest = header.substr(begin + kPoliciesBegin.size());
  rest = rest.substr(0, rest.find("}}"));
  for (KimbleWeights& weights : policies)
    for (std::int32_t& weight : weights) {
      rest.remove_prefix(std::min(rest.find_first_of("-0123456789"), rest.size()));
      const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), weight);
      if (error != std::errc{} || weight < -kMost || weight > kMost)
        return engine::Error{"is damaged: 390 weights from -1048576 to 1048576 were expected"};
      rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    }
  return policies;
}

}  // namespace gauntlet::search
