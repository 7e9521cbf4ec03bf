#include "search/cfr/sequence_form.h"

namespace gauntlet::search::cfr {

Strategy uniform_strategy(const SequenceForm& form, int player) {
  Strategy strategy(form.sequences(player), 1);
  for (const InformationSet& set : form.sets[static_cast<std::size_t>(player)])
    for (Sequence move = set.first; move < set.end(); ++move) strategy[move] = 1.0 / set.moves;
  return strategy;
}

std::vector<double> realization(const SequenceForm& form, int player, const Strategy& strategy) {
  std::vector<double> reach(form.sequences(player), 1);
  for (const InformationSet& set : form.sets[static_cast<std::size_t>(player)])
    for (Sequence move = set.first; move < set.end(); ++move)
      reach[move] = reach[set.before] * strategy[move];
  return reach;
}

std::vector<double> gains(const SequenceForm& form, int player, const std::vector<double>& reach) {
  const auto own = static_cast<std::size_t>(player);
  const double sign = player == 0 ? 1 : -1;
  std::vector<double> gains(form.sequences(player), 0);
  for (const SequenceForm::Leaf& leaf : form.leaves)
    gains[leaf.sequences[own]] += sign * leaf.worth * reach[leaf.sequences[1 - own]];
  return gains;
}

}  // namespace gauntlet::search::cfr
