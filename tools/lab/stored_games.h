// The games of a file, whichever command has kept them there.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/game_log.h"
#include "selfplay/match.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/lab/damage.h"
#include "tools/lab/stored_batch.h"

namespace gauntlet::tools {

/// A game that was kept, with all that its file tells of it.
struct StoredGame {
  /// Who kept it: `selfplay`, `tournament`, or `connect`, `host` and `import`.
  enum class Origin { kBatch, kTournament, kServer };

  Origin origin = Origin::kServer;
  std::uint64_t index = 0;  ///< In its file, as export's "index" tells it.
  engine::AnyGame game;
  engine::AnyState start;
  std::vector<std::string> players;  ///< By seat; empty where there was no name.
  /// With moves, all of them playable; notes where there are any. Of games on servers it is only
  /// known what each seat got and the reason.
  selfplay::MatchResult result;
  std::string ended = {};                             ///< UTC; empty where the file does not tell.
  std::optional<selfplay::Encounter> encounter = {};  ///< Of a tournament.
  bool is_timed = false;                              ///< The notes tell times.
  std::optional<selfplay::OpponentStrength> strength = {};  ///< Where level:auto has played.

  bool tells_ending() const { return origin != Origin::kServer; }
};

using VisitStored = std::function<absl::Status(StoredGame&& game)>;

/// All games of a file in its order until `visit` returns an error, which is returned. Those that
/// are damaged go to `damage` instead.
absl::Status for_each_game(selfplay::GameLog& log, const VisitStored& visit, Damage& damage);
absl::Status for_each_game(selfplay::TournamentStore& store, const VisitStored& visit,
                           Damage& damage);
absl::Status for_each_game(const StoredBatch& batch, const VisitStored& visit, Damage& damage);

/// A file of games of any kind, to be read. One thread.
class StoredGames {
 public:
  /// `game` chooses among the games of a file that has several; empty: all of them.
  static absl::StatusOr<StoredGames> open(const std::string& path, const std::string& game);

  /// The full names of the games that there are, each once.
  absl::StatusOr<std::vector<std::string>> names();

  /// Any thread: a game as text.
  using Tell = std::function<std::string(const StoredGame& game)>;
  /// The texts, one after the other in the order of the file.
  using Take = std::function<absl::Status(std::uint64_t index, const std::string& text)>;
  absl::Status tell(int threads, const Tell& tell, const Take& take, Damage& damage);

 private:
  using Log = std::unique_ptr<selfplay::GameLog>;
  using Store = std::unique_ptr<selfplay::TournamentStore>;
  using File = std::variant<Log, Store, StoredBatch>;

  StoredGames(File file, std::string game) : file_(std::move(file)), game_(std::move(game)) {}
  bool is_chosen(const std::string& name) const { return game_.empty() || game_ == name; }
  absl::StatusOr<std::vector<std::string>> names(Damage& damage);
  absl::StatusOr<std::vector<std::string>> names_of(selfplay::GameLog& log, Damage& damage) const;

  File file_;
  std::string game_;
};

}  // namespace gauntlet::tools
