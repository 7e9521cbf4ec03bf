#include "selfplay/stats.h"

namespace gauntlet::selfplay {

Stats::Stats(int players) : schedule_(0, players) {}

void Stats::add(Slot slot, const GameSummary& summary) {
  if (slot.block != current_.number) switch_to(slot.block);
  for (int player = 0; player < players(); ++player) {
    const auto seat = static_cast<std::size_t>(schedule_.seat_of(player, slot.rotation));
    const float points = summary.returns[seat];
    count(counts_[static_cast<std::size_t>(player)], points, summary.termination);
    current_.scores[static_cast<std::size_t>(player)] += static_cast<double>(points);
    seat_wins_[seat] += points == 1.0f;
    nodes_ += summary.nodes[seat];
    count_proof(static_cast<std::size_t>(player), seat, summary);
  }
  ++games_;
  plies_ += summary.plies;
  forfeits_ += is_forfeit(summary.termination);
  too_long_ += summary.termination == Termination::kTooLong;
  if (++current_.games == schedule_.games_per_block()) {
    close(current_);
    current_ = Block{slot.block};
  }
}

void Stats::count(PlayerScore& result, float points, Termination termination) const {
  const bool is_alone = players() == 1;
  const bool has_won = is_alone ? termination == Termination::kPlayed : points == 1.0f;
  const bool has_lost = is_alone ? !has_won : points == 0.0f;
  result.wins += has_won;
  result.losses += has_lost;
  result.draws += !has_won && !has_lost;
}

void Stats::count_proof(std::size_t player, std::size_t seat, const GameSummary& summary) {
  if (!summary.has_proved(seat)) return;
  Proofs& proofs = proofs_[player];
  ++proofs.games;
  proofs.lost += summary.returns[seat] < 1;
  proofs.mean_after += summary.proved_after[seat];
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

PlayerScore Stats::score_of(int player) const {
  const auto place = static_cast<std::size_t>(player);
  BlockSums sums = sums_[place];
  if (current_.games > 0) sums.add(current_.games, current_.scores[place]);
  for (const auto& [number, block] : open_) sums.add(block.games, block.scores[place]);
  PlayerScore result = counts_[place];
  if (sums.games > 0) result.mean = sums.score / sums.games;
  const Interval interval = score_interval(sums);
  result.low = interval.low;
  result.high = interval.high;
  return result;
}

}  // namespace gauntlet::selfplay
