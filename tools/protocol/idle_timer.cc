#include "tools/protocol/idle_timer.h"

namespace gauntlet::tools {

std::string limit_text(Milliseconds limit) {
  const auto count = limit.count();
  if (count >= 60'000 && count % 60'000 == 0) return std::to_string(count / 60'000) + " min";
  if (count % 1'000 == 0) return std::to_string(count / 1'000) + " s";
  return std::to_string(count) + " ms";
}

std::string no_game_text(Milliseconds limit) {
  return "no game has begun within " + limit_text(limit);
}

}  // namespace gauntlet::tools
