// A batch: many games between the same players, on many threads.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "selfplay/game_key.h"
#include "selfplay/match.h"
#include "selfplay/openings.h"
#include "selfplay/players/make_player.h"
#include "selfplay/stats.h"

namespace gauntlet::selfplay {

/// What is played. All but `threads`, `setup` and `stop` decides the results, where no clock does.
struct Batch {
  engine::AnyGame game;
  std::vector<PlayerSpec> players = {};  ///< As many as the game has seats.
  std::uint64_t games = 1;
  std::uint64_t seed = 0;
  std::optional<engine::AnyState> position = {};  ///< Where all start; else as the game starts.
  /// Where they go on from there. REQUIRES: with a position, none or random plies.
  Openings openings = {};
  int threads = 1;  ///< 1..256.
  PlayerSetup setup = {};
  std::stop_token stop = {};  ///< Ends the batch early.
};

/// Games first..last-1 of a batch.
struct IndexRange {
  std::uint64_t first;
  std::uint64_t last;
  bool operator==(const IndexRange&) const = default;
};

/// A game that has ended.
struct GameRecord {
  std::uint64_t index = 0;
  std::string start;  ///< The start position; empty when it is usual_start().
  MatchResult result;
  GameKey key = {};                               ///< Of games that have just been played.
  std::optional<OpponentStrength> strength = {};  ///< Of who has played `level:auto`.
};

/// Where games go as they end. Called on one thread at a time, not always the same.
class GameSink {
 public:
  virtual ~GameSink() = default;
  /// Games that have ended, in any order. A sentence ends the batch.
  virtual absl::Status write(std::span<const GameRecord> games) = 0;
  /// Makes everything written safe from the death of the process; called ten times a second.
  virtual absl::Status flush() = 0;
};

/// What is known while a batch runs.
struct BatchProgress {
  const Stats& stats;    ///< Of all games, earlier runs included.
  std::uint64_t games;   ///< Of the whole batch.
  std::uint64_t played;  ///< In this run.
  double seconds;        ///< Since this run began.
  double games_per_second() const {
    return seconds > 0 ? static_cast<double>(played) / seconds : 0;
  }
};

/// How a run of a batch went.
struct BatchResult {
  Stats stats;  ///< Of all games, earlier runs included.
  std::uint64_t played = 0;
  std::uint64_t nodes = 0;  ///< In this run.
  double seconds = 0;
  bool was_stopped = false;  ///< Not all were played, for the stop token said so.
  absl::Status status = {};  ///< The sink's.
};

/// What a run of a batch starts from and reports to.
struct BatchRun {
  Stats earlier;                    ///< Of the games that are there already.
  std::vector<IndexRange> missing;  ///< Ascending.
  GameSink* sink = nullptr;         ///< Null: moves are not recorded.
  /// Called twice a second, on one thread at a time, whether games end or not.
  std::function<void(const BatchProgress&)> progress;
};

/// The position from which the games of `batch` start, as text, if all start from the same; else
/// that of its first game. Stores keep it once.
std::string usual_start(const Batch& batch);

/// Plays the missing games; every one depends on (batch, index) only. Stops soon after the stop
/// token of the batch is set. An error when its openings cannot be had (Starts::usable), or the
/// first set of players cannot be made (make_player). REQUIRES: the right number of players.
absl::StatusOr<BatchResult> run_batch(const Batch& batch, BatchRun run);

/// Plays all games of the batch and keeps none: only what they say together.
absl::StatusOr<BatchResult> run_batch(const Batch& batch);

}  // namespace gauntlet::selfplay
