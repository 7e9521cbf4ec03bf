// The turns of Two-Doku that are worth a search's time, from what everybody may know.
#pragma once

#include <cstdint>

#include "engine/inplace_vector.h"
#include "engine/twodoku/twodoku.h"

namespace gauntlet::search::twodoku {

/// A turn, or what is left of one: an optional take and what comes after it. A take from the pot
/// stands alone, for what follows depends on what is drawn.
///
///   take    the square of a domino that is taken first, or kNone
///   kind    kPlay, kPass, kTakePot or kReturn
///   square  where a kPlay places
///   digit   of a kPlay; 0 of a kReturn, which gives back the highest digit of the hand
struct Candidate {
  static constexpr std::uint8_t kNone = 127;

  std::uint8_t take = kNone;
  engine::TwoDoku::Kind kind = engine::TwoDoku::Kind::kPass;
  std::uint8_t square = 0;
  std::uint8_t digit = 0;
  /// How good it looks, in digits: what it gains, less what its risk may cost.
  float promise = 0;

  /// Whether a player who holds `hand` can do it, the domino that it takes included.
  bool is_open_to(const engine::twodoku::DigitCounts& hand, int taken_digit) const {
    return digit == 0 || hand[digit] > 0 || taken_digit == digit;
  }
};

using Candidates = engine::InplaceVector<Candidate, 48>;

/// Those of the player to move, of each digit the best few, whatever it holds: its hand is not
/// looked at, so that one list serves all hands that it may have. `squares` is how many squares to
/// try for each digit. Must not allocate, lock or read clocks. REQUIRES: a turn is under way.
Candidates candidates(const engine::TwoDoku& state, int squares);

}  // namespace gauntlet::search::twodoku
