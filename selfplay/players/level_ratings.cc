#include "selfplay/players/level_ratings.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <bit>
#include <cassert>
#include <cmath>
#include <memory>

#include "engine/bits.h"
#include "engine/rng.h"
#include "selfplay/players/make_player.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using engine::AnyState;
using search::LevelTenths;

/// Of a level in games against itself: enough to see another search, little enough for a test.
/// Plies that a player chose without a search do not count.
constexpr int kPlayedLevels = 6, kPlayedPlies = 24;

/// What was measured of whole levels, made monotone: a level is at least as good as those below.
std::vector<double> dial_of(const LevelRatings& ratings) {
  std::vector<double> dial;
  for (int level = 1; level <= search::kLevels; ++level) {
    const std::string name = "level:" + std::to_string(level);
    const auto rated = std::find_if(ratings.players.begin(), ratings.players.end(),
                                    [&](const RatedPlayer& other) { return other.player == name; });
    assert(rated != ratings.players.end());
    dial.push_back(dial.empty() ? rated->elo : std::max(dial.back(), rated->elo));
  }
  return dial;
}

std::uint64_t folded(std::uint64_t sum, std::uint64_t value) {
  return engine::mix(sum ^ value);
}

std::uint64_t sum_of_settings(const search::LevelSpec& level) {
  std::uint64_t sum = folded(level.limits.nodes, level.table_nodes);
  sum = folded(sum, static_cast<std::uint64_t>(level.limits.depth));
  for (const double value : {level.softness.temperature, level.softness.cap, level.softness.care})
    sum = folded(sum, std::bit_cast<std::uint64_t>(value));
  return sum;
}

std::uint64_t sum_of_a_game(const AnyGame& game, Player& player, std::uint64_t seed) {
  engine::Rng rng(seed);
  AnyState state = game.start(rng);
  state.play_chance_moves(rng, nullptr);
  player.new_game(seed, engine::kNobody);
  std::uint64_t sum = seed;
  for (int searched = 0; searched < kPlayedPlies && !state.is_over();) {
    const Choice choice = player.choose(state.redacted(state.to_move()), {});
    searched += choice.nodes > 0;
    sum = folded(sum, choice.move.bits());
    state.apply(choice.move);
    if (!state.is_over()) state.play_chance_moves(rng, nullptr);
  }
  return sum;
}

}  // namespace

const std::vector<LevelRatings>& all_level_ratings() {
  static const std::vector<LevelRatings> kAll = {
#include "measured/level_ratings.inc"
  };
  return kAll;
}

const LevelRatings* level_ratings(const AnyGame& game) {
  for (const LevelRatings& ratings : all_level_ratings())
    if (ratings.game == game.name()) return &ratings;
  return nullptr;
}

std::string level_ratings_text(std::vector<LevelRatings> ratings) {
  std::sort(ratings.begin(), ratings.end(),
            [](const auto& a, const auto& b) { return a.game < b.game; });
  std::string text = std::string(kLevelRatingsHeading) + "\n";
  for (const LevelRatings& of_game : ratings) {
    absl::StrAppendFormat(&text, "{\"%s\",\n 0x%x,\n {\n", of_game.game, of_game.signature);
    for (const RatedPlayer& rated : of_game.players) {
      absl::StrAppendFormat(&text, "     {\"%s\", %.0f, %.0f, %.0f, %d",
                            absl::CEscape(rated.player), rated.elo, rated.low, rated.high,
                            rated.games);
      if (const auto& step = rated.step)
        absl::StrAppendFormat(&text, ", EloInterval{%.0f, %.0f, %.0f}", step->elo, step->low,
                              step->high);
      text += "},\n";
    }
    text += " }},\n";
  }
  return text;
}

double elo_of_level(const LevelRatings& ratings, LevelTenths tenths) {
  assert(tenths >= search::kLowestLevel && tenths <= search::kHighestLevel);
  const std::vector<double> dial = dial_of(ratings);
  const auto lower = static_cast<std::size_t>(tenths / 10 - 1);
  const std::size_t upper = std::min(lower + 1, dial.size() - 1);
  return dial[lower] + (dial[upper] - dial[lower]) * (tenths % 10) / 10;
}

absl::StatusOr<LevelTenths> level_with_elo(const LevelRatings& ratings, double elo) {
  constexpr double kNear = 50, kPartOfDial = 0.2;
  LevelTenths nearest = search::kLowestLevel;
  const auto distance = [&](LevelTenths tenths) {
    return std::abs(elo_of_level(ratings, tenths) - elo);
  };
  for (LevelTenths tenths = nearest; tenths <= search::kHighestLevel; ++tenths)
    if (distance(tenths) < distance(nearest)) nearest = tenths;
  const double low = elo_of_level(ratings, search::kLowestLevel);
  const double high = elo_of_level(ratings, search::kHighestLevel);
  const double near = std::min(kNear, kPartOfDial * (high - low));
  if (elo >= low - near && elo <= high + near) return nearest;
  return absl::InvalidArgumentError(
      absl::StrFormat("the levels of %s go from Elo %.0f to %.0f", ratings.game, low, high));
}

std::uint64_t dial_signature(const AnyGame& game) {
  std::uint64_t sum = 0;
  for (int level = 1; level <= search::kLevels; ++level) {
    sum = folded(sum, sum_of_settings(search::level(game, 10 * level)));
    if (level > kPlayedLevels) continue;
    const auto player = make_player("level:" + std::to_string(level), game);
    assert(player.ok());
    sum = folded(sum, sum_of_a_game(game, **player, static_cast<std::uint64_t>(level)));
  }
  return sum;
}

}  // namespace gauntlet::selfplay
