// Kimble for two, position by position.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "search/kimble/policy.h"
#include "search/kimble/tablebase/configurations.h"
#include "search/kimble/tablebase/narrow_values.h"
#include "search/kimble/tablebase/packed_values.h"
#include "search/kimble/tablebase/pairs.h"
#include "search/options.h"

namespace gauntlet::search::kimble {

/// How many pieces the two players of a table have in the goal, in either order.
struct Layer {
  int more, fewer;
};

/// All layers of a table, each after those that it needs: no piece leaves the goal, so a layer
/// needs its own values and those of layers with more pieces there.
std::vector<Layer> layers(int pieces);

/// Two players whose policies are known, and the chance to win of every position in which one of
/// them is about to throw: his. All are 0 until a ValueIteration has found them. Where both play
/// kBest they are the values of the game; where one of them does, it plays the best response to the
/// other.
///
/// Where the corners are opposite and the policies equal both players are alike, and one table
/// serves both.
class Tablebase : public Knowledge {
 public:
  struct Player {
    int corner = 0;                 ///< 0..3.
    Policy policy = Policy::kBest;  ///< Or one of kSimplePolicies.
  };
  using Players = std::array<Player, 2>;

  /// 1 where both players are alike, else 2.
  static int tables_of(const Players& players) { return is_symmetric(players) ? 1 : 2; }
  /// How many positions they have, of all tables. REQUIRES: 1 <= pieces <= 4, two corners; so do
  /// the others.
  static std::uint64_t positions_of(int pieces, const Players& players);
  /// Throws std::bad_alloc.
  Tablebase(int pieces, const Players& players);
  /// One whose values lie in `bytes` (see PackedValues, or NarrowValues if they `are_narrow`),
  /// those of the first player before those of the second: only value() may be asked for. Null when
  /// they are too few or too many. REQUIRES: the bytes outlive it, and there is a byte before them.
  static std::shared_ptr<const Tablebase> over(int pieces, const Players& players, bool are_narrow,
                                               std::span<std::byte> bytes);
  Tablebase(const Tablebase&) = delete;  // pairs() look into configurations()
  Tablebase& operator=(const Tablebase&) = delete;

  int pieces() const { return configurations_.pieces(); }
  const Players& players() const { return players_; }
  const Configurations& configurations() const { return configurations_; }
  int tables() const { return tables_of(players_); }
  /// Of all tables.
  std::uint64_t positions() const;
  /// Whether both play their best, so that the values are those of the game.
  bool is_best_play() const;
  /// The policy to which the values are a best response, or "" where both play their best.
  std::string_view rival() const;
  /// The player (0 or 1) whose table serves one at `corner` who plays his best against one at
  /// `other_corner`; nothing when there is none.
  std::optional<int> best_at(int corner, int other_corner) const;
  /// Rows are where `mover` (0 or 1) stands, columns where the other does; so are values().
  const Pairs& pairs(int mover) const { return *pairs_[at(mover)]; }
  PackedValues& values(int mover) { return *values_[at(mover)]; }
  const PackedValues& values(int mover) const { return *values_[at(mover)]; }

  /// Rows that lie together, all with the same columns.
  struct Block {
    int mover;
    int first_row, end_row, first_column, end_column;
  };
  /// Those of a layer, of all tables.
  std::vector<Block> blocks(Layer layer) const;
  /// Calls visit(mover, places) for the places of a layer, which lie together row by row.
  template <class Visit>
  void for_each_row(Layer layer, Visit&& visit) const {
    for (const Block& block : blocks(layer))
      for (int row = block.first_row; row < block.end_row; ++row)
        visit(block.mover, pairs(block.mover).places_of(row, block.first_column, block.end_column));
  }

  /// The chance to win of `mover`, who is about to throw. REQUIRES: both boards can stand together,
  /// and neither has finished.
  double value(int mover, std::uint32_t own, std::uint32_t other) const;

 private:
  Tablebase(const Players& players, int pieces);  // without values
  static bool is_symmetric(const Players& players);
  static std::size_t at(int mover) { return static_cast<std::size_t>(mover); }

  Players players_;
  Configurations configurations_;
  std::array<std::shared_ptr<Pairs>, 2> pairs_;
  std::array<std::shared_ptr<PackedValues>, 2> values_;
  std::array<std::optional<NarrowValues>, 2> narrow_values_;  ///< Those instead.
};

}  // namespace gauntlet::search::kimble
