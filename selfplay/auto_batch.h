// A batch in which level:auto plays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

#include "engine/status.h"
#include "selfplay/batch.h"
#include "selfplay/finished_game.h"
#include "selfplay/players/auto_level.h"
#include "selfplay/store.h"

namespace gauntlet::selfplay {

/// Which of the players is level:auto, if one is.
std::optional<std::size_t> auto_player(const Batch& batch);

/// Plays the games of a batch one after the other, for each decides the level of the next: every
/// game depends on the batch and on the results of the games before it, whatever the threads.
class AutoBatch {
 public:
  /// Why level:auto cannot play in `batch`.
  static absl::Status objection(const Batch& batch);

  /// REQUIRES: auto_player(batch), and there is no objection. `batch` outlives it.
  explicit AutoBatch(const Batch& batch);

  /// Goes by the games that `store` has of the batch. `run` is what they left missing: an error
  /// where that is not all games behind them.
  absl::Status take_over(Store& store, const BatchRun& run);

  /// As run_batch(). `told` is called after each game, on the caller's thread.
  using Told = std::function<void(const OpponentStrength&)>;
  absl::StatusOr<BatchResult> run(BatchRun run, const Told& told);

  /// "5.5", of the next game.
  std::string next_level() const { return level_text(estimate_.level()); }
  /// What is known of the other player; nothing before the first game.
  const std::optional<OpponentStrength>& strength() const { return strength_; }

 private:
  Batch next_game() const;
  OpponentStrength add(const GameRecord& game);

  const Batch& batch_;
  const std::size_t auto_;  ///< Its place among the players.
  StrengthEstimate estimate_;
  std::optional<OpponentStrength> strength_;
};

}  // namespace gauntlet::selfplay
