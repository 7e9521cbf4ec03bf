// Orders at random.
#pragma once

#include <cstddef>
#include <cstdint>
#include <utility>

#include "engine/rng.h"

namespace gauntlet::engine {

/// Puts `items`, an array or vector, into a new order, each equally likely (Fisher and Yates).
template <class Items>
void shuffle(Items& items, Rng& rng) {
  for (std::size_t left = items.size(); left > 1; --left)
    std::swap(items[left - 1], items[rng.below(static_cast<std::uint32_t>(left))]);
}

}  // namespace gauntlet::engine
