#include "selfplay/statistics/outcomes.h"

#include <cassert>

namespace gauntlet::selfplay {

void Outcomes::begin_block() {
  if (starts_.empty() || starts_.back() < games_.size()) starts_.push_back(games_.size());
}

void Outcomes::add(const Outcome& outcome) {
  assert(!starts_.empty() && outcome.players.size() == outcome.shares.size());
  const auto [found, is_new] =
      indices_.try_emplace(outcome, static_cast<std::uint32_t>(distinct_.size()));
  if (is_new) {
    distinct_.push_back(outcome);
    counts_.push_back(0);
  }
  ++counts_[found->second];
  games_.push_back(found->second);
}

void Outcomes::add_ranking(std::span<const int> best_first) {
  for (; best_first.size() > 1; best_first = best_first.subspan(1)) {
    Outcome outcome{{best_first.begin(), best_first.end()}, {}, false};
    outcome.shares.assign(best_first.size(), 0);
    outcome.shares[0] = 1;
    add(outcome);
  }
}

std::span<const std::uint32_t> Outcomes::block(std::size_t number) const {
  const std::size_t first = starts_[number];
  const std::size_t last = number + 1 < starts_.size() ? starts_[number + 1] : games_.size();
  return std::span(games_).subspan(first, last - first);
}

}  // namespace gauntlet::selfplay
