// Kimble for two, solved: against a naive solver that knows nothing but the engine's rules, and
// against games.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdint>
#include <cstdlib>
#include <numeric>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "engine/kimble/kimble.h"
#include "search/kimble/strategies.h"
#include "search/kimble/tablebase/tablebase.h"
#include "search/kimble/tablebase/value_iteration.h"
#include "search/parallel.h"
#include "tests/checked.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::Kimble;
using engine::Player;
using engine::Rng;
using engine::started_by;

Kimble::Rules two_players(const Tablebase::Players& players, int pieces) {
  Kimble::Rules rules;
  rules.seats = static_cast<std::uint8_t>(1u << players[0].corner | 1u << players[1].corner);
  rules.pieces = static_cast<std::uint8_t>(pieces);
  return rules;
}

enum class FirstValues { kZeros, kByLevels };

/// Sweeps until nothing changes by more than `tolerance`, and tells how often.
int solve(Tablebase& tablebase, int threads, double tolerance,
          FirstValues first_values = FirstValues::kZeros) {
  Workers workers(threads);
  ValueIteration sweep(tablebase, workers);
  int sweeps = 0;
  for (const Layer layer : layers(tablebase.pieces())) {
    if (first_values == FirstValues::kByLevels) sweep.begin(layer);
    do ++sweeps;
    while (*sweep.update(layer, {}) > tolerance);
  }
  return sweeps;
}

/// The largest difference between the values of two tables of the same players.
double largest_difference(const Tablebase& one, const Tablebase& two) {
  std::uint32_t largest = 0;
  for (int mover = 0; mover < one.tables(); ++mover)
    for (std::uint64_t place = 0; place < one.pairs(mover).size(); ++place) {
      const std::uint32_t a = one.values(mover).get(place), b = two.values(mover).get(place);
      largest = std::max(largest, a < b ? b - a : a - b);
    }
  return static_cast<double>(largest) / PackedValues::kOne;
}

/// Every position that play can reach in which somebody is about to throw, and its value, by
/// repeating the definition in long double.
class NaiveSolver {
 public:
  explicit NaiveSolver(const Tablebase::Players& players, int pieces) : players_(players) {
    for (int starter = 0; starter < 2; ++starter)
      number_of(started_by(two_players(players, pieces), starter));
    for (std::size_t i = 0; i < states_.size(); ++i) follow(i);
    order_.resize(states_.size());
    std::iota(order_.begin(), order_.end(), std::size_t{0});
    std::stable_sort(order_.begin(), order_.end(), [this](std::size_t one, std::size_t two) {
      return progress(states_[one]) > progress(states_[two]);
    });
    values_.assign(states_.size(), 0.5L);
    while (sweep() > 1e-9L) {
    }
  }

  const std::vector<Kimble>& states() const { return states_; }
  double value(std::size_t state) const { return static_cast<double>(values_[state]); }

 private:
  static constexpr std::size_t kWon = ~std::size_t{0};

  struct Hash {
    std::size_t operator()(const Kimble& state) const { return state.hash(); }
  };

  std::size_t number_of(const Kimble& state) {
    if (engine::is_over(state)) return kWon;
    const auto [place, is_new] = numbers_.emplace(state, states_.size());
    if (is_new) states_.push_back(state);
    return place->second;
  }

  /// Which positions are updated first is all that it decides.
  static int progress(const Kimble& state) {
    int sum = 0;
    for (Player player = 0; player < 2; ++player)
      for (std::uint32_t left = state.board(player); left != 0; left &= left - 1)
        sum += std::countr_zero(left) + 1;
    return sum;
  }

  /// The moves that the player to move considers in `state`.
  std::vector<Kimble::Move> choices(const Kimble& state) const {
    Kimble::Moves moves;
    state.legal_moves(moves);
    switch (players_[static_cast<std::size_t>(state.turn())].policy) {
      case Policy::kHelppo:
        return {helppo(state)};
      case Policy::kVaikea:
        return {vaikea(state)};
      case Policy::kCapture:
        return {capture(state)};
      default:
        return {moves.begin(), moves.end()};
    }
  }

