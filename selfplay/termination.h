// How games end.
#pragma once

#include <cstdint>
#include <string_view>

namespace gauntlet::selfplay {

/// How a game ended. Stores keep the numbers.
enum class Termination : std::uint8_t {
  kPlayed = 0,       ///< By the rules.
  kIllegalMove = 1,  ///< The offender's move was not legal: a forfeit.
  kGaveUp = 2,       ///< The offender had no move to offer: a forfeit.
  kTooLong = 3,      ///< Nobody's fault: the cap on plies was reached, and the point is shared.
  kStopped = 4,      ///< Cancelled from outside: not a result, never stored.
  kOutOfTime = 5,    ///< The offender's move came too late, or not at all: a forfeit.
  kCrashed = 6,      ///< The offender ended, or hung up, before the game did: a forfeit.
  kAbsent = 7,       ///< The offender never came to the game: a forfeit.
  kNonsense = 8,     ///< The offender sent what is no part of its protocol: a forfeit.
};

/// Whether `number` is one that stores keep.
inline bool is_stored_ending(std::int64_t number) {
  return number >= 0 && number <= static_cast<int>(Termination::kNonsense) &&
         number != static_cast<int>(Termination::kStopped);
}

inline bool is_forfeit(Termination termination) {
  return termination != Termination::kPlayed && termination != Termination::kTooLong &&
         termination != Termination::kStopped;
}

/// For tables and exports: "played", "illegal move", "out of time", ..
constexpr std::string_view word_of(Termination termination) {
  switch (termination) {
    case Termination::kPlayed:
    case Termination::kStopped:
      break;
    case Termination::kIllegalMove:
      return "illegal move";
    case Termination::kGaveUp:
      return "gave up";
    case Termination::kTooLong:
      return "too long";
    case Termination::kOutOfTime:
      return "out of time";
    case Termination::kCrashed:
      return "crashed";
    case Termination::kAbsent:
      return "absent";
    case Termination::kNonsense:
      return "nonsense";
  }
  return "played";
}

}  // namespace gauntlet::selfplay
