// Labelled positions from one game of Sudokill.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <vector>

#include "search/sudokill/siblings.h"

namespace gauntlet::search::sudokill {

/// Which games labels come from. The same recipe always gives the same labels.
struct LabelRecipe {
  std::uint64_t seed = 0;
  /// A game is played until so many candidates (pairs of a square and a digit that fits) are left,
  /// or up to kSpread less. Nothing tells better how long solving takes: five more double it, and
  /// the same number of empty squares may take a thousand times longer on one board than another.
  int candidates = 52;

  static constexpr int kLeastCandidates = 10;
  static constexpr int kMostCandidates = 80;
  static constexpr int kSpread = 16;

  bool operator==(const LabelRecipe&) const = default;
};

/// Plays game number `game` from a standard start and solves what comes of it: a few walks from
/// where it has got to, each set of siblings on the way. Both sides avoid to let the other win at
/// once, and each leaves the fewest replies as often as is drawn for it. Nothing when `stop` was
/// requested; no sets of siblings when the game ended before. A set that takes more than kMostNodes
/// is left out.
std::optional<std::vector<Siblings>> label_game(const LabelRecipe& recipe, std::uint64_t game,
                                                const std::stop_token& stop);

}  // namespace gauntlet::search::sudokill
