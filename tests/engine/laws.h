// The laws that every game must keep, checked along random games. Each game's test calls
// expect_laws<S>(); a failure prints the seed, the ply and the position.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/game.h"

namespace gauntlet::engine {

/// What must hold of one state that is not over and where a player moves.
template <Game S>
void expect_decision_laws(const S& state, Rng& rng) {
  typename S::Moves moves;
  state.legal_moves(moves);
  ASSERT_FALSE(moves.empty());
  for (std::size_t i = 0; i < moves.size(); ++i) {
    const auto move = moves[i];
    ASSERT_EQ(S::Move::from_bits(move.bits()), move);
    const auto parsed = state.parse(state.format(move));
    ASSERT_TRUE(parsed.ok()) << state.format(move) << ": " << message_of(parsed);
    ASSERT_EQ(*parsed, move) << state.format(move);
    for (std::size_t j = 0; j < i; ++j) ASSERT_NE(moves[j].bits(), move.bits());
  }
  const auto random = state.random_move(rng);
  bool listed = false;
  for (const auto move : moves) listed |= move == random;
  if constexpr (CountsReplies<S>) {
    std::uint64_t replies = 0;
    for (const auto move : moves) replies += perft(child(state, move), 1);
    ASSERT_EQ(state.replies(), replies);
  }
  ASSERT_TRUE(listed) << "random_move gave an illegal " << state.format(random);
}

/// What must hold of one chance node.
template <Stochastic S>
void expect_chance_laws(const S& state, Rng& rng) {
  double total = 0;
  int outcomes = 0;
  const auto drawn = state.sample_chance(rng);
  ASSERT_TRUE(state.is_outcome(drawn));
  constexpr int kEnumerated = 5'000;  // the rest of a huge outcome set is left to the sum
  state.chance_outcomes([&](typename S::Move move, double probability) {
    total += probability;
    ASSERT_GT(probability, 0);
    if (++outcomes > kEnumerated) return;
    ASSERT_TRUE(state.is_outcome(move));
    ASSERT_EQ(S::Move::from_bits(move.bits()), move);
    const auto parsed = state.parse(state.format(move));
    ASSERT_TRUE(parsed.ok()) << state.format(move) << ": " << message_of(parsed);
    ASSERT_EQ(*parsed, move);
  });
  ASSERT_NEAR(total, 1, 1e-9);
}

/// What must hold of what each seat sees.
template <Hidden S>
void expect_hidden_laws(const S& state, Rng& rng) {
  for (Player observer = 0; observer < state.players(); ++observer) {
    const S view = state.redacted(observer);
    ASSERT_EQ(view.redacted(observer), view);
    ASSERT_EQ(view.to_move(), state.to_move());
    const S world = view.determinized(rng);
    ASSERT_EQ(world.redacted(observer), view) << "a determinization must look the same";
    if (state.to_move() == observer) {
      typename S::Moves seen, real;
      view.legal_moves(seen);
      state.legal_moves(real);
      ASSERT_EQ(seen.size(), real.size());
      for (std::size_t i = 0; i < seen.size(); ++i) ASSERT_EQ(seen[i], real[i]);
    }
  }
}

/// What must hold of every state.
template <Game S>
void expect_state_laws(const S& state, Rng& rng) {
  const auto reread = S::from_text(state.rules(), state.to_text());
  ASSERT_TRUE(reread.ok()) << message_of(reread);
  ASSERT_EQ(reread->to_text(), state.to_text());
  ASSERT_EQ(reread->to_move(), state.to_move());
  if (*reread == state) {
    ASSERT_EQ(reread->hash(), state.hash());
  }
  ASSERT_FALSE(state.drawn().empty());
  ASSERT_EQ(state.drawn().back(), '\n');
  ASSERT_EQ(state.to_text().find('\n'), std::string::npos);
  const Player mover = state.to_move();
  if (mover >= 0) {
    ASSERT_LT(mover, state.players());
    expect_decision_laws(state, rng);
  } else if constexpr (Stochastic<S>) {
    if (mover == kChance) expect_chance_laws(state, rng);
  }
  if constexpr (Hidden<S>) expect_hidden_laws(state, rng);
}

/// Returns are in 0..1, zero past the last seat, and sum to 1 for two or more players.
template <Game S>
void expect_returns_laws(const S& state) {
  const Returns returns = state.returns();
  float total = 0;
  for (int seat = 0; seat < kMaxPlayers; ++seat) {
    ASSERT_GE(returns[seat], 0);
    ASSERT_LE(returns[seat], 1);
    if (seat >= state.players()) {
      ASSERT_EQ(returns[seat], 0);
    }
    total += returns[seat];
  }
  if (state.players() > 1) {
    ASSERT_NEAR(total, 1, 1e-6);
  }
}

/// Plays `games` random games and checks every law at every `stride`-th ply. `text_is_complete`:
/// to_text() carries the whole state (nothing is derived from the history alone).
template <Game S>
void expect_laws(const typename S::Rules& rules, int games, std::uint64_t seed, int stride = 1,
                 bool text_is_complete = true, int max_plies = 100'000) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    S state = S::start(rules, rng);
    int ply = 0;
    for (; !is_over(state); ++ply) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", game " + std::to_string(game) + ", ply " +
                   std::to_string(ply) + ": " + state.to_text());
      ASSERT_LT(ply, max_plies);
      if (ply % stride == 0) {
        expect_state_laws(state, rng);
        if (text_is_complete) {
          const auto reread = S::from_text(rules, state.to_text());
          ASSERT_TRUE(reread.ok() && *reread == state);
        }
        if (::testing::Test::HasFatalFailure()) return;
      }
      if constexpr (Stochastic<S>) {
        if (state.to_move() == kChance) {
          state.apply(state.sample_chance(rng));
          continue;
        }
      }
      state.apply(state.random_move(rng));
    }
    SCOPED_TRACE("seed " + std::to_string(seed) + ", game " + std::to_string(game) +
                 ", over: " + state.to_text());
    expect_state_laws(state, rng);
    expect_returns_laws(state);
    if (::testing::Test::HasFatalFailure()) return;
  }
}

}  // namespace gauntlet::engine
