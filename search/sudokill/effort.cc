#include "search/sudokill/effort.h"

#include <cmath>

namespace gauntlet::search {

namespace {
constexpr int kEmpty = 34;
constexpr double kNodes = 210'000;  // with so many empty squares
constexpr double kGrowth = 3.5;     // for each more
}  // namespace

double nodes_to_solve(int empty_squares) {
  return kNodes * std::pow(kGrowth, empty_squares - kEmpty);
}

double solved_empty_squares(double nodes) {
  return kEmpty + std::log(nodes / kNodes) / std::log(kGrowth);
}

}  // namespace gauntlet::search