  void follow(std::size_t number) {
    for (int die = 1; die <= 6; ++die) {
      const Kimble thrown = engine::child(states_[number], Kimble::Move(Kimble::Move::kThrow, die));
      if (thrown.to_move() == engine::kChance) {
        leads_to_.push_back(number_of(thrown));
      } else {
        for (const Kimble::Move move : choices(thrown))
          leads_to_.push_back(number_of(engine::child(thrown, move)));
      }
      throw_ends_.push_back(leads_to_.size());
    }
  }

  long double value_after(std::size_t next, Player mover) const {
    if (next == kWon) return 1;
    return states_[next].turn() == mover ? values_[next] : 1 - values_[next];
  }

  long double sweep() {
    long double change = 0;
    for (const std::size_t i : order_) {
      const Player mover = states_[i].turn();
      const bool takes_any = players_[static_cast<std::size_t>(mover)].policy == Policy::kRandom;
      long double sum = 0;
      std::size_t next = i == 0 ? 0 : throw_ends_[6 * i - 1];
      for (std::size_t die = 0; die < 6; ++die) {
        const std::size_t begin = next, end = throw_ends_[6 * i + die];
        long double best = 0, all = 0;
        for (; next < end; ++next) {
          const long double value = value_after(leads_to_[next], mover);
          best = std::max(best, value);
          all += value;
        }
        sum += takes_any ? all / static_cast<long double>(end - begin) : best;
      }
      change = std::max(change, std::abs(sum / 6 - values_[i]));
      values_[i] = sum / 6;
    }
    return change;
  }

  const Tablebase::Players players_;
  std::vector<Kimble> states_;
  std::unordered_map<Kimble, std::size_t, Hash> numbers_;
  std::vector<std::size_t> leads_to_;    ///< By state, throw and choice,
  std::vector<std::size_t> throw_ends_;  ///< which end here.
  std::vector<std::size_t> order_;
  std::vector<long double> values_;
};

// ---- configurations and pairs ----

class KimbleConfigurations : public testing::TestWithParam<int> {};

TEST_P(KimbleConfigurations, AreNumberedByLayerAndLevel) {
  const Configurations all(GetParam());
  constexpr std::array kSizes = {30, 466, 4'992, 41'449};
  EXPECT_EQ(all.size(), kSizes[static_cast<std::size_t>(GetParam()) - 1]);
  EXPECT_EQ(all.layer(Configurations::kFinished), all.pieces());
  for (int i = 0; i < all.size(); ++i) {
    ASSERT_EQ(all.number_of(all.board(i)), i);
    ASSERT_LE(all.first_of(all.layer(i), all.level(i)), i);
    ASSERT_GT(all.first_of(all.layer(i), all.level(i) + 1), i);
    if (i == 0) continue;
    const bool same_layer = all.layer(i) == all.layer(i - 1);
    ASSERT_TRUE(same_layer ? all.level(i) >= all.level(i - 1) : all.layer(i) < all.layer(i - 1));
  }
}

TEST_P(KimbleConfigurations, StepsLeadDown) {
  const Configurations all(GetParam());
  for (int i = 0; i < all.size(); ++i)
    for (int die = 1; die <= 6; ++die)
      for (const auto& step : all.steps(i, die)) {
        const int fall = all.level(i) - all.level(step.to);
        ASSERT_EQ(fall, step.from_home ? Configurations::kLongestStep : die);
        ASSERT_LE(all.layer(step.to) - all.layer(i), 1);
      }
}

INSTANTIATE_TEST_SUITE_P(Kimble, KimbleConfigurations, testing::Values(1, 2, 3, 4));

class KimblePairs : public testing::TestWithParam<int> {};

TEST_P(KimblePairs, AreNumberedThrough) {
  const Configurations all(GetParam());
  for (int further = 1; further <= 3; ++further) {
    const Pairs pairs(all, further);
    std::uint64_t place = 0;
    for (int row = 1; row < all.size(); ++row)
      for (int column = 1; column < all.size(); ++column) {
        bool fits = true;
        for (int square = 0; square < Kimble::kRing; ++square)
          fits = fits && !((all.board(row) >> square & 1) &&
                           (all.board(column) >> Kimble::seen_from(square, further) & 1));
        ASSERT_EQ(pairs.fits(row, column), fits);
        if (!fits) continue;
        ASSERT_EQ(pairs.place_of(row, column), place++);
      }
    EXPECT_EQ(pairs.size(), place);
  }
}

