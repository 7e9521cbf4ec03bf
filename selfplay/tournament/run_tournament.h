// Playing a tournament.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "engine/status.h"
#include "selfplay/core_shares.h"
#include "selfplay/players/player.h"
#include "selfplay/tournament/tournament.h"
#include "selfplay/tournament/tournament_result.h"

namespace gauntlet::selfplay {

/// Makes a player for an entrant; on any thread. An error ends the tournament: programs that fail
/// are none, but forfeit their games.
using MakeEntrant = std::function<absl::StatusOr<std::unique_ptr<Player>>(int entrant)>;

/// What a game counts for ratings, by seat; on any thread, with its moves at hand. It must have the
/// mean of what the players get, and may vary less.
using ValueOfGame = std::function<engine::Returns(const TournamentGame& game)>;

/// What a run starts from and reports to.
struct TournamentRun {
  MakeEntrant make;
  /// Nothing: games count as what their players get.
  ValueOfGame value = {};
  /// Games of earlier runs with their values, in any order; their moves are not needed. Those that
  /// the tournament does not ask for are left out.
  std::vector<TournamentGame> earlier = {};
  TournamentSink* sink = nullptr;
  /// Called twice a second, on one thread at a time, whether games end or not.
  std::function<void(const TournamentResult& so_far)> progress = {};
};

/// Where its games are played: on cores of their own while clocks run, if there are enough.
CoreShares cores_for(const Tournament& tournament);

/// Plays what is missing. The same tournament has the same games in the end, however often it was
/// interrupted, and whatever the threads; only who is limited by time plays differently every time.
/// An error when its openings cannot be had, or a player cannot be made. REQUIRES:
/// objection_to(format_of(tournament)) has none.
absl::StatusOr<TournamentResult> run_tournament(const Tournament& tournament, TournamentRun run);

}  // namespace gauntlet::selfplay
