#include "selfplay/stats.h"

namespace gauntlet::selfplay {

Stats::Stats(int players) : schedule_(0, players) {}

void Stats::add(Slot slot, const GameSummary& summary, GameKey key) {
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
  count_distinct(slot, key);
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

void Stats::count_distinct(Slot slot, GameKey key) {
  const auto end = current_.keys.begin() + current_.games;
  const bool is_new = std::none_of(current_.keys.begin(), end,
                                   [&](const GameKey& other) { return other.value == key.value; });
  if (!key.is_of_block) games_seen_.add(key.value);
  games_of_blocks_ += key.is_of_block && is_new;
  *end = key;
  current_.key += engine::Rng(key.value, static_cast<std::uint64_t>(slot.rotation)).next();
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
  if (block.keys[0].is_of_block) {
    ++blocks_of_their_own_;
  } else {
    blocks_seen_.add(block.key);
  }
  for (int player = 0; player < players(); ++player)
    sums_[static_cast<std::size_t>(player)].add(block.games,
                                                block.scores[static_cast<std::size_t>(player)]);
}

double Stats::mean_plies() const {
  return games_ == 0 ? 0 : static_cast<double>(plies_) / static_cast<double>(games_);
}

std::uint64_t Stats::distinct_blocks() const {
  const std::uint64_t complete = blocks_of_their_own_ + blocks_seen_.count();
  const std::uint64_t others = open_.size() + (current_.games > 0);
  return std::min(complete + others, std::max(complete, distinct_games()));
}

PlayerScore Stats::score_of(int player) const {
  const auto place = static_cast<std::size_t>(player);
  BlockSums sums = sums_[place];
  if (current_.games > 0) sums.add(current_.games, current_.scores[place]);
  for (const auto& [number, block] : open_) sums.add(block.games, block.scores[place]);
  PlayerScore result = counts_[place];
  if (sums.games > 0) result.mean = sums.score / sums.games;
  if (const std::uint64_t distinct = distinct_blocks(); distinct < sums.blocks)
    sums = sums.as_if(distinct);
  const Interval interval = score_interval(sums);
  result.low = interval.low;
  result.high = interval.high;
  return result;
}

}  // namespace gauntlet::selfplay
