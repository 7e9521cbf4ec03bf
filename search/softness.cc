#include "search/softness.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

#include "search/portable_math.h"

namespace gauntlet::search {

namespace {

JudgedMove best_of(const Result& found) {
  return {.move = found.best, .proven = found.proven, .win = found.win};
}

/// Chances come from exponentials whose last bits differ from library to library.
double rounded(double win) {
  constexpr double kUnit = 1 << 20;
  return std::floor(win * kUnit + 0.5) / kUnit;
}

bool is_lost(const JudgedMove& move) {
  return move.proven == Proven::kLoss || move.win <= 0;
}

double best_win(const Result& found) {
  double best = 0;
  for (const JudgedMove& move : found.moves) best = std::max(best, rounded(move.win));
  return best;
}

/// One of `moves` by softmax. REQUIRES: no win is more than `best`.
JudgedMove drawn_of(const std::vector<JudgedMove>& moves, double best, double temperature,
                    engine::Rng& rng) {
  std::vector<double> up_to;
  double sum = 0;
  for (const JudgedMove& move : moves) {
    sum += falling_exponential(static_cast<float>((rounded(move.win) - best) / temperature));
    up_to.push_back(sum);
  }
  const auto at = std::upper_bound(up_to.begin(), up_to.end(), rng.uniform() * sum) - up_to.begin();
  return moves[std::min(static_cast<std::size_t>(at), moves.size() - 1)];
}

}  // namespace

JudgedMove drawn(const Result& found, const Softness& softness, engine::Rng& rng) {
  const bool is_careful = rng.uniform() < softness.care;
  const bool is_won = is_careful && found.win >= 1;
  const bool takes_any = softness.takes_any_win && found.pv.size() != 1;
  const double best = best_win(found);
  if (softness.is_none() || best <= 0 || (is_won && !takes_any)) return best_of(found);
  const double least = is_won ? best : best - softness.cap;
  std::vector<JudgedMove> moves;
  for (const JudgedMove& move : found.moves)
    if (rounded(move.win) >= least && !(is_careful && is_lost(move))) moves.push_back(move);
  return drawn_of(moves, best, softness.temperature, rng);
}

}  // namespace gauntlet::search
