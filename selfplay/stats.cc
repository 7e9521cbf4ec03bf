#include "selfplay/stats.h"

#include <algorithm>
#include <cmath>

namespace gauntlet::selfplay {

namespace {

constexpr double kNormal = 1.959964;  // two-sided 95 %

/// Student's two-sided 95 % quantile: tabulated, then the Cornish-Fisher expansion.
double student(std::uint64_t freedom) {
  constexpr std::array kTable = {12.706, 4.303, 3.182, 2.776, 2.571,
                                 2.447,  2.365, 2.306, 2.262, 2.228};
  if (freedom <= kTable.size()) return kTable[freedom - 1];
  const auto f = static_cast<double>(freedom);
  const double z = kNormal, z3 = z * z * z, z5 = z3 * z * z;
  return z + (z3 + z) / (4 * f) + (5 * z5 + 16 * z3 + 3 * z) / (96 * f * f);
}

/// Wilson (1927).
Interval wilson(double share, double trials) {
  const double z2 = kNormal * kNormal;
  const double centre = (share + z2 / (2 * trials)) / (1 + z2 / trials);
  const double half = kNormal / (1 + z2 / trials) *
                      std::sqrt(share * (1 - share) / trials + z2 / (4 * trials * trials));
  return {std::clamp(centre - half, 0.0, 1.0), std::clamp(centre + half, 0.0, 1.0)};
}

}  // namespace

void BlockSums::add(double block_games, double block_score) {
  ++blocks;
  games += block_games;
  score += block_score;
  games_squared += block_games * block_games;
  score_squared += block_score * block_score;
  score_by_games += block_score * block_games;
}

std::optional<Interval> mean_interval(const BlockSums& sums) {
  if (sums.blocks < 2) return std::nullopt;
  const double mean = sums.score / sums.games;
  const auto blocks = static_cast<double>(sums.blocks);
  const double squares = sums.score_squared - 2 * mean * sums.score_by_games +
                         mean * mean * sums.games_squared;  // of S_b - n_b * mean
  const double rounding = 1e-12 * sums.games_squared;
  if (squares <= rounding) return std::nullopt;
  const double error = std::sqrt(squares * blocks / (blocks - 1)) / sums.games;
  const double half = student(sums.blocks - 1) * error;
  return Interval{mean - half, mean + half};
}

Interval score_interval(const BlockSums& sums) {
  if (sums.blocks == 0) return {0, 1};
  if (const auto interval = mean_interval(sums))
    return {std::max(0.0, interval->low), std::min(1.0, interval->high)};
  return wilson(std::clamp(sums.score / sums.games, 0.0, 1.0), static_cast<double>(sums.blocks));
}

Stats::Stats(int players) : schedule_(0, players) {}

void Stats::add(Slot slot, const Outcome& outcome) {
  if (slot.block != current_.number) switch_to(slot.block);
  for (int player = 0; player < players(); ++player) {
    const auto seat = static_cast<std::size_t>(schedule_.seat_of(player, slot.rotation));
    const float points = outcome.returns[seat];
    count(counts_[static_cast<std::size_t>(player)], points, outcome.ending);
    current_.scores[static_cast<std::size_t>(player)] += static_cast<double>(points);
    seat_wins_[seat] += points == 1.0f;
    nodes_ += outcome.nodes[seat];
    count_proof(static_cast<std::size_t>(player), seat, outcome);
  }
  ++games_;
  plies_ += outcome.plies;
  forfeits_ += is_forfeit(outcome.ending);
  too_long_ += outcome.ending == Ending::kTooLong;
  if (++current_.games == schedule_.games_per_block()) {
    close(current_);
    current_ = Block{slot.block};
  }
}

void Stats::count(Standing& standing, float points, Ending ending) const {
  const bool is_alone = players() == 1;
  const bool has_won = is_alone ? ending == Ending::kPlayed : points == 1.0f;
  const bool has_lost = is_alone ? !has_won : points == 0.0f;
  standing.wins += has_won;
  standing.losses += has_lost;
  standing.draws += !has_won && !has_lost;
}

void Stats::count_proof(std::size_t player, std::size_t seat, const Outcome& outcome) {
  if (!outcome.has_proved(seat)) return;
  Proofs& proofs = proofs_[player];
  ++proofs.games;
  proofs.lost += outcome.returns[seat] < 1;
  proofs.mean_after += outcome.proved_after[seat];
}

Proofs Stats::proofs(int player) const {
  Proofs proofs = proofs_[static_cast<std::size_t>(player)];
  if (proofs.games > 0) proofs.mean_after /= static_cast<double>(proofs.games);
  return proofs;
}

void Stats::switch_to(std::uint64_t block) {
  if (current_.games > 0) open_.insert_or_assign(current_.number, current_);
  current_ = Block{block};
  if (const auto found = open_.find(block); found != open_.end()) {
    current_ = found->second;
    open_.erase(found);
  }
}

void Stats::close(const Block& block) {
  for (int player = 0; player < players(); ++player)
    sums_[static_cast<std::size_t>(player)].add(block.games,
                                                block.scores[static_cast<std::size_t>(player)]);
}

double Stats::mean_plies() const {
  return games_ == 0 ? 0 : static_cast<double>(plies_) / static_cast<double>(games_);
}

Standing Stats::standing(int player) const {
  const auto place = static_cast<std::size_t>(player);
  BlockSums sums = sums_[place];
  if (current_.games > 0) sums.add(current_.games, current_.scores[place]);
  for (const auto& [number, block] : open_) sums.add(block.games, block.scores[place]);
  Standing standing = counts_[place];
  if (sums.games > 0) standing.score = sums.score / sums.games;
  const Interval interval = score_interval(sums);
  standing.low = interval.low;
  standing.high = interval.high;
  return standing;
}

}  // namespace gauntlet::selfplay
