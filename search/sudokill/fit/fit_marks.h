// How well a network tells won positions of Sudokill from lost ones.
#pragma once

#include <absl/container/btree_map.h>

#include <cstdint>
#include <span>

#include "search/sudokill/fit/network.h"
#include "search/sudokill/siblings.h"

namespace gauntlet::search::sudokill {

/// Sums over positions and sets of siblings.
struct FitMarks {
  std::uint64_t positions = 0;  ///< That nothing simpler decides (see log_odds()).
  std::uint64_t won = 0;        ///< For the player to move.
  std::uint64_t right = 0;      ///< Whose likelier side wins.
  double log_loss = 0;
  std::uint64_t sibling_sets = 0;  ///< With moves that win and others that lose.
  std::uint64_t best_wins = 0;     ///< Where the move that looks best, one ply deep, wins.
  double winning_share = 0;        ///< Of the moves: what a move at random would score.
};

/// Marks by the number of empty squares of a position, of a set of siblings those of their parent.
using FitMarksByEmpties = absl::btree_map<int, FitMarks>;
FitMarksByEmpties mark(const Network& network, std::span<const Siblings> sibling_sets);

/// Of all of them together.
FitMarks total(const FitMarksByEmpties& by_empties);

}  // namespace gauntlet::search::sudokill
