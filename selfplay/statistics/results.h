// Results of a match as counts: by game, or by pair of games with seats swapped.
#pragma once

#include <array>
#include <cstdint>

namespace gauntlet::selfplay {

/// One side's games, each on its own.
struct Trinomial {
  std::uint64_t wins = 0;
  std::uint64_t losses = 0;
  std::uint64_t draws = 0;
};

/// One side's pairs of games that share their opening, with seats swapped, by what it got of the
/// two points: 0, half a point, .., 2. The pair is the unit, for its games are not independent.
struct Pentanomial {
  std::array<std::uint64_t, 5> pairs{};  ///< LL, LD, DD or WL, WD, WW.
};

/// The shares of the points that the units of a match brought.
template <std::size_t kBins>
struct ScoreBins {
  std::array<double, kBins> counts;
  /// What one unit of each bin is worth: 0 .. 1, in equal steps.
  static constexpr double score(std::size_t bin) { return static_cast<double>(bin) / (kBins - 1); }
};

inline ScoreBins<3> bins_of(const Trinomial& games) {
  return {{static_cast<double>(games.losses), static_cast<double>(games.draws),
           static_cast<double>(games.wins)}};
}

inline ScoreBins<5> bins_of(const Pentanomial& results) {
  ScoreBins<5> bins{};
  for (std::size_t bin = 0; bin < 5; ++bin)
    bins.counts[bin] = static_cast<double>(results.pairs[bin]);
  return bins;
}

}  // namespace gauntlet::selfplay
