#include "search/table.h"

#include <bit>
#include <new>

namespace gauntlet::search {

Table::Table(std::size_t megabytes)
    : mask_(std::bit_floor((megabytes << 20) / sizeof(Bucket)) - 1),
      memory_((mask_ + 1) * sizeof(Bucket)),
      buckets_(new (memory_.data()) Bucket[mask_ + 1]) {}

void Table::new_game() {
  salt_ = engine::mix(++games_);
  if (++generation_ < 64) return;
  generation_ = 1;
  for (std::size_t i = 0; i <= mask_; ++i)
    for (Slot& slot : buckets_[i].slots) {
      slot.data.store(0, std::memory_order_relaxed);
      slot.checked_key.store(0, std::memory_order_relaxed);
    }
}

}  // namespace gauntlet::search
