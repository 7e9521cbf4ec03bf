// Kimble positions as tests write them down.
#pragma once

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <string_view>

#include "engine/kimble/kimble.h"

namespace gauntlet::engine {

inline Kimble::Rules rules(std::string_view seats, int pieces = 4) {
  const auto read = kimble::read_rules(seats, "pieces=" + std::to_string(pieces));
  EXPECT_TRUE(read.ok()) << message_of(read);
  return *read;
}

/// Everything at home and the starter not drawn yet.
inline Kimble start_of(const Kimble::Rules& rules) {
  Rng unused(0);
  return Kimble::start(rules, unused);
}

/// The same, and it is `player` who throws first.
inline Kimble started_by(const Kimble::Rules& rules, int player) {
  return child(start_of(rules), Kimble::Move(Kimble::Move::kStarter, player));
}

/// A position text from what stands where: {{0, 'A'}, {30, 'B'}}, "A6", "AB".
inline std::string text(const std::map<int, char>& pieces, const std::string& turn,
                        const std::string& seats) {
  std::string squares(44, '0');
  for (const auto& [place, letter] : pieces) squares[static_cast<std::size_t>(place)] = letter;
  return squares + turn + " " + seats;
}

inline Kimble position(const std::map<int, char>& pieces, const std::string& turn,
                       const std::string& seats = "ABCD", int count = 4) {
  const auto state =
      Kimble::from_text(rules(seats.substr(0, seats.find(' ')), count), text(pieces, turn, seats));
  EXPECT_TRUE(state.ok()) << message_of(state);
  return *state;
}

inline std::string moves_of(const Kimble& state) {
  Kimble::Moves moves;
  state.legal_moves(moves);
  std::string list;
  for (const auto move : moves) list += state.format(move);
  return list;
}

inline Kimble after(const Kimble& state, std::string_view move) {
  const auto parsed = state.parse(move);
  EXPECT_TRUE(parsed.ok()) << message_of(parsed);
  return child(state, *parsed);
}

inline Kimble started(const Kimble::Rules& r, std::string_view starter = "starter=A") {
  Rng rng(1);
  return after(Kimble::start(r, rng), starter);
}

}  // namespace gauntlet::engine
