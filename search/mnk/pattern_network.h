// A small network over the patterns around empty squares: how good a position is.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "search/mnk/pattern_head.h"
#include "search/mnk/pattern_table.h"
#include "search/mnk/square_class.h"

namespace gauntlet::search::mnk {

/// What is fitted: a vector for each pattern and for each pair of classes, as its owner sees it,
/// and what is made of the sums.
struct PatternWeights {
  using Vector = std::array<std::int16_t, kChannels>;
  /// This much is 1.
  static constexpr int kOne = 256;
  /// Vectors lie within this, so that the sums of a dozen changes fit into 16 bits
  /// (ShapeBoard::totals).
  static constexpr int kMost = 2 * kOne - 1;
  /// Totals are divided by this, so that the head's inputs are of the order of one.
  static constexpr int kTotalsUnit = 32;

  std::array<Vector, kPatterns> patterns;
  /// By the SquareClass::code() of the owner, then that of the other.
  std::array<std::array<Vector, SquareClass::kCodes>, SquareClass::kCodes> classes;
  PatternHead head;
};

/// The four patterns of an empty square.
///
///   bits 16 i .. 16 i + 15 of `word` are the PatternCode of line i
struct SquarePatterns {
  static constexpr int kLines = 4;
  std::uint64_t word = 0;

  PatternCode of_line(int line) const { return static_cast<PatternCode>(word >> 16 * line); }
  void set(int line, PatternCode code) {
    word ^= static_cast<std::uint64_t>(of_line(line) ^ code) << 16 * line;
  }
};

/// For each empty square the vectors of the patterns on its four lines and that of its classes,
/// which tell what lines make together, are added, and what is positive is added up over the board,
/// for both players' view of it; a head of one hidden layer tells the chances to win from these
/// totals and from what is threatened. A vector for each pattern of a line is the idea of the Mix
/// networks of Rapfi, which see longer lines and have convolutions on top. Both colours and all
/// images of a board are exactly alike. Immutable; any thread.
class PatternNetwork {
 public:
  using Classes = std::array<SquareClass, 2>;  ///< Of a square, by player.
  /// What a pattern or two classes add, a half for each player's view: one cache line.
  struct alignas(64) Row {
    using View = std::int16_t __attribute__((vector_size(2 * kChannels)));
    std::array<View, 2> of;

    void operator+=(const Row& more) {
      for (std::size_t view = 0; view < 2; ++view) of[view] += more.of[view];
    }
    void operator-=(const Row& less) {
      for (std::size_t view = 0; view < 2; ++view) of[view] -= less.of[view];
    }
    /// With 0 for what is negative.
    Row positive() const { return {{of[0] & (of[0] > 0), of[1] & (of[1] > 0)}}; }
  };
  static_assert(sizeof(Row) == 64);
  /// Over the whole board.
  struct Totals {
    std::array<std::array<std::int32_t, kChannels>, 2> of{};

    void operator+=(const Row& row) {
      for (std::size_t view = 0; view < 2; ++view)
        for (std::size_t i = 0; i < kChannels; ++i) of[view][i] += row.of[view][i];
    }
  };

  /// The one with the fitted weights, made when it is first asked for. Any thread may ask.
  static const PatternNetwork& get();

  explicit PatternNetwork(const PatternWeights& weights);

  const Row& row(PatternCode code) const { return rows_[code]; }
  const Row& row(const Classes& classes) const {
    return class_rows_[classes[0].code() * SquareClass::kCodes + classes[1].code()];
  }
  /// Of a square.
  Row row(SquarePatterns patterns, const Classes& classes) const {
    Row sum = row(classes);
    for (int line = 0; line < SquarePatterns::kLines; ++line) sum += row(patterns.of_line(line));
    return sum;
  }
  /// The logarithm of the odds that `mover`, who is to move, wins, in 256ths.
  int log_odds(const Totals& totals, int mover, ThreatMarks marks) const;

 private:
  std::vector<Row> rows_, class_rows_;
  WholePatternHead head_;
};

}  // namespace gauntlet::search::mnk
