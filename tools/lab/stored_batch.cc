#include "tools/lab/stored_batch.h"

#include <cstddef>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/match.h"
#include "selfplay/move_bytes.h"

namespace gauntlet::tools {

using selfplay::GameRecord;
using selfplay::Store;

absl::StatusOr<StoredBatch> open_batch(const std::string& path) {
  auto store = Store::open_to_read(path);
  if (!store.ok()) return store.status();
  const selfplay::RunInfo& info = (*store)->run();
  auto game = engine::find_game(info.game);
  if (!game.ok() || info.players.size() != static_cast<std::size_t>(game->players()))
    return absl::DataLossError(
        engine::in_quotes(path, 200) + " is damaged: " +
        (game.ok() ? "it has the wrong number of players for '" + game->name() + "'"
                   : "it names a game that does not exist"));
  return StoredBatch{std::move(*store), std::move(*game)};
}

std::optional<std::string> replay(
    const engine::AnyGame& game, const GameRecord& record,
    const std::function<void(const engine::AnyState&, engine::AnyMove)>& visit) {
  const auto start = game.from_text(record.start);
  if (!start.ok()) return "has a bad start position: " + engine::message_of(start);
  engine::AnyState state = *start;
  std::size_t number = 0;
  for (const engine::AnyMove move : record.result.moves) {
    ++number;
    if (auto fault = selfplay::objection_to_move(state, move, number)) return fault;
    visit(state, move);
    state.apply(move);
  }
  const selfplay::GameSummary& summary = record.result.summary;
  if (summary.termination != selfplay::Termination::kPlayed) return std::nullopt;
  if (!state.is_over()) return "is not over after its last move";
  if (state.returns() != summary.returns) return "did not end as it says";
  return std::nullopt;
}

}  // namespace gauntlet::tools