INSTANTIATE_TEST_SUITE_P(Kimble, KimblePairs, testing::Values(1, 2));

// ---- values ----

struct TablebaseCase {
  int pieces;
  Tablebase::Players players;
};

void PrintTo(const TablebaseCase& tablebase, std::ostream* out) {
  *out << tablebase.pieces << " pieces, corners " << tablebase.players[0].corner << " and "
       << tablebase.players[1].corner << ", policies "
       << static_cast<int>(tablebase.players[0].policy) << " and "
       << static_cast<int>(tablebase.players[1].policy);
}

class TablebaseValues : public testing::TestWithParam<TablebaseCase> {};

TEST_P(TablebaseValues, AgreesWithTheNaiveSolverEverywhere) {
#ifdef __SANITIZE_ADDRESS__
  if (GetParam().pieces > 1) GTEST_SKIP() << "takes minutes with checks";
#endif
  Tablebase tablebase(GetParam().pieces, GetParam().players);
  solve(tablebase, 1, 2e-7);
  const NaiveSolver naive(GetParam().players, GetParam().pieces);
  double largest = 0;
  for (std::size_t i = 0; i < naive.states().size(); ++i) {
    const Kimble& state = naive.states()[i];
    const Player mover = state.turn();
    const double value = tablebase.value(mover, state.board(mover), state.board(1 - mover));
    largest = std::max(largest, std::abs(value - naive.value(i)));
  }
  EXPECT_LT(largest, 2e-6);
}

constexpr Policy kBest = Policy::kBest;
INSTANTIATE_TEST_SUITE_P(OnePiece, TablebaseValues,
                         testing::Values(TablebaseCase{1, {{{0, kBest}, {2, kBest}}}},
                                         TablebaseCase{1, {{{0, kBest}, {1, kBest}}}},
                                         TablebaseCase{1, {{{0, kBest}, {3, kBest}}}},
                                         TablebaseCase{1, {{{1, kBest}, {2, Policy::kHelppo}}}}));
INSTANTIATE_TEST_SUITE_P(TwoPieces, TablebaseValues,
                         testing::Values(TablebaseCase{2, {{{0, kBest}, {2, kBest}}}},
                                         TablebaseCase{2, {{{0, kBest}, {3, kBest}}}},
                                         TablebaseCase{2, {{{0, kBest}, {2, Policy::kHelppo}}}},
                                         TablebaseCase{2, {{{0, Policy::kVaikea}, {1, kBest}}}},
                                         TablebaseCase{2, {{{1, kBest}, {3, Policy::kCapture}}}},
                                         TablebaseCase{2, {{{0, Policy::kRandom}, {2, kBest}}}}));

TEST(ValueIteration, AreTheSameWithAnyNumberOfThreads) {
  constexpr int kPieces = kIsRaced ? 1 : 2;
  const Tablebase::Players players{{{0, kBest}, {1, kBest}}};
  for (const FirstValues first_values : {FirstValues::kZeros, FirstValues::kByLevels}) {
    Tablebase one(kPieces, players), three(kPieces, players);
    EXPECT_EQ(solve(one, 1, 1e-4, first_values), solve(three, 3, 1e-4, first_values));
    EXPECT_EQ(largest_difference(one, three), 0);
  }
}

TEST(ValueIteration, EndSoonerFromWhatTheLevelsSaySlow) {
  for (const Tablebase::Players& players :
       {Tablebase::Players{{{0, kBest}, {2, kBest}}}, {{{0, kBest}, {1, kBest}}}}) {
    Tablebase zeros(2, players), levels(2, players);
    EXPECT_LT(solve(levels, 2, 1e-5, FirstValues::kByLevels), solve(zeros, 2, 1e-5));
  }
}

