#include "tools/lab/pattern_examples.h"

#include <absl/strings/str_cat.h>

#include <optional>

#include "search/mnk/fit/calm_positions.h"
#include "tools/lab/stored_batch.h"
#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

namespace {

using Board = engine::Mnk<8>;

/// Half of how the game ended, half of what who is to move thought of it.
float score_of(const StoredGame& game, std::size_t move, engine::Player mover) {
  const float ended = game.result.summary.returns[static_cast<std::size_t>(mover)];
  const auto& notes = game.result.notes;
  if (move >= notes.size() || notes[move].win == selfplay::MoveNote::kNoWin) return ended;
  return (ended + static_cast<float>(notes[move].win) / 1000) / 2;
}

}  // namespace

absl::Status add_examples(const std::string& path, PatternExamples& examples, Damage& damage,
                          const std::stop_token& stop) {
  const auto batch = open_batch(path);
  if (!batch.ok()) return batch.status();
  std::optional<search::mnk::CalmPositions> calm;
  std::optional<engine::mnk::Rules> rules;
  const auto add = [&](StoredGame&& game) -> absl::Status {
    if (stop.stop_requested()) return absl::CancelledError("interrupted");
    if (!rules) {
      rules = engine::mnk_rules(game.start);
      if (!rules || rules->squares() > Board::kCapacity || rules->k != 5 || rules->exact ||
          rules->page)
        return absl::InvalidArgumentError(
            absl::StrCat("'", path, "' holds games of ", game.game.name(),
                         "; fit gomoku needs games of gomoku or mnk with k = 5 on at most ",
                         Board::kCapacity, " squares"));
      calm.emplace(*rules);
    }
    auto state = Board::from_text(*rules, game.start.to_text());
    if (!state.ok()) return state.status();
    auto& list = examples.games++ % 10 == 9 ? examples.held_out : examples.fitted;
    for (std::size_t i = 0; i < game.result.moves.size(); ++i) {
      const auto move = engine::mnk::Move::from_bits(game.result.moves[i].bits());
      if (calm->contains(*state))
        list.push_back({*state, score_of(game, i, state->to_move()), move.square});
      state->apply(move);
    }
    return absl::OkStatus();
  };
  return for_each_game(*batch, add, damage);
}

}  // namespace gauntlet::tools
