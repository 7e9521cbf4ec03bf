// What is fitted for Kimble: features, the policy and the values, and how they are learned.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <memory>
#include <numeric>
#include <string>
#include <vector>

#include "engine/kimble/kimble.h"
#include "search/kimble/fit/fitted_policy.h"
#include "search/kimble/fit/labelled_game.h"
#include "search/kimble/fit/model.h"
#include "search/kimble/fit/policy_fit.h"
#include "search/kimble/fit/value.h"
#include "search/kimble/fit/value_fit.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/strategies.h"
#include "tests/engine/kimble_positions.h"

namespace gauntlet::search {

using namespace kimble;
namespace {

using engine::Kimble;
using engine::Player;
using engine::position;
using engine::Rng;
using engine::rules;
using engine::started_by;
namespace feature = move_feature;

// ---- features of moves ----

/// What a move of the piece on this place of the track changes.
std::map<int, int> features_of(const Kimble& state, int place) {
  std::map<int, int> features;
  visit_features(state, {Kimble::Move::kPiece, place},
                 [&](int feature, int times) { features[feature] += times; });
  std::erase_if(features, [](const auto& item) { return item.second == 0; });
  return features;
}

TEST(KimbleMoveFeatures, TellWhatAMoveChanges) {
  using Features = std::map<int, int>;
  // A leaves home; C at home reaches A's start with nothing, for its own is 14 squares on.
  const Kimble home = position({}, "A6", "AC");
  EXPECT_EQ(features_of(home, 0), (Features{{feature::kProgress, 1}}));

  // A moves from 2 to 5; C's piece on 4 (its own square 18) is behind that, and what was before A's
  // piece is behind it now.
  const Kimble passed = position({{2, 'A'}, {4, 'C'}}, "A3", "AC");
  EXPECT_EQ(features_of(passed, 8), (Features{{feature::kProgress + 5, 1},
                                              {feature::kProgress + 2, -1},
                                              {feature::kRisk + 5, 1},
                                              {feature::kChase, -1}}));

  // A hits C's piece on 4, square 18 of C.
  const Kimble hits = position({{1, 'A'}, {4, 'C'}}, "A3", "AC");
  EXPECT_EQ(features_of(hits, 7), (Features{{feature::kProgress + 4, 1},
                                            {feature::kProgress + 1, -1},
                                            {feature::kCapture + 18, 1},
                                            {feature::kChase, -1}}));

  // A six throws again, and the start is left while pieces are at home; B behind A on the ring, and
  // C and B who could both hit it; B at home reaches its start, A's square 7.
  const Kimble six = position({{0, 'A'}, {5, 'B'}, {3, 'C'}}, "A6", "ABC");
  EXPECT_EQ(features_of(six, 6), (Features{{feature::kProgress + 6, 1},
                                           {feature::kProgress, -1},
                                           {feature::kRiskAfterSix + 6, 2},
                                           {feature::kVacate, 1},
                                           {feature::kChase, -1}}));
  const Kimble start = position({{2, 'A'}, {20, 'B'}}, "A5", "AB");
  EXPECT_EQ(features_of(start, 8), (Features{{feature::kProgress + 7, 1},
                                             {feature::kProgress + 2, -1},
                                             {feature::kRisk + 7, 1}}));

  // Whoever has come round goes to its goal: C's piece on A's 13 is on its own last square, and
  // reaches nothing of the ring; in the goal nothing is at risk.
  const Kimble round = position({{12, 'A'}, {13, 'C'}}, "A3", "AC");
  EXPECT_EQ(features_of(round, 18), (Features{{feature::kProgress + 15, 1},
                                              {feature::kProgress + 12, -1},
                                              {feature::kChase, -1}}));
  const Kimble goal = position({{26, 'A'}, {24, 'C'}}, "A2", "AC");
  EXPECT_EQ(features_of(goal, 32), (Features{{feature::kProgress + 28, 1},
                                             {feature::kProgress + 26, -1},
                                             {feature::kRisk + 26, -1}}));
}

// ---- the policy ----

using FittedChoice = Kimble::Move (*)(const Kimble&);

Kimble::Move fitted(const Kimble& state) {
  return fitted_choice(state, fitted_weights(state.players()));
}
Kimble::Move by_chances(const Kimble& state) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  const auto chance = [&](Kimble::Move move) {
    const Kimble after = engine::child(state, move);
    return engine::is_over(after) ? 1.0f
                                  : win_chances(after)[static_cast<std::size_t>(state.to_move())];
  };
  return *std::max_element(moves.begin(), moves.end(), [&](Kimble::Move one, Kimble::Move two) {
    return chance(one) < chance(two);
  });
}

/// The share of the games that `one` wins against others who all play as `others`.
double match(const std::string& seats, FittedChoice one, FittedChoice others, int games) {
  int wins = 0;
  const engine::Kimble::Rules r = rules(seats);
  for (int game = 0; game < games; ++game) {
    Rng rng(77, static_cast<std::uint64_t>(game));
    const int seat = game % r.players();
    Kimble state = Kimble::start(r, rng);
    while (!engine::is_over(state))
      state.apply(state.to_move() < 0       ? state.sample_chance(rng)
                  : state.to_move() == seat ? one(state)
                                            : others(state));
    wins += state.turn() == seat;
  }
  return static_cast<double>(wins) / games;
}

TEST(KimbleFitted, BeatsThePlayersItIsMeantFor) {
  // Five standard errors below what it has: the best there is has .803 and .752 of the first two.
  EXPECT_GT(match("AC", fitted, helppo, 10'000), 0.76);
  EXPECT_GT(match("AC", fitted, vaikea, 10'000), 0.70);
  EXPECT_GT(match("AB", fitted, prudent, 10'000), 0.515);
  EXPECT_GT(match("ABC", fitted, prudent, 10'000), 0.35);
  EXPECT_GT(match("ABCD", fitted, helppo, 10'000), 0.61);
  EXPECT_GT(match("ABCD", fitted, vaikea, 10'000), 0.35);
  EXPECT_GT(match("ABCD", fitted, capture, 10'000), 0.252);
  EXPECT_GT(match("ABCD", fitted, prudent, 10'000), 0.26);
}

TEST(KimbleFitted, PlaysWithFewerPiecesThanItWasFittedTo) {
  const auto share = [](const char* seats, int pieces) {
    int wins = 0;
    constexpr int kGames = 4'000;
    for (int game = 0; game < kGames; ++game) {
      Rng rng(78, static_cast<std::uint64_t>(game));
      Kimble state = Kimble::start(rules(seats, pieces), rng);
      while (!engine::is_over(state))
        state.apply(state.to_move() < 0           ? state.sample_chance(rng)
                    : state.to_move() == game % 2 ? fitted(state)
                                                  : vaikea(state));
      wins += state.turn() == game % 2;
    }
    return static_cast<double>(wins) / kGames;
  };
  EXPECT_GT(share("AC", 2), 0.55);  // 0.607 is the best there is
  EXPECT_GT(share("AC", 3), 0.62);
}

TEST(KimbleChances, AreBetterStillOnePlyAheadSlow) {
  EXPECT_GT(match("AC", by_chances, helppo, 10'000), 0.77);
  EXPECT_GT(match("AC", by_chances, vaikea, 10'000), 0.71);
  EXPECT_GT(match("ABCD", by_chances, prudent, 4'000), 0.26);
}

TEST(KimbleChances, AddUpAndAgreeWithGamesPlayedOnSlow) {
  for (const char* seats : {"AC", "AB", "ABD", "ABCD"}) {
    const engine::Kimble::Rules r = rules(seats);
    Policies policies;
    policies.fill(Policy::kFitted);
    const PolicyPlayouts playouts(r, policies);
    double squares = 0;
    int positions = 0;
    for (std::uint64_t game = 0; game < 15; ++game) {
      Rng rng(5, game);
      Kimble state = started_by(r, 0);
      for (int ply = 0; !engine::is_over(state); ++ply) {
        if (state.to_move() < 0 && ply % 40 == 39) {
          std::array starts = {PolicyPlayouts::start(state, 1'000)};
          playouts(starts, rng.next());
          const auto chances = win_chances(state);
          EXPECT_NEAR(std::accumulate(chances.begin(), chances.end(), 0.0), 1, 1e-5);
          const double error = chances[0] - static_cast<double>(starts[0].wins[0]) / 1'000;
          squares += error * error;
          ++positions;
        }
        state.apply(state.to_move() < 0 ? state.sample_chance(rng) : fitted(state));
      }
    }
    EXPECT_GT(positions, 25) << seats;
    EXPECT_LT(std::sqrt(squares / positions), 0.04) << seats << ": 1,000 games have 0.016";
  }
}

TEST(KimbleChances, AreEvenBeforeTheStarterIsDrawn) {
  EXPECT_EQ(win_chances(engine::start_of(rules("AC")))[1], 0.5f);
  EXPECT_EQ(win_chances(engine::start_of(rules("ABCD"))),
            (engine::Returns{.25f, .25f, .25f, .25f}));
}

// ---- inputs of the values ----

std::map<int, float> inputs_of(const Kimble& state, Player player) {
  std::map<int, float> inputs;
  visit_value_features(state, Exposures(state), player, [&](int feature, float input) {
    EXPECT_TRUE(inputs.emplace(feature, input).second) << feature << " twice";
    EXPECT_NE(input, 0);
  });
  return inputs;
}

TEST(KimbleValueFeatures, TellWhereEverybodyStands) {
  using namespace value_feature;
  using Inputs = std::map<int, float>;
  const int own = kPieces, rival = kPieces + kOfSeat, exposed = kExposure;
  // A on its 2 and C on A's 4, its own 18: C has A ahead of it nowhere, A has C two squares on.
  const Kimble two = position({{2, 'A'}, {4, 'C'}}, "C0", "AC");
  const float stake = (18 + 8) / 72.0f;
  EXPECT_EQ(inputs_of(two, 0), (Inputs{{own + 2, 1.0f},
                                       {own + 32 + 3, 1.0f},
                                       {rival + 18, 1.0f},
                                       {rival + 32 + 3, 1.0f},
                                       {kThrower + 1, 1.0f},
                                       {kGap + 1, 1.0f},
                                       {exposed + 5, stake}}))
      << "C's piece can be hit, but C throws first";
  EXPECT_EQ(inputs_of(two, 1), (Inputs{{own + 18, 1.0f},
                                       {own + 32 + 3, 1.0f},
                                       {rival + 2, 1.0f},
                                       {rival + 32 + 3, 1.0f},
                                       {kThrower, 1.0f},
                                       {kGap + 1, 1.0f},
                                       {exposed + 1, stake}}))
      << "the same as C sees it";
  // A throws: now it is before C; ten squares on is a six and one throw more.
  const Kimble far = position({{2, 'A'}, {12, 'C'}}, "A0", "AC");
  EXPECT_EQ(inputs_of(far, 0).at(exposed + 6), (26 + 8) / 72.0f);
  EXPECT_EQ(inputs_of(far, 0).count(exposed + 4), 0u);
  // B at home could hit A on B's start with a six; C's piece is in the way of B and not of A.
  const Kimble three = position({{7, 'A'}, {8, 'B'}, {10, 'C'}}, "B0", "ABC");
  const auto seen = inputs_of(three, 0);
  EXPECT_EQ(seen.at(exposed), (7 + 8) / 72.0f) << "B throws before A";
  EXPECT_EQ(seen.at(exposed + kOfRival + 4 + 1), (24 + 8) / 72.0f) << "C throws before A";
  EXPECT_EQ(seen.at(exposed + kOfRival + 8), (24 + 8) / 72.0f) << "B on 8";
}

TEST(KimbleValueFeatures, GiveTheNetworkWhatExamplesHave) {
  Rng rng(2);
  const auto network = std::make_unique<ValueNetwork>();
  const auto any = [&] { return static_cast<float>(rng.uniform() - 0.5); };
  for (auto& row : network->to_hidden)
    for (float& weight : row) weight = any();
  for (float& weight : network->hidden_bias) weight = any();
  for (float& weight : network->from_hidden) weight = any();
  for (float& weight : network->direct) weight = any();
  network->bias = any();
  Kimble state = started_by(rules("ABCD"), 1);
  for (int ply = 0; ply < 300 && !engine::is_over(state); ++ply) {
    state.apply(state.to_move() < 0 ? state.sample_chance(rng) : state.random_move(rng));
    if (state.to_move() != engine::kChance) continue;
    ValueNetwork::Inputs inputs{};
    for (const auto& [feature, input] : inputs_of(state, 2))
      inputs[static_cast<std::size_t>(feature)] = input;
    const float told = network->log_odds_of(
        [&](auto&& add) { visit_value_features(state, Exposures(state), 2, add); });
    EXPECT_NEAR(told, network->log_odds(inputs), 1e-4);
  }
}

// ---- learning ----

/// Decisions of random games whose choices are worth what `truth` says.
std::vector<LabelledDecision> taught_by(const PolicyWeights& truth, int first_game, int games) {
  std::vector<LabelledDecision> decisions;
  for (int game = first_game; game < first_game + games; ++game) {
    Rng rng(9, static_cast<std::uint64_t>(game));
    Kimble state = started_by(rules("ABCD"), 0);
    while (!engine::is_over(state)) {
      Kimble::Moves moves;
      if (state.to_move() >= 0) state.legal_moves(moves);
      if (moves.size() > 1) {
        LabelledDecision decision{state, {}};
        for (const Kimble::Move move : moves) {
          LabelledDecision::LabelledMove choice{move, {}};
          const double odds = move_score(state, move, truth) / 1000.0;
          choice.wins[static_cast<std::size_t>(state.to_move())] =
              static_cast<float>(1 / (1 + std::exp(-odds)));
          decision.choices.push_back(choice);
        }
        decisions.push_back(decision);
      }
      state.apply(state.to_move() < 0 ? state.sample_chance(rng) : state.random_move(rng));
    }
  }
  return decisions;
}

TEST(KimblePolicyFit, FindsOutWhatMakesMovesGood) {
  PolicyWeights truth = first_model().policies[0];
  truth[feature::kChase] = -800;
  truth[feature::kVacate] = 900;
  for (int square = 0; square < 28; square += 2) {
    truth[static_cast<std::size_t>(feature::kProgress + square)] = 1500;
    truth[static_cast<std::size_t>(feature::kRiskAfterSix + square)] = 700;
  }
  const auto decisions = taught_by(truth, 0, 100), unseen = taught_by(truth, 100, 30);
  ASSERT_GT(decisions.size(), 3'000u);
  const PolicyWeights none{};
  PolicyFit fit(decisions, none, 20, 1), again(decisions, none, 20, 1);
  double first = 0, last = 0;
  for (int epoch = 0; epoch < 20; ++epoch) {
    last = fit.epoch();
    again.epoch();
    if (epoch == 0) first = last;
  }
  EXPECT_LT(last, first / 2);
  EXPECT_EQ(fit.weights(), again.weights());
  EXPECT_EQ(policy_loss(unseen, truth).fitted, 0);
  const PolicyLoss loss = policy_loss(unseen, fit.weights());
  EXPECT_GT(loss.random, 0.05);
  EXPECT_LT(loss.fitted, 0.06 * loss.random);
}

TEST(KimbleLabelledGame, TellsWhatChoicesAreWorth) {
  const PolicyWeights& weights = fitted_weights(4);
  Rng rng(4, 1), same(4, 1);
  const auto decisions = labelled_game(rules("ABCD"), weights, 100, rng);
  ASSERT_GT(decisions.size(), 10u);
  for (const LabelledDecision& decision : decisions) {
    Kimble::Moves moves;
    decision.state.legal_moves(moves);
    ASSERT_EQ(decision.choices.size(), moves.size());
    ASSERT_GT(moves.size(), 1u);
    for (std::size_t i = 0; i < moves.size(); ++i) {
      EXPECT_EQ(decision.choices[i].move, moves[i]);
      const auto& wins = decision.choices[i].wins;
      EXPECT_NEAR(std::accumulate(wins.begin(), wins.end(), 0.0), 1, 1e-5);
    }
  }
  const auto again = labelled_game(rules("ABCD"), weights, 100, same);
  ASSERT_EQ(again.size(), decisions.size());
  EXPECT_EQ(again.back().choices[0].wins, decisions.back().choices[0].wins);
  EXPECT_LT(policy_loss(decisions, weights).fitted, policy_loss(decisions, weights).random);
}

TEST(KimbleValueExamples, AreAsManyAsAskedForAndWhatThePlayersSee) {
  Rng rng(3);
  const auto decisions = labelled_game(rules("AC"), fitted_weights(2), 50, rng);
  const auto all = value_examples(decisions, 100'000, 1);
  std::size_t choices = 0;
  for (const auto& decision : decisions) choices += decision.choices.size();
  EXPECT_EQ(all.size(), choices);
  const std::size_t half = value_examples(decisions, choices / 2, 1).size();
  EXPECT_LE(half, choices / 2);
  EXPECT_GE(half, choices / 2 - 4 * static_cast<std::size_t>(std::sqrt(choices)));
  for (const ValueExample& example : all) {
    EXPECT_GE(example.yes, 0);
    EXPECT_LE(example.yes, 1);
    // Two boards and homes, who throws and where they sit.
    EXPECT_GE(std::count(example.inputs.begin(), example.inputs.end(), 1.0f), 4);
  }
}

// ---- the model as text ----

TEST(KimbleModelText, IsReadAsItWasWritten) {
  const auto model = std::make_unique<Model>(first_model());
  Rng rng(6);
  for (PolicyWeights& weights : model->policies)
    for (auto& weight : weights) weight = static_cast<std::int32_t>(rng.below(2'000)) - 1'000;
  const std::string header = model_header(*model, "after 0 rounds");
  const auto read = read_policies(header);
  ASSERT_TRUE(read.ok()) << engine::message_of(read);
  EXPECT_EQ(*read, model->policies);
  EXPECT_TRUE(header.starts_with(std::string(kModelHeading) + "\n// after 0 rounds\n"));
}

TEST(KimbleModelText, OfOthersIsRefused) {
  const auto model = std::make_unique<Model>(first_model());
  const std::string header = model_header(*model, "x");
  const auto refused = [](const std::string& text) {
    const auto read = read_policies(text);
    return read.ok() ? std::string("read") : engine::message_of(read);
  };
  EXPECT_EQ(refused(""), "holds no weights of Kimble");
  EXPECT_EQ(refused("x" + header), "holds no weights of Kimble");
  const std::size_t begin = header.find("{{\n");
  for (std::size_t cut = begin + 3; cut < header.find("}};"); cut += 97)
    EXPECT_TRUE(refused(header.substr(0, cut)).starts_with("is damaged")) << cut;
  std::string more = header;
  more.replace(more.find("40", begin), 2, "40, 40");
  EXPECT_TRUE(refused(more).starts_with("is damaged"));
  for (const char* other : {"40.5", "4e1", "40f", "x", "0x40"}) {
    std::string changed = header;
    changed.replace(changed.find("40", begin), 2, other);
    EXPECT_TRUE(refused(changed).starts_with("is damaged")) << other;
  }
  std::string large = header;
  large.replace(header.find("40", begin), 2, "99999999");
  EXPECT_TRUE(refused(large).starts_with("is damaged"));
  large.replace(large.find("99999999"), 8, "99999999999999999999");
  EXPECT_TRUE(refused(large).starts_with("is damaged"));
}

}  // namespace
}  // namespace gauntlet::search
