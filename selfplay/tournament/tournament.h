// A tournament: who plays, and how it is run.
#pragma once

#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/game_clock.h"
#include "selfplay/kept_conversation.h"
#include "selfplay/match.h"
#include "selfplay/openings.h"
#include "selfplay/tournament/format.h"

namespace gauntlet::selfplay {

/// Who takes part. Names are known by what stores keep, so they must not change.
struct Entrant {
  std::string name;    ///< Nobody else's; printable, without line breaks.
  std::string player;  ///< What plays: a spec, a command, a URL, as whoever makes players reads it.
  bool operator==(const Entrant&) const = default;
};

/// What is played. All but `threads` and `stop` decides the games, where no clock does.
struct Tournament {
  engine::AnyGame game;
  std::vector<Entrant> entrants = {};
  FormatOptions format = {};  ///< Entrants, seats, seed and steps: see format_of().
  std::uint64_t seed = 0;
  Openings openings = {};
  TimeControl time = {};
  int threads = 1;  ///< Games at the same time: 1..256.
  std::stop_token stop = {};
};

/// The options of its format, with all that the tournament says itself: how many take part and have
/// a seat, its seed and, of a ladder with step_rounds, the steps between whole levels.
FormatOptions format_of(const Tournament& tournament);

/// A game of a tournament that has ended.
struct TournamentGame {
  static constexpr std::int64_t kFirstId = 1;

  /// From 0, in the order in which they ended: fixed by its row, whatever is damaged before it.
  /// REQUIRES: it was read from a file.
  std::uint64_t index() const { return static_cast<std::uint64_t>(id - kFirstId); }

  std::int64_t id = 0;  ///< Its row in the file that it was read from, from kFirstId on.
  Encounter encounter;
  int rotation = 0;             ///< Of the table: its place among the encounter's games.
  std::vector<int> seats = {};  ///< The entrants by seat.
  engine::AnyState start;       ///< With its opening.
  MatchResult result = {};
  /// What it counts for ratings, by seat, if not what its players got: see TournamentRun::value.
  std::optional<engine::Returns> value = {};
  GameKey key = {};  ///< See game_key.h.
  std::string ended =
      {};  ///< "2026-11-21 14:03:59", UTC, of games that are read; empty: not known.
  /// Of the programs, by seat; of process 0 where none was kept.
  std::vector<KeptConversation> conversations = {};
};

/// Where games go as they end. Called on one thread at a time.
class TournamentSink {
 public:
  virtual ~TournamentSink() = default;
  /// The game has ended. An error ends the tournament.
  virtual absl::Status write(const TournamentGame& game) = 0;
  /// Makes everything written safe from the death of the process; called ten times a second.
  virtual absl::Status flush() = 0;
};

}  // namespace gauntlet::selfplay
