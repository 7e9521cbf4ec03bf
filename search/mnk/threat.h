// What a stone on a square threatens.
#pragma once

#include <cstdint>

namespace gauntlet::search::mnk {

/// What a stone on an empty square would be, by the best that it does for its owner, worst first.
/// The names are those of k = 5; see Shape for what they mean with another k.
enum class Threat : std::uint8_t {
  kNone,         ///< A stone that has nothing to do with any other.
  kBuilds,       ///< Some line with another own stone, nothing of what follows.
  kOpenThree,    ///< An open four comes next, if nothing is done.
  kDoubleThree,  ///< That on two lines.
  kFour,         ///< A win comes next, if the one square is not taken.
  kFourThree,    ///< That, and an open three besides.
  kOpenFour,     ///< A win comes next on either of two squares: an open four or two fours.
  kFive,         ///< A win.
};
inline constexpr int kThreats = 8;

}  // namespace gauntlet::search::mnk
