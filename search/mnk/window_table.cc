#include "search/mnk/window_table.h"

#include <algorithm>
#include <cstdlib>

#include "search/mnk/lines.h"

namespace gauntlet::search::mnk {

WindowTable::WindowTable(const engine::mnk::Rules& rules) : k_(rules.k) {
  const std::size_t k = rules.k;
  for (const Line& line : lines(rules)) {
    for (std::size_t start = 0; start + k <= line.size(); ++start) {
      squares_.insert(squares_.end(), line.begin() + static_cast<std::ptrdiff_t>(start),
                      line.begin() + static_cast<std::ptrdiff_t>(start + k));
      ++windows_;
    }
  }
  std::vector<std::vector<std::uint16_t>> of_square(static_cast<std::size_t>(rules.squares()));
  for (int window = 0; window < windows_; ++window)
    for (std::size_t i = 0; i < k; ++i)
      of_square[squares(window)[i]].push_back(static_cast<std::uint16_t>(window));
  for (const auto& list : of_square) {
    first_.push_back(static_cast<std::uint32_t>(through_.size()));
    through_.insert(through_.end(), list.begin(), list.end());
  }
  first_.push_back(static_cast<std::uint32_t>(through_.size()));
  for (int square = 0; square < rules.squares(); ++square)
    eccentricity_.push_back(std::max(std::abs(2 * (square / rules.width) + 1 - rules.height),
                                     std::abs(2 * (square % rules.width) + 1 - rules.width)));
  through_.push_back(0);  // so that end() of the last square points into the vector
}

int WindowTable::most_windows() const {
  std::ptrdiff_t most = 0;
  for (std::size_t square = 0; square + 1 < first_.size(); ++square)
    most = std::max<std::ptrdiff_t>(most, first_[square + 1] - first_[square]);
  return static_cast<int>(most);
}

WindowWeights::WindowWeights(int k) {
  // By missing stones 1, 2, ..: each stone nearer is worth about a factor of six to the ordering (a
  // square in two windows of one kind is worth less than one in a window of the next), four to the
  // evaluation.
  constexpr std::array<std::int32_t, 6> kSquare = {kCompletes, 4096, 640, 96, 16, 3};
  constexpr std::array<std::int32_t, 6> kBoard = {900, 220, 60, 16, 4, 1};
  for (int own = 0; own < k; ++own) {
    const auto missing = static_cast<std::size_t>(std::min(k - own, 6));
    square[static_cast<std::size_t>(own)] = kSquare[missing - 1];
    board[static_cast<std::size_t>(own)] = kBoard[missing - 1];
  }
}

}  // namespace gauntlet::search::mnk
