#include "selfplay/players/make_player.h"

#include <algorithm>
#include <utility>

#include "search/game_search.h"
#include "search/level.h"
#include "search/registry.h"
#include "selfplay/players/rule_players.h"
#include "selfplay/players/search_player.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyGame;
using Kind = PlayerSpec::Kind;

std::unique_ptr<Player> searching(const search::Method& method, const AnyGame& game,
                                  search::SearcherOptions options, const PlayerSetup& setup,
                                  const Restraint& restraint) {
  options.threads = setup.threads;
  options.hash_mb =
      std::clamp<std::size_t>(options.hash_mb, 1, std::max<std::size_t>(setup.most_hash_mb, 1));
  return std::make_unique<SearchPlayer>(method.make(game, options), restraint);
}

std::unique_ptr<Player> make_searcher_player(const PlayerSpec& spec, const AnyGame& game,
                                             const PlayerSetup& setup) {
  Restraint restraint{.time = spec.time, .clock = spec.clock};
  restraint.limits.depth = spec.depth;
  restraint.limits.nodes = spec.nodes;
  return searching(*spec.method, game, searcher_options(spec), setup, restraint);
}

/// On one thread, so that it plays the same moves whatever the threads of others.
std::unique_ptr<Player> make_level_player(const PlayerSpec& spec, const AnyGame& game,
                                          PlayerSetup setup) {
  const search::LevelSpec level = search::level(game, spec.level);
  search::SearcherOptions options{.hash_mb = search::kLevelHashMb, .most_nodes = level.table_nodes};
  if (!level.softness.is_none()) options.judges_within = level.softness.cap;
  setup.threads = 1;
  return searching(
      *level.method, game, options, setup,
      {.limits = level.limits, .softness = level.softness, .plies = search::search_of(game).plies});
}

}  // namespace

absl::StatusOr<std::unique_ptr<Player>> make_player(const PlayerSpec& spec, const AnyGame& game,
                                                    const PlayerSetup& setup) {
  switch (spec.kind) {
    case Kind::kRandom:
      return make_random_player();
    case Kind::kStrategy:
      return make_strategy_player(*spec.strategy);
    case Kind::kSearcher:
      return make_searcher_player(spec, game, setup);
    case Kind::kLevel:
      return make_level_player(spec, game, setup);
    case Kind::kHuman:
      break;
  }
  if (!setup.human) return absl::InvalidArgumentError("'human' needs a terminal to play at");
  return setup.human(game);
}

absl::StatusOr<std::unique_ptr<Player>> make_player(std::string_view text, const AnyGame& game,
                                                    const PlayerSetup& setup) {
  const auto spec = parse_player(text, game);
  if (!spec.ok()) return spec.status();
  return make_player(*spec, game, setup);
}

}  // namespace gauntlet::selfplay