TEST(ValueIteration, EndAtTheSameValuesFromWhatTheLevelsSaySlow) {
  for (const Policy other : {kBest, Policy::kHelppo, Policy::kRandom}) {
    const Tablebase::Players players{{{0, kBest}, {1, other}}};
    Tablebase zeros(2, players), levels(2, players);
    solve(zeros, 2, 2e-7);
    solve(levels, 2, 2e-7, FirstValues::kByLevels);
    EXPECT_LT(largest_difference(zeros, levels), 2e-6);
  }
}

TEST(ValueIteration, BeginAllOfALayerAndNothingElse) {
  Tablebase tablebase(2, {{{0, kBest}, {1, kBest}}});
  Workers workers(2);
  ValueIteration sweep(tablebase, workers);
  for (const Layer layer : layers(2)) {
    std::array<std::vector<bool>, 2> is_in_layer;
    for (int mover = 0; mover < 2; ++mover)
      is_in_layer[static_cast<std::size_t>(mover)].resize(tablebase.pairs(mover).size());
    tablebase.for_each_row(layer, [&](int mover, const auto& places) {
      for (std::uint64_t place = places.begin; place < places.end; ++place)
        is_in_layer[static_cast<std::size_t>(mover)][place] = true;
    });
    sweep.begin(layer);
    for (int mover = 0; mover < 2; ++mover)
      for (std::uint64_t place = 0; place < tablebase.pairs(mover).size(); ++place) {
        const bool expected = is_in_layer[static_cast<std::size_t>(mover)][place];
        ASSERT_EQ(tablebase.values(mover).get(place) != 0, expected) << place;
        tablebase.values(mover).set(place, 0);
      }
  }
}

TEST(ValueIteration, RoundALayerAndNothingElse) {
  Tablebase tablebase(2, {{{0, kBest}, {1, kBest}}}), rounded(2, tablebase.players());
  solve(tablebase, 1, 1e-3);
  solve(rounded, 1, 1e-3);
  Workers workers(3);
  ValueIteration sweep(rounded, workers);
  for (const Layer layer : layers(2)) {
    sweep.narrow(layer);
    tablebase.for_each_row(layer, [&](int mover, const auto& places) {
      for (std::uint64_t place = places.begin; place < places.end; ++place)
        tablebase.values(mover).set(place,
                                    NarrowValues::rounded(tablebase.values(mover).get(place)));
    });
    EXPECT_EQ(largest_difference(tablebase, rounded), 0);
  }
}

TEST(ValueIteration, TellWhatIsStillWrong) {
  Tablebase tablebase(1, {{{0, kBest}, {2, kBest}}});
  solve(tablebase, 1, 2e-7);
  Workers workers(1);
  ValueIteration sweep(tablebase, workers);
  EXPECT_LT(*sweep.residual({0, 0}, {}), 5e-7);
  const int home = tablebase.configurations().home();
  const std::uint64_t start = tablebase.pairs(0).place_of(home, home);
  const std::uint32_t value = tablebase.values(0).get(start), off = 100'000;
  tablebase.values(0).set(start, value + off);
  // At the start nobody captures, and five throws of six pass to the same position.
  EXPECT_NEAR(*sweep.residual({0, 0}, {}), off / static_cast<double>(PackedValues::kOne), 1e-3);
  EXPECT_EQ(tablebase.values(0).get(start), value + off) << "only looks";
  EXPECT_TRUE(sweep.update({0, 0}, {}));
  EXPECT_NEAR(tablebase.values(0).get(start), value, 10);
}

TEST(ValueIteration, FindWhatIsKnownOfTheStart) {
  const Tablebase::Players players{{{0, kBest}, {2, kBest}}};
  constexpr std::array kKnown = {0.518518, 0.511092};  // the prototype's figures
  for (int pieces = 1; pieces <= 2; ++pieces) {
    Tablebase tablebase(pieces, players);
    solve(tablebase, 2, 2e-7);
    EXPECT_NEAR(tablebase.value(0, 0, 0), kKnown[static_cast<std::size_t>(pieces) - 1], 1e-6);
  }
}

TEST(TablebaseSize, IsKnownBeforehand) {
  for (int pieces = 1; pieces <= 3; ++pieces)
    for (int other = 1; other <= 3; ++other)
      for (const Policy policy : {kBest, Policy::kRandom}) {
        const Tablebase::Players players{{{0, kBest}, {other, policy}}};
        EXPECT_EQ(Tablebase::positions_of(pieces, players), Tablebase(pieces, players).positions());
      }
}

