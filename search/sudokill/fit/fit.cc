#include "search/sudokill/fit/fit.h"

#include <charconv>

namespace gauntlet::search {

namespace {

using engine::Sudokill;

std::string number(float value) {
  char digits[32];
  const auto end =
      std::to_chars(digits, digits + sizeof digits, value, std::chars_format::scientific);
  return std::string(digits, end.ptr) + "f";
}

/// "{1e+00f, 2e+00f}", eight numbers a line.
template <class Numbers>
std::string numbers(const Numbers& values) {
  std::string text = "{";
  for (std::size_t i = 0; i < values.size(); ++i)
    text += (i == 0 ? "" : i % 8 == 0 ? ",\n" : ", ") + number(values[i]);
  return text + "}";
}

}  // namespace

std::vector<SudokillExample> training_examples(std::span<const Family> families) {
  std::vector<SudokillExample> examples;
  for (const Family& family : families) {
    if (is_held_out(family)) continue;
    Sudokill::Moves moves;
    family.parent.legal_moves(moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Sudokill child = engine::child(family.parent, moves[i]);
      SudokillFeatures features;
      if (is_open(child) && read_features(child, features))
        examples.push_back({features, !family.wins[i]});
    }
  }
  return examples;
}

std::string weights_header(const SudokillNetwork& network, const std::string& made_by) {
  std::string text =
      std::string(kWeightsHeading) + "\n// " + made_by +
      "\n#pragma once\n\n#include \"search/sudokill/fit/network.h\"\n\nnamespace gauntlet::search "
      "{\n\n// clang-format off\ninline constexpr SudokillNetwork kSudokillWeights = {\n{{";
  for (std::size_t i = 0; i < network.to_hidden.size(); ++i)
    text += (i == 0 ? "" : ",\n") + numbers(network.to_hidden[i]);
  return text + "}},\n" + numbers(network.hidden_bias) + ",\n" + numbers(network.from_hidden) +
         ",\n" + numbers(network.direct) + ",\n" + number(network.bias) +
         "};\n// clang-format on\n\n}  // namespace gauntlet::search\n";
}

}  // namespace gauntlet::search
