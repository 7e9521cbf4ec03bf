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
  kBest,     ///< For the best chance of winning; only where all positions are solved.
};

/// Those that need nothing but the position.
inline constexpr std::array kKimblePolicies = {KimblePolicy::kRandom, KimblePolicy::kHelppo,
                                               KimblePolicy::kVaikea, KimblePolicy::kCapture};

/// One for each player, in turn order.
using KimblePolicies = std::array<KimblePolicy, engine::kMaxPlayers>;

/// "random", "helppo", "vaikea", "capture": the names of the players who choose so; "best".
std::string_view word_of(KimblePolicy policy);
/// One of kKimblePolicies.
std::optional<KimblePolicy> kimble_policy(std::string_view word);

}  // namespace gauntlet::search