TEST(NarrowValues, TellAllTheyCanToTheNearest) {
  constexpr std::uint32_t kOne = PackedValues::kOne, kMost = (1u << NarrowValues::kBits) - 1;
  EXPECT_EQ(NarrowValues::rounded(0), 0u);
  EXPECT_EQ(NarrowValues::rounded(kOne), kOne);
  for (std::uint32_t code = 0; code + 4 <= kMost + 1; code += 4) {
    std::array<std::uint32_t, NarrowValues::kGroup> group{};
    std::array<std::byte, 1 + NarrowValues::kGroupBytes> bytes{};
    for (std::uint32_t i = 0; i < 4; ++i)
      group[i] = static_cast<std::uint32_t>(std::lround(double{kOne} * (code + i) / kMost));
    NarrowValues::pack(group, bytes.data() + 1);
    const NarrowValues values(bytes.data() + 1);
    for (std::uint32_t i = 0; i < 4; ++i) ASSERT_EQ(values.get(i), group[i]) << code + i;
  }
  for (std::uint32_t value = 0; value <= kOne; value += 97) {
    const std::uint32_t rounded = NarrowValues::rounded(value);
    ASSERT_LE(std::abs(static_cast<double>(rounded) - value), 0.5 * kOne / kMost + 1);
    ASSERT_EQ(NarrowValues::rounded(rounded), rounded);
  }
}

// ---- games ----

/// What `player` makes of a throw, by the values alone.
Kimble::Move best_move(const Tablebase& tablebase, const Kimble& state) {
  const Player mover = state.to_move(), other = 1 - mover;
  Kimble::Moves moves;
  state.legal_moves(moves);
  Kimble::Move best = moves[0];
  double most = -1;
  for (const Kimble::Move move : moves) {
    const Kimble next = engine::child(state, move);
    const double value = engine::is_over(next) ? 1
                         : next.turn() == mover
                             ? tablebase.value(mover, next.board(mover), next.board(other))
                             : 1 - tablebase.value(other, next.board(other), next.board(mover));
    if (value <= most) continue;
    most = value;
    best = move;
  }
  return best;
}

/// How many of `games` the first player wins who throws first.
std::uint64_t first_wins(const Tablebase& tablebase, std::uint64_t games, std::uint64_t stream) {
  const Kimble::Rules rules = two_players(tablebase.players(), tablebase.pieces());
  std::uint64_t wins = 0;
  Rng rng(20'261'122, stream);
  for (std::uint64_t game = 0; game < games; ++game) {
    Kimble state = started_by(rules, 0);
    while (!engine::is_over(state)) {
      if (state.to_move() == engine::kChance)
        state.apply(state.sample_chance(rng));
      else
        state.apply(best_move(tablebase, state));
    }
    wins += state.returns()[0] > 0.5f;
  }
  return wins;
}

/// GAUNTLET_TABLEBASE_GAMES games, half a million if that is not said.
TEST(TablebaseGames, OfThreePiecesEndAsTheValuesSay) {
  if (kIsChecked) GTEST_SKIP() << "takes minutes with checks";
  Tablebase tablebase(3, {{{0, kBest}, {2, kBest}}});
  solve(tablebase, 2, 1e-5);
  const double value = tablebase.value(0, 0, 0);
  EXPECT_NEAR(value, 0.508557, 2e-5) << "the prototype's figure";

  const char* const told = std::getenv("GAUNTLET_TABLEBASE_GAMES");
  const std::uint64_t games = told ? std::strtoull(told, nullptr, 10) : 500'000;
  ASSERT_GE(games, 500'000u);
  std::uint64_t half = 0;
  std::thread other([&] { half = first_wins(tablebase, games / 2, 1); });
  const std::uint64_t wins = first_wins(tablebase, games - games / 2, 2);
  other.join();
  const auto count = static_cast<double>(games);
  const double error = std::sqrt(value * (1 - value) / count);
  EXPECT_NEAR(static_cast<double>(wins + half) / count, value, 4 * error);
}

}  // namespace
}  // namespace gauntlet::search
