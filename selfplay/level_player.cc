#include "selfplay/level_player.h"

#include <cassert>
#include <utility>

#include "search/level.h"
#include "search/registry.h"
#include "selfplay/basic_players.h"

namespace gauntlet::selfplay {

namespace {

class LevelPlayer final : public Player {
 public:
  LevelPlayer(std::unique_ptr<search::Searcher> searcher, search::LevelSpec spec)
      : searcher_(std::move(searcher)), spec_(std::move(spec)) {}

  void new_game(std::uint64_t seed, engine::Player) override {
    rng_ = engine::Rng(seed);
    searcher_->new_game(rng_.next());
  }

  Choice choose(const engine::AnyState& view) override {
    if (spec_.lapse > 0 && rng_.uniform() < spec_.lapse) return {view.random_move(rng_), 0};
    const search::Result result = searcher_->search(view, spec_.limits);
    const bool keeps_its_head = spec_.lapse == 0;
    return {.move = result.best,
            .nodes = result.nodes,
            .has_won = keeps_its_head && result.proven == search::Proven::kWin};
  }

 private:
  std::unique_ptr<search::Searcher> searcher_;
  search::LevelSpec spec_;
  engine::Rng rng_{0};
};

}  // namespace

std::unique_ptr<Player> make_level_player(const engine::AnyGame& game, int n,
                                          const PlayerSetup& setup) {
  search::LevelSpec spec = search::level(game, n);
  spec.limits.stop = setup.stop;
  if (!spec.method) return make_random_player();
  const search::SearcherOptions options{
      .hash_mb = search::kLevelHashMb, .threads = 1, .most_nodes = spec.limits.nodes};
  auto searcher = spec.method->make(game, options);
  return std::make_unique<LevelPlayer>(std::move(searcher), std::move(spec));
}

}  // namespace gauntlet::selfplay
