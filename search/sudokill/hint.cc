#include "search/sudokill/hint.h"

#include <array>
#include <utility>

#include "engine/sudokill/sudokill.h"

namespace gauntlet::search::sudokill {

int safest_square(std::span<const JudgedMove> moves) {
  struct Sum {
    double win = 0;
    int digits = 0;
  };
  std::array<Sum, engine::SquareSet::kSquares> sums;
  for (const JudgedMove& move : moves) {
    Sum& sum = sums[static_cast<std::size_t>(
        engine::Sudokill::Move::from_bits(move.move.bits()).square())];
    sum.win += move.win;
    ++sum.digits;
  }
  int safest = -1;
  std::pair<double, int> best{-1, 0};
  for (int square = 0; square < engine::SquareSet::kSquares; ++square) {
    const Sum& sum = sums[static_cast<std::size_t>(square)];
    if (sum.digits == 0) continue;
    const std::pair<double, int> value{sum.win / sum.digits, sum.digits};
    if (value <= best) continue;
    best = value;
    safest = square;
  }
  return safest;
}

}  // namespace gauntlet::search::sudokill
