#include "selfplay/players/strength_estimate.h"

#include <algorithm>
#include <cmath>

namespace gauntlet::selfplay {

namespace {

using search::LevelTenths;

/// Of a level above the one below it, where nothing was measured.
constexpr double kUsualStep = 150;
/// Strengths are told apart in such steps, to that far beyond the dial.
constexpr double kStep = 20, kBeyond = 400;
/// How far, as standard deviations, opponents are from the first level, or half of the dial where
/// that is less, and those beyond the dial from its end.
constexpr double kSpread = 400, kBeyondSpread = 100;
/// A level moves by so much after one game, or by that part of the dial where it is shorter, and by
/// half of that when so many have been played.
constexpr double kMostMove = 100, kPartOfDial = 0.1, kHalvingGames = 20;
/// An even score is looked for in so many games, and each point away from it is worth so much, or
/// less in the same measure as kMostMove.
constexpr std::size_t kLately = 12;
constexpr double kEloOfAPoint = 80;

double expected_score(double difference) {
  return 1 / (1 + std::pow(10.0, -difference / 400));
}

double itself(double elo, double) {
  return elo;
}

double squared_distance(double elo, double centre) {
  return (elo - centre) * (elo - centre);
}

}  // namespace

StrengthEstimate::StrengthEstimate(const engine::AnyGame& game, LevelTenths first)
    : ratings_(level_ratings(game)), level_(first), next_(elo_of(first)) {
  const double weakest = elo_of(search::kLowestLevel), best = elo_of(search::kHighestLevel);
  most_move_ = std::min(kMostMove, kPartOfDial * (best - weakest));
  const double spread = std::min(kSpread, (best - weakest) / 2);
  lowest_ = weakest - kBeyond;
  for (double elo = lowest_; elo <= best + kBeyond; elo += kStep)
    likelihoods_.push_back(-squared_distance(elo, next_) / (2 * spread * spread) -
                           squared_distance(elo, std::clamp(elo, weakest, best)) /
                               (2 * kBeyondSpread * kBeyondSpread));
}

LevelTenths StrengthEstimate::middle(const engine::AnyGame& game) {
  const StrengthEstimate any(game, search::kLowestLevel);
  return any.level_at((any.elo_of(search::kLowestLevel) + any.elo_of(search::kHighestLevel)) / 2);
}

LevelTenths StrengthEstimate::strength() const {
  return level_at(elo());
}

void StrengthEstimate::add(LevelTenths level, double score) {
  const double of_level = elo_of(level);
  for (std::size_t i = 0; i < likelihoods_.size(); ++i) {
    const double win = expected_score(lowest_ + kStep * static_cast<double>(i) - of_level);
    likelihoods_[i] += score * std::log(win) + (1 - score) * std::log(1 - win);
  }
  lately_.push_back(score);
  if (lately_.size() > kLately) lately_.pop_front();
  const double most = most_move_ * kHalvingGames / (kHalvingGames + static_cast<double>(games_));
  ++games_;
  const double move =
      std::clamp(elo() + kEloOfAPoint * most_move_ / kMostMove * debt() - next_, -most, most);
  next_ = std::clamp(next_ + move, elo_of(search::kLowestLevel), elo_of(search::kHighestLevel));
  level_ = level_towards(next_, most);
}

/// The points by which the opponent has had more than half of them lately.
double StrengthEstimate::debt() const {
  double points = 0;
  for (const double score : lately_) points += score - 0.5;
  return points;
}

double StrengthEstimate::elo() const {
  return mean(itself, 0);
}

double StrengthEstimate::error() const {
  return std::sqrt(mean(squared_distance, elo()));
}

double StrengthEstimate::mean(double (*what)(double elo, double centre), double centre) const {
  const double most = *std::max_element(likelihoods_.begin(), likelihoods_.end());
  double sum = 0, weights = 0;
  for (std::size_t i = 0; i < likelihoods_.size(); ++i) {
    const double weight = std::exp(likelihoods_[i] - most);
    sum += weight * what(lowest_ + kStep * static_cast<double>(i), centre);
    weights += weight;
  }
  return sum / weights;
}

double StrengthEstimate::elo_of(LevelTenths level) const {
  return ratings_ ? elo_of_level(*ratings_, level)
                  : kUsualStep * (level - search::kLowestLevel) / 10;
}

/// The nearest one that is at most so far from the present one, or a tenth.
LevelTenths StrengthEstimate::level_towards(double elo, double most) const {
  const LevelTenths nearest = level_at(elo), step = nearest < level_ ? -1 : 1;
  LevelTenths level = level_;
  while (level != nearest &&
         (level == level_ || std::abs(elo_of(level + step) - elo_of(level_)) <= most))
    level += step;
  return level;
}

/// The highest of those that are nearest: who always wins comes to the top even where the highest
/// levels are rated alike.
LevelTenths StrengthEstimate::level_at(double elo) const {
  LevelTenths nearest = search::kLowestLevel;
  for (LevelTenths level = nearest; level <= search::kHighestLevel; ++level)
    if (std::abs(elo_of(level) - elo) <= std::abs(elo_of(nearest) - elo)) nearest = level;
  return nearest;
}

}  // namespace gauntlet::selfplay
