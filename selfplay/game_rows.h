// The rows of a table of games, of which some may be damaged.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <string>

#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// Games of a file that cannot be had, mostly one.
struct DamagedGames {
  static constexpr std::int64_t kTheLast = std::numeric_limits<std::int64_t>::max();

  std::int64_t first;  ///< From 0, as all indices of games.
  std::int64_t last;   ///< kTheLast: all that follow.
  std::string what;    ///< Of "game 3 has an impossible move 2", all behind the number.
};
using OnDamage = std::function<void(const DamagedGames&)>;

/// Steps through the games of a file and passes over what SQLite cannot read.
class GameRows {
 public:
  /// `select` tells the row's number in its first column, ascending, from its one parameter on;
  /// that of the first game is `first_row`. What is passed over is told to `damaged`.
  GameRows(const Database& database, const char* select, std::int64_t first_row,
           const OnDamage& damaged);

  /// SQLITE_ROW, SQLITE_DONE or an error other than damage.
  int step();
  /// REQUIRES: step() has returned SQLITE_ROW.
  const Statement& row() const { return row_; }
  /// The game's, from 0: whatever is damaged before it, it stays the same.
  std::int64_t index() const {
    const std::int64_t row = row_.integer(0);
    return row >= kLowest + first_row_ ? row - first_row_ : kLowest;
  }

 private:
  static constexpr std::int64_t kLowest = std::numeric_limits<std::int64_t>::min();

  int skip();

  Statement row_;
  const std::int64_t first_row_;
  const OnDamage& damaged_;
  std::int64_t next_ = 0;  ///< What comes next has this index or a higher one; for skip() alone.
};

}  // namespace gauntlet::selfplay
