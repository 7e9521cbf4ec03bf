// Which squares of an m,n,k board to try first, by the patterns around them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "search/mnk/pattern_network.h"
#include "search/mnk/pattern_table.h"
#include "search/mnk/square_class.h"

namespace gauntlet::search::mnk {

/// What is fitted, as the player to move sees it.
struct PolicyWeights {
  /// This much is a natural logarithm of 1.
  static constexpr int kOne = 256;

  std::array<std::int16_t, kPatterns> patterns;
  /// By the SquareClass::code() of who is to move, then that of the other.
  std::array<std::array<std::int16_t, SquareClass::kCodes>, SquareClass::kCodes> classes;
};

/// A policy: the chance that a square is the best one to play on is in proportion to the
/// exponential of what its four patterns and its classes add up to. docs/strength.md tells how it
/// was fitted. Immutable; any thread.
class PatternPolicy {
 public:
  using Classes = std::array<SquareClass, 2>;  ///< By player.

  /// The one with the fitted weights, made when it is first asked for. Any thread may ask.
  static const PatternPolicy& get();

  explicit PatternPolicy(const PolicyWeights& weights);

  /// In logarithms of PolicyWeights::kOne; only differences between squares say something.
  std::int32_t at(SquarePatterns patterns, const Classes& classes, int mover) const {
    const auto& of_pattern = patterns_[static_cast<std::size_t>(mover)];
    std::int32_t sum = classes_[classes[static_cast<std::size_t>(mover)].code()]
                               [classes[static_cast<std::size_t>(1 - mover)].code()];
    for (int line = 0; line < SquarePatterns::kLines; ++line)
      sum += of_pattern[patterns.of_line(line)];
    return sum;
  }

 private:
  std::array<std::array<std::int16_t, kPatterns>, 2> patterns_;  ///< By the player to move.
  std::array<std::array<std::int16_t, SquareClass::kCodes>, SquareClass::kCodes> classes_;
};

}  // namespace gauntlet::search::mnk
