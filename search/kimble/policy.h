// Ways to choose among the pieces that a throw of Kimble can move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

#include "engine/game.h"

namespace gauntlet::search {

enum class KimblePolicy : std::uint8_t {
  kRandom,   ///< Each as likely; several at home count once.
  kHelppo,   ///< The rearmost; one at home is rearmost of all.
  kVaikea,   ///< The foremost.
  kCapture,  ///< The foremost that captures, else one from home, else the foremost.
  kFitted,   ///< By fitted weights of what each move changes: see fit/fitted_policy.h.
  kBest,     ///< For the best chance of winning; only where all positions are solved.
};

/// Those that simple rules describe: a duel can be solved with them.
inline constexpr std::array kSimplePolicies = {KimblePolicy::kRandom, KimblePolicy::kHelppo,
                                               KimblePolicy::kVaikea, KimblePolicy::kCapture};

/// One for each player, in turn order.
using KimblePolicies = std::array<KimblePolicy, engine::kMaxPlayers>;

/// "random", "helppo", "vaikea", "capture", "fitted": the names of the players who choose so;
/// "best".
std::string_view word_of(KimblePolicy policy);
/// Of a policy that anybody can play: any but kBest.
std::optional<KimblePolicy> kimble_policy(std::string_view word);
/// One of kSimplePolicies.
std::optional<KimblePolicy> simple_policy(std::string_view word);

}  // namespace gauntlet::search
