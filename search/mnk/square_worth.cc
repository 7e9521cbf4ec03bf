#include "search/mnk/square_worth.h"

namespace gauntlet::search::mnk {

// A row for each best line: nothing, another shape, two, open two, three, open three, four, open
// four, five; in it the second best line from nothing up.
const std::array<SquareWorth, SquareClass::kCodes> kSquareWorth = {{
    {0, 0},      {0, 0},     {0, 0},      {1, 3},    {0, 0},     {-8, 4},   {-3, 2},   {0, 0},
    {9, -3},     {14, -9},   {14, -9},    {0, 0},    {5, -9},    {35, -29}, {20, -27}, {24, -18},
    {0, 0},      {32, -25},  {67, -56},   {62, -57}, {87, -105}, {44, -40}, {0, 0},    {46, -72},
    {156, -145}, {96, -158}, {229, -392}, {0, -152}, {0, -146},  {0, 0},    {0, -244}, {0, -315},
    {0, -298},   {0, -314},  {0, -180},   {0, -141}, {0, 0},     {0, 0},    {0, 0},    {0, 0},
    {0, 0},      {0, 0},     {0, 0},      {0, 0},    {0, 0},
}};
const std::int32_t kTempo = 19;

const std::array<std::int32_t, SquareClass::kCodes> kOrderWorth = [] {
  // Of each line alone, nothing to five. Set by eye.
  constexpr std::array<std::int32_t, 9> kLine = {0, 40, 120, 450, 600, 2'000, 3'000, 9'000, 60'000};
  std::array<std::int32_t, SquareClass::kCodes> worth{};
  for (int best = 0; best < 9; ++best)
    for (int second = 0; second <= best; ++second)
      worth[SquareClass(best, second).code()] =
          kLine[static_cast<std::size_t>(best)] + kLine[static_cast<std::size_t>(second)];
  return worth;
}();

}  // namespace gauntlet::search::mnk
