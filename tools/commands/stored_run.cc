#include "tools/commands/stored_run.h"

#include <algorithm>
#include <string>
#include <vector>

#include "selfplay/game_key.h"
#include "selfplay/schedule.h"
#include "tools/lab/replayed_games.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

using selfplay::DamagedGames;
using selfplay::GameKey;
using selfplay::GameRecord;
using selfplay::IndexRange;

namespace {

/// The part of `damaged` that are indices of a batch of so many games.
IndexRange within(const DamagedGames& damaged, std::uint64_t games) {
  const auto index = [games](std::int64_t bound) {
    return std::min(static_cast<std::uint64_t>(std::max<std::int64_t>(bound, 0)), games);
  };
  const std::int64_t last = damaged.last;
  return {index(damaged.first), index(last < DamagedGames::kTheLast ? last + 1 : last)};
}

/// What of 0 .. games - 1 none of `there` holds.
std::vector<IndexRange> gaps(std::vector<IndexRange> there, std::uint64_t games) {
  std::sort(there.begin(), there.end(),
            [](const IndexRange& a, const IndexRange& b) { return a.first < b.first; });
  std::vector<IndexRange> missing;
  std::uint64_t next = 0;
  for (const IndexRange& range : there) {
    if (next < range.first) missing.push_back({next, range.first});
    next = std::max(next, range.last);
  }
  if (next < games) missing.push_back({next, games});
  return missing;
}

/// What is wrong with `game`, or its key.
std::optional<std::string> replay_to_key(const selfplay::Batch& batch,
                                         const selfplay::GameKeys& keys, const selfplay::Slot& slot,
                                         const GameRecord& game, GameKey& key) {
  std::uint64_t moves = selfplay::kNoWords;
  const auto add = [&](const engine::AnyState& state, engine::AnyMove move) {
    if (state.to_move() >= 0) moves = selfplay::with_move(moves, move);
  };
  if (auto fault = replay(batch.game, game, add)) return fault;
  key = keys.of(slot, *batch.game.from_text(game.start), moves);
  return std::nullopt;
}

}  // namespace

absl::Status read_stored_run(selfplay::Store& store, const selfplay::Batch& batch,
                             selfplay::BatchRun& run, Damage& damage) {
  const selfplay::Schedule schedule(batch.seed, batch.game.players());
  const selfplay::GameKeys keys(batch.game, batch.players);
  std::vector<IndexRange> there;
  const auto play = [&](const GameRecord& game, GameKey& key) {
    return replay_to_key(batch, keys, schedule.slot(game.index), game, key);
  };
  const auto take = [&](const GameRecord& game, GameKey& key) -> absl::Status {
    run.earlier.add(schedule.slot(game.index), game.result.summary, key);
    if (there.empty() || there.back().last != game.index) there.push_back({game.index, game.index});
    there.back().last = game.index + 1;
    return absl::OkStatus();
  };
  ReplayedGames<GameKey> games(batch.threads, play, take);
  if (const absl::Status status = games(store, damage, batch.stop); !status.ok()) return status;
  for (const DamagedGames& damaged : damage.games()) there.push_back(within(damaged, batch.games));
  run.missing = gaps(std::move(there), batch.games);
  return absl::OkStatus();
}

absl::Status remove_damaged(selfplay::Store& store, const Damage& damage) {
  for (const DamagedGames& games : damage.games())
    if (const absl::Status status = store.remove(games); !status.ok()) return status;
  return store.flush();
}

}  // namespace gauntlet::tools
