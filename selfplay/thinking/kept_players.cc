#include "selfplay/thinking/kept_players.h"

#include <algorithm>
#include <utility>

namespace gauntlet::selfplay {

KeptPlayers::List KeptPlayers::take(const std::string& mind) {
  List taken;
  const auto found = std::ranges::find(players_, mind, &KeptPlayer::mind);
  if (found != players_.end()) move_out(found, taken);
  return taken;
}

KeptPlayers::List KeptPlayers::rest(List player) {
  bytes_ += player.front().player->memory();
  players_.splice(players_.end(), player);
  return beyond(most_players_);
}

KeptPlayers::List KeptPlayers::make_room() {
  return beyond(std::max<std::size_t>(most_players_, 1) - 1);
}

KeptPlayers::List KeptPlayers::forget(const std::string& mind) {
  List taken;
  for (auto next = players_.begin(); next != players_.end();) {
    const auto player = next++;
    if (player->mind == mind) move_out(player, taken);
  }
  return taken;
}

KeptPlayers::List KeptPlayers::beyond(std::size_t most_players) {
  List taken;
  while (players_.size() > most_players || bytes_ > most_bytes_) move_out(players_.begin(), taken);
  return taken;
}

void KeptPlayers::move_out(List::iterator player, List& to) {
  bytes_ -= player->player->memory();
  to.splice(to.end(), players_, player);
}

}  // namespace gauntlet::selfplay
