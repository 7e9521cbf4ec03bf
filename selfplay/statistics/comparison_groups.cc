#include "selfplay/statistics/comparison_groups.h"

#include <algorithm>
#include <cstdint>
#include <utility>

namespace gauntlet::selfplay {

namespace {

/// A relation between nodes, one row of bits each.
class Relation {
 public:
  explicit Relation(int nodes)
      : nodes_(static_cast<std::size_t>(nodes)),
        words_((nodes_ + 63) / 64),
        bits_(nodes_ * words_) {}

  int nodes() const { return static_cast<int>(nodes_); }
  void add(int from, int to) { word(from, to) |= mask(to); }
  bool holds(int from, int to) const { return (bits_[index(from, to)] & mask(to)) != 0; }
  bool holds_both_ways(int a, int b) const { return holds(a, b) && holds(b, a); }

  /// Adds all that follows by going on from node to node (Warshall 1962).
  void close() {
    for (int via = 0; via < nodes(); ++via)
      for (int from = 0; from < nodes(); ++from)
        if (holds(from, via))
          for (std::size_t i = 0; i < words_; ++i)
            bits_[static_cast<std::size_t>(from) * words_ + i] |=
                bits_[static_cast<std::size_t>(via) * words_ + i];
  }

 private:
  static std::uint64_t mask(int to) { return std::uint64_t{1} << (to % 64); }
  std::size_t index(int from, int to) const {
    return static_cast<std::size_t>(from) * words_ + static_cast<std::size_t>(to) / 64;
  }
  std::uint64_t& word(int from, int to) { return bits_[index(from, to)]; }

  std::size_t nodes_, words_;
  std::vector<std::uint64_t> bits_;
};

/// Who took something from whom. The last node stands for the scale that anchors share.
Relation took_from(int players, const std::vector<Outcome>& outcomes,
                   std::span<const int> anchored) {
  Relation took(players + 1);
  for (const Outcome& outcome : outcomes)
    for (std::size_t winner = 0; winner < outcome.players.size(); ++winner)
      if (outcome.shares[winner] > 0)
        for (const int other : outcome.players) took.add(outcome.players[winner], other);
  for (const int player : anchored) {
    took.add(player, players);
    took.add(players, player);
  }
  for (int node = 0; node <= players; ++node) took.add(node, node);
  return took;
}

/// The same without a direction: who is connected by games at all.
Relation met(const Relation& took) {
  Relation result(took.nodes());
  for (int a = 0; a < took.nodes(); ++a)
    for (int b = 0; b < took.nodes(); ++b)
      if (took.holds(a, b) || took.holds(b, a)) result.add(a, b);
  return result;
}

std::vector<std::uint64_t> games_of(int players, const std::vector<Outcome>& outcomes) {
  std::vector<std::uint64_t> games(static_cast<std::size_t>(players));
  for (const Outcome& outcome : outcomes)
    for (const int player : outcome.players) ++games[static_cast<std::size_t>(player)];
  return games;
}

class Grouping {
 public:
  Grouping(int players, const std::vector<Outcome>& outcomes, std::span<const int> anchored)
      : players_(players),
        took_(took_from(players, outcomes, anchored)),
        met_(met(took_)),
        weights_(games_of(players, outcomes)),
        is_done_(static_cast<std::size_t>(players)) {
    took_.close();
    met_.close();
  }

  std::vector<ComparisonGroup> groups() {
    for (int player = 0; player < players_; ++player)
      if (!is_done_[static_cast<std::size_t>(player)]) add_connected_with(player);
    std::sort(groups_.begin(), groups_.end(),
              [](const auto& a, const auto& b) { return a.rated.front() < b.rated.front(); });
    return std::move(groups_);
  }

 private:
  /// Splits all who are connected with `first` by games.
  void add_connected_with(int first) {
    std::vector<ComparisonGroup> own;
    std::vector<int> singles;
    for (int player = first; player < players_; ++player) {
      if (is_done_[static_cast<std::size_t>(player)] || !met_.holds(first, player)) continue;
      ComparisonGroup group = component_of(player);
      if (group.rated.size() > 1 || group.is_anchored) {
        own.push_back(std::move(group));
      } else {
        singles.push_back(player);
      }
    }
    if (own.empty()) own.push_back(group_of_busiest(singles));
    ComparisonGroup& largest = *std::max_element(own.begin(), own.end(), is_smaller);
    for (const int single : singles) largest.open.push_back({single, side_of(single, largest)});
    std::move(own.begin(), own.end(), std::back_inserter(groups_));
  }

  static bool is_smaller(const ComparisonGroup& a, const ComparisonGroup& b) {
    if (a.is_anchored != b.is_anchored) return b.is_anchored;
    return a.rated.size() < b.rated.size();
  }

  ComparisonGroup component_of(int player) {
    ComparisonGroup group;
    for (int other = player; other < players_; ++other) {
      if (!took_.holds_both_ways(player, other)) continue;
      group.rated.push_back(other);
      is_done_[static_cast<std::size_t>(other)] = true;
    }
    group.is_anchored = took_.holds_both_ways(player, players_);
    return group;
  }

  /// Where nobody can be rated, all are told in relation to whoever has the most kinds of games; of
  /// equals to the one from whom more took something.
  ComparisonGroup group_of_busiest(std::vector<int>& singles) const {
    const auto rank = [&](int player) {
      const auto took = std::count_if(singles.begin(), singles.end(),
                                      [&](int other) { return took_.holds(other, player); });
      return std::pair(weights_[static_cast<std::size_t>(player)], took);
    };
    const auto busiest = std::max_element(singles.begin(), singles.end(),
                                          [&](int a, int b) { return rank(a) < rank(b); });
    ComparisonGroup group{.rated = {*busiest}, .open = {}};
    singles.erase(busiest);
    return group;
  }

  ComparisonGroup::Open::Side side_of(int single, const ComparisonGroup& group) const {
    using Side = ComparisonGroup::Open::Side;
    const int other = group.rated.front();
    if (took_.holds(single, other)) return Side::kAbove;
    return took_.holds(other, single) ? Side::kBelow : Side::kUnknown;
  }

  const int players_;
  Relation took_, met_;
  const std::vector<std::uint64_t> weights_;
  std::vector<bool> is_done_;
  std::vector<ComparisonGroup> groups_;
};

}  // namespace

std::vector<ComparisonGroup> comparison_groups(int players, const std::vector<Outcome>& outcomes,
                                               std::span<const int> anchored) {
  return Grouping(players, outcomes, anchored).groups();
}

}  // namespace gauntlet::selfplay
