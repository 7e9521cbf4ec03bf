// Formats in which who meets whom was known before.
#pragma once

#include <deque>
#include <functional>
#include <vector>

#include "selfplay/tournament/format.h"
#include "selfplay/tournament/meetings.h"

namespace gauntlet::selfplay {

/// So many rounds, each with tables of its own, all of which play the round's opening.
class Rounds final : public Format {
 public:
  using Tables = std::vector<std::vector<int>>;  ///< By entrants.
  /// The tables of a round; called once for each, in their order.
  using Draw = std::function<Tables(std::uint64_t round)>;

  /// `encounters`: how many tables all rounds have.
  Rounds(std::uint64_t rounds, std::uint64_t encounters, Draw draw)
      : rounds_(rounds), encounters_(encounters), draw_(std::move(draw)) {}

  std::optional<Encounter> next() override;
  void ended(const Encounter&, std::span<const double>) override {}
  std::uint64_t expected_encounters() const override { return encounters_; }

 private:
  const std::uint64_t rounds_, encounters_;
  const Draw draw_;
  Meetings meetings_;
  std::uint64_t round_ = 0;  // the next to be drawn
  std::deque<Encounter> open_;
};

/// Every pair, in the order of the circle method (Schurig 1886): players rest about equally long.
Rounds::Tables all_pairs(int entrants);
/// The first player against each other one.
Rounds::Tables pairs_of_first(int entrants);
/// All tables of `seats` players of whom no two stand more than `seats` places apart in the list:
/// where two sit at a table, everybody meets the next two.
Rounds::Tables tables_of_neighbours(int entrants, int seats);

/// Draws tables of more than two seats, so that every pair of players meets as equally often as can
/// be, and everybody plays equally often in every round. Where few tables of different players
/// exist (at most two for each player) a round has all of them. Else it has as many as there are
/// players: one table, turned on by one player each time; that of the next round is the one that
/// evens out the meetings best.
class BalancedTables {
 public:
  BalancedTables(int entrants, int seats);

  Rounds::Tables next();
  std::uint64_t of_round() const;

 private:
  Rounds::Tables turned(const std::vector<int>& table) const;
  std::vector<int> most_even() const;
  double cost(const std::vector<int>& table) const;

  const int entrants_, seats_;
  const Rounds::Tables all_;             // where they are few; else those that hold player 0
  std::vector<std::uint64_t> meetings_;  // by distance round the circle
};

}  // namespace gauntlet::selfplay
