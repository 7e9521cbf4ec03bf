// The games that tests of all games are about.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "engine/registry.h"

namespace gauntlet::engine {

/// One game of each family, and `variants`, each once.
inline std::vector<std::string> standard_games_and(std::vector<std::string> variants) {
  std::vector<std::string> names;
  for (const GameFamily& family : game_families()) names.emplace_back(family.standard);
  for (std::string& name : variants)
    if (std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(std::move(name));
  return names;
}

}  // namespace gauntlet::engine
