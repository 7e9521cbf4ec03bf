#include "selfplay/basic_players.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "engine/rng.h"
#include "search/clock.h"
#include "search/registry.h"
#include "selfplay/level_player.h"

namespace gauntlet::selfplay {

namespace {

using std::chrono::milliseconds;

class RandomPlayer final : public Player {
 public:
  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  Choice choose(const engine::AnyState& view) override { return {view.random_move(rng_)}; }
  bool is_always_legal() const override { return true; }

 private:
  engine::Rng rng_{0};
};

class StrategyPlayer final : public Player {
 public:
  explicit StrategyPlayer(const search::Strategy& strategy) : choose_(strategy.choose) {}
  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  Choice choose(const engine::AnyState& view) override { return {choose_(view, rng_)}; }

 private:
  engine::AnyMove (*choose_)(const engine::AnyState& view, engine::Rng& rng);
  engine::Rng rng_{0};
};

class SearchPlayer final : public Player {
 public:
  SearchPlayer(std::unique_ptr<search::Searcher> searcher, const PlayerSpec& spec,
               std::stop_token stop)
      : searcher_(std::move(searcher)), time_(spec.time), clock_(spec.clock) {
    limits_.depth = spec.depth;
    limits_.nodes = spec.nodes;
    limits_.stop = std::move(stop);
  }

  void new_game(std::uint64_t seed, engine::Player) override {
    searcher_->new_game(seed);
    spent_ = {};
  }

  Choice choose(const engine::AnyState& view) override {
    const auto start = std::chrono::steady_clock::now();
    if (const auto time = allowance(view)) limits_.deadline = start + *time;
    const search::Result result = searcher_->search(view, limits_);
    spent_ += std::chrono::steady_clock::now() - start;
    return {.move = result.best,
            .nodes = result.nodes,
            .has_won = result.proven == search::Proven::kWin};
  }

 private:
  /// For this move; nothing when no clock limits it.
  std::optional<milliseconds> allowance(const engine::AnyState& view) const {
    if (!clock_) return time_;
    const auto left = *clock_ - std::chrono::ceil<milliseconds>(spent_);
    const milliseconds planned = search::thinking_time(view, std::max(left, milliseconds(0)));
    return time_ ? std::min(*time_, planned) : planned;
  }

  std::unique_ptr<search::Searcher> searcher_;
  search::Limits limits_;
  std::optional<milliseconds> time_;             // for each move
  std::optional<milliseconds> clock_;            // for all moves of a game
  std::chrono::steady_clock::duration spent_{};  // of it
};

std::unique_ptr<Player> made(const PlayerSpec& spec, const engine::AnyGame& game,
                             const PlayerSetup& setup) {
  switch (spec.kind) {
    case PlayerSpec::Kind::kRandom:
      return make_random_player();
    case PlayerSpec::Kind::kStrategy:
      return make_strategy_player(*spec.strategy);
    case PlayerSpec::Kind::kSearcher:
      return make_search_player(spec.method->make(game, searcher_options(spec)), spec, setup.stop);
    case PlayerSpec::Kind::kLevel:
      return make_level_player(game, spec.level, setup);
    case PlayerSpec::Kind::kHuman:
      return setup.human ? setup.human(game) : nullptr;
  }
  return nullptr;
}

}  // namespace

std::unique_ptr<Player> make_random_player() {
  return std::make_unique<RandomPlayer>();
}

std::unique_ptr<Player> make_strategy_player(const search::Strategy& strategy) {
  return std::make_unique<StrategyPlayer>(strategy);
}

std::unique_ptr<Player> make_search_player(std::unique_ptr<search::Searcher> searcher,
                                           const PlayerSpec& spec, std::stop_token stop) {
  if (!searcher) return nullptr;
  return std::make_unique<SearchPlayer>(std::move(searcher), spec, std::move(stop));
}

engine::Expected<std::unique_ptr<Player>> make_player(const PlayerSpec& spec,
                                                      const engine::AnyGame& game,
                                                      const PlayerSetup& setup) {
  auto player = made(spec, game, setup);
  if (player) return player;
  if (spec.kind == PlayerSpec::Kind::kHuman)
    return engine::Error{"'human' needs a terminal to play at"};
  return engine::Error{"'" + spec.text + "' cannot play " + game.name()};
}

}  // namespace gauntlet::selfplay
