// What both players threaten, as an evaluation sees it.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/mnk/squares.h"
#include "search/mnk/threat.h"

namespace gauntlet::search::mnk {

/// Yes or no for each of five threats: whether there is a square that makes it, and whether there
/// are two. Sums over squares hardly tell one threat from none, where all is decided by it.
///
///   bit 10 w + 2 t + n of `bits`: player w (0: who is to move) has more than n squares of the
///   t-th threat
struct ThreatMarks {
  static constexpr int kAll = 20;
  std::uint32_t bits = 0;

  /// Of a ShapeBoard.
  template <class Board>
  static ThreatMarks of(const Board& board, int mover) {
    ThreatMarks marks;
    int bit = 0;
    for (const int player : {mover, 1 - mover})
      for (const Threat threat : kThreatsMarked) {
        const int squares = up_to_two(board.squares(player, threat));
        marks.bits |= ((1u << squares) - 1) << bit;
        bit += 2;
      }
    return marks;
  }

 private:
  // Who is to move and has an open four to make has won, so that no search asks about it; the mark
  // is there for the other.
  static constexpr std::array kThreatsMarked = {Threat::kOpenThree, Threat::kDoubleThree,
                                                Threat::kFour, Threat::kFourThree,
                                                Threat::kOpenFour};

  template <std::size_t Words>
  static int up_to_two(const std::array<std::uint64_t, Words>& squares) {
    const int squares_in_all = count(squares);
    return squares_in_all < 2 ? squares_in_all : 2;
  }
};

}  // namespace gauntlet::search::mnk
