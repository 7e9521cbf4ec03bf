// What a tournament has brought so far.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/distinct_count.h"
#include "selfplay/statistics/outcomes.h"
#include "selfplay/tournament/tournament.h"

namespace gauntlet::selfplay {

/// One player's games.
struct EntrantRecord {
  std::uint64_t games = 0;
  std::uint64_t wins = 0;    ///< The whole point.
  std::uint64_t draws = 0;   ///< A share of it.
  std::uint64_t losses = 0;  ///< Forfeits included.
  std::uint64_t forfeits = 0;
  double points = 0;
  double merit = 0;  ///< See Format::merit().
  double score() const { return games > 0 ? points / static_cast<double>(games) : 0; }
};

/// An encounter whose games have all ended.
struct PlayedEncounter {
  struct Game {
    std::array<std::int16_t, engine::kMaxPlayers> seats{};  ///< The entrants by seat.
    engine::Returns returns{};                              ///< By seat.
    engine::Returns value{};                                ///< What it counts for ratings.
    GameKey key = {};
    std::array<bool, engine::kMaxPlayers> forfeits{};  ///< By seat: who forfeited.
  };

  Encounter encounter;
  std::array<Game, engine::kMaxPlayers> games{};  ///< As many as there are seats.

  /// What its players got together, by Encounter::entrants.
  std::vector<double> points() const;
};

/// In what way a player forfeited games, and how often.
struct Verdict {
  Termination how;
  std::string reason;
  std::uint64_t games = 0;
};

/// Adds up encounters. Who plays the same games again tells nothing new: they count in the scores,
/// and not for ratings. One thread.
class TournamentResult {
 public:
  explicit TournamentResult(std::size_t entrants) : records_(entrants), verdicts_(entrants) {}

  void add(const PlayedEncounter& played);
  /// A game that somebody forfeited, as soon as it has ended.
  void add_verdicts(const TournamentGame& game);
  void set_merit(int entrant, double merit) {
    records_[static_cast<std::size_t>(entrant)].merit = merit;
  }

  /// Those of complete encounters, which alone count.
  std::uint64_t games() const { return games_; }
  /// Games that are not the same as an earlier one; past half a million about so many.
  std::uint64_t distinct_games() const { return games_of_blocks_ + distinct_.count(); }
  std::uint64_t forfeits() const;
  const std::vector<EntrantRecord>& records() const { return records_; }
  /// Those of a player, in the order in which they first came; past kMostVerdicts of them reasons
  /// are left out.
  const std::vector<Verdict>& verdicts(int entrant) const {
    return verdicts_[static_cast<std::size_t>(entrant)];
  }
  static constexpr std::size_t kMostVerdicts = 6;
  /// The entrants, best first: by merit, then by score, then by their place in the list.
  std::vector<int> ranking() const;
  /// For ratings: encounters that differ from each other, without games to which nobody came, in an
  /// order that does not depend on that in which they were added.
  Outcomes outcomes() const;

  std::uint64_t expected_games = 0;  ///< In all, as far as is known.
  std::uint64_t ended_games = 0;     ///< Those of incomplete encounters included.
  std::uint64_t played = 0;          ///< Games of this run.
  double seconds = 0;                ///< This run has taken.
  bool was_stopped = false;          ///< There are more to play.
  std::string remark = {};           ///< Format::remark().
  absl::Status status = {};          ///< The sink's.

 private:
  void add_verdict(int entrant, const MatchResult& game);

  std::vector<EntrantRecord> records_;
  std::vector<std::vector<Verdict>> verdicts_;
  std::vector<PlayedEncounter> encounters_;
  DistinctCount distinct_;
  std::uint64_t games_ = 0, games_of_blocks_ = 0;
};

}  // namespace gauntlet::selfplay
