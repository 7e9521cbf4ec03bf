// level:auto, the built-in player that is as strong as whoever it plays against.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "search/level.h"
#include "selfplay/finished_game.h"
#include "selfplay/players/player_spec.h"
#include "selfplay/players/strength_estimate.h"

namespace gauntlet::selfplay {

inline constexpr std::string_view kAutoLevel = "level:auto";
/// Whether `spec` is of it, "level:auto" or "level:auto=1200", right or wrong.
bool is_auto_level(std::string_view spec);

/// The first level that `level:auto` plays, the middle of the dial, or `level:auto=1200`, the one
/// of that rating; nothing where `spec` is of another player.
std::optional<absl::StatusOr<search::LevelTenths>> first_auto_level(std::string_view spec,
                                                                    const engine::AnyGame& game);

/// The player that `spec` describes where it is level:auto, as its first level; its text is the one
/// that was given.
std::optional<absl::StatusOr<PlayerSpec>> parse_auto_level(std::string_view spec,
                                                           const engine::AnyGame& game);

/// A game of `player` against level `played` has brought them `score`, 0 to 1: adds it to
/// `estimate`, and says what is known of them now.
OpponentStrength learn(StrengthEstimate& estimate, const std::string& player,
                       search::LevelTenths played, double score);

/// Whether there can be such a one: what comes from a file need not be.
bool is_possible(const OpponentStrength& strength);

/// "level 4.6 (1480 Elo, +- 90) after 12 games".
std::string estimate_text(const OpponentStrength& strength);
/// "ann plays like level 4.6 (1480 Elo, +- 90) after 12 games; this one was against level 4.4".
std::string sentence_of(const OpponentStrength& strength);
/// "You play like level 4.6 (1480 Elo, +- 90) after 12 games; the next game is against level 4.7".
std::string sentence_to(const OpponentStrength& strength);

}  // namespace gauntlet::selfplay
