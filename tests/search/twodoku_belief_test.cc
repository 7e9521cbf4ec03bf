// What a player of Two-Doku may believe: exact, as sampled, and as it turns out.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>

#include "engine/twodoku/twodoku.h"
#include "search/twodoku/belief.h"
#include "search/twodoku/playout.h"
#include "tests/checked.h"
#include "tests/engine/twodoku_positions.h"

namespace gauntlet::search {

using namespace twodoku;

namespace {

using engine::kChance;
using engine::kPeers;
using engine::Player;
using engine::Rng;
using engine::TwoDoku;
using engine::TwoDokuPosition;
using Kind = TwoDoku::Kind;
using Stage = TwoDoku::Stage;

TEST(TwoDokuBelief, counts_what_can_be_counted_by_hand) {
  TwoDokuPosition position;
  position.dominoes[8] = "e...e...c";
  position.excluded = "9,-,-";
  position.red = "000000001";
  position.sums = "r";  // blue's sum tells red nothing
  const Belief belief(position.state().redacted(0));
  EXPECT_EQ(belief.failure(0, 9), 0);  // 8,0 is no nine, and square 0 sees no other
  // 8,0 takes one of 80 that are no nines; 8,4 then one of 88, nine of them nines.
  EXPECT_NEAR(belief.failure(4, 9), 9.0 / 88, 1e-12);
  EXPECT_NEAR(belief.failure(0, 5), 10.0 / 80, 1e-12);
  EXPECT_NEAR(belief.face_down(0, 5), 10.0 / 80, 1e-12);
}

TEST(TwoDokuBelief, knows_the_last_domino_by_its_sum) {
  TwoDokuPosition position;
  position.dominoes[8] = "e........";
  position.excluded = "-";
  position.red = "000000001";
  const Belief belief(position.state().redacted(0));  // what blue lacks of all others is a five
  EXPECT_NEAR(belief.failure(0, 5), 1, 1e-12);
  EXPECT_NEAR(belief.failure(0, 4), 0, 1e-12);
}

TEST(TwoDokuBelief, gives_swapped_dominoes_each_digit_alike) {
  const std::string text =
      "rrrrrrrrr/rrrrrrrrr/rrrrrrrrr/rrrrrrrrr/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/bbbbbbbbb/......... "
      "........./........./........./........./........./........./........./........./?????.... "
      "turn mover=red turn=2 idle=0 red=00000000b blue=?72 pot=?? knows=-/- "
      "min=000000000/000000000 sums=- not=9,-,-,-,- swapped=11 view=red";
  const auto view = TwoDoku::from_text({}, text);
  ASSERT_TRUE(view.ok()) << engine::message_of(view);
  const Belief belief(*view);
  Rng rng(1);
  constexpr int kWorlds = 40'000;
  std::array<int, 10> drawn{};
  for (int i = 0; i < kWorlds; ++i) ++drawn[view->determinized(rng).face_down(1).digit];
  for (int digit = 1; digit <= 9; ++digit)
    EXPECT_NEAR(drawn[static_cast<std::size_t>(digit)] / double{kWorlds},
                belief.face_down(1, digit), 0.01)
        << "seed 1, digit " << digit;
}

/// Who shows each domino of the hand as likely as any other, somewhere at random, and now and then
/// takes one, draws from the pot, returns or passes: a player who chooses without regard to what it
/// holds, for whom beliefs are exact.
TwoDoku::Move choose_blindly(const TwoDoku& state, Rng& rng) {
  TwoDoku::Moves moves;
  state.legal_moves(moves);
  if (state.stage() < Stage::kTurn || rng.below(6) == 0)
    return moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  const Player mover = state.to_move();
  int nth = static_cast<int>(rng.below(static_cast<std::uint32_t>(state.hand_size(mover))));
  int digit = 1;
  while (nth >= state.hand(mover)[digit]) nth -= state.hand(mover)[digit++];
  const engine::SquareSet open = state.targets(mover).without(state.seen_by(digit));
  if (open.empty()) return TwoDoku::Move::of(Kind::kPass);
  return TwoDoku::Move::of(
      Kind::kPlay, open.nth(static_cast<int>(rng.below(static_cast<std::uint32_t>(open.size())))),
      digit);
}

/// Calls visit(state, rng) at every turn of `games` games of such players.
template <class Visit>
void on_blind_games(int games, std::uint64_t seed, Visit visit) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    TwoDoku state = engine::dealt({false, game % 4 == 3});
    while (!engine::is_over(state)) {
      const bool is_turn = state.stage() == Stage::kTurn;
      if (is_turn) visit(state, rng);
      state.apply(state.to_move() == kChance ? state.sample_chance(rng)
                                             : choose_blindly(state, rng));
    }
  }
}

