#include "selfplay/game_rows.h"

#include <algorithm>

namespace gauntlet::selfplay {

namespace {

constexpr std::int64_t kMostTries = 100'000;  // more than any page of the file has games

bool is_damage(int code) {
  return (code & 0xff) == SQLITE_CORRUPT || (code & 0xff) == SQLITE_TOOBIG;
}

}  // namespace

GameRows::GameRows(const Database& database, const char* select, std::int64_t first_row,
                   const OnDamage& damaged)
    : row_(database.handle(), select), first_row_(first_row), damaged_(damaged) {
  row_.bind(1, kLowest);
}

int GameRows::step() {
  int code = row_.step();
  if (is_damage(code)) code = skip();
  if (code == SQLITE_ROW && index() >= 0 && index() < DamagedGames::kTheLast) next_ = index() + 1;
  return code;
}

/// Looks for the next game that can be read: which ones are lost SQLite does not say.
int GameRows::skip() {
  const std::int64_t tries = std::min(kMostTries, DamagedGames::kTheLast - next_ - first_row_);
  for (std::int64_t lost = 1; lost <= tries; ++lost) {
    row_.reset();
    row_.bind(1, first_row_ + next_ + lost);
    const int code = row_.step();
    if (is_damage(code)) continue;
    damaged_({next_, next_ + lost - 1, "cannot be read"});
    return code;
  }
  damaged_({next_, DamagedGames::kTheLast, "cannot be read"});
  return SQLITE_DONE;
}

}  // namespace gauntlet::selfplay
