// What a report adds up over all games.
#pragma once

#include <absl/container/btree_map.h>
#include <absl/container/flat_hash_map.h>

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "tools/report/report_source.h"

namespace gauntlet::tools {

/// How often a player did better than another, equally well, and worse. At tables of three and four
/// those count as equal of whom neither won.
struct PairSums {
  std::uint64_t wins = 0, draws = 0, losses = 0;

  std::uint64_t games() const { return wins + draws + losses; }
  double points() const { return static_cast<double>(wins) + 0.5 * static_cast<double>(draws); }
};

/// Forfeits of one kind.
struct ForfeitSums {
  selfplay::Termination how;
  std::string reason;
  std::uint64_t games = 0;
};

/// One player's.
struct PlayerSums {
  std::uint64_t games = 0, wins = 0, draws = 0, losses = 0;
  double points = 0;
  std::uint64_t moves = 0;         ///< That were timed.
  std::uint64_t milliseconds = 0;  ///< For them.
  std::uint32_t longest = 0;       ///< The slowest move.
  std::uint64_t nodes = 0;
  std::vector<ForfeitSums> forfeits = {};  ///< The first kinds; more of them are not told apart.
  std::uint64_t forfeited = 0;

  static constexpr std::size_t kMostKinds = 6;
};

/// What an opening brought to who moved first.
struct OpeningSums {
  std::uint64_t games = 0;
  double points = 0;
  std::uint64_t number = 0;  ///< In the order in which they came.
};

/// Games that ended in the same way.
struct EndingSums {
  std::uint64_t games = 0;
  double first_seat = 0;  ///< Points of who moved first.
  double last_mover = 0;  ///< Points of who moved last.
  double lead = 0;        ///< By how much the better one was ahead, see engine::Ending.
};

/// Times are counted by powers of two: bin b has those of less than 2^b milliseconds.
using TimeBins = std::array<std::uint64_t, 24>;

/// One thread.
class ReportSums {
 public:
  /// A player and one that it has met, as ReportFacts::players numbers them.
  using Pair = std::pair<std::size_t, std::size_t>;
  using Pairs = absl::flat_hash_map<Pair, PairSums>;

  ReportSums(std::size_t players, int seats)
      : players_(players), seat_points_(static_cast<std::size_t>(seats)) {}

  void add(const ReportGame& game);

  std::uint64_t games() const { return games_; }
  const std::vector<PlayerSums>& players() const { return players_; }
  /// Who has met whom, each pair from both sides. Their order differs from run to run.
  const Pairs& pairs() const { return pairs_; }
  /// All 0 for those that have not met.
  PairSums pair(std::size_t player, std::size_t other) const {
    const auto met = pairs_.find({player, other});
    return met == pairs_.end() ? PairSums() : met->second;
  }
  /// By seat.
  const std::vector<double>& seat_points() const { return seat_points_; }
  /// How many games had so many plies.
  const absl::btree_map<std::uint32_t, std::uint64_t>& lengths() const { return lengths_; }
  /// REQUIRES: games() > 0.
  double plies_mean() const;
  /// By how they ended: the words of the rules, or for others those of selfplay::word_of().
  const absl::btree_map<std::string, EndingSums>& endings() const { return endings_; }
  const TimeBins& times() const { return times_; }
  bool has_times() const { return has_times_; }
  std::uint64_t forfeits() const;
  /// By their positions; empty where there were too many to tell apart.
  const absl::flat_hash_map<std::string, OpeningSums>& openings() const { return openings_; }
  /// What the first player got of each encounter of a match of two, by its meeting.
  const absl::btree_map<std::uint64_t, std::pair<int, double>>& encounters() const {
    return encounters_;
  }

 private:
  void add_players(const ReportGame& game);
  void add_pairs(const ReportGame& game);
  void add_moves(const ReportGame& game);
  void add_ending(const ReportGame& game, const engine::AnyState& state, engine::Player last);
  void add_time(const ReportGame& game, engine::Player mover, std::uint32_t spent);
  void add_opening(const ReportGame& game);
  void add_forfeit(PlayerSums& player, const selfplay::MatchResult& result);

  std::vector<PlayerSums> players_;
  Pairs pairs_;
  std::vector<double> seat_points_;
  absl::btree_map<std::uint32_t, std::uint64_t> lengths_;
  absl::btree_map<std::string, EndingSums> endings_;
  TimeBins times_{};
  absl::flat_hash_map<std::string, OpeningSums> openings_;
  bool has_too_many_openings_ = false;
  bool has_times_ = false;
  absl::btree_map<std::uint64_t, std::pair<int, double>> encounters_;
  std::uint64_t games_ = 0;
};

}  // namespace gauntlet::tools
