// Who has won how many of a server's games.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "selfplay/distinct_count.h"
#include "selfplay/finished_game.h"
#include "tools/commands/tally.h"

namespace gauntlet::tools {

/// Adds up games by the players' names. Players without a name of their own ("connection 7") count
/// together, and so do those who come when a thousand names are known already: names come from
/// outside. Seats of one name in a game of more than two are a built-in player's: that game counts
/// once for it, as its best seat ended. One thread at a time.
class Standings {
 public:
  static constexpr std::size_t kMostNames = 1000;
  static constexpr std::size_t kMostLines = 20;

  void add(const selfplay::FinishedGame& game);
  /// Games that differ from each other in their start, a move, or who plays in which seat.
  std::uint64_t distinct_games() const { return distinct_.count(); }

  /// A table, the most points first; "" before the first game.
  std::string text(const Colours& colours = {}) const;
  /// {"standings": [{"player", "games", "wins", "draws", "losses", "forfeits", "points"}, ..],
  /// "others": how many players more there are, "games", "distinct_games"}.
  boost::json::object json() const;

 private:
  struct Line {
    Tally tally;
    std::uint64_t forfeits = 0;  // losses that the rules had not decided
    double points = 0;
  };
  using Entry = std::pair<const std::string, Line>;

  void add_seat(const selfplay::FinishedGame& game, std::size_t seat, bool was_decided_by_rules);
  Line& line_of(const std::string& player);
  std::vector<const Entry*> best() const;
  std::size_t others() const;

  absl::flat_hash_map<std::string, Line> lines_;
  selfplay::DistinctCount distinct_;
  std::uint64_t games_ = 0;
};

}  // namespace gauntlet::tools
