// Games on disk: one SQLite file a run, which survives the death of the process at any point.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/batch.h"
#include "selfplay/game_rows.h"
#include "selfplay/lasting_transaction.h"
#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// What a store is about. Runs with equal RunInfo have the same games unless a clock limits them.
struct RunInfo {
  std::string game;                  ///< Full name.
  std::vector<std::string> players;  ///< Canonical specs.
  std::uint64_t seed = 0;
  std::uint64_t games = 0;
  std::string position;           ///< Where all games start; empty when as the game starts.
  std::string openings = "none";  ///< As to_text() of openings.h writes them.
  std::string start;              ///< usual_start() of the batch.
  bool operator==(const RunInfo&) const = default;
};

RunInfo run_info(const Batch& batch);

/// One sentence about the first thing in which a stored run is not the wanted one; empty if none.
std::string difference(const RunInfo& stored, const RunInfo& wanted);

/// A store file, in write-ahead mode. Games are committed by flush(), which a batch calls ten times
/// a second, so that a killed process loses at most the last tenth; the file stays sound in any
/// case. One thread at a time. All errors are one sentence.
///
///   run   one row: schema, version, game, players (a line each), seed (decimal text), games,
///         position, start, created (UTC)
///   game  idx, start (NULL: run.start), moves (varints of AnyMove bits), return0..3, plies,
///         ending (see Termination), offender, nodes0..3, proved0..3 (GameSummary::proved_after;
///         NULL: never); columns past the last seat are NULL
///   openings  one row: text (RunInfo::openings). Stores of schema 2 have no such table and none
///             of them; they are read and gone on with all the same
///   note      idx, notes (of the game's moves, as notes_to_bytes() writes them, without times): of
///             games in which somebody told of its chances. So it is with this table and schema 3
///   strength  see strength_rows.h. Only of runs in which level:auto plays, which are of schema 5
class Store final : public GameSink {
 public:
  static constexpr int kSchema = 4, kSchemaWithStrengths = 5;

  /// A new store. `path` must not exist, or be empty. Of several processes that create it at the
  /// same moment one succeeds; the others find that it exists.
  static absl::StatusOr<std::unique_ptr<Store>> create(const std::string& path, const RunInfo& run);
  /// An existing one, to add games to. Fails while another process writes it.
  static absl::StatusOr<std::unique_ptr<Store>> open(const std::string& path);
  /// An existing one, to read; it may be written by another process meanwhile.
  static absl::StatusOr<std::unique_ptr<Store>> open_to_read(const std::string& path);
  /// Whether there is something at `path` that create() would refuse to touch.
  static bool exists(const std::string& path);

  const RunInfo& run() const { return run_; }

  /// After an error what was written since the last flush() is forgotten, and nothing more can be.
  absl::Status write(std::span<const GameRecord> games) override;
  /// Commits everything written so far. An error too when the file is no longer at its path.
  absl::Status flush() override;
  /// Whether the file is no longer at its path; then the games are not kept there.
  bool has_moved() const { return database_.has_moved(); }
  /// Forgets games `first` to `last`, so that they can be written again. An error as in write().
  absl::Status remove(const DamagedGames& games);

  /// What for_each() tells of a game.
  enum class Detail { kOutcomes, kMoves };
  using Visit = std::function<absl::Status(const GameRecord&)>;
  /// Calls visit(record) in ascending order of the index until it returns a sentence, which is
  /// returned. Everything read is checked against the run's limits, but moves are only decoded, not
  /// played; with kOutcomes start and moves stay empty. Games that are damaged are told to
  /// `damaged` instead, and those behind them are visited all the same.
  absl::Status for_each(Detail detail, const Visit& visit, const OnDamage& damaged);

 private:
  Store(const std::string& path, int flags) : database_(path, flags) {}
  static absl::StatusOr<std::unique_ptr<Store>> open_existing(const std::string& path, int flags);

  absl::Status read_run();
  absl::Status read_openings();
  absl::Status create_tables(const RunInfo& run);
  absl::Status begin_writing();
  int insert(const GameRecord& game);
  int insert_note(const GameRecord& game);
  std::optional<std::string> decode(const Statement& row, Detail detail, GameRecord& record) const;
  std::optional<std::string> decode_summary(const Statement& row, GameSummary& summary) const;
  std::optional<std::string> decode_notes(const Statement& row, GameRecord& record) const;
  std::optional<std::string> decode_strength(const Statement& row, GameRecord& record) const;
  std::optional<std::string> decode_moves(std::string_view bytes, GameRecord& record) const;

  Database database_;
  LastingTransaction writing_{database_};  // goes after the statements and before the database
  bool keeps_notes_ = true, keeps_strengths_ = false;
  RunInfo run_;
  Statement insert_;
  Statement insert_note_, insert_strength_;
  std::string move_bytes_;
};

}  // namespace gauntlet::selfplay
