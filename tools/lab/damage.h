// The games of a store that cannot be had, told in one sentence.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "selfplay/game_rows.h"

namespace gauntlet::tools {

class Damage {
 public:
  void add(const selfplay::DamagedGames& games);
  /// What for_each() of stores and logs tells them to. REQUIRES: this outlives it.
  selfplay::OnDamage collector() {
    return [this](const selfplay::DamagedGames& games) { add(games); };
  }

  bool any() const { return !games_.empty(); }
  /// Whether the game with this index is one of them.
  bool holds(std::uint64_t index) const;
  /// By their indices.
  const std::vector<selfplay::DamagedGames>& games() const { return games_; }
  /// "'F.db' is damaged: game 3 has an impossible move 2, games 10 to 12 cannot be read and 7
  /// more"; for stderr as it is. REQUIRES: any().
  std::string sentence(const std::string& path) const;

 private:
  std::vector<selfplay::DamagedGames> games_;
};

}  // namespace gauntlet::tools
