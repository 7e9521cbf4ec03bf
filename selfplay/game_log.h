// Games played on servers, kept on disk: unlike a batch's, each with players and a board of its
// own.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engine/status.h"
#include "selfplay/finished_game.h"
#include "selfplay/game_rows.h"
#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// A game as the log holds it.
struct LoggedGame {
  std::uint64_t index = 0;  ///< From 0, as they were added.
  std::string ended;        ///< "2026-11-21 14:03:59", UTC; empty: not known.
  FinishedGame game;
};

/// A game that is to be added.
struct EndedGame {
  FinishedGame game;
  std::string ended;  ///< As in LoggedGame.
};

/// An SQLite file of games, that grows from visit to visit. One thread at a time. All errors are
/// one sentence.
///
///   logged    idx, ended (UTC; empty: not known), game (its full name), start, players (a line
///             each), moves (varints of AnyMove bits), returns (a line each), reason
///   strength  see strength_rows.h: of games that level:auto has played. The first such game makes
///             this table, and the file one of schema 2; without it, it is of schema 1
class GameLog {
 public:
  static constexpr int kSchema = 2;

  /// To add games to; created if there is none. Several processes may do so at the same moment.
  static absl::StatusOr<std::unique_ptr<GameLog>> open(const std::string& path);
  static absl::StatusOr<std::unique_ptr<GameLog>> open_to_read(const std::string& path);
  /// Whether there is a log at `path`, rather than a batch's store or anything else; it may be
  /// damaged.
  static bool is_log(const std::string& path);

  /// The game, which has ended now, is on disk when this returns without an error.
  absl::Status add(const FinishedGame& game);
  /// Games of earlier times: all of them are on disk when this returns without an error, else none.
  /// Other processes must wait meanwhile; a thousand games take some hundredths of a second.
  absl::Status add(std::span<const EndedGame> games);
  /// Why the games that were added cannot be had any more: the file is no longer at its path.
  absl::Status loss() const;

  /// Of all that is kept of a game but OpponentStrength. Equal games have the same; of others that
  /// is as unlikely as for random numbers. It holds as long as the process.
  using Fingerprint = std::pair<std::uint64_t, std::uint64_t>;
  static Fingerprint fingerprint(const EndedGame& game);
  /// Those of all games that can be read, without playing them.
  absl::StatusOr<std::vector<Fingerprint>> fingerprints() const;

  using Visit = std::function<absl::Status(const LoggedGame&)>;
  /// Calls visit(game) in the order in which they were added until it returns a sentence, which is
  /// returned. What is read has been played through: each move was possible. Games that are damaged
  /// are told to `damaged` instead.
  absl::Status for_each(const Visit& visit, const OnDamage& damaged);

 private:
  GameLog(const std::string& path, int flags) : database_(path, flags) {}
  static absl::StatusOr<std::unique_ptr<GameLog>> open_existing(const std::string& path, int flags);

  absl::Status create_table();
  int make_strength_table();
  absl::Status begin_writing();
  int insert(const FinishedGame& game, std::optional<std::string_view> ended);
  absl::Status in_transaction(const std::function<int()>& insert);

  Database database_;
  Statement insert_;
  std::optional<Statement> insert_strength_;  ///< Once there is the table, and need of it.
  bool tells_strengths_ = false;              ///< The table was there when the file was opened.
};

}  // namespace gauntlet::selfplay
