#include "selfplay/statistics/ratings.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <fstream>
#include <sstream>
#include <string>
#include <vector>

#include "engine/rng.h"
#include "selfplay/statistics/elo.h"
#include "tests/checked.h"

namespace gauntlet::selfplay {

namespace {

/// So many games, each a block of its own.
void add(Outcomes& outcomes, int times, const Outcome& outcome) {
  for (int i = 0; i < times; ++i) {
    outcomes.begin_block();
    outcomes.add(outcome);
  }
}

Outcome game(int first, int second, float points) {
  return {{first, second}, {points, 1 - points}};
}

double nats(const Ratings& ratings, int player, int reference) {
  return (*ratings.players()[static_cast<std::size_t>(player)].elo -
          *ratings.players()[static_cast<std::size_t>(reference)].elo) /
         kEloPerNat;
}

TEST(Ratings, TwoPlayersDifferByTheEloOfTheirScore) {
  Outcomes outcomes;
  add(outcomes, 68, game(0, 1, 1)), add(outcomes, 68, game(1, 0, 0));
  add(outcomes, 48, game(0, 1, 0)), add(outcomes, 48, game(1, 0, 1));
  add(outcomes, 55, game(0, 1, 0.5)), add(outcomes, 56, game(1, 0, 0.5));
  const Ratings ratings = rate(2, outcomes, {.anchors = {{1, 0}}});
  const EloEstimate expected = elo_of(Trinomial{136, 96, 111});  // 40.70 +- 30.43
  const PlayerRating& first = ratings.players()[0];
  EXPECT_NEAR(*first.elo, expected.elo, 0.05);
  EXPECT_NEAR((first.high - first.low) / 2, expected.error(), 0.3);
  EXPECT_NEAR(*ratings.superiority(0, 1), expected.superiority, 0.001);
  EXPECT_NEAR(ratings.lead(0, 1)->elo, *first.elo, 1e-9) << "above what is fixed at 0";
  EXPECT_NEAR(ratings.lead(0, 1)->low, first.low, 1e-9);
  EXPECT_NEAR(ratings.lead(1, 0)->low, -first.high, 1e-9);
  EXPECT_NEAR(ratings.first_seat_advantage()->elo, 0, 1);
  EXPECT_EQ(first.games, 343u);
  EXPECT_NEAR(first.score, 191.5 / 343, 1e-9);
  EXPECT_EQ(*ratings.players()[1].elo, 0);
  EXPECT_EQ(ratings.players()[1].low, 0);
}

// Seven baseball teams in 1987, wins of the home team and of the other: Agresti, Categorical Data
// Analysis (2nd edition), section 10.6. 0 Baltimore, 1 Boston, .. 6 Toronto, by name.
constexpr int kBaseball[][4] = {
    {4, 3, 4, 3}, {4, 6, 4, 2}, {4, 5, 4, 3}, {4, 1, 6, 1}, {4, 2, 4, 2}, {4, 0, 6, 0},
    {3, 4, 3, 3}, {3, 6, 4, 2}, {3, 5, 4, 3}, {3, 1, 6, 0}, {3, 2, 6, 1}, {3, 0, 4, 3},
    {6, 4, 2, 5}, {6, 3, 4, 3}, {6, 5, 2, 4}, {6, 1, 4, 3}, {6, 2, 4, 2}, {6, 0, 6, 0},
    {5, 4, 3, 3}, {5, 3, 5, 1}, {5, 6, 2, 5}, {5, 1, 4, 3}, {5, 2, 4, 2}, {5, 0, 6, 1},
    {1, 4, 5, 1}, {1, 3, 2, 5}, {1, 6, 3, 3}, {1, 5, 4, 2}, {1, 2, 5, 2}, {1, 0, 6, 0},
    {2, 4, 2, 5}, {2, 3, 3, 3}, {2, 6, 3, 4}, {2, 5, 4, 3}, {2, 1, 4, 2}, {2, 0, 2, 4},
    {0, 4, 2, 5}, {0, 3, 1, 5}, {0, 6, 1, 6}, {0, 5, 2, 4}, {0, 1, 1, 6}, {0, 2, 3, 4}};

Outcomes baseball() {
  Outcomes outcomes;
  for (const auto& [home, away, won, lost] : kBaseball) {
    add(outcomes, won, game(home, away, 1));
    add(outcomes, lost, game(home, away, 0));
  }
  return outcomes;
}

TEST(Ratings, AgreeWithAgrestisBaseball) {
  const Ratings ratings = rate(7, baseball(), {.fits_seats = false});
  const double expected[] = {0, 1.11, 0.68, 1.44, 1.58, 1.25, 1.29};  // table 10.11
  for (int team = 1; team < 7; ++team)
    EXPECT_NEAR(nats(ratings, team, 0), expected[team], 0.005) << team;
  EXPECT_FALSE(ratings.first_seat_advantage());
}

TEST(Ratings, AgreeWithAgrestisBaseballAtHome) {
  const Ratings ratings = rate(7, baseball(), {});
  const double expected[] = {0.044, 0.137, 0.088, 0.190, 0.220, 0.157, 0.164};  // table 10.11
  double all = 0;
  for (int team = 0; team < 7; ++team) all += std::exp(nats(ratings, team, 0));
  for (int team = 0; team < 7; ++team)
    EXPECT_NEAR(std::exp(nats(ratings, team, 0)) / all, expected[team], 0.0006) << team;
  const EloInterval home = *ratings.first_seat_advantage();
  EXPECT_NEAR(home.elo / kEloPerNat, 0.302, 0.001);
  // Agresti's standard error is 0.131.
  EXPECT_NEAR((home.high - home.low) / 2 / 1.96 / kEloPerNat, 0.131, 0.005);
}

// Six chocolate puddings, two at a time: the first preferred, the second, neither. Davidson,
// Journal of the American Statistical Association 65 (1970), example 2.
constexpr int kPudding[][5] = {{0, 1, 19, 22, 16}, {0, 2, 16, 19, 12}, {1, 2, 19, 19, 10},
                               {0, 3, 18, 23, 13}, {1, 3, 23, 19, 9},  {2, 3, 19, 20, 15},
                               {0, 4, 13, 19, 18}, {1, 4, 16, 20, 12}, {2, 4, 16, 15, 17},
                               {3, 4, 17, 14, 16}, {0, 5, 18, 21, 12}, {1, 5, 22, 20, 12},
                               {2, 5, 13, 18, 10}, {3, 5, 14, 19, 18}, {4, 5, 11, 21, 12}};

TEST(Ratings, AgreeWithDavidsonsPuddings) {
  Outcomes outcomes;
  for (const auto& [a, b, won, lost, drawn] : kPudding) {
    add(outcomes, won, game(a, b, 1));
    add(outcomes, lost, game(a, b, 0));
    add(outcomes, drawn, game(a, b, 0.5));
  }
  const RatingOptions options{.anchors = {}, .draws = DrawModel::kDavidson, .fits_seats = false};
  const Ratings ratings = rate(6, outcomes, options);
  // As the R package PlackettLuce prints them, and about as Davidson does.
  const double expected[] = {0.1388005, 0.1729985, 0.1617420, 0.1653930, 0.1586805, 0.2023855};
  double all = 0;
  for (int brand = 0; brand < 6; ++brand) all += std::exp(nats(ratings, brand, 0));
  for (int brand = 0; brand < 6; ++brand)
    EXPECT_NEAR(std::exp(nats(ratings, brand, 0)) / all, expected[brand], 0.00003) << brand;
  EXPECT_NEAR(*ratings.even_draws(), 0.7468147 / 2.7468147, 0.0002);
}

TEST(Ratings, DavidsonsDifferenceIsTheOddsOfWinsToLosses) {
  Outcomes outcomes;
  for (const int other : {0, 1}) {
    const float won = other == 0 ? 1 : 0;
    add(outcomes, 50, game(other, 1 - other, won));
    add(outcomes, 5, game(other, 1 - other, 1 - won));
    add(outcomes, 45, game(other, 1 - other, 0.5));
  }
  const Ratings ratings = rate(2, outcomes, {.draws = DrawModel::kDavidson});
  EXPECT_NEAR(nats(ratings, 0, 1), std::log(10.0), 0.001);
}

// 36 races, as numbers of drivers, the winner first: NASCAR's season of 2002, from the data of the
// R package PlackettLuce (github.com/hturner/PlackettLuce). Drivers 84 to 87 were always last.
Outcomes races() {
  Outcomes outcomes;
  std::ifstream file(GAUNTLET_SOURCE_DIR "/tests/selfplay/golden/nascar2002.txt");
  for (std::string line; std::getline(file, line);) {
    std::istringstream words(line);
    std::vector<int> order;
    for (int driver; words >> driver;)
      if (driver <= 83) order.push_back(driver - 1);
    outcomes.begin_block();
    outcomes.add_ranking(order);
  }
  return outcomes;
}

// Hunter, The Annals of Statistics 32 (2004), table 2.
TEST(Ratings, AgreeWithHuntersPlackettLuce) {
  const Outcomes outcomes = races();
  ASSERT_EQ(outcomes.blocks(), 36u);
  const Ratings ratings = rate(83, outcomes, {});
  const auto worth = [&](int driver) { return nats(ratings, driver - 1, 0); };
  EXPECT_NEAR(worth(58), 4.15, 0.005);   // PJ Jones
  EXPECT_NEAR(worth(68), 3.62, 0.005);   // Scott Pruett
  EXPECT_NEAR(worth(51), 2.08, 0.005);   // Mark Martin
  EXPECT_NEAR(worth(15), 0.03, 0.005);   // Dave Marcis
  EXPECT_NEAR(worth(17), -0.31, 0.005);  // Dick Trickle
  EXPECT_NEAR(worth(40), -0.15, 0.005);  // Joe Varde
  EXPECT_TRUE(ratings.seats().empty());
}

TEST(Ratings, DriversWhoAreAlwaysLastAreOpen) {
  Outcomes outcomes;
  outcomes.begin_block();
  outcomes.add_ranking(std::vector<int>{0, 1, 2});
  outcomes.begin_block();
  outcomes.add_ranking(std::vector<int>{1, 0, 2});
  const Ratings ratings = rate(3, outcomes, {});
  EXPECT_FALSE(ratings.players()[2].elo);
  EXPECT_EQ(ratings.players()[2].low, -INFINITY);
  EXPECT_LT(ratings.players()[2].high, 400);
}

TEST(Ratings, TheFirstSeatsAdvantageIsFitted) {
  Outcomes outcomes;
  for (const int first : {0, 1}) {
    add(outcomes, 640, game(first, 1 - first, 1));
    add(outcomes, 360, game(first, 1 - first, 0));
  }
  const Ratings ratings = rate(2, outcomes, {});
  EXPECT_NEAR(ratings.first_seat_advantage()->elo, elo_of_score(0.64), 0.1);
  EXPECT_NEAR(nats(ratings, 0, 1), 0, 1e-9);
}

TEST(Ratings, SeatsThatNobodyChangedAreNotTold) {
  Outcomes outcomes;
  add(outcomes, 30, game(0, 1, 1)), add(outcomes, 20, game(0, 1, 0));
  const Ratings ratings = rate(2, outcomes, {});
  EXPECT_TRUE(ratings.seats().empty());
  EXPECT_NEAR(nats(ratings, 0, 1) * kEloPerNat, elo_of_score(0.6), 0.01);
}

/// So many blocks of two games with swapped seats, by what each player got as the first.
void add_pairs(Outcomes& outcomes, int times, int a, int b, float a_first, float b_first) {
  for (int i = 0; i < times; ++i) {
    outcomes.begin_block();
    outcomes.add(game(a, b, a_first));
    outcomes.add(game(b, a, b_first));
  }
}

double width(const PlayerRating& rating) {
  return rating.high - rating.low;
}

TEST(Ratings, AFirstSeatThatAlwaysWinsIsOpen) {
  Outcomes outcomes;
  add_pairs(outcomes, 10, 0, 1, 1, 1);
  const Ratings ratings = rate(2, outcomes, {});
  EXPECT_TRUE(ratings.seats().empty());
  EXPECT_FALSE(ratings.first_seat_advantage());
  ASSERT_TRUE(ratings.open_seats());
  EXPECT_TRUE(ratings.open_seats()->is_high);
  // The blocks are all alike: each is worth one game.
  EXPECT_NEAR(*ratings.open_seats()->bound, elo_of_score(std::pow(0.05, 0.1)), 0.01);
  EXPECT_NEAR(nats(ratings, 0, 1), 0, 1e-9);
  EXPECT_GT(width(ratings.players()[0]), 50);
  Outcomes second;
  add_pairs(second, 10, 0, 1, 0, 0);
  EXPECT_FALSE(rate(2, second, {}).open_seats()->is_high);
  EXPECT_NEAR(*rate(2, second, {}).open_seats()->bound, -*ratings.open_seats()->bound, 0.01);
}

/// One player wins always as the first, and sometimes as the second: it may be the seat or itself.
TEST(Ratings, SeatsAreOpenWhereTheFitOfPlayersAndSeatsHasNoMaximum) {
  Outcomes outcomes;
  add_pairs(outcomes, 10, 0, 1, 1, 1);
  add_pairs(outcomes, 10, 0, 1, 1, 0);
  const Ratings ratings = rate(2, outcomes, {});
  ASSERT_TRUE(ratings.open_seats());
  EXPECT_TRUE(ratings.open_seats()->is_high);
  EXPECT_GT(*ratings.open_seats()->bound, 0);
  EXPECT_NEAR(nats(ratings, 0, 1) * kEloPerNat, elo_of_score(0.75), 0.01);
  add_pairs(outcomes, 1, 0, 1, 0, 1);
  const Ratings closed = rate(2, outcomes, {});
  EXPECT_FALSE(closed.open_seats());
  EXPECT_GT(closed.first_seat_advantage()->elo, *ratings.open_seats()->bound);
}

TEST(Ratings, SeatsOfTablesMayBeOpenToo) {
  Outcomes outcomes;  // the first seat wins always
  for (int block = 0; block < 6; ++block) {
    outcomes.begin_block();
    for (int rotation = 0; rotation < 3; ++rotation)
      outcomes.add({{rotation, (rotation + 1) % 3, (rotation + 2) % 3}, {1, 0, 0}});
  }
  const Ratings ratings = rate(3, outcomes, {});
  EXPECT_TRUE(ratings.seats().empty());
  ASSERT_TRUE(ratings.open_seats());
  EXPECT_FALSE(ratings.open_seats()->bound);
  EXPECT_NEAR(*ratings.players()[0].elo, 0, 1e-6);
}

TEST(Ratings, DavidsonWithoutADrawIsBradleyAndTerry) {
  Outcomes outcomes;
  add_pairs(outcomes, 15, 0, 1, 1, 0);
  add_pairs(outcomes, 12, 0, 1, 1, 1);
  add_pairs(outcomes, 8, 0, 1, 0, 1);
  add_pairs(outcomes, 5, 0, 1, 0, 0);
  const Ratings half = rate(2, outcomes, {}),
                davidson = rate(2, outcomes, {.draws = DrawModel::kDavidson});
  EXPECT_NEAR(nats(half, 0, 1), nats(davidson, 0, 1), 1e-9);
  EXPECT_FALSE(davidson.even_draws());
  ASSERT_TRUE(davidson.open_draws());
  EXPECT_FALSE(davidson.open_draws()->is_high);
  // Pairs count as a game: who never saw a draw in 40 games of equals would know about this.
  EXPECT_NEAR(*davidson.open_draws()->bound, 1 - std::pow(0.05, 1 / 40.0), 0.01);
  EXPECT_FALSE(half.open_draws());
}

TEST(Ratings, WhoNeverLosesHasNoFiniteRatingByDavidson) {
  Outcomes outcomes;
  add_pairs(outcomes, 10, 0, 1, 1, 0.5);
  add_pairs(outcomes, 10, 0, 1, 0.5, 0.5);
  const Ratings half = rate(2, outcomes, {}),
                davidson = rate(2, outcomes, {.draws = DrawModel::kDavidson});
  ASSERT_TRUE(davidson.open_draws());
  EXPECT_TRUE(davidson.open_draws()->is_high);
  EXPECT_FALSE(davidson.even_draws());
  EXPECT_NEAR(nats(half, 0, 1), nats(davidson, 0, 1), 1e-9);
  EXPECT_GT(width(davidson.players()[0]), 20);
}

/// Each beats the next, whoever is first, in all of ten pairs.
TEST(Ratings, AlikeBlocksDoNotTellHowTheySpread) {
  Outcomes alike, nearly;
  for (int player = 0; player < 3; ++player) {
    add_pairs(alike, 10, player, (player + 1) % 3, 1, 0);
    add_pairs(nearly, player == 0 ? 9 : 10, player, (player + 1) % 3, 1, 0);
  }
  add_pairs(nearly, 1, 0, 1, 1, 1);
  for (const Outcomes& outcomes : {alike, nearly}) {
    const Ratings ratings = rate(3, outcomes, {});
    const EloInterval first = *ratings.first_seat_advantage();
    EXPECT_GT(first.high - first.low, 80);
    EXPECT_LT(first.high - first.low, 400);
    for (const PlayerRating& rating : ratings.players()) {
      EXPECT_GT(width(rating), 40);
      EXPECT_LT(width(rating), 400);
    }
  }
}

TEST(Ratings, DrawsAloneLeaveAnError) {
  Outcomes outcomes;
  add_pairs(outcomes, 50, 0, 1, 0.5, 0.5);
  const Ratings ratings = rate(2, outcomes, {});
  EXPECT_NEAR(nats(ratings, 0, 1), 0, 1e-9);
  EXPECT_NEAR(*ratings.superiority(0, 1), 0.5, 1e-9);
  // A block of two wins among 50 of them would not be strange.
  EXPECT_GT(width(ratings.players()[0]), elo_of_score(0.51));
  EXPECT_LT(width(ratings.players()[0]), elo_of_score(0.65));
}

/// 3,000 Elo below: that the player wins says nothing of its strength.
TEST(Ratings, BlocksThatTellNothingAreNoDegreesOfFreedom) {
  Outcomes few, many;
  for (Outcomes* const outcomes : {&few, &many}) {
    add_pairs(*outcomes, 2, 0, 1, 1, 0);
    add_pairs(*outcomes, 1, 0, 1, 1, 1);
    add_pairs(*outcomes, 1, 0, 1, 0, 1);
  }
  add_pairs(many, 500, 0, 2, 1, 0);
  const RatingOptions options{.anchors = {{1, 0}, {2, -3000}}, .fits_seats = false};
  EXPECT_NEAR(width(rate(3, many, options).players()[0]), width(rate(3, few, options).players()[0]),
              0.5);
}

/// Two who are linked to the rest by few games, and to each other by many.
TEST(Ratings, ALeadIsBetterKnownThanTheRatings) {
  Outcomes outcomes;
  add_pairs(outcomes, 4, 0, 2, 1, 0), add_pairs(outcomes, 3, 0, 2, 0, 1);
  add_pairs(outcomes, 300, 0, 1, 1, 0), add_pairs(outcomes, 100, 0, 1, 1, 1);
  add_pairs(outcomes, 60, 0, 1, 0, 0);
  const Ratings ratings = rate(3, outcomes, {.anchors = {{2, 0}}});
  const EloInterval lead = *ratings.lead(0, 1);
  EXPECT_NEAR(lead.elo, *ratings.players()[0].elo - *ratings.players()[1].elo, 1e-9);
  EXPECT_LT(5 * (lead.high - lead.low), width(ratings.players()[0]));
  EXPECT_FALSE(rate(2, {}, {}).lead(0, 1)) << "they never met";
}

/// Student's t of three blocks, as in the interval.
TEST(Ratings, SuperiorityIsAsSureAsTheInterval) {
  Outcomes outcomes;
  add_pairs(outcomes, 2, 0, 1, 1, 0);
  add_pairs(outcomes, 1, 0, 1, 0, 1);
  add_pairs(outcomes, 2, 0, 1, 0.5, 0.5);
  const Ratings ratings = rate(2, outcomes, {.anchors = {{1, 0}}});
  const PlayerRating& first = ratings.players()[0];
  const double t = *first.elo / (width(first) / 2) * 2.776;  // 4 degrees of freedom
  // Student's distribution function of 4 degrees of freedom has a closed form.
  const double x = t * t / (4 + t * t);
  EXPECT_NEAR(*ratings.superiority(0, 1), 0.5 + std::sqrt(x) * (3 - x) / 4, 1e-3);
}

TEST(Ratings, WhoWonEverythingHasABound) {
  Outcomes outcomes;
  for (int block = 0; block < 10; ++block) {
    outcomes.begin_block();
    outcomes.add(game(0, 1, 1));
    outcomes.add(game(1, 0, 0));
  }
  const Ratings ratings = rate(2, outcomes, {.anchors = {{1, 1000}}});
  EXPECT_FALSE(ratings.players()[0].elo);
  EXPECT_EQ(ratings.players()[0].high, INFINITY);
  EXPECT_NEAR(ratings.players()[0].low, 1000 + elo_of_score(std::pow(0.05, 0.1)), 0.01);
  EXPECT_EQ(*ratings.players()[1].elo, 1000);
  EXPECT_FALSE(ratings.superiority(0, 1));
}

/// What a third player won says nothing of who never got anything from the open one.
TEST(Ratings, AThirdPlayersWinsAreNoBound) {
  const auto bound = [](int third_wins) {
    Outcomes outcomes;
    for (int rotation = 0; rotation < 3; ++rotation) {
      const auto seated = [&](int a, int b, int c, int winner) {
        Outcome outcome{{a, b, c}, {0, 0, 0}};
        std::rotate(outcome.players.begin(), outcome.players.begin() + rotation,
                    outcome.players.end());
        for (std::size_t seat = 0; seat < 3; ++seat)
          outcome.shares[seat] = outcome.players[seat] == winner ? 1 : 0;
        return outcome;
      };
      add(outcomes, 5, seated(0, 1, 2, 1)), add(outcomes, 5, seated(0, 1, 2, 2));
      add(outcomes, 5, seated(1, 2, 2, 1)), add(outcomes, 5, seated(1, 2, 2, 2));
      add(outcomes, third_wins, seated(0, 1, 3, 3));
    }
    return rate(4, outcomes, {.fits_seats = false}).players()[0].high;
  };
  EXPECT_LT(bound(1), 0);
  EXPECT_NEAR(bound(1), bound(1000), 1e-6);
}

TEST(Ratings, TheReferenceOfOpenPlayersHasNoInterval) {
  Outcomes outcomes;
  add_pairs(outcomes, 10, 0, 1, 1, 0);
  const Ratings ratings = rate(2, outcomes, {});
  const PlayerRating& reference = ratings.players()[1];
  EXPECT_TRUE(reference.is_reference);
  EXPECT_EQ(*reference.elo, 0);
  EXPECT_EQ(reference.low, -INFINITY);
  EXPECT_EQ(reference.high, INFINITY);
  EXPECT_FALSE(ratings.players()[0].is_reference);
  EXPECT_FALSE(rate(2, outcomes, {.anchors = {{1, 50}}}).players()[1].is_reference);
}

TEST(Ratings, GroupsThatNeverMetAreRatedApart) {
  Outcomes outcomes;
  for (const int first : {0, 2}) {
    add(outcomes, 30, game(first, first + 1, 1)), add(outcomes, 30, game(first + 1, first, 1));
    add(outcomes, 10, game(first, first + 1, 0)), add(outcomes, 30, game(first + 1, first, 0));
  }
  const Ratings ratings = rate(4, outcomes, {});
  ASSERT_EQ(ratings.groups().size(), 2u);
  EXPECT_NEAR(*ratings.players()[0].elo + *ratings.players()[1].elo, 0, 1e-6);
  EXPECT_NEAR(*ratings.players()[0].elo, *ratings.players()[2].elo, 1e-6);
  EXPECT_EQ(ratings.players()[2].group, 1);
  EXPECT_FALSE(ratings.superiority(0, 2));
}

Outcomes circle() {
  Outcomes outcomes;
  for (int player = 0; player < 4; ++player) {
    const int next = (player + 1) % 4;
    add(outcomes, 60, game(player, next, 1)), add(outcomes, 60, game(next, player, 0));
    add(outcomes, 40, game(player, next, 0)), add(outcomes, 40, game(next, player, 1));
    add(outcomes, 5 * player, game(player, next, 1)),
        add(outcomes, 5 * player, game(next, player, 0));
  }
  return outcomes;
}

TEST(Ratings, FixedAnchorsMoveAllAndChangeNoDifference) {
  const Outcomes outcomes = circle();
  const Ratings free = rate(4, outcomes, {}), held = rate(4, outcomes, {.anchors = {{2, 1500}}});
  EXPECT_EQ(*held.players()[2].elo, 1500);
  for (int player = 0; player < 4; ++player)
    EXPECT_NEAR(nats(free, player, 2), nats(held, player, 2), 1e-7);
  EXPECT_NEAR(*free.superiority(0, 3), *held.superiority(0, 3), 1e-4);
  EXPECT_GT(held.players()[0].high - held.players()[0].low,
            free.players()[0].high - free.players()[0].low);  // the anchor's games vary too
}

TEST(Ratings, TwoFixedAnchorsSqueezeTheRest) {
  Outcomes outcomes;
  for (const int anchor : {0, 1}) {
    add(outcomes, 50, game(2, anchor, 1)), add(outcomes, 50, game(anchor, 2, 1));
    add(outcomes, 50, game(2, anchor, 0)), add(outcomes, 50, game(anchor, 2, 0));
  }
  const Ratings ratings = rate(3, outcomes, {.anchors = {{0, 100}, {1, 300}}});
  EXPECT_NEAR(*ratings.players()[2].elo, 200, 1e-6);
  EXPECT_FALSE(ratings.superiority(0, 1));
  EXPECT_NEAR(*ratings.superiority(2, 0), 1, 1e-3);
}

TEST(Ratings, LooseAnchorsPullAsHardAsTheySay) {
  Outcomes outcomes;
  add(outcomes, 100, game(0, 1, 0.5)), add(outcomes, 100, game(1, 0, 0.5));
  const auto rated = [&](double deviation) {
    return rate(2, outcomes, {.anchors = {{0, 1000}, {1, 1200, deviation}}});
  };
  EXPECT_NEAR(*rated(0.01).players()[1].elo, 1200, 0.1);
  EXPECT_NEAR(*rated(5000).players()[1].elo, 1000, 0.1);
  const double between = *rated(25).players()[1].elo;
  // 200 games of information 1/4 each against 1 / deviation^2, nearly.
  const double games = 200 / 4.0 / (kEloPerNat * kEloPerNat), known = 1 / (25.0 * 25.0);
  EXPECT_NEAR(between, (1000 * games + 1200 * known) / (games + known), 3);
}

TEST(Ratings, ALooseAnchorMakesWhoWonEverythingFinite) {
  Outcomes outcomes;
  add(outcomes, 20, game(0, 1, 1)), add(outcomes, 20, game(1, 0, 0));
  const Ratings ratings = rate(2, outcomes, {.anchors = {{0, 0, 100}, {1, 0, 100}}});
  EXPECT_GT(*ratings.players()[0].elo, 50);
  EXPECT_LT(ratings.players()[0].high, 400);
}

/// As where luck was taken out of them.
TEST(Ratings, SharesMayAddUpToLessThanNothing) {
  for (const float lacks : {0.0f, 0.1f, 1.0f}) {
    Outcomes outcomes;
    for (const float share : {1.03f, 0.97f + lacks, 1.01f}) {
      outcomes.begin_block();
      outcomes.add({{0, 1}, {share, 1 - share}});
      outcomes.begin_block();
      outcomes.add({{1, 0}, {1 - share, share}});
    }
    const Ratings ratings = rate(2, outcomes, {.anchors = {{0, 0}, {1, 0, 2000}}});
    ASSERT_TRUE(ratings.players()[1].elo) << lacks;
    EXPECT_LT(*ratings.players()[1].elo, -500) << lacks;
    EXPECT_TRUE(std::isfinite(*ratings.players()[1].elo)) << lacks;
  }
}

TEST(Ratings, SharesBeyondTheirBoundsCountAsTheyAre) {
  Outcomes beyond, within;
  for (const float share : {1.1f, 0.4f}) {
    beyond.begin_block();
    beyond.add({{0, 1}, {share, 1 - share}});
  }
  for (const float share : {0.8f, 0.7f}) {
    within.begin_block();
    within.add({{0, 1}, {share, 1 - share}});
  }
  const RatingOptions options = {.anchors = {{0, 0}, {1, 0, 2000}}, .fits_seats = false};
  EXPECT_NEAR(*rate(2, beyond, options).players()[1].elo,
              *rate(2, within, options).players()[1].elo, 0.01);
}

TEST(Ratings, TablesOfFourFollowLucesChoice) {
  Outcomes outcomes;
  const int wins[] = {40, 30, 20, 10};  // as often in each seat
  for (int rotation = 0; rotation < 4; ++rotation)
    for (int winner = 0; winner < 4; ++winner) {
      Outcome outcome{{}, {}};
      for (int seat = 0; seat < 4; ++seat) {
        outcome.players.push_back((seat + rotation) % 4);
        outcome.shares.push_back(outcome.players.back() == winner ? 1 : 0);
      }
      add(outcomes, wins[winner], outcome);
    }
  const Ratings ratings = rate(4, outcomes, {});
  for (int player = 0; player < 4; ++player)
    EXPECT_NEAR(nats(ratings, player, 3), std::log(wins[player] / 10.0), 1e-6);
  ASSERT_EQ(ratings.seats().size(), 4u);
  for (const EloInterval& seat : ratings.seats()) EXPECT_NEAR(seat.elo, 0, 1e-6);
  EXPECT_FALSE(ratings.first_seat_advantage());
}

TEST(Ratings, OneNameInSeveralSeatsIsOnePlayer) {
  Outcomes outcomes;
  add(outcomes, 40, {{0, 1, 1, 1}, {1, 0, 0, 0}});
  add(outcomes, 20, {{0, 1, 1, 1}, {0, 1, 0, 0}}), add(outcomes, 20, {{0, 1, 1, 1}, {0, 0, 1, 0}});
  add(outcomes, 20, {{0, 1, 1, 1}, {0, 0, 0, 1}});
  const Ratings ratings = rate(2, outcomes, {.fits_seats = false});
  EXPECT_NEAR(nats(ratings, 0, 1), std::log(2.0), 1e-6);  // 40 to 20
  EXPECT_EQ(ratings.players()[1].games, 100u);
  EXPECT_NEAR(ratings.players()[1].score, 0.2, 1e-9);
}

TEST(Ratings, BlocksAreTheUnit) {
  Outcomes apart, together;  // ten games that end alike are no more than one
  for (int block = 0; block < 40; ++block) {
    const Outcome outcome = game(block % 2, 1 - block % 2, block % 8 < 3 ? 1 : 0);
    together.begin_block();
    for (int i = 0; i < 10; ++i) {
      apart.begin_block();
      apart.add(outcome);
      together.add(outcome);
    }
  }
  const auto width = [](const Outcomes& outcomes) {
    const Ratings ratings = rate(2, outcomes, {});
    return ratings.players()[0].high - ratings.players()[0].low;
  };
  EXPECT_NEAR(width(together) / width(apart), std::sqrt(10), 0.25);
}

/// Blocks of the same games in different orders say the same, whether or not some are alike.
TEST(Ratings, TheOrderOfGamesInABlockSaysNothing) {
  engine::Rng rng(5);
  Outcomes sorted, shuffled;
  for (int block = 0; block < 12; ++block) {
    std::vector<Outcome> games;
    for (int i = 0; i < 6; ++i)
      games.push_back(game(i % 3, (i + 1) % 3, block % 3 == 0 ? 1 : i % 2 == 0 ? 0.5f : 0));
    sorted.begin_block();
    for (const Outcome& one : games) sorted.add(one);
    shuffled.begin_block();
    for (std::size_t i = games.size(); i > 1; --i)
      std::swap(games[i - 1], games[rng.below(static_cast<std::uint32_t>(i))]);
    for (const Outcome& one : games) shuffled.add(one);
  }
  const Ratings first = rate(3, sorted, {}), second = rate(3, shuffled, {});
  for (std::size_t player = 0; player < 3; ++player) {
    EXPECT_NEAR(*first.players()[player].elo, *second.players()[player].elo, 1e-6);
    EXPECT_NEAR(first.players()[player].low, second.players()[player].low, 1e-6);
    EXPECT_NEAR(first.players()[player].high, second.players()[player].high, 1e-6);
  }
}

TEST(Ratings, APlayerAgainstItselfTellsOfSeatsOnly) {
  Outcomes outcomes;
  add(outcomes, 640'000, game(0, 0, 1)), add(outcomes, 360'000, game(0, 0, 0));
  const Ratings ratings = rate(1, outcomes, {});
  EXPECT_NEAR(*ratings.players()[0].elo, 0, 1e-9);
  EXPECT_NEAR(ratings.first_seat_advantage()->elo, elo_of_score(0.64), 0.01);
}

/// Whose players took points from each other against all that anchors say.
TEST(Ratings, AbsurdAnchorsLeaveRatingsBetweenThem) {
  Outcomes outcomes;
  add(outcomes, 85, game(0, 1, 1)), add(outcomes, 315, game(1, 0, 1));
  add(outcomes, 291, game(2, 1, 1)), add(outcomes, 109, game(1, 2, 1));
  for (const DrawModel draws : {DrawModel::kHalfPoint, DrawModel::kDavidson}) {
    const Ratings ratings =
        rate(3, outcomes, {.anchors = {{0, 10'000}, {2, -10'000}}, .draws = draws});
    EXPECT_LE(std::abs(*ratings.players()[1].elo), 11'000);
    EXPECT_TRUE(std::isfinite(ratings.players()[1].low));
  }
}

TEST(Ratings, NoGamesAtAll) {
  const Ratings ratings = rate(2, Outcomes(), {});
  EXPECT_EQ(ratings.groups().size(), 2u);
  EXPECT_EQ(ratings.players()[0].games, 0u);
}

/// 20 players of whom each meets each, pairs as blocks.
Outcomes many_games(std::uint64_t games) {
  constexpr int kPlayers = 20;
  engine::Rng rng(3);
  Outcomes outcomes;
  for (std::uint64_t i = 0; i < games; i += 2) {
    const int a = int(rng.below(kPlayers)), b = (a + 1 + int(rng.below(kPlayers - 1))) % kPlayers;
    outcomes.begin_block();
    for (const auto& [first, second] : {std::pair{a, b}, std::pair{b, a}}) {
      const double mean = score_of_elo(20.0 * (first - second) + 30), drawn = rng.uniform();
      outcomes.add(game(first, second, drawn < mean - 0.1 ? 1 : drawn < mean + 0.1 ? 0.5f : 0));
    }
  }
  return outcomes;
}

TEST(Ratings, AMillionGamesWithinASecond) {
  const auto start = std::chrono::steady_clock::now();
  const Outcomes outcomes = many_games(kIsChecked || kIsRaced ? 20'000 : 1'000'000);
  const Ratings ratings = rate(20, outcomes, {});
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  EXPECT_GT(*ratings.players()[19].elo, 100);
  if (!kIsChecked && !kIsRaced) {
    EXPECT_LT(seconds.count(), 1);
  }
}

}  // namespace

}  // namespace gauntlet::selfplay
