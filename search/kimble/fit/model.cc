#include "search/kimble/fit/model.h"

#include <absl/strings/charconv.h>

#include <algorithm>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "search/fit/network_text.h"

namespace gauntlet::search::kimble {

namespace {

constexpr std::string_view kPoliciesBegin = "kFittedPolicies = {{\n";
constexpr std::string_view kEnd =
    "}};\n// clang-format on\n\n}  // namespace gauntlet::search::kimble\n";

constexpr std::string_view kPoliciesEnd =
    "}};\n\ninline constexpr std::array<ValueNetwork, 3> kFittedValues = {{\n";
constexpr std::size_t kNumbersOfAValue = sizeof(ValueNetwork) / sizeof(float);

/// Takes what stands between numbers away from `text`; whether nothing is left.
bool is_over(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of("{}, \n"), text.size()));
  return text.empty();
}

auto read(std::string_view text, std::int32_t& number) {
  return std::from_chars(text.data(), text.data() + text.size(), number);
}

/// Abseil's, for not every standard library reads floats.
auto read(std::string_view text, float& number) {
  return absl::from_chars(text.data(), text.data() + text.size(), number);
}

/// Takes the next number away from `text`, and the f of a float; false if none is there.
template <class Number>
bool take_number(std::string_view& text, Number& number) {
  if (is_over(text)) return false;
  const auto [after, error] = read(text, number);
  text.remove_prefix(static_cast<std::size_t>(after - text.data()));
  if (std::is_same_v<Number, float> && text.starts_with('f')) text.remove_prefix(1);
  return error == std::errc{};
}

template <class Items, class Text>
std::string list_of(const Items& items, Text&& text) {
  std::string list;
  for (std::size_t i = 0; i < items.size(); ++i) list += (i == 0 ? "" : ",\n") + text(items[i]);
  return list;
}

}  // namespace

Model first_model() {
  using engine::Kimble;
  namespace feature = move_feature;
  Model model{};
  PolicyWeights& weights = model.policies[0];
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

std::string model_header(const Model& model, const std::string& made_by) {
  return std::string(kModelHeading) + "\n// " + made_by +
         "\n#pragma once\n\n#include <array>\n\n#include \"search/kimble/fit/move_features.h\"\n"
         "#include \"search/kimble/fit/value.h\"\n\nnamespace gauntlet::search::kimble {\n\n"
         "// clang-format off\ninline constexpr std::array<PolicyWeights, 3> " +
         std::string(kPoliciesBegin) +
         list_of(model.policies, [](const auto& weights) { return numbers_text(weights); }) +
         std::string(kPoliciesEnd) +
         list_of(model.values, [](const auto& network) { return network_text(network); }) +
         std::string(kEnd);
}

absl::StatusOr<std::array<PolicyWeights, 3>> read_policies(std::string_view header) {
  const std::size_t begin = header.find(kPoliciesBegin), end = header.find(kPoliciesEnd);
  if (!header.starts_with(kModelHeading) || begin == header.npos)
    return absl::InvalidArgumentError("holds no weights of Kimble");
  const absl::Status damaged = absl::DataLossError(
      "is damaged: it does not end as it should, or its numbers are not 3 times " +
      std::to_string(move_feature::kCount) + " weights from -" + std::to_string(kMostWeight) +
      " to " + std::to_string(kMostWeight) + " and 3 networks of " +
      std::to_string(kNumbersOfAValue));
  if (end == header.npos || end < begin || !header.ends_with(kEnd)) return damaged;
  std::string_view rest = header.substr(0, end).substr(begin + kPoliciesBegin.size());
  std::array<PolicyWeights, 3> policies;
  for (PolicyWeights& weights : policies)
    for (std::int32_t& weight : weights)
      if (!take_number(rest, weight) || weight < -kMostWeight || weight > kMostWeight)
        return damaged;
  std::string_view values = header.substr(end + kPoliciesEnd.size());
  values.remove_suffix(std::min(values.size(), kEnd.size()));
  // They are not needed to go on, but are to be there.
  for (std::size_t i = 0; i < 3 * kNumbersOfAValue; ++i)
    if (float number = 0; !take_number(values, number)) return damaged;
  if (!is_over(rest) || !is_over(values)) return damaged;
  return policies;
}

}  // namespace gauntlet::search::kimble
