// CFR+ and best responses against games whose solutions are known.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstddef>
#include <utility>

#include "engine/mnk/mnk.h"
#include "engine/twodoku/twodoku.h"
#include "search/budget.h"
#include "search/cfr/best_response.h"
#include "search/cfr/cfr_plus.h"
#include "search/cfr/sequence_form.h"
#include "search/cfr/unroll.h"
#include "tests/search/kuhn_poker.h"

namespace gauntlet::search::cfr {

namespace {

template <class S>
SequenceForm form_of(const S& root) {
  Budget budget({}, Unroll<S>::kHistoriesPerPoll);
  return *Unroll<S>(root)(budget);
}

Profile solved(const SequenceForm& form, int iterations) {
  CfrPlus cfr(form);
  for (int i = 0; i < iterations; ++i) cfr.iterate();
  return cfr.average();
}

Profile uniform(const SequenceForm& form) {
  return {uniform_strategy(form, 0), uniform_strategy(form, 1)};
}

/// Of each card and course of the betting one set of Kuhn's poker.
Sequence first_move_of(const Unroll<KuhnPoker>& unroll, const SequenceForm& form,
                       engine::Player player, int card, int plies, bool was_bet) {
  const auto& examples = unroll.examples(player);
  for (std::size_t i = 0; i < examples.size(); ++i)
    if (examples[i].card(player) == card && examples[i].plies() == plies &&
        examples[i].was_bet() == was_bet)
      return form.sets[static_cast<std::size_t>(player)][i].first;
  ADD_FAILURE() << "no such set";
  return 0;
}

TEST(CfrUnroll, FindsTheInformationSetsOfKuhnPoker) {
  const SequenceForm form = form_of(KuhnPoker());
  for (const int player : {0, 1}) {
    EXPECT_EQ(form.sets[static_cast<std::size_t>(player)].size(), 6u);
    EXPECT_EQ(form.sequences(player), 13u);
  }
  EXPECT_EQ(form.leaves.size(), 30u);
  EXPECT_EQ(form.histories, 1u + 6 * 9);
}

TEST(CfrUnroll, StopsAtItsBudget) {
  Limits limits;
  limits.nodes = 20;
  Budget budget(limits, 4);
  EXPECT_FALSE(Unroll<KuhnPoker>(KuhnPoker())(budget));
  EXPECT_LE(budget.spent(), 20u);
}

TEST(CfrPlus, SolvesKuhnPoker) {
  Budget budget({}, 64);
  Unroll<KuhnPoker> unroll{KuhnPoker()};
  const SequenceForm form = *unroll(budget);
  const Profile profile = solved(form, 2'000);
  EXPECT_NEAR(2 * value_of(form, profile), -1.0 / 18, 1e-4);  // scaled by half
  EXPECT_LT(exploitability(form, profile).of_stake(), 1e-4);
  const auto bets = [&](engine::Player player, int card, int plies, bool was_bet) {
    return profile[static_cast<std::size_t>(player)]
                  [first_move_of(unroll, form, player, card, plies, was_bet) + 1];
  };
  // All equilibria: the first bets its jack with some probability a of at most 1/3, its king with
  // 3a, never its queen, and calls with the queen with a + 1/3. The second has one way to play.
  const double a = bets(0, 0, 0, false);
  EXPECT_LE(a, 1.0 / 3 + 0.01);
  EXPECT_NEAR(bets(0, 2, 0, false), 3 * a, 0.02);
  EXPECT_NEAR(bets(0, 1, 0, false), 0, 0.01);
  EXPECT_NEAR(bets(0, 1, 2, true), a + 1.0 / 3, 0.02);
  EXPECT_NEAR(bets(0, 0, 2, true), 0, 0.01);
  EXPECT_NEAR(bets(0, 2, 2, true), 1, 0.01);
  EXPECT_NEAR(bets(1, 0, 1, false), 1.0 / 3, 0.02);
  EXPECT_NEAR(bets(1, 1, 1, true), 1.0 / 3, 0.02);
  EXPECT_NEAR(bets(1, 1, 1, false), 0, 0.01);
  EXPECT_NEAR(bets(1, 2, 1, true), 1, 0.01);
}

TEST(CfrPlus, SolvesUnevenPennies) {
  const SequenceForm form = form_of(UnevenPennies());
  ASSERT_EQ(form.sets[1].size(), 1u) << "the second does not see the first's choice";
  const Profile profile = solved(form, 2'000);
  EXPECT_NEAR(value_of(form, profile), 0.1, 1e-3);
  EXPECT_NEAR(profile[0][form.sets[0][0].first + 1], 0.4, 0.01);
  EXPECT_NEAR(profile[1][form.sets[1][0].first + 1], 0.4, 0.01);
}

TEST(CfrPlus, IsDeterministic) {
  const SequenceForm form = form_of(KuhnPoker());
  EXPECT_EQ(solved(form, 50), solved(form, 50));
}

TEST(BestResponse, WinsWhatCanBeWonFromAKnownStrategy) {
  const SequenceForm form = form_of(UnevenPennies());
  Profile always_heads = uniform(form);
  for (const int player : {0, 1}) {
    always_heads[static_cast<std::size_t>(player)][1] = 0;
    always_heads[static_cast<std::size_t>(player)][2] = 1;
  }
  EXPECT_EQ(best_response(form, 0, always_heads[1]), 1);
  EXPECT_EQ(best_response(form, 1, always_heads[0]), 0.5);
  EXPECT_EQ(exploitability(form, always_heads).of_stake(), 0.375);
}

/// The same by enumeration: of all 64 ways to play Kuhn's poker without mixing, the best.
TEST(BestResponse, IsTheBestOfAllPureStrategies) {
  const SequenceForm form = form_of(KuhnPoker());
  for (const int player : {0, 1}) {
    const auto own = static_cast<std::size_t>(player);
    const Profile other = uniform(form);
    double best = -1;
    for (unsigned choice = 0; choice < 64; ++choice) {
      Profile profile = other;
      for (std::size_t set = 0; set < 6; ++set) {
        const Sequence first = form.sets[own][set].first;
        profile[own][first] = (choice >> set & 1) == 0;
        profile[own][first + 1] = (choice >> set & 1) != 0;
      }
      best = std::max(best, (player == 0 ? 1 : -1) * value_of(form, profile));
    }
    EXPECT_NEAR(best_response(form, player, other[1 - own]), best, 1e-12);
  }
}

/// Without chance and without secrets.
TEST(CfrPlus, WinsTicTacToeFromTheMiddle) {
  const engine::mnk::Rules rules{.width = 3, .height = 3, .k = 3, .gomoku = false};
  const auto state = engine::Mnk<1>::from_text(rules, "xo./.x./..o");
  ASSERT_TRUE(state.ok()) << engine::message_of(state);
  const SequenceForm form = form_of(*state);
  const Profile profile = solved(form, 500);
  EXPECT_NEAR(value_of(form, profile), 1, 0.01) << "x has a fork";
  EXPECT_LT(exploitability(form, profile).of_stake(), 0.01);
}

}  // namespace

}  // namespace gauntlet::search::cfr
