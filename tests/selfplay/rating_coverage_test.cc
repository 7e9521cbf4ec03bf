// How often 95 % intervals of ratings hold the truth, over simulated tournaments. GAUNTLET_COVERAGE
// is how many of each kind: docs/ratings.md has what 10,000 say.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "selfplay/statistics/elo.h"
#include "selfplay/statistics/ratings.h"

namespace gauntlet::selfplay {

namespace {

/// A kind of tournament. Truths have the mean 0 unless there are anchors.
struct TournamentKind {
  const char* name;
  std::vector<double> elos;
  int seats;   ///< Of a game; two: each pair meets, more: all sit at each table.
  int blocks;  ///< Of each pair, or of the table.
  std::vector<double> seat_elos;
  double shared = 0;  ///< Share of blocks in which one draw of luck decides all games, ..
  double draws = 0;   ///< Of games between equals.
  std::vector<Anchor> anchors = {};
  bool only_against_first = false;
  bool luck_is_a_players = false;  ///< .. for the same player, else for the same seat.
};

const TournamentKind kTournamentKinds[] = {
    {"two players, 25 pairs", {20, -20}, 2, 25, {20, -20}},
    {"two players, 200 pairs, a wide gap", {150, -150}, 2, 200, {20, -20}, 0.3, 0.3},
    {"round robin of 6", {250, 150, 50, -50, -150, -250}, 2, 10, {30, -30}},
    {"round robin of 6, draws", {250, 150, 50, -50, -150, -250}, 2, 10, {30, -30}, 0, 0.5},
    {"round robin of 6, shared luck", {150, 90, 30, -30, -90, -150}, 2, 20, {30, -30}, 0.5, 0.3},
    {"round robin of 12, 4 pairs each",
     {110, 90, 70, 50, 30, 10, -10, -30, -50, -70, -90, -110},
     2,
     4,
     {15, -15},
     0.3,
     0.3},
    {"one against 5", {100, 60, 20, -20, -60, -100}, 2, 30, {30, -30}, 0.3, 0.3, {}, true},
    {"round robin of 5, one fixed", {50, 25, 0, -25, -100}, 2, 15, {30, -30}, 0.3, 0.3, {{2, 0}}},
    {"round robin of 4, two loose",
     {50, 25, -25, -50},
     2,
     8,
     {30, -30},
     0.3,
     0.3,
     {{0, 50, 30}, {3, -50, 30}}},
    {"two players, 100 pairs, 340 apart", {170, -170}, 2, 100, {20, -20}},
    {"round robin of 8, 840 apart, one fixed",
     {420, 300, 180, 60, -60, -180, -300, -420},
     2,
     6,
     {20, -20},
     0,
     0,
     {{3, 60}}},
    {"tables of 4, 100 rotations, 400 apart", {200, 60, -60, -200}, 4, 100, {0, 0, 0, 0}},
    {"tables of 4, 50 rotations", {100, 50, -50, -100}, 4, 50, {30, 10, -10, -30}},
    {"tables of 4, 50 rotations, shared luck", {60, 20, -20, -60}, 4, 50, {0, 0, 0, 0}, 0.5},
    {"tables of 3, 200 rotations", {60, 0, -60}, 3, 200, {20, 0, -20}, 0.3},
    {"round robin of 6, a player's luck",
     {150, 90, 30, -30, -90, -150},
     2,
     20,
     {30, -30},
     0.5,
     0.3,
     {},
     false,
     true},
    {"tables of 4, 100 rotations, a player's luck",
     {60, 20, -20, -60},
     4,
     100,
     {30, 10, -10, -30},
     0.5,
     0,
     {},
     false,
     true},
    // Where blocks are nearly alike, or many of them tell nothing.
    {"two players, 25 pairs, 9 of 10 games drawn", {20, -20}, 2, 25, {10, -10}, 0, 0.9},
    {"two players, 100 pairs, 97 of 100 drawn", {20, -20}, 2, 100, {10, -10}, 0, 0.97},
    {"two players, 100 pairs, the first seat 350 better", {20, -20}, 2, 100, {175, -175}},
    {"12 pairs against each of 2, one far below",
     {0, 30, -1200},
     2,
     12,
     {15, -15},
     0,
     0,
     {{1, 30}, {2, -1200}},
     true},
};

/// The point of a game by the luck in 0..1 that is drawn for it: shared luck makes games alike and
/// leaves each one's chances as they are.
Outcome played(const TournamentKind& kind, const std::vector<double>& elos,
               const std::vector<int>& seated, double luck) {
  std::vector<std::size_t> order;  // of seats: luck near 0 is the first one's
  for (std::size_t seat = 0; seat < seated.size(); ++seat) order.push_back(seat);
  if (kind.luck_is_a_players)
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return seated[a] < seated[b]; });
  std::vector<double> chances;
  double sum = 0;
  for (const std::size_t seat : order) {
    const double elo = elos[static_cast<std::size_t>(seated[seat])] + kind.seat_elos[seat];
    sum += chances.emplace_back(std::exp(elo / kEloPerNat));
  }
  Outcome outcome{seated, std::vector<float>(seated.size())};
  const double first = chances[0] / sum;
  const double draw = kind.draws * 2 * std::min(first, 1 - first);
  if (kind.draws > 0 && std::abs(luck - first) < draw / 2) {
    outcome.shares = {0.5f, 0.5f};
    return outcome;
  }
  std::size_t winner = 0;
  for (luck *= sum; winner + 1 < order.size() && luck >= chances[winner]; ++winner)
    luck -= chances[winner];
  outcome.shares[order[winner]] = 1;
  return outcome;
}

