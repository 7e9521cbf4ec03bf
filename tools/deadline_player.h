// A player for protocols in which somebody else's clock runs.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <stop_token>
#include <string_view>

#include "engine/any_game.h"
#include "engine/expected.h"
#include "engine/rng.h"
#include "search/level.h"
#include "search/searcher.h"
#include "selfplay/player_spec.h"

namespace gauntlet::tools {

/// selfplay::parse_player(), but a searcher without any limit may use all the time it is allowed.
/// A player who needs a terminal is refused.
engine::Expected<selfplay::PlayerSpec> parse_deadline_player(
    std::string_view text, const engine::AnyGame& game,
    const selfplay::SharedKnowledge& knowledge = {});

/// Answers by a deadline, or earlier when the limits of its spec are reached. One thread at a time.
class DeadlinePlayer {
 public:
  struct Options {
    std::size_t most_hash_mb = selfplay::kMostHashMb;  ///< Caps what the spec asks for.
    int threads = 1;                                   ///< Of one search.
  };
  struct Answer {
    engine::AnyMove move;
    std::optional<double> win;  ///< For the side to move, when a search was made.
  };

  /// The player that `spec` describes. REQUIRES: `spec` was parsed for `game`, which outlives the
  /// player.
  static engine::Expected<std::unique_ptr<DeadlinePlayer>> make(const selfplay::PlayerSpec& spec,
                                                                const engine::AnyGame& game,
                                                                const Options& options);

  /// Bytes that its search may take at most.
  std::size_t memory() const { return searcher_ ? searcher_->memory() : 0; }

  /// Forgets all earlier games.
  void new_game(std::uint64_t seed);

  /// A legal move, also when the deadline has passed or the stop was requested already.
  /// REQUIRES: view.to_move() >= 0.
  Answer choose(const engine::AnyState& view, std::chrono::steady_clock::time_point deadline,
                std::stop_token stop);

 private:
  DeadlinePlayer() = default;

  std::unique_ptr<search::Searcher> searcher_;  // null: moves are random or by strategy_
  const search::Strategy* strategy_ = nullptr;
  search::Limits limits_;  // without deadline and stop
  std::optional<std::chrono::milliseconds> time_;
  double lapse_ = 0;  // how often a move is random instead
  engine::Rng rng_{0};
};

}  // namespace gauntlet::tools
