#include "tools/deadline_players.h"

#include <utility>

namespace gauntlet::tools {

engine::AnyMove DeadlinePlayers::choose(const engine::AnyGame& game, const std::string& spec,
                                        const engine::AnyState& view,
                                        std::chrono::steady_clock::time_point deadline,
                                        std::stop_token stop) {
  Seats seat = take(game, spec);
  if (seat.empty()) {
    engine::Rng rng(seed_);
    return view.random_move(rng);
  }
  const engine::AnyMove move = seat.front().player->choose(view, deadline, std::move(stop)).move;
  give_back(std::move(seat));
  return move;
}

/// One seat, or none when there is no such player.
DeadlinePlayers::Seats DeadlinePlayers::take(const engine::AnyGame& game, const std::string& spec) {
  Seats taken;
  std::uint64_t seed = 0;
  {
    const std::lock_guard lock(mutex_);
    for (auto seat = idle_.begin(); seat != idle_.end(); ++seat) {
      if (seat->spec != spec || seat->game.name() != game.name()) continue;
      taken.splice(taken.end(), idle_, seat);
      return taken;
    }
    seed = seed_++;
  }
  const auto parsed = parse_deadline_player(spec, game);
  if (!parsed) return taken;
  auto player = DeadlinePlayer::make(*parsed, game, {});
  if (!player) return taken;
  (*player)->new_game(seed);
  taken.push_back({game, spec, std::move(*player)});
  return taken;
}

void DeadlinePlayers::give_back(Seats seat) {
  Seats too_many;  // freed without the lock
  const std::lock_guard lock(mutex_);
  idle_.splice(idle_.end(), seat);
  if (idle_.size() > kMostIdle) too_many.splice(too_many.end(), idle_, idle_.begin());
}

}  // namespace gauntlet::tools
