#include "selfplay/level_player.h"

#include <algorithm>
#include <cassert>
#include <utility>
#include <vector>

#include "search/level.h"
#include "search/registry.h"
#include "selfplay/basic_players.h"

namespace gauntlet::selfplay {

namespace {

constexpr std::size_t kLevelHashMb = 16;

/// e^-x for x >= 0 as (1 - x/1024)^1024, within 2 % of the truth up to x = 6: additions and
/// multiplications alone, so that every machine draws the same move.
double decayed(double x) {
  double power = std::max(0.0, 1 - x / 1024);
  for (int i = 0; i < 10; ++i) power *= power;
  return power;
}

class LevelPlayer final : public Player {
 public:
  LevelPlayer(std::unique_ptr<search::Searcher> searcher, search::LevelSpec spec)
      : searcher_(std::move(searcher)), spec_(std::move(spec)) {}

  void new_game(std::uint64_t seed, engine::Player) override {
    rng_ = engine::Rng(seed);
    searcher_->new_game(rng_.next());
  }

  Choice choose(const engine::AnyState& view) override {
    const search::Result result = searcher_->search(view, spec_.limits);
    Choice choice{result.best, result.nodes};
    if (spec_.softness <= 0) return choice;
    const auto moves = searcher_->root_moves();
    if (!moves.empty()) choice.move = soft_choice(moves, spec_.softness, rng_);
    return choice;
  }

 private:
  std::unique_ptr<search::Searcher> searcher_;
  search::LevelSpec spec_;
  engine::Rng rng_{0};
};

}  // namespace

engine::AnyMove soft_choice(const std::vector<search::RootMove>& moves, double softness,
                            engine::Rng& rng) {
  assert(!moves.empty());
  const auto best = std::max_element(moves.begin(), moves.end(),
                                     [](const auto& a, const auto& b) { return a.win < b.win; });
  if (softness <= 0) return best->move;
  double total = 0;
  for (const auto& move : moves) total += decayed((best->win - move.win) / softness);
  double drawn = rng.uniform() * total;
  for (const auto& move : moves) {
    drawn -= decayed((best->win - move.win) / softness);
    if (drawn < 0) return move.move;
  }
  return best->move;
}

std::unique_ptr<Player> make_level_player(const engine::AnyGame& game, int n,
                                          const PlayerSetup& setup) {
  search::LevelSpec spec = search::level(game, n);
  spec.limits.stop = setup.stop;
  if (spec.kind == search::LevelSpec::Kind::kRandom) return make_random_player();
  const search::SearcherOptions options{
      .hash_mb = kLevelHashMb, .threads = 1, .score_all_moves = spec.softness > 0};
  auto searcher = spec.kind == search::LevelSpec::Kind::kAlphaBeta
                      ? search::make_alpha_beta(game, options)
                      : search::make_mcts(game, options);
  if (!searcher) return nullptr;
  return std::make_unique<LevelPlayer>(std::move(searcher), std::move(spec));
}

}  // namespace gauntlet::selfplay
