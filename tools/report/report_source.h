// Where a report's games come from.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/match.h"
#include "selfplay/statistics/sprt.h"
#include "tools/lab/damage.h"
#include "tools/lab/rated_games.h"
#include "tools/lab/scores_without_luck.h"

namespace gauntlet::tools {

/// What is known of all games together.
struct ReportFacts {
  engine::AnyGame game;
  std::string title;                 ///< "Tournament", "Batch", "Games on servers".
  std::vector<std::string> players;  ///< No two alike.
  /// What else there is to say: "format" and "round robin".
  std::vector<std::pair<std::string, std::string>> remarks = {};
  std::uint64_t games = 0;                  ///< About so many.
  std::optional<selfplay::Sprt> test = {};  ///< Of an SPRT between the first two players.
};

/// A game that has ended.
struct ReportGame {
  std::uint64_t number = 0;  ///< In its file, as export's "index" tells it.
  std::vector<int> seats;    ///< The players by seat, as ReportFacts::players numbers them.
  engine::AnyState start;
  selfplay::MatchResult result;  ///< With moves, all of them playable; notes where there are any.
  std::uint64_t meeting = 0;     ///< Of these players, in a tournament.
};

/// A file of games that `gauntlet tournament`, `selfplay`, `host` or `connect` has kept. One
/// thread.
class ReportSource {
 public:
  /// `game` chooses among the games of a file that has several, and may be empty where it has one.
  static absl::StatusOr<std::unique_ptr<ReportSource>> open(const std::string& path,
                                                            const std::string& game);
  virtual ~ReportSource() = default;

  virtual const ReportFacts& facts() const = 0;
  using Visit = std::function<absl::Status(ReportGame&& game)>;
  /// All games in the order of the file until `visit` returns an error, which is returned. Those
  /// that are damaged go to `damage` instead.
  virtual absl::Status for_each(const Visit& visit, Damage& damage) = 0;
  /// Adds the games to those that are rated. Games on servers are not: who played there is a name.
  virtual absl::Status rate(RatedGames& rated, Damage& damage) = 0;
  /// Kimble's scores without the luck of the dice, by player; nothing where that is not known, or
  /// nobody plays against them.
  virtual absl::Status add_luck(int threads, ScoresByName& scores, Damage& damage) = 0;
};

}  // namespace gauntlet::tools
