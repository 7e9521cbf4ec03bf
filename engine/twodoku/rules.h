// The variants of Two-Doku, and what is different in size between them.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "engine/square_set.h"
#include "engine/twodoku/move.h"

namespace gauntlet::engine::twodoku {

/// How much there is of everything in a game.
struct Dimensions {
  SquareSet board{};                   ///< The squares in play.
  std::array<SquareSet, 2> colours{};  ///< Where they are given; empty where players colour.
  SquareSet hides{};                   ///< Where dominoes are hidden, if that is given.
  DigitCounts dominoes{};              ///< Of each digit.
  std::uint8_t total = 0;              ///< All dominoes.
  std::uint8_t coloured = 0;           ///< Squares that each player colours.
  std::uint8_t face_down = 0;          ///< Dominoes that are hidden at the start; even.
  std::uint8_t hand = 0;               ///< Dominoes dealt to each player.
  std::uint16_t max_turns = 0;         ///< Then the game is drawn.
  bool takes = false;                  ///< Whether dominoes may be taken from board and pot.
};

/// Dominoes of the pot, in every variant.
inline constexpr int kPot = 2;

inline constexpr Dimensions kFullSize = {.board = SquareSet::all(),
                                         .dominoes = {0, 10, 10, 10, 10, 10, 10, 10, 10, 10},
                                         .total = 90,
                                         .coloured = 36,
                                         .face_down = 8,
                                         .hand = 40,
                                         .max_turns = 400,
                                         .takes = true};

/// The 4x4 board of the rows and columns 0, 1, 3 and 4: its 2x2 boxes lie in boxes of the large
/// one, so that the same squares see each other.
///
///       0 1   3 4
///     0 r .   b .      r, b  red's and blue's squares
///     1 ? .   . r      ?     where a domino is hidden
///     3 b .   . ?
///     4 . r   . b      Half a turn of the board swaps the colours.
inline constexpr Dimensions kSmallSize = [] {
  Dimensions small{.dominoes = {0, 2, 3, 3, 2},
                   .total = 10,
                   .coloured = 3,
                   .face_down = 2,
                   .hand = 3,
                   .max_turns = 20};
  for (const int row : {0, 1, 3, 4})
    for (const int column : {0, 1, 3, 4}) small.board.add(row * 9 + column);
  for (const int square : {0 * 9 + 0, 1 * 9 + 4, 4 * 9 + 1}) small.colours[0].add(square);
  for (const int square : {0 * 9 + 3, 3 * 9 + 0, 4 * 9 + 4}) small.colours[1].add(square);
  for (const int square : {1 * 9 + 0, 3 * 9 + 4}) small.hides.add(square);
  return small;
}();

/// Not small, small.
inline constexpr std::array<Dimensions, 2> kDimensions = {kFullSize, kSmallSize};

/// The variants.
struct Rules {
  bool java = false;   ///< Red colours its 36 squares, then blue; not alternating.
  bool open = false;   ///< Both hands lie open.
  bool small = false;  ///< The 4x4 board; colours and hides are given. REQUIRES: !java.

  std::string name() const;
  int players() const { return 2; }
  const Dimensions& dimensions() const { return kDimensions[small]; }
  bool operator==(const Rules&) const = default;
};

}  // namespace gauntlet::engine::twodoku
