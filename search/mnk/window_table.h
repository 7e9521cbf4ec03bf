// Windows of m,n,k boards: k consecutive squares of a line.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// All windows of a board and which squares they hold. Immutable.
class WindowTable {
 public:
  explicit WindowTable(const engine::mnk::Rules& rules);

  int windows() const { return windows_; }
  /// Through one square.
  int most_windows() const;
  /// How far `square` is from the middle of the board, in half squares: the larger of both ways.
  int eccentricity(int square) const { return eccentricity_[static_cast<std::size_t>(square)]; }
  int k() const { return k_; }
  const std::uint16_t* squares(int window) const {
    return &squares_[static_cast<std::size_t>(window) * static_cast<std::size_t>(k_)];
  }
  /// The windows that hold `square`.
  const std::uint16_t* begin(int square) const { return &through_[first_[square]]; }
  const std::uint16_t* end(int square) const { return &through_[first_[square + 1]]; }

 private:
  int windows_ = 0;
  int k_;
  std::vector<std::uint16_t> squares_;  ///< k a window.
  std::vector<std::uint16_t> through_;  ///< All squares' window lists, one after the other ..
  std::vector<std::uint32_t> first_;    ///< .. and where each starts.
  std::vector<std::int32_t> eccentricity_;
};

/// What a window that holds only one side's stones is worth, by the stones still missing.
struct WindowWeights {
  /// A square that completes a window scores at least this much.
  static constexpr std::int32_t kCompletes = 1 << 20;
  std::array<std::int32_t, engine::mnk::kMaxSide + 1> square{};  ///< By own stones in the window.
  std::array<std::int32_t, engine::mnk::kMaxSide + 1> board{};   ///< The same for the evaluation.

  explicit WindowWeights(int k);
};

}  // namespace gauntlet::search::mnk
