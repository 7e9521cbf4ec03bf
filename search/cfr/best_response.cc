#include "search/cfr/best_response.h"

#include <algorithm>
#include <vector>

namespace gauntlet::search::cfr {

double best_response(const SequenceForm& form, int player, const Strategy& other) {
  std::vector<double> worth = gains(form, player, realization(form, 1 - player, other));
  const auto& sets = form.sets[static_cast<std::size_t>(player)];
  for (auto set = sets.rbegin(); set != sets.rend(); ++set)
    worth[set->before] += *std::max_element(worth.begin() + set->first, worth.begin() + set->end());
  return worth[kNoMove];
}

double value_of(const SequenceForm& form, const Profile& profile) {
  const std::vector<double> own = realization(form, 0, profile[0]);
  const std::vector<double> worth = gains(form, 0, realization(form, 1, profile[1]));
  double value = 0;
  for (std::size_t sequence = 0; sequence < own.size(); ++sequence)
    value += own[sequence] * worth[sequence];
  return value;
}

Exploitability exploitability(const SequenceForm& form, const Profile& profile) {
  return {{best_response(form, 0, profile[1]), best_response(form, 1, profile[0])}};
}

}  // namespace gauntlet::search::cfr
