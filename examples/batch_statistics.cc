// Which player is stronger, and how sure is that? Plays 4,000 games on all cores and prints each
// player's score with its 95 % confidence interval.
#include <absl/strings/str_format.h>

#include <algorithm>
#include <iostream>
#include <thread>

#include "gauntlet/engine/registry.h"
#include "gauntlet/selfplay/batch.h"

using namespace gauntlet;

int main() {
  const auto game = engine::find_game("mnk:5x5x4");  // a name that is known for certain
  selfplay::Batch batch{.game = *game, .games = 4000, .seed = 1};  // half in either seat
  batch.threads = static_cast<int>(std::clamp(std::thread::hardware_concurrency(), 1u, 256u));
  for (const char* word : {"level:3", "level:4"}) {
    const auto player = selfplay::parse_player(word, *game);
    if (!player.ok()) {
      std::cerr << player.status().message() << '\n';
      return 2;
    }
    batch.players.push_back(*player);
  }
  batch.openings = selfplay::usual_openings(*game, batch.players);  // so that games differ

  const auto result = selfplay::run_batch(batch);  // these players and openings can be had
  const selfplay::Stats& stats = result->stats;
  absl::PrintF("%d games in %.1f s, %.1f plies each\n", stats.games(), result->seconds,
               stats.mean_plies());
  for (int player = 0; player < stats.players(); ++player) {
    const selfplay::PlayerScore all = stats.score_of(player);
    absl::PrintF("%-10s score %.3f [%.3f, %.3f]  %d won, %d drawn, %d lost\n",
                 batch.players[static_cast<std::size_t>(player)].text, all.mean, all.low, all.high,
                 all.wins, all.draws, all.losses);
  }
}
