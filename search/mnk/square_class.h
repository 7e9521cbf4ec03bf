// What the lines through an empty square make of it, taken together.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "search/mnk/shape.h"
#include "search/mnk/threat.h"

namespace gauntlet::search::mnk {

/// A shape without what hardly matters, worst first. The names are those of k = 5.
enum class LineClass : std::uint8_t {
  kNothing,  ///< No better than a stone alone on the board.
  kOther,
  kTwo,
  kOpenTwo,
  kThree,
  kOpenThree,
  kFour,
  kOpenFour,
  kFive,
};

LineClass line_class(Shape shape, int k);

/// The best two of the lines through a square, in one small number: it tells the square's Threat,
/// and is what tables of worths are indexed by.
class SquareClass {
 public:
  /// Codes lie below this.
  static constexpr int kCodes = 45;

  constexpr SquareClass() = default;
  /// REQUIRES: best >= second.
  constexpr SquareClass(int best, int second)
      : code_(static_cast<std::uint8_t>(best * (best + 1) / 2 + second)) {}

  constexpr std::uint8_t code() const { return code_; }
  Threat threat() const { return kThreatOf[code_]; }
  int best() const { return kBestOf[code_]; }
  int second() const { return code_ - best() * (best() + 1) / 2; }
  constexpr bool operator==(const SquareClass&) const = default;

 private:
  static constexpr Threat threat_of(LineClass best, LineClass second) {
    if (best == LineClass::kFive) return Threat::kFive;
    if (best == LineClass::kOpenFour) return Threat::kOpenFour;
    if (best == LineClass::kFour)
      return second == LineClass::kFour        ? Threat::kOpenFour
             : second == LineClass::kOpenThree ? Threat::kFourThree
                                               : Threat::kFour;
    if (best == LineClass::kOpenThree)
      return second == LineClass::kOpenThree ? Threat::kDoubleThree : Threat::kOpenThree;
    return best == LineClass::kNothing ? Threat::kNone : Threat::kBuilds;
  }
  static constexpr std::array<Threat, kCodes> all_threats() {
    std::array<Threat, kCodes> all{};
    for (int best = 0, code = 0; code < kCodes; ++best)
      for (int second = 0; second <= best; ++second, ++code)
        all[static_cast<std::size_t>(code)] =
            threat_of(static_cast<LineClass>(best), static_cast<LineClass>(second));
    return all;
  }
  static constexpr std::array<std::uint8_t, kCodes> all_best() {
    std::array<std::uint8_t, kCodes> all{};
    for (std::size_t best = 0, code = 0; code < kCodes; ++best)
      for (std::size_t second = 0; second <= best; ++second)
        all[code++] = static_cast<std::uint8_t>(best);
    return all;
  }
  static const std::array<Threat, kCodes> kThreatOf;
  static const std::array<std::uint8_t, kCodes> kBestOf;

  std::uint8_t code_ = 0;
};
inline constexpr std::array<Threat, SquareClass::kCodes> SquareClass::kThreatOf =
    SquareClass::all_threats();
inline constexpr std::array<std::uint8_t, SquareClass::kCodes> SquareClass::kBestOf =
    SquareClass::all_best();

/// Both players' classes of a line: player 0's in the low four bits, player 1's in the high ones.
using LinePair = std::uint8_t;

/// The lines through a square, as both players see them. Four of them, six where page lines wrap;
/// the others are of kNothing.
///
///   byte i of `word` is the LinePair of line i
struct SquareLinePairs {
  std::uint64_t word = 0;

  LinePair of_line(int line) const { return static_cast<LinePair>(word >> 8 * line); }
  void set(int line, LinePair pair) {
    word ^= static_cast<std::uint64_t>(of_line(line) ^ pair) << 8 * line;
  }
  /// One player's classes, four bits each.
  std::uint32_t of(int player) const {
    return static_cast<std::uint32_t>(
        engine::gather_bits(word, std::uint64_t{0x0f0f0f0f0f0f0f0f} << 4 * player));
  }
};

/// What four lines make of a square, by their classes in any order: 64 KB. Immutable.
class SquareClassTable {
 public:
  /// The only one. Any thread may ask.
  static const SquareClassTable& get();

  template <bool kWrapped>
  SquareClass at(const SquareLinePairs& pairs, int player) const {
    const std::uint32_t lines = pairs.of(player);
    const SquareClass four = of_four_[lines & 0xffff];
    return kWrapped ? better(four, of_four_[lines >> 16]) : four;
  }

 private:
  SquareClassTable();
  static SquareClass better(SquareClass a, SquareClass b);

  std::vector<SquareClass> of_four_;
};

}  // namespace gauntlet::search::mnk
