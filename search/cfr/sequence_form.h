// A two-player zero-sum game as what its players can tell apart, without its tree.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace gauntlet::search::cfr {

/// A number of a player's sequence: all its own moves up to a point, and what it saw between them.
using Sequence = std::uint32_t;
inline constexpr Sequence kNoMove = 0;  ///< Of who has not moved yet.

/// What a player cannot tell apart when it moves.
struct InformationSet {
  Sequence before = kNoMove;  ///< What the player has done until here.
  Sequence first = 0;         ///< Its moves make the sequences first .. first + moves - 1.
  std::uint32_t moves = 0;

  Sequence end() const { return first + moves; }
};

/// Sequence form (von Stengel 1996; Koller, Megiddo & von Stengel 1994): of each player the
/// information sets, and of each pair of sequences that can end games together what they are worth.
/// The whole tree is not kept, for whatever happens in it is decided by sequences and chance. A
/// value that others read; no members that change it.
///
/// 1. A player's information sets stand behind those that come before them in a game, so that one
///    pass forwards meets `before` first, and one backwards all that follows.
/// 2. Their sequences follow one another without gaps, in the same order, from 1 on.
struct SequenceForm {
  /// What player 0 wins from player 1 when both play so, times the probability that chance does its
  /// part: a win is 1, a loss -1. Draws are left out.
  struct Leaf {
    std::array<Sequence, 2> sequences{};
    double worth = 0;
  };

  std::array<std::vector<InformationSet>, 2> sets;
  std::vector<Leaf> leaves;     ///< Ascending by sequences, each pair once.
  std::uint64_t histories = 0;  ///< Nodes of the tree, the root and the ends among them.

  /// How many sequences a player has, kNoMove among them.
  std::size_t sequences(int player) const {
    const auto& all = sets[static_cast<std::size_t>(player)];
    return all.empty() ? 1 : all.back().end();
  }
};

/// How a player plays: for each of its sequences the probability of the last move where it can be
/// made. Those of an information set sum to 1; that of kNoMove is 1.
using Strategy = std::vector<double>;
/// Of both.
using Profile = std::array<Strategy, 2>;

/// The strategy that makes each move equally often.
Strategy uniform_strategy(const SequenceForm& form, int player);

/// For each sequence the probability that the player makes all of its moves if it can.
std::vector<double> realization(const SequenceForm& form, int player, const Strategy& strategy);

/// For each of `player`'s sequences what it wins in the games that end with it, chance and the
/// other's `reach` (realization()) weighed in.
std::vector<double> gains(const SequenceForm& form, int player, const std::vector<double>& reach);

}  // namespace gauntlet::search::cfr
