// What the best answer to a strategy wins, exactly, and so how far from perfect play it is.
#pragma once

#include <array>

#include "search/cfr/sequence_form.h"

namespace gauntlet::search::cfr {

/// What `player` wins on average against `other`, the other player's strategy, by the best of all
/// answers to it: -1 (every game is lost) to 1. Two passes over the game, exact but for rounding.
double best_response(const SequenceForm& form, int player, const Strategy& other);

/// What player 0 wins on average when both play so, -1 to 1.
double value_of(const SequenceForm& form, const Profile& profile);

/// How much could be won from a pair of strategies.
struct Exploitability {
  /// What the best answer to the other's strategy wins: of player 0, of player 1.
  std::array<double, 2> responses{};

  /// As a part of the stake, which is what a game is about: the difference between a win and a
  /// loss. The mean over the players of how much the best answer to the other wins beyond what
  /// both playing perfectly get; 0 in an equilibrium, and half of what is called NashConv.
  double of_stake() const { return (responses[0] + responses[1]) / 2 / 2; }
};

Exploitability exploitability(const SequenceForm& form, const Profile& profile);

}  // namespace gauntlet::search::cfr
