#include "search/alpha_beta/table.h"

#include <algorithm>
#include <bit>

namespace gauntlet::search {

std::size_t Table::buckets_for(std::size_t megabytes, std::uint64_t most_nodes) {
  const std::size_t allowed = std::bit_floor((megabytes << 20) / sizeof(Bucket));
  if (most_nodes >= allowed) return allowed;
  const std::size_t useful = std::bit_ceil(most_nodes * kSlotsPerNode / kSlots);
  return std::clamp(useful, kLeastBuckets, allowed);
}

Table::Table(std::size_t megabytes, std::uint64_t most_nodes)
    : mask_(buckets_for(megabytes, most_nodes) - 1),
      memory_((mask_ + 1) * sizeof(Bucket)),
      // New memory is zeroed, which is what an empty bucket looks like.
      buckets_(reinterpret_cast<Bucket*>(memory_.data())) {}

void Table::new_game() {
  salt_ = engine::mix(++games_);
  if (++generation_ < 64) return;
  generation_ = 1;
  memory_.clear();
}

}  // namespace gauntlet::search
