#include "search/sudokill/fit/fit.h"

#include "search/fit/network_text.h"

namespace gauntlet::search {

using engine::Sudokill;

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
        examples.push_back({features, family.wins[i] ? 0.0f : 1.0f});
    }
  }
  return examples;
}

std::string weights_header(const SudokillNetwork& network, const std::string& made_by) {
  return std::string(kWeightsHeading) + "\n// " + made_by +
         "\n#pragma once\n\n#include \"search/sudokill/fit/network.h\"\n\nnamespace "
         "gauntlet::search {\n\n// clang-format off\ninline constexpr SudokillNetwork "
         "kSudokillWeights = " +
         network_text(network) + ";\n// clang-format on\n\n}  // namespace gauntlet::search\n";
}

}  // namespace gauntlet::search
