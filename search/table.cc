#include "search/table.h"

#include <bit>

namespace gauntlet::search {

Table::Table(std::size_t megabytes) {
  assert(megabytes >= 1);
  const std::size_t buckets = std::bit_floor((megabytes << 20) / sizeof(Bucket));
  buckets_ = std::make_unique<Bucket[]>(buckets);
  mask_ = buckets - 1;
}

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
