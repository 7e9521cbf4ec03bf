#include "tools/commands/stored_session.h"

#include <algorithm>
#include <string>
#include <vector>

#include "selfplay/schedule.h"
#include "tools/commands/replayed_games.h"
#include "tools/commands/stored_batch.h"

namespace gauntlet::tools {

using engine::Error;
using selfplay::DamagedGames;
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

}  // namespace

std::optional<Error> read_session(selfplay::Store& store, const selfplay::Batch& batch,
                                  selfplay::Session& session, Damage& damage) {
  struct Nothing {};
  const selfplay::Schedule schedule(batch.seed, batch.game.players());
  std::vector<IndexRange> there;
  const auto play = [&batch](const GameRecord& game, Nothing&) {
    return replay(batch.game, game, [](const engine::AnyState&, engine::AnyMove) {});
  };
  const auto take = [&](const GameRecord& game, Nothing&) -> std::optional<Error> {
    session.earlier.add(schedule.slot(game.index), game.result.outcome);
    if (there.empty() || there.back().last != game.index) there.push_back({game.index, game.index});
    there.back().last = game.index + 1;
    return std::nullopt;
  };
  ReplayedGames<Nothing> games(batch.threads, play, take);
  if (auto error = games(store, damage, batch.stop)) return error;
  for (const DamagedGames& damaged : damage.games()) there.push_back(within(damaged, batch.games));
  session.missing = gaps(std::move(there), batch.games);
  return std::nullopt;
}

std::optional<Error> remove_damaged(selfplay::Store& store, const Damage& damage) {
  for (const DamagedGames& games : damage.games())
    if (auto error = store.remove(games)) return error;
  return store.flush();
}

}  // namespace gauntlet::tools
