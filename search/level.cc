#include "search/level.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "search/registry.h"

namespace gauntlet::search {

namespace {

/// Of the chance to win that one move may give away, where a game's step does not say otherwise.
constexpr std::array<double, kLevels> kCaps = {0.52, 0.40,  0.325, 0.25,  0.185,
                                               0.12, 0.085, 0.05,  0.025, 0};

/// From this level on nothing decided is left to the draw; below, care grows evenly from level 1.
constexpr double kCarefulLevel = 4, kLeastCare = 0.3;

/// Up to here a player takes little memory: tables for so many nodes are enough.
constexpr LevelTenths kFrugalLevel = 50;
constexpr std::uint64_t kFrugalNodes = 100;

/// `part` of the way from `from` to `to`, 0..1.
double between(double from, double to, double part) {
  return part == 0 ? from : from + part * (to - from);
}

/// The same where what counts is how many times as much; by square roots, which all machines round
/// alike.
std::uint64_t between_times(std::uint64_t from, std::uint64_t to, double part) {
  auto low = static_cast<double>(from), high = static_cast<double>(to);
  double begin = 0, end = 1;
  for (int i = 0; i < 24 && begin < part; ++i) {
    const double middle = (begin + end) / 2;
    const double there = std::sqrt(low * high);
    (middle <= part ? begin : end) = middle;
    (middle <= part ? low : high) = there;
  }
  return static_cast<std::uint64_t>(low);
}

constexpr int kOpeningPlies = 6, kFirstPlies = 2, kFirstDepth = 2;

double care_of(double number) {
  return std::min(1.0, between(kLeastCare, 1, (number - 1) / (kCarefulLevel - 1)));
}

double cap_of(const LevelStep& step, std::size_t index) {
  return step.cap == 0 ? kCaps[index] : step.cap;
}

}  // namespace

LevelSpec level(const engine::AnyGame& game, LevelTenths tenths) {
  assert(tenths >= kLowestLevel && tenths <= kHighestLevel);
  const auto lower = static_cast<std::size_t>(tenths / 10 - 1);
  const std::size_t upper = std::min<std::size_t>(lower + 1, kLevels - 1);
  const double part = tenths % 10 / 10.0, number = tenths / 10.0;
  const auto steps = search_of(game).levels(game);
  const LevelStep& from = steps[lower];
  const LevelStep& to = steps[upper].method == from.method ? steps[upper] : from;
  LevelSpec spec{.method = from.method.empty() ? &strongest(game) : find_method(from.method, game),
                 .limits = {},
                 .table_nodes = from.table_nodes,
                 .softness = {}};
  spec.limits.nodes = between_times(from.nodes, to.nodes, part);
  if (spec.table_nodes == 0)
    spec.table_nodes =
        tenths <= kFrugalLevel ? std::min(spec.limits.nodes, kFrugalNodes) : spec.limits.nodes;
  spec.limits.depth = static_cast<int>(between(from.depth, to.depth, part));
  spec.softness = {.temperature = between(from.temperature, to.temperature, part),
                   .cap = between(cap_of(steps[lower], lower), cap_of(steps[upper], upper), part),
                   .care = care_of(number)};
  return spec;
}

void vary_opening(int plies, Limits& limits, Softness& softness) {
  if (plies >= kOpeningPlies || softness.is_none()) return;
  softness.temperature = std::max(softness.temperature, softness.cap);
  softness.takes_any_win = limits.seeks_all_wins = true;
  if (plies < kFirstPlies) limits.depth = std::min(limits.depth, kFirstDepth);
}

}  // namespace gauntlet::search