/// The log loss of the true face-down digits is what the exact probabilities promise, and samples
/// know as much: within 1 % of it.
TEST(TwoDokuBelief, is_as_good_from_samples_as_counted) {
  double exact = 0, sampled = 0;
  int states = 0, dominoes = 0;
  constexpr int kWorlds = 1'000, kStates = 1'000 / kShare;
  on_blind_games(2'000 / kShare, 2, [&](const TwoDoku& state, Rng& rng) {
    if (states == kStates || state.turns() < 6 || state.face_down_count() == 0) return;
    if (rng.below(4) != 0) return;
    ++states;
    const TwoDoku view = state.redacted(state.to_move());
    const Belief belief(view);
    std::array<std::array<int, 10>, TwoDoku::kMostFaceDown> seen{};
    for (int i = 0; i < kWorlds; ++i) {
      const TwoDoku world = view.determinized(rng);
      for (int at = 0; at < view.face_down_count(); ++at) ++seen[at][world.face_down(at).digit];
    }
    for (int at = 0; at < view.face_down_count(); ++at, ++dominoes) {
      const int truth = state.face_down(at).digit;
      const double chance = belief.face_down(at, truth);
      ASSERT_GT(chance, 0) << state.to_text();
      exact -= std::log(chance);
      sampled -= std::log((seen[at][truth] + 0.5) / (kWorlds + 4.5));
    }
  });
  ASSERT_EQ(states, kStates);
  EXPECT_NEAR(sampled / dominoes, exact / dominoes, 0.01 * exact / dominoes) << "seed 2";
}

/// Of the placements whose risk is p, a share of p fails: within 1 % in each of ten bins, and what
/// the luck of that many trials allows.
TEST(TwoDokuBelief, tells_how_often_placements_fail) {
  std::array<double, 10> expected{}, failed{}, tried{}, variance{};
  on_blind_games(400 / kShare, 3, [&](const TwoDoku& state, Rng& rng) {
    if (rng.below(8) != 0) return;
    const Player mover = state.to_move();
    const TwoDoku view = state.redacted(mover);
    const Belief belief(view);
    for (int trial = 0; trial < 8; ++trial) {
      const int square = static_cast<int>(rng.below(81));
      const int digit = 1 + static_cast<int>(rng.below(9));
      const double risk = belief.failure(square, digit);
      bool fails = false;
      for (int i = 0; i < state.face_down_count(); ++i)
        fails |= kPeers[square].has(state.face_down(i).square) && state.face_down(i).digit == digit;
      const auto bin = static_cast<std::size_t>(std::min(9.0, risk * 10));
      expected[bin] += risk;
      variance[bin] += risk * (1 - risk);
      failed[bin] += fails;
      ++tried[bin];
      if (risk == 0) {
        ASSERT_FALSE(fails) << state.to_text();
      }
      if (risk > 1 - 1e-9) {
        ASSERT_TRUE(fails) << state.to_text();
      }
    }
  });
  for (std::size_t bin = 0; bin < 10; ++bin) {
    if (tried[bin] == 0) continue;
    EXPECT_NEAR(failed[bin], expected[bin], 0.01 * tried[bin] + 5 * std::sqrt(variance[bin]))
        << "seed 3, bin " << bin << " with " << tried[bin] << " placements";
  }
  EXPECT_GT(tried[0] + tried[1], 1'000 / kShare);
}

}  // namespace

}  // namespace gauntlet::search
