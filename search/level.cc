#include "search/level.h"

#include <cassert>

#include "search/registry.h"

namespace gauntlet::search {

LevelSpec level(const engine::AnyGame& game, int n) {
  assert(n >= 1 && n <= kLevels);
  const LevelStep& step = search_of(game).levels[static_cast<std::size_t>(n - 1)];
  LevelSpec spec;
  spec.lapse = step.lapse;
  if (spec.lapse == 1) return spec;
  spec.method = &strongest(game);
  spec.limits.nodes = step.nodes;
  spec.limits.depth = step.depth;
  return spec;
}

}  // namespace gauntlet::search
