// What levels are worth: the Elo ratings that `gauntlet calibrate` has measured.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "search/level.h"
#include "selfplay/statistics/ratings.h"

namespace gauntlet::selfplay {

/// A player of a ladder. Elo is above "random", whose own is 0.
struct RatedPlayer {
  std::string player;  ///< A spec: "level:4", "ab:depth=1", ..
  double elo;
  double low, high;     ///< 95 % interval.
  std::uint64_t games;  ///< In which it had a seat.
  /// Of levels above the first: how far above the level below, which is known better than `elo`.
  std::optional<EloInterval> step = {};
  bool operator==(const RatedPlayer&) const = default;
};

/// A game's ladder.
struct LevelRatings {
  std::string game;                  ///< AnyGame::name().
  std::uint64_t signature;           ///< dial_signature() of the levels that were measured.
  std::vector<RatedPlayer> players;  ///< All whole levels are among them.
};

/// Those of all games that were calibrated, by name.
const std::vector<LevelRatings>& all_level_ratings();
/// Null where `game` was not calibrated.
const LevelRatings* level_ratings(const engine::AnyGame& game);

/// The first line of level_ratings_text().
inline constexpr char kLevelRatingsHeading[] =
    "// Made by `gauntlet calibrate`, as docs/levels.md tells: player, Elo, 95 % interval, games, "
    "step.";
/// `ratings` in the form in which the program holds them, level_ratings.inc.
std::string level_ratings_text(std::vector<LevelRatings> ratings);

/// The rating of a level: of whole ones what was measured, between them on straight lines. Never
/// falls with the level. REQUIRES: kLowestLevel <= tenths <= kHighestLevel.
double elo_of_level(const LevelRatings& ratings, search::LevelTenths tenths);

/// The level whose rating is nearest to `elo`; an error where none is near, with what there is.
absl::StatusOr<search::LevelTenths> level_with_elo(const LevelRatings& ratings, double elo);

/// A sum over what all levels of the game may do and what some of them do in games against
/// themselves: another one means that the dial must be measured again. The same on every machine.
std::uint64_t dial_signature(const engine::AnyGame& game);

}  // namespace gauntlet::selfplay
