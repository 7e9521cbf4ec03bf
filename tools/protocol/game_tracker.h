// A game as a client on a server sees it go by.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "selfplay/finished_game.h"

namespace gauntlet::tools {

/// Follows a game move by move from what the server tells of it, so that it can be kept. Once a
/// server tells something that no move explains, the game is lost from sight for good.
class GameTracker {
 public:
  static constexpr std::size_t kMostMoves = 100'000;  ///< A longer game is lost from sight.

  GameTracker() = default;  ///< Sees nothing yet.
  GameTracker(const engine::AnyGame& game, const engine::AnyState& start)
      : game_(game), start_(start), state_(start) {}

  bool sees() const { return state_.has_value(); }
  /// REQUIRES: sees().
  const engine::AnyState& state() const { return *state_; }

  /// Plays the moves if all are legal and lead to where `arrives(state)`; else false, and nothing
  /// has changed. REQUIRES: sees().
  template <class Arrives>
  bool play(const std::vector<engine::AnyMove>& moves, const Arrives& arrives) {
    engine::AnyState state = *state_;
    for (const engine::AnyMove move : moves) {
      if (state.is_over() || !state.is_playable(move)) return false;
      state.apply(move);
    }
    if (!arrives(state)) return false;
    moves_.insert(moves_.end(), moves.begin(), moves.end());
    if (moves_.size() > kMostMoves) {
      lose();
    } else {
      state_ = state;
    }
    return true;
  }
  void lose() {
    state_.reset();
    moves_.clear();
  }

  /// What was seen. REQUIRES: sees().
  selfplay::FinishedGame finished(std::vector<std::string> players, const engine::Returns& returns,
                                  std::string reason) const {
    return {*game_, *start_, moves_, std::move(players), returns, std::move(reason)};
  }

 private:
  std::optional<engine::AnyGame> game_;
  std::optional<engine::AnyState> start_, state_;
  std::vector<engine::AnyMove> moves_;
};

}  // namespace gauntlet::tools