void play_block(const TournamentKind& kind, const std::vector<double>& elos,
                std::vector<int> seated, engine::Rng& rng, Outcomes& outcomes) {
  outcomes.begin_block();
  const bool is_shared = rng.uniform() < kind.shared;
  const double common = rng.uniform();
  for (std::size_t rotation = 0; rotation < seated.size(); ++rotation) {
    outcomes.add(played(kind, elos, seated, is_shared ? common : rng.uniform()));
    std::rotate(seated.begin(), seated.begin() + 1, seated.end());
  }
}

Outcomes tournament(const TournamentKind& kind, const std::vector<double>& elos, engine::Rng& rng) {
  Outcomes outcomes;
  const int players = static_cast<int>(elos.size());
  for (int block = 0; block < kind.blocks; ++block) {
    if (kind.seats > 2) {
      std::vector<int> all;
      for (int player = 0; player < players; ++player) all.push_back(player);
      play_block(kind, elos, all, rng, outcomes);
      continue;
    }
    for (int a = 0; a < players; ++a)
      for (int b = a + 1; b < players; ++b)
        if (!kind.only_against_first || a == 0) play_block(kind, elos, {a, b}, rng, outcomes);
  }
  return outcomes;
}

double normal(engine::Rng& rng) {
  return std::sqrt(-2 * std::log(1 - rng.uniform())) * std::cos(2 * M_PI * rng.uniform());
}

struct Coverage {
  double worst_player = 1, best_player = 0;
  double seats = 1;
};

/// Whether the first seat's interval, or its bound where it is open, holds what it is worth.
bool holds_seat(const Ratings& ratings, const TournamentKind& kind) {
  if (const auto& open = ratings.open_seats()) {
    const double truth = kind.seat_elos[0] - kind.seat_elos[1];
    return !open->bound || (open->is_high ? truth >= *open->bound : truth <= *open->bound);
  }
  const EloInterval& seat = ratings.seats().front();
  return seat.low <= kind.seat_elos[0] && kind.seat_elos[0] <= seat.high;
}

/// The share of tournaments in which intervals held the truth.
Coverage coverage(const TournamentKind& kind, int tournaments) {
  engine::Rng rng(17);
  std::vector<int> held(kind.elos.size());
  int seats_held = 0;
  for (int number = 0; number < tournaments; ++number) {
    std::vector<double> elos = kind.elos;
    for (const Anchor& anchor : kind.anchors)  // what is known is true on average
      elos[static_cast<std::size_t>(anchor.player)] += anchor.deviation * normal(rng);
    const Outcomes outcomes = tournament(kind, elos, rng);
    const Ratings ratings =
        rate(static_cast<int>(elos.size()), outcomes, {.anchors = kind.anchors});
    for (std::size_t player = 0; player < elos.size(); ++player) {
      const PlayerRating& rating = ratings.players()[player];
      held[player] += rating.low <= elos[player] && elos[player] <= rating.high;
    }
    seats_held += holds_seat(ratings, kind);
  }
  Coverage result;
  for (std::size_t player = 0; player < held.size(); ++player) {
    if (std::any_of(kind.anchors.begin(), kind.anchors.end(), [&](const Anchor& anchor) {
          return anchor.deviation == 0 && static_cast<std::size_t>(anchor.player) == player;
        }))
      continue;
    const double share = static_cast<double>(held[player]) / tournaments;
    result.worst_player = std::min(result.worst_player, share);
    result.best_player = std::max(result.best_player, share);
  }
  result.seats = static_cast<double>(seats_held) / tournaments;
  return result;
}

int tournaments() {
  const char* const asked = std::getenv("GAUNTLET_COVERAGE");
  if (asked) return std::max(1, std::atoi(asked));
  return 300;
}

TEST(RatingCoverage, IntervalsHoldTheTruthSlow) {
  const int number = tournaments();
  const double slack = 3.5 * std::sqrt(0.95 * 0.05 / number);
  const double least = 0.93 - (number < 5000 ? slack : 0);
  const double most = 0.97 + (number < 5000 ? slack : 0);
  for (const TournamentKind& kind : kTournamentKinds) {
    const Coverage share = coverage(kind, number);
    if (number >= 5000)
      std::printf("%-42s players %.3f .. %.3f  first seat %.3f\n", kind.name, share.worst_player,
                  share.best_player, share.seats);
    EXPECT_GE(share.worst_player, least) << kind.name;
    EXPECT_LE(share.best_player, most) << kind.name;
    EXPECT_GE(share.seats, least) << kind.name;
    EXPECT_LE(share.seats, most) << kind.name;
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
