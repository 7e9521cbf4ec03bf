#include "search/kimble/tablebase/tablebase.h"

#include <algorithm>

namespace gauntlet::search::kimble {

std::vector<Layer> layers(int pieces) {
  std::vector<Layer> layers;
  for (int sum = 2 * (pieces - 1); sum >= 0; --sum)
    for (int more = std::min(sum, pieces - 1); 2 * more >= sum; --more)
      layers.push_back({more, sum - more});
  return layers;
}

Tablebase::Tablebase(int pieces, const Players& players) : Tablebase(players, pieces) {
  for (int mover = 0; mover < tables(); ++mover)
    values_[at(mover)] = std::make_shared<PackedValues>(pairs(mover).size());
  if (tables() == 1) values_[1] = values_[0];
}

std::shared_ptr<const Tablebase> Tablebase::over(int pieces, const Players& players,
                                                 bool are_narrow, std::span<std::byte> bytes) {
  const std::shared_ptr<Tablebase> tablebase(new Tablebase(players, pieces));
  const auto bytes_of = [&](int mover) {
    const std::uint64_t size = tablebase->pairs(mover).size();
    return are_narrow ? NarrowValues::bytes_for(size) : PackedValues::kBytes * size;
  };
  const bool has_two = tablebase->tables() == 2;
  if (bytes.size() != bytes_of(0) + (has_two ? bytes_of(1) : 0)) return nullptr;
  for (int mover = 0; mover < 2; ++mover) {
    const auto own = bytes.subspan(mover == 1 && has_two ? bytes_of(0) : 0);
    if (are_narrow)
      tablebase->narrow_values_[at(mover)].emplace(own.data());
    else
      tablebase->values_[at(mover)] = std::make_shared<PackedValues>(own);
  }
  return tablebase;
}

Tablebase::Tablebase(const Players& players, int pieces)
    : players_(players), configurations_(pieces) {
  constexpr int kCorners = engine::Kimble::kCorners;
  const int further = (players_[1].corner - players_[0].corner + kCorners) % kCorners;
  for (int mover = 0; mover < tables(); ++mover)
    pairs_[at(mover)] =
        std::make_shared<Pairs>(configurations_, mover == 0 ? further : kCorners - further);
  if (tables() == 1) pairs_[1] = pairs_[0];
}

std::vector<Tablebase::Block> Tablebase::blocks(Layer layer) const {
  const auto first = [this](int in_goal) { return configurations_.first_of(in_goal, 0); };
  const auto end = [this](int in_goal) {
    return configurations_.first_of(in_goal, configurations_.top_level() + 1);
  };
  std::vector<Block> blocks;
  const auto add = [&](int mover, int own, int other) {
    blocks.push_back({mover, first(own), end(own), first(other), end(other)});
  };
  for (int mover = 0; mover < tables(); ++mover) {
    add(mover, layer.more, layer.fewer);
    if (layer.more != layer.fewer) add(mover, layer.fewer, layer.more);
  }
  return blocks;
}

std::uint64_t Tablebase::positions() const {
  return pairs(0).size() + (tables() == 2 ? pairs(1).size() : 0);
}

std::uint64_t Tablebase::positions_of(int pieces, const Players& players) {
  const auto choose = [](int from, int count) {
    std::uint64_t ways = 1;
    for (int i = 0; i < count; ++i)
      ways = ways * static_cast<unsigned>(from - i) / static_cast<unsigned>(i + 1);
    return ways;
  };
  // How many ways those not on the ring can stand in the goal and at home, without having won.
  const auto elsewhere = [&](int on_ring) {
    std::uint64_t ways = 0;
    for (int in_goal = 0; in_goal <= pieces - on_ring && in_goal < pieces; ++in_goal)
      ways += choose(pieces, in_goal);
    return ways;
  };
  constexpr int kRing = engine::Kimble::kRing;
  std::uint64_t pairs = 0;
  for (int own = 0; own <= pieces; ++own)
    for (int other = 0; other <= pieces; ++other)
      pairs += choose(kRing, own) * choose(kRing - own, other) * elsewhere(own) * elsewhere(other);
  return pairs * static_cast<unsigned>(tables_of(players));
}

bool Tablebase::is_best_play() const {
  return players_[0].policy == Policy::kBest && players_[1].policy == Policy::kBest;
}

std::string_view Tablebase::rival() const {
  return is_best_play() ? "" : word_of(players_[1].policy);
}

std::optional<int> Tablebase::best_at(int corner, int other_corner) const {
  constexpr int kCorners = engine::Kimble::kCorners;
  const auto further = [](int from, int to) { return (to - from + kCorners) % kCorners; };
  for (int player = 0; player < 2; ++player) {
    const Player &one = players_[at(player)], &two = players_[at(1 - player)];
    if (one.policy == Policy::kBest &&
        further(one.corner, two.corner) == further(corner, other_corner))
      return player;
  }
  return std::nullopt;
}

bool Tablebase::is_symmetric(const Players& players) {
  return (players[0].corner ^ players[1].corner) == 2 && players[0].policy == players[1].policy;
}

double Tablebase::value(int mover, std::uint32_t own, std::uint32_t other) const {
  const auto place =
      pairs(mover).place_of(configurations_.number_of(own), configurations_.number_of(other));
  const auto& narrow = narrow_values_[at(mover)];
  return static_cast<double>(narrow ? narrow->get(place) : values(mover).get(place)) /
         PackedValues::kOne;
}

}  // namespace gauntlet::search::kimble
