#include "selfplay/players/rule_players.h"

#include "engine/rng.h"

namespace gauntlet::selfplay {

namespace {

class RandomPlayer final : public Player {
 public:
  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    return {view.random_move(rng_)};
  }
  bool is_always_legal() const override { return true; }

 private:
  engine::Rng rng_{0};
};

class StrategyPlayer final : public Player {
 public:
  explicit StrategyPlayer(const search::Strategy& strategy) : choose_(strategy.choose) {}
  void new_game(std::uint64_t seed, engine::Player) override { rng_ = engine::Rng(seed); }
  Choice choose(const engine::AnyState& view, const Allowance&) override {
    return {choose_(view, rng_)};
  }

 private:
  engine::AnyMove (*choose_)(const engine::AnyState& view, engine::Rng& rng);
  engine::Rng rng_{0};
};

}  // namespace

std::unique_ptr<Player> make_random_player() {
  return std::make_unique<RandomPlayer>();
}

std::unique_ptr<Player> make_strategy_player(const search::Strategy& strategy) {
  return std::make_unique<StrategyPlayer>(strategy);
}

}  // namespace gauntlet::selfplay
