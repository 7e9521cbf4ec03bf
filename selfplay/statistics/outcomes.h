// The outcomes of many games, kept in little space: what ratings are fitted to.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace gauntlet::selfplay {

/// Who got what of the one point of a game.
struct Outcome {
  std::vector<int> players;  ///< By seat; players are numbered from 0.
  /// Of the point, as long as `players`: sum 1, and 0 to 1 each, or a little beyond where luck was
  /// taken out of them; with these rate() needs an anchor for each player, loose or fixed.
  std::vector<float> shares;
  bool has_seats = true;  ///< Else the order of the players means nothing.

  bool operator==(const Outcome&) const = default;
  template <class Hash>
  friend Hash AbslHashValue(Hash hash, const Outcome& outcome) {
    return Hash::combine(std::move(hash), outcome.players, outcome.shares, outcome.has_seats);
  }
};

/// Games by blocks. Equal outcomes are kept together, so a game costs four bytes, and whoever goes
/// through them does the arithmetic once for each distinct one. One thread.
class Outcomes {
 public:
  /// Games added from now on belong to a new block: they share no luck with those before.
  void begin_block();
  /// A game of the open block.
  void add(const Outcome& outcome);
  /// A race of the open block of which the whole order is known, `best_first`: each place is one
  /// point for which all compete who have no better place (Plackett 1975; Luce 1959).
  void add_ranking(std::span<const int> best_first);

  std::uint64_t games() const { return games_.size(); }
  std::size_t blocks() const { return starts_.size(); }
  /// The distinct outcomes, in the order in which they were first added.
  const std::vector<Outcome>& distinct() const { return distinct_; }
  /// How often each was added.
  const std::vector<std::uint64_t>& counts() const { return counts_; }
  /// The games of a block, as indices of distinct().
  std::span<const std::uint32_t> block(std::size_t number) const;

 private:
  std::vector<Outcome> distinct_;
  std::vector<std::uint64_t> counts_;
  std::vector<std::uint32_t> games_;
  std::vector<std::size_t> starts_;                      // of the blocks, in games_
  absl::flat_hash_map<Outcome, std::uint32_t> indices_;  // in distinct_
};

}  // namespace gauntlet::selfplay
