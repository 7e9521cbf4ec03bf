// A player who searches, within limits of its own and by whatever deadline it is given.
#pragma once

#include <chrono>
#include <memory>
#include <optional>

#include "engine/rng.h"
#include "search/clock.h"
#include "search/limits.h"
#include "search/searcher.h"
#include "search/softness.h"
#include "selfplay/players/player.h"

namespace gauntlet::selfplay {

/// How a player holds back.
struct Restraint {
  search::Limits limits = {};                           ///< Of each search; its work alone counts.
  std::optional<std::chrono::milliseconds> time = {};   ///< For each move.
  std::optional<std::chrono::milliseconds> clock = {};  ///< For all moves of a game.
  /// Of its choice among the moves that its search has judged.
  search::Softness softness = {};
  /// Where openings are to vary (search::vary_opening), GameSearch::plies; else null.
  int (*plies)(const engine::AnyState& view) = nullptr;
};

class SearchPlayer final : public Player {
 public:
  SearchPlayer(std::unique_ptr<search::Searcher> searcher, const Restraint& restraint);

  std::size_t memory() const override { return searcher_->memory(); }
  void new_game(std::uint64_t seed, engine::Player seat) override;
  Choice choose(const engine::AnyState& view, const Allowance& allowance) override;

 private:
  std::optional<search::MoveTime> time_for(const engine::AnyState& view,
                                           const GameClock* allowed) const;

  std::unique_ptr<search::Searcher> searcher_;
  const Restraint restraint_;
  std::chrono::steady_clock::duration spent_{};  ///< Of the clock.
  engine::Rng rng_{0};
};

}  // namespace gauntlet::selfplay
