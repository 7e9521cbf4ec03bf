// Positions of Two-Doku for tests, made from the few things that a test cares about.
#pragma once

#include <gtest/gtest.h>

#include <array>
#include <string>
#include <string_view>

#include "engine/twodoku/twodoku.h"

namespace gauntlet::engine {

/// A whole position. Unless told otherwise red owns rows 0-3, blue rows 4-7, row 8 is white, and
/// blue holds all dominoes that are nowhere else.
struct TwoDokuPosition {
  std::array<std::string, 9> colours = {"rrrrrrrrr", "rrrrrrrrr", "rrrrrrrrr",
                                        "rrrrrrrrr", "bbbbbbbbb", "bbbbbbbbb",
                                        "bbbbbbbbb", "bbbbbbbbb", "........."};
  std::array<std::string, 9> dominoes = {".........", ".........", ".........",
                                         ".........", ".........", ".........",
                                         ".........", ".........", "........."};
  std::string stage = "turn";
  std::string mover = "red";
  int turn = 2;
  int idle = 0;
  std::string red = "000000000";
  std::string pot = "-";
  std::string knows = "-/-";
  std::string min = "000000000/000000000";
  std::string sums = "rb";
  std::string excluded = "none";

  std::string blue() const {
    std::array<int, 10> left;
    left.fill(10);
    for (const std::string& row : dominoes)
      for (const char c : row) {
        if (c >= '1' && c <= '9') --left[c - '0'];
        if (c >= 'a' && c <= 'i') --left[c - 'a' + 1];
      }
    for (const char c : pot)
      if (c != '-') --left[c - '0'];
    std::string text;
    for (int digit = 1; digit <= 9; ++digit) {
      const char c = red[digit - 1];
      left[digit] -= c == 'a' ? 10 : c - '0';
      EXPECT_GE(left[digit], 0) << "too many of digit " << digit;
      text += "0123456789a"[left[digit]];
    }
    return text;
  }

  std::string text() const {
    std::string text;
    for (const auto* rows : {&colours, &dominoes}) {
      for (int row = 0; row < 9; ++row) text += (row > 0 ? "/" : "") + (*rows)[row];
      text += ' ';
    }
    return text + stage + " mover=" + mover + " turn=" + std::to_string(turn) +
           " idle=" + std::to_string(idle) + " red=" + red + " blue=" + blue() + " pot=" + pot +
           " knows=" + knows + " min=" + min + " sums=" + sums + " not=" + excluded;
  }

  TwoDoku state(const TwoDoku::Rules& rules = {}) const {
    const auto state = TwoDoku::from_text(rules, text());
    EXPECT_TRUE(state.ok()) << text() << ": " << message_of(state);
    Rng rng(0);
    return state.ok() ? *state : TwoDoku::start(rules, rng);
  }
};

/// Red, to move, has 205 in its hand and blue 207; eight dominoes lie face down, and the pot has
/// two, so that blue's may be anything from far less to far more for red, but for what `sums` says.
inline TwoDokuPosition close_position(const std::string& sums) {
  TwoDokuPosition position;
  position.dominoes[8] = "cagiecbd.";
  position.excluded = "-,-,-,-,-,-,-,-";
  position.pot = "31";
  position.red = "444444546";
  position.sums = sums;
  return position;
}

/// Plays a move given as text, which must be possible.
inline void play(TwoDoku& state, std::string_view move) {
  const auto parsed = state.parse(move);
  ASSERT_TRUE(parsed.ok()) << move << ": " << message_of(parsed);
  state.apply(*parsed);
}

/// Whether the move, given as text, is legal now.
inline bool is_legal(const TwoDoku& state, std::string_view move) {
  return state.parse(move).ok();
}

/// Chance draws, a player moves at random.
inline TwoDoku::Move any_move(const TwoDoku& state, Rng& rng) {
  return state.to_move() == kChance ? state.sample_chance(rng) : state.random_move(rng);
}

/// Plays random games of all variants and hands every state to `check(state, rng)`.
template <class Check>
void on_random_states(int games, std::uint64_t seed, Check check) {
  for (int game = 0; game < games; ++game) {
    Rng rng(seed, static_cast<std::uint64_t>(game));
    TwoDoku state = TwoDoku::start({game % 2 == 1, game % 4 >= 2}, rng);
    while (!is_over(state)) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", game " + std::to_string(game) + ": " +
                   state.to_text());
      check(state, rng);
      if (::testing::Test::HasFatalFailure()) return;
      state.apply(any_move(state, rng));
    }
  }
}

/// The start, always with the same deal.
inline TwoDoku dealt(const TwoDoku::Rules& rules = {}) {
  Rng rng(0);
  return TwoDoku::start(rules, rng);
}

}  // namespace gauntlet::engine
