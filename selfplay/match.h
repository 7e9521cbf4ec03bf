// One game between players, and how it ends.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "selfplay/game_clock.h"
#include "selfplay/game_key.h"
#include "selfplay/move_note.h"
#include "selfplay/players/player.h"
#include "selfplay/termination.h"

namespace gauntlet::selfplay {

/// A game longer than this is endless; the longest real ones have some thousand plies.
inline constexpr std::uint32_t kMostPlies = 100'000;

/// How a game went, by seat.
struct GameSummary {
  /// By the rules; after a forfeit 0 for the offender and equal shares for the others. Of those who
  /// never came nobody gets a share, so that where nobody came the point is nobody's.
  engine::Returns returns{};
  std::array<std::uint64_t, engine::kMaxPlayers> nodes{};
  std::uint32_t plies = 0;  ///< Moves of players and of chance.
  Termination termination = Termination::kPlayed;
  engine::Player offender = engine::kNobody;  ///< Who forfeited; of several the first asked.
  /// Plies played when the seat's player first knew for certain that it would win.
  std::array<std::int32_t, engine::kMaxPlayers> proved_after{kNever, kNever, kNever, kNever};

  static constexpr std::int32_t kNever = -1;
  bool has_proved(std::size_t seat) const { return proved_after[seat] != kNever; }
  bool has_forfeited(std::size_t seat) const {
    return offender == static_cast<engine::Player>(seat) ||
           (termination == Termination::kAbsent && returns[seat] == 0);
  }
};

/// Whether somebody has got something, so that the game says who is stronger.
inline bool has_result(const engine::Returns& returns) {
  return std::any_of(returns.begin(), returns.end(), [](float share) { return share > 0; });
}

struct MatchResult {
  GameSummary summary;
  std::string reason;                  ///< Of a forfeit, if there is more to say; printable.
  std::vector<engine::AnyMove> moves;  ///< Of players and of chance, when they are recorded.
  std::vector<MoveNote> notes;         ///< Of each of `moves`, when they are taken.
  std::uint64_t moves_key = 0;         ///< Of the players' moves, recorded or not: see with_move().
};

struct MatchOptions {
  bool records_moves = true;
  bool takes_notes = false;  ///< With records_moves.
  /// Notes tell times, too; else they are the same again wherever the moves are.
  bool takes_times = false;
  std::uint32_t most_plies = kMostPlies;
  std::stop_token stop = {};                  ///< Ends searches and the game early.
  GameClock* clock = nullptr;                 ///< Of this game; null: no deadlines.
  std::uint64_t nodes = Allowance::kNoNodes;  ///< For each move of who searches.
};

/// Plays from `state` to the end and replaces `result`, whose memory is reused. Each player is
/// shown what its seat may know and nothing else; `dice` draws chance moves in their order, so
/// equal dice give equal throws as long as there are equally many chance moves. REQUIRES: one
/// player a seat, each of which has got its new_game().
void play_match(engine::AnyState state, std::span<Player* const> seats, engine::Rng& dice,
                const MatchOptions& options, MatchResult& result);

}  // namespace gauntlet::selfplay
