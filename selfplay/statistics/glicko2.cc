#include "selfplay/statistics/glicko2.h"

#include <cassert>
#include <cmath>
#include <numbers>

#include "selfplay/statistics/elo.h"

namespace gauntlet::selfplay {

namespace {

constexpr double kCentre = 1500;

/// How little a game says against an opponent whose rating is not well known.
double weight(double deviation) {
  return 1 / std::sqrt(1 + 3 * deviation * deviation / (std::numbers::pi * std::numbers::pi));
}

/// What the games of a period say; step 3 and 4, in Glicko-2's own scale of natural-log units.
struct Evidence {
  double information = 0;  ///< 1 / v.
  double surplus = 0;      ///< Delta / v.
};

Evidence evidence_of(double strength, std::span<const Glicko2Games> games) {
  Evidence sum;
  for (const Glicko2Games& game : games) {
    const double g = weight(game.opponent.deviation / kEloPerNat);
    const double lead = strength - (game.opponent.rating - kCentre) / kEloPerNat;
    const double expected = 1 / (1 + std::exp(-g * lead));
    sum.information += game.times * g * g * expected * (1 - expected);
    sum.surplus += game.times * g * (game.score - expected);
  }
  return sum;
}

/// The new volatility: step 5, by the Illinois variant of regula falsi, as Glickman has it.
double new_volatility(double volatility, double deviation, const Evidence& evidence, double tau) {
  constexpr double kNearly = 1e-9;
  const double v = 1 / evidence.information, delta = v * evidence.surplus;
  const double a = std::log(volatility * volatility), known = deviation * deviation + v;
  const auto f = [&](double x) {
    const double e = std::exp(x), sum = known + e;
    return e * (delta * delta - sum) / (2 * sum * sum) - (x - a) / (tau * tau);
  };
  double low = a, high = a - tau;
  if (delta * delta > known) {
    high = std::log(delta * delta - known);
  } else {
    while (f(high) < 0) high -= tau;
  }
  double f_low = f(low), f_high = f(high);
  while (std::abs(high - low) > kNearly) {
    const double x = low + (low - high) * f_low / (f_high - f_low), f_x = f(x);
    if (f_x * f_high <= 0) {
      low = high;
      f_low = f_high;
    } else {
      f_low /= 2;
    }
    high = x;
    f_high = f_x;
  }
  return std::exp(low / 2);
}

}  // namespace

Glicko2Rating after_period(const Glicko2Rating& player, std::span<const Glicko2Games> games,
                           double tau) {
  const double strength = (player.rating - kCentre) / kEloPerNat;
  const double deviation = player.deviation / kEloPerNat;
  const Evidence evidence = evidence_of(strength, games);
  Glicko2Rating result = player;
  if (evidence.information > 0)
    result.volatility = new_volatility(player.volatility, deviation, evidence, tau);
  const double before = deviation * deviation + result.volatility * result.volatility;
  const double variance = 1 / (1 / before + evidence.information);
  result.deviation = kEloPerNat * std::sqrt(variance);
  result.rating = kCentre + kEloPerNat * (strength + variance * evidence.surplus);
  return result;
}

namespace {

using GamesOfAll = std::vector<std::vector<Glicko2Games>>;

/// Adds what an outcome that occurred `times` times says to both players' games.
void add_games(const Outcome& outcome, std::uint64_t times,
               const std::vector<Glicko2Rating>& ratings, GamesOfAll& games) {
  assert(outcome.players.size() == 2);
  if (outcome.players[0] == outcome.players[1]) return;
  for (std::size_t seat = 0; seat < 2; ++seat) {
    const auto player = static_cast<std::size_t>(outcome.players[seat]);
    const auto opponent = static_cast<std::size_t>(outcome.players[1 - seat]);
    games[player].push_back(
        {ratings[opponent], static_cast<double>(outcome.shares[seat]), static_cast<double>(times)});
  }
}

/// How often each distinct outcome occurred in blocks `first` to `last` - 1.
std::vector<std::uint64_t> counts_of(const Outcomes& outcomes, std::size_t first,
                                     std::size_t last) {
  std::vector<std::uint64_t> counts(outcomes.distinct().size());
  for (; first < last; ++first)
    for (const std::uint32_t game : outcomes.block(first)) ++counts[game];
  return counts;
}

}  // namespace

std::vector<Glicko2Rating> glicko2(int players, const Outcomes& outcomes,
                                   std::span<const std::size_t> period_ends) {
  std::vector<Glicko2Rating> ratings(static_cast<std::size_t>(players));
  std::size_t first = 0;
  for (const std::size_t last : period_ends) {
    const auto counts = counts_of(outcomes, first, last);
    GamesOfAll games(ratings.size());
    for (std::size_t i = 0; i < counts.size(); ++i)
      if (counts[i] > 0) add_games(outcomes.distinct()[i], counts[i], ratings, games);
    for (std::size_t player = 0; player < ratings.size(); ++player)
      ratings[player] = after_period(ratings[player], games[player]);
    first = last;
  }
  return ratings;
}

}  // namespace gauntlet::selfplay
