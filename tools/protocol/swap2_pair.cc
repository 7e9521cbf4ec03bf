#include "tools/protocol/swap2_pair.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

namespace gauntlet::tools {

namespace {

using Square = Swap2Pair::Square;

/// King's moves from one square to the other.
int distance(Square a, Square b) {
  return std::max(std::abs(a.first - b.first), std::abs(a.second - b.second));
}

/// Of the free squares so far from `centre` the one nearest to the middle of the board.
std::optional<Square> square_at(int away, Square centre, int width, int height,
                                const std::vector<Square>& taken) {
  std::optional<Square> nearest;
  const Square middle{width / 2, height / 2};
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const Square square{x, y};
      if (distance(square, centre) != away || std::ranges::count(taken, square) > 0) continue;
      if (!nearest || distance(square, middle) < distance(*nearest, middle)) nearest = square;
    }
  return nearest;
}

}  // namespace

Swap2Pair::Swap2Pair(int width, int height, const std::vector<Square>& taken, Square white)
    : white_(white) {
  for (int away = 1; away <= kFarthest; ++away)
    if (const auto square = square_at(away, white, width, height, taken))
      candidates_.push_back(*square);
}

std::optional<Square> Swap2Pair::to_judge() const {
  if (judged_ == candidates_.size()) return std::nullopt;
  return candidates_[judged_];
}

void Swap2Pair::judged(double win) {
  const double off = std::abs(win - 0.5);
  if (off < best_off_) {
    best_off_ = off;
    best_ = judged_;
  }
  ++judged_;
}

}  // namespace gauntlet::tools
