// A move of Two-Doku, of a player or of chance.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>

namespace gauntlet::engine::twodoku {

/// How many dominoes of each digit; entry 0 is unused.
using DigitCounts = std::array<std::uint8_t, 10>;

/// One small step of the game; a turn is one to three of them.
///
///   31    28 27       15 14   11 10    7 6      0
///   +-------+-----------+-------+-------+--------+
///   | kind  |     0     | digit | digit | square |     all but deals
///   +-------+-----------+-------+-------+--------+
///   | kind  | counts of digits 1..8, base 11,    |     deals: the count of 9 follows, for the
///   |       | digit 1 in the lowest place        |     nine counts make 40 (or there is none)
///   +-------+------------------------------------+
///
/// A digit 0 where one is expected stands for "not seen": such a stand-in is what a player sees of
/// a move whose digit is secret (TwoDoku::seen).
class Move {
 public:
  enum class Kind : std::uint8_t {
    kPass,      ///< Ends the turn.
    kColour,    ///< A square for the mover's colour.
    kHide,      ///< A face-down domino onto a square.
    kTake,      ///< The face-up domino of a square into the hand.
    kTakePot,   ///< A domino of the pot into the hand; chance says which.
    kPlay,      ///< A digit of the hand onto a square.
    kReturn,    ///< A digit of the hand into the pot.
    kValue,     ///< Chance: the value of a square's face-down domino.
    kPot,       ///< Chance: the two dominoes of the pot, the lower digit first.
    kDeal,      ///< Chance: red's hand; blue gets the rest.
    kDealBlue,  ///< Blue's hand: what blue sees of a kDeal.
    kDrew,      ///< Chance: the digit that came from the pot.
    kAccepted,  ///< Chance: the placement stands.
    kRevealed,  ///< Chance: the placement failed and shows a face-down domino.
  };

  Move() = default;
  static Move of(Kind kind, int square = 0, int digit = 0, int second = 0) {
    return from_bits(static_cast<std::uint32_t>(kind) << 28 |
                     static_cast<std::uint32_t>(square | digit << 7 | second << 11));
  }
  /// REQUIRES: kind is a deal and the counts, each at most 10, make 40; or less than 30 without
  /// nines, as on the small board.
  static Move deal(Kind kind, const DigitCounts& counts) {
    std::uint32_t packed = 0;
    for (int digit = 8; digit >= 1; --digit) packed = packed * 11 + counts[digit];
    return from_bits(static_cast<std::uint32_t>(kind) << 28 | packed);
  }

  Kind kind() const { return static_cast<Kind>(bits_ >> 28); }
  int square() const { return bits_ & 127; }
  int digit() const { return bits_ >> 7 & 15; }
  int second() const { return bits_ >> 11 & 15; }
  /// The hand of a deal. The count of 9 is out of 0..10 (modulo 256) if the bits are no deal for
  /// having too many.
  DigitCounts counts() const {
    DigitCounts counts{};
    int rest = 40;
    std::uint32_t packed = bits_ & 0x0fff'ffff;
    for (int digit = 1; digit <= 8; ++digit, packed /= 11) {
      counts[digit] = static_cast<std::uint8_t>(packed % 11);
      rest -= counts[digit];
    }
    counts[9] = static_cast<std::uint8_t>(rest > 10 ? 0 : rest);
    return counts;
  }

  std::uint32_t bits() const { return bits_; }
  static Move from_bits(std::uint32_t bits) {
    Move move;
    move.bits_ = bits;
    return move;
  }
  bool operator==(const Move&) const = default;

 private:
  std::uint32_t bits_ = 0;
};

}  // namespace gauntlet::engine::twodoku
