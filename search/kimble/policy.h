// Ways to choose among the pieces that a throw of Kimble can move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/game.h"

namespace gauntlet::search::kimble {

enum class Policy : std::uint8_t {
  kRandom,   ///< Each as likely; several at home count once.
  kHelppo,   ///< The rearmost; one at home is rearmost of all.
  kVaikea,   ///< The foremost.
  kCapture,  ///< The foremost that captures, else one from home, else the foremost.
  kFitted,   ///< By fitted weights of what each move changes: see fit/fitted_policy.h.
  kBest,     ///< For the best chance of winning; only where all positions are solved.
};

/// Those that simple rules describe: a table of values can be solved with them.
inline constexpr std::array kSimplePolicies = {Policy::kRandom, Policy::kHelppo, Policy::kVaikea,
                                               Policy::kCapture};

/// One for each player, in turn order.
using Policies = std::array<Policy, engine::kMaxPlayers>;

/// "random", "helppo", "vaikea", "capture", "fitted": the names of the players who choose so;
/// "best".
std::string_view word_of(Policy policy);
/// Of a policy that anybody can play: any but kBest.
std::optional<Policy> find_policy(std::string_view word);
/// One of kSimplePolicies.
std::optional<Policy> simple_policy(std::string_view word);

}  // namespace gauntlet::search::kimble
