// A batch that `gauntlet selfplay --store` has kept, to be read.
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/store.h"

namespace gauntlet::tools {

struct StoredBatch {
  std::unique_ptr<selfplay::Store> store;
  engine::AnyGame game;
};

/// Opens the store at `path` and finds its game. An error is one sentence.
absl::StatusOr<StoredBatch> open_batch(const std::string& path);

/// Plays a stored game from its start, each move checked, and calls visit(state, move) before each.
/// Where the game is not one, or does not end as it says, what is wrong with it, as in
/// DamagedGames. Thread-safe.
std::optional<std::string> replay(
    const engine::AnyGame& game, const selfplay::GameRecord& record,
    const std::function<void(const engine::AnyState&, engine::AnyMove)>& visit);

}  // namespace gauntlet::tools
