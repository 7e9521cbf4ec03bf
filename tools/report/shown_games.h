// The games that the page of a report can step through.
#pragma once

#include <boost/json/object.hpp>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "tools/report/report_source.h"

namespace gauntlet::tools {

/// Games as packed() has them: {"game": name, "players": [name ..], "games": [game_script() ..]}.
/// The players are those of these games, in the order in which they come up there.
struct PackedGames {
  std::string piece;  ///< "" without games.
  std::size_t games = 0;
};

/// Chooses among games as they come, however many there will be: all of few, and of more than kMost
/// as many, evenly spread from the first to the last.
class ShownGames {
 public:
  static constexpr std::size_t kMost = 1'000;

  void add(const ReportGame& game);
  /// Those that were chosen, or fewer, as evenly spread, that fit `most_bytes`. Before games are
  /// left out their moves' texts are: the boards tell them, too. Names are cut at `name_bytes`.
  PackedGames packed_games(const ReportFacts& facts, std::size_t name_bytes,
                           std::size_t most_bytes) const;

 private:
  std::vector<boost::json::object> scripts_;  // of each every_-th game, 2 * kMost at most
  std::uint64_t seen_ = 0, every_ = 1;
};

}  // namespace gauntlet::tools
