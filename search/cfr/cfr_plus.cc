#include "search/cfr/cfr_plus.h"

#include <algorithm>

namespace gauntlet::search::cfr {

namespace {

/// The values of a set's moves as shares of their sum; equal ones where that is 0.
void share_out(const InformationSet& set, const std::vector<double>& values, Strategy& shares) {
  double sum = 0;
  for (Sequence move = set.first; move < set.end(); ++move) sum += values[move];
  for (Sequence move = set.first; move < set.end(); ++move)
    shares[move] = sum > 0 ? values[move] / sum : 1.0 / set.moves;
}

}  // namespace

CfrPlus::CfrPlus(const SequenceForm& form) : form_(form) {
  for (const int player : {0, 1}) {
    Side& side = sides_[static_cast<std::size_t>(player)];
    side.regret.assign(form.sequences(player), 0);
    side.averaged.assign(form.sequences(player), 0);
    side.strategy = uniform_strategy(form, player);
    side.reach = realization(form, player, side.strategy);
  }
}

void CfrPlus::iterate() {
  ++iterations_;
  for (const int player : {0, 1}) learn(player);
}

void CfrPlus::learn(int player) {
  const auto own = static_cast<std::size_t>(player);
  Side& side = sides_[own];
  const auto& sets = form_.sets[own];
  // 1. From the ends backwards: what each move is worth, and so how much it was missed.
  std::vector<double> worth = gains(form_, player, sides_[1 - own].reach);
  for (auto set = sets.rbegin(); set != sets.rend(); ++set) {
    double value = 0;
    for (Sequence move = set->first; move < set->end(); ++move)
      value += side.strategy[move] * worth[move];
    for (Sequence move = set->first; move < set->end(); ++move)
      side.regret[move] = std::max(side.regret[move] + worth[move] - value, 0.0);
    worth[set->before] += value;
  }
  // 2. Forwards: the next strategy, and into the average with it.
  for (const InformationSet& set : sets) share_out(set, side.regret, side.strategy);
  side.reach = realization(form_, player, side.strategy);
  const auto weight = static_cast<double>(iterations_);
  for (std::size_t sequence = 0; sequence < side.reach.size(); ++sequence)
    side.averaged[sequence] += weight * side.reach[sequence];
}

Profile CfrPlus::average() const {
  Profile profile;
  for (const int player : {0, 1}) {
    const auto own = static_cast<std::size_t>(player);
    profile[own] = uniform_strategy(form_, player);
    for (const InformationSet& set : form_.sets[own])
      share_out(set, sides_[own].averaged, profile[own]);
  }
  return profile;
}

}  // namespace gauntlet::search::cfr
