#include "search/kimble/duel/duel.h"

#include <algorithm>

namespace gauntlet::search {

std::vector<DuelLayer> duel_layers(int pieces) {
  std::vector<DuelLayer> layers;
  for (int sum = 2 * (pieces - 1); sum >= 0; --sum)
    for (int more = std::min(sum, pieces - 1); 2 * more >= sum; --more)
      layers.push_back({more, sum - more});
  return layers;
}

KimbleDuel::KimbleDuel(int pieces, const Players& players)
    : players_(players), configurations_(pieces) {
  constexpr int kCorners = engine::Kimble::kCorners;
  const int further = (players[1].corner - players[0].corner + kCorners) % kCorners;
  for (int mover = 0; mover < tables(); ++mover) {
    pairs_[at(mover)] =
        std::make_shared<KimblePairs>(configurations_, mover == 0 ? further : kCorners - further);
    values_[at(mover)] = std::make_shared<PackedValues>(pairs_[at(mover)]->size());
  }
  if (tables() == 2) return;
  pairs_[1] = pairs_[0];
  values_[1] = values_[0];
}

bool KimbleDuel::is_symmetric(const Players& players) {
  return (players[0].corner ^ players[1].corner) == 2 && players[0].policy == players[1].policy;
}

double KimbleDuel::value(int mover, std::uint32_t own, std::uint32_t other) const {
  const auto place =
      pairs(mover).place_of(configurations_.number_of(own), configurations_.number_of(other));
  return static_cast<double>(values(mover).get(place)) / PackedValues::kOne;
}

}  // namespace gauntlet::search
