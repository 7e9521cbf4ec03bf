#include "search/sudokill/fit/fit.h"

#include "search/fit/network_text.h"

namespace gauntlet::search::sudokill {

using engine::Sudokill;

std::vector<Example> training_examples(std::span<const Siblings> sibling_sets) {
  std::vector<Example> examples;
  for (const Siblings& siblings : sibling_sets) {
    if (is_held_out(siblings)) continue;
    Sudokill::Moves moves;
    siblings.parent.legal_moves(moves);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      const Sudokill child = engine::child(siblings.parent, moves[i]);
      Features features;
      if (is_open(child) && read_features(child, features))
        examples.push_back({features, siblings.wins[i] ? 0.0f : 1.0f});
    }
  }
  return examples;
}

std::string weights_header(const Network& network, const std::string& made_by) {
  return std::string(kWeightsHeading) + "\n// " + made_by +
         "\n#pragma once\n\n#include \"search/sudokill/fit/network.h\"\n\nnamespace "
         "gauntlet::search::sudokill {\n\n// clang-format off\ninline constexpr Network "
         "kFittedWeights = " +
         network_text(network) +
         ";\n// clang-format on\n\n}  // namespace gauntlet::search::sudokill\n";
}

}  // namespace gauntlet::search::sudokill
