#include "selfplay/tournament/swiss.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

#include "engine/rng.h"

namespace gauntlet::selfplay {

Swiss::Swiss(const FormatOptions& options)
    : rounds_(options.rounds),
      players_(static_cast<std::size_t>(options.entrants)),
      times_met_(players_.size() * players_.size()) {
  engine::Rng rng(options.seed, 0);
  for (Contestant& player : players_) player.lot = rng.next();
}

std::uint64_t Swiss::expected_encounters() const {
  return rounds_ * (players_.size() / 2);
}

int& Swiss::times_met(int a, int b) {
  const auto low = static_cast<std::size_t>(std::min(a, b));
  return times_met_[low * players_.size() + static_cast<std::size_t>(std::max(a, b))];
}

std::optional<Encounter> Swiss::next() {
  if (open_.empty() && under_way_ == 0 && round_ < rounds_) draw_round();
  if (open_.empty()) return std::nullopt;
  Encounter encounter = std::move(open_.front());
  open_.pop_front();
  ++under_way_;
  return encounter;
}

void Swiss::ended(const Encounter& encounter, std::span<const double> points) {
  --under_way_;
  for (std::size_t i = 0; i < points.size(); ++i) player(encounter.entrants[i]).points += points[i];
}

void Swiss::draw_round() {
  std::vector<int> ranked = ranking();
  if (ranked.size() % 2 == 1) rest(ranked);
  Pairs pairs;
  for (int most_meetings = 0; !pair_within(ranked, most_meetings, pairs);) ++most_meetings;
  for (const auto& [a, b] : pairs) {
    ++times_met(a, b);
    open_.push_back(meetings_.next({a, b}, round_, static_cast<int>(round_)));
  }
  ++round_;
}

/// The most points first.
std::vector<int> Swiss::ranking() const {
  std::vector<int> ranked;
  for (std::size_t entrant = 0; entrant < players_.size(); ++entrant)
    ranked.push_back(static_cast<int>(entrant));
  std::sort(ranked.begin(), ranked.end(), [this](int a, int b) {
    return std::tuple(-player(a).points, player(a).lot) <
           std::tuple(-player(b).points, player(b).lot);
  });
  return ranked;
}

void Swiss::rest(std::vector<int>& ranked) {
  const auto least = std::min_element(ranked.rbegin(), ranked.rend(), [this](int a, int b) {
    return player(a).rests < player(b).rests;
  });
  ++player(*least).rests;
  player(*least).points += kPointsOfRest;
  ranked.erase(std::next(least).base());
}

/// Pairs of equal points where that can be, else ever further apart.
bool Swiss::pair_within(const std::vector<int>& ranked, int most_meetings, Pairs& pairs) {
  const double most = 2 * static_cast<double>(rounds_ * ranked.size());
  for (double apart = 0; apart < 2 * most; apart = std::max(0.5, 2 * apart)) {
    int steps = 20'000;
    pairs.clear();
    if (pair_up(ranked, {most_meetings, apart}, steps, pairs)) return true;
  }
  return false;
}

/// Pairs the first with whom it would rather meet, and so on; where that leaves two who must not
/// meet, another one is tried. False when there is no way, or none within so many steps.
bool Swiss::pair_up(std::vector<int> unpaired, Bounds bounds, int& steps, Pairs& pairs) {
  if (unpaired.empty()) return true;
  const int first = unpaired.front();
  for (const std::size_t place : opponents_by_preference(unpaired)) {
    const int second = unpaired[place];
    const double apart = std::abs(player(first).points - player(second).points);
    if (times_met(first, second) > bounds.meetings || apart > bounds.apart) continue;
    if (--steps < 0) return false;
    std::vector<int> others = unpaired;
    others.erase(others.begin() + static_cast<std::ptrdiff_t>(place));
    others.erase(others.begin());
    pairs.emplace_back(first, second);
    if (pair_up(std::move(others), {bounds.meetings, bounds.apart - apart}, steps, pairs))
      return true;
    pairs.pop_back();
  }
  return false;
}

/// Those of equal points from the middle of them on, as in all Swiss systems: the first meets the
/// first of the lower half. Then the others in the order of their points.
std::vector<std::size_t> Swiss::opponents_by_preference(const std::vector<int>& unpaired) const {
  std::size_t equals = 1;
  while (equals < unpaired.size() && player(unpaired[equals]).points == player(unpaired[0]).points)
    ++equals;
  std::vector<std::size_t> places;
  const std::size_t half = std::max<std::size_t>(1, equals / 2);
  for (std::size_t place = half; place < equals; ++place) places.push_back(place);
  for (std::size_t place = half; place-- > 1;) places.push_back(place);
  for (std::size_t place = equals; place < unpaired.size(); ++place) places.push_back(place);
  return places;
}

}  // namespace gauntlet::selfplay
