// Tournaments on disk: the plan and the games, in one SQLite file.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "engine/status.h"
#include "selfplay/game_rows.h"
#include "selfplay/lasting_transaction.h"
#include "selfplay/sqlite.h"
#include "selfplay/tournament/tournament.h"

namespace gauntlet::selfplay {

/// Why the games of `stored` cannot be part of `wanted`, in a sentence; none when they can: the
/// same game, seed, openings, clocks and format, with the same players and rounds, or in a round
/// robin or gauntlet more of them. Swiss tournaments and tests may get more rounds.
absl::Status objection_to_going_on(const Tournament& stored, const Tournament& wanted);

/// A tournament's file, in write-ahead mode: a killed process loses at most the games of the last
/// tenth of a second, and the file stays sound in any case. One thread at a time. All errors are
/// one sentence.
///
///   tournament  one row: version, game, format (its word; "ladder 200": with so many step_rounds),
///               rounds, seed (decimal text), openings, elo0, elo1, alpha, beta, model (of an
///               SPRT), per_move, per_game, increment, margin (ms; NULL: none), nodes (NULL: any),
///               created (UTC)
///   entrant     idx, name, player
///   played      idx, players (names by seat, a line each), meeting, round, opening, rotation,
///               start, moves (varints of AnyMove bits), returns (a line each), plies, ending (see
///               Termination), offender (NULL: nobody), reason, nodes (a line each), key, notes
///               (of moves, as notes_to_bytes() writes them), ended (UTC)
///   conversation  game (idx of played), seat, process, turn, said (KeptConversation). Files of
///               schema 2 have no such table; they are read and gone on with all the same
class TournamentStore final : public TournamentSink {
 public:
  static constexpr int kSchema = 3;

  /// A new one. `path` must not exist, or be empty.
  static absl::StatusOr<std::unique_ptr<TournamentStore>> create(const std::string& path,
                                                                 const Tournament& tournament);
  /// An existing one, to add games to. Fails while another process writes it.
  static absl::StatusOr<std::unique_ptr<TournamentStore>> open(const std::string& path);
  static absl::StatusOr<std::unique_ptr<TournamentStore>> open_to_read(const std::string& path);
  /// Whether there is a tournament at `path`, rather than anything else.
  static bool is_tournament(const std::string& path);

  /// As it was written, with one thread.
  const Tournament& tournament() const { return *tournament_; }
  /// Goes on as `wanted`, to which there is no objection_to_going_on().
  absl::Status extend(const Tournament& wanted);

  /// After an error what was written since the last flush() is forgotten, and nothing more can be.
  absl::Status write(const TournamentGame& game) override;
  /// Commits everything written so far. An error too when the file is no longer at its path.
  absl::Status flush() override;

  enum class Detail { kOutcomes, kMoves };
  using Visit = std::function<absl::Status(TournamentGame&&)>;
  /// Calls visit(game) in the order in which they ended until it returns a sentence, which is
  /// returned. With kMoves all has been played through: each move was possible; with kOutcomes
  /// moves stay empty. Games that are damaged are told to `damaged` instead.
  absl::Status for_each(Detail detail, const Visit& visit, const OnDamage& damaged);
  using VisitConversation = std::function<absl::Status(const KeptConversation&)>;
  /// What was said with the program at `seat` of the game that for_each() tells with `id`, and
  /// before that in all earlier games of its process, in their order: each turn once, but some may
  /// lack. Not called where nothing was kept. Until it returns a sentence, which is returned.
  absl::Status for_each_conversation(std::int64_t id, int seat, const VisitConversation& visit);

 private:
  TournamentStore(const std::string& path, int flags) : database_(path, flags) {}
  static absl::StatusOr<std::unique_ptr<TournamentStore>> open_existing(const std::string& path,
                                                                        int flags);

  absl::Status create_tables();
  absl::Status write_plan(const Tournament& plan);
  absl::Status read_plan();
  absl::Status read_entrants();
  absl::Status begin_writing();
  int write_conversations(const TournamentGame& game);
  absl::StatusOr<TournamentGame> read(const Statement& row, Detail detail) const;
  absl::Status read_seats(const Statement& row, TournamentGame& game) const;

  Database database_;
  LastingTransaction writing_{database_};  // goes after the statements and before the database
  std::optional<Tournament> tournament_;   // nothing before it was read
  bool keeps_conversations_ = true;
  Statement insert_;
  Statement insert_conversation_;
};

}  // namespace gauntlet::selfplay
