#include "tools/deadline_player.h"

#include <algorithm>
#include <utility>

#include "search/registry.h"

namespace gauntlet::tools {

namespace {

using engine::Error;
using engine::Expected;
using selfplay::PlayerSpec;

/// The limits and the searcher of a level are looked up; other specs carry them.
search::LevelSpec level_of(const PlayerSpec& spec, const engine::AnyGame& game) {
  if (spec.kind == PlayerSpec::Kind::kLevel) return search::level(game, spec.level);
  search::LevelSpec level;
  level.method = spec.method;
  level.limits.depth = spec.depth;
  level.limits.nodes = spec.nodes;
  return level;
}

}  // namespace

Expected<PlayerSpec> parse_deadline_player(std::string_view text, const engine::AnyGame& game,
                                           const selfplay::SharedKnowledge& knowledge) {
  auto spec = selfplay::parse_player(text, game, knowledge);
  if (!spec) return spec;
  if (spec->kind == PlayerSpec::Kind::kHuman)
    return Error{"'human' needs a terminal to play at, and here a program asks for moves"};
  if (spec->clock)
    return Error{
        "clock= is for selfplay; here another program keeps the clock: give time= for the "
        "longest a move may take, or nothing"};
  if (!spec->is_limited) spec->time.reset();
  return spec;
}

Expected<std::unique_ptr<DeadlinePlayer>> DeadlinePlayer::make(const PlayerSpec& spec,
                                                               const engine::AnyGame& game,
                                                               const Options& options) {
  const search::LevelSpec level = level_of(spec, game);
  std::unique_ptr<DeadlinePlayer> player(new DeadlinePlayer);
  player->strategy_ = spec.strategy;
  player->limits_ = level.limits;
  player->lapse_ = level.lapse;
  player->time_ = spec.time;
  if (!level.method) return player;
  auto built = spec.method ? searcher_options(spec)
                           : search::SearcherOptions{.hash_mb = search::kLevelHashMb,
                                                     .most_nodes = level.limits.nodes};
  built.hash_mb =
      std::clamp<std::size_t>(built.hash_mb, 1, std::max<std::size_t>(options.most_hash_mb, 1));
  built.threads = options.threads;
  player->searcher_ = level.method->make(game, built);
  return player;
}

void DeadlinePlayer::new_game(std::uint64_t seed) {
  rng_ = engine::Rng(seed);
  if (searcher_) searcher_->new_game(rng_.next());
}

DeadlinePlayer::Answer DeadlinePlayer::choose(const engine::AnyState& view,
                                              std::chrono::steady_clock::time_point deadline,
                                              std::stop_token stop) {
  if (strategy_) return {strategy_->choose(view, rng_), std::nullopt};
  if (!searcher_ || (lapse_ > 0 && rng_.uniform() < lapse_))
    return {view.random_move(rng_), std::nullopt};
  search::Limits limits = limits_;
  if (time_) deadline = std::min(deadline, std::chrono::steady_clock::now() + *time_);
  limits.deadline = deadline;
  limits.stop = std::move(stop);
  const search::Result result = searcher_->search(view, limits);
  return {result.best, result.win};
}

}  // namespace gauntlet::tools
