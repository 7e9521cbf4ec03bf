#include "tools/lab/stored_games.h"

#include <absl/container/btree_set.h>
#include <absl/strings/str_join.h>

#include <utility>

#include "engine/words.h"
#include "selfplay/schedule.h"
#include "tools/lab/replayed_games.h"

namespace gauntlet::tools {

namespace {

using selfplay::GameLog;
using selfplay::GameRecord;
using selfplay::LoggedGame;
using selfplay::TournamentGame;
using selfplay::TournamentStore;

StoredGame stored(const LoggedGame& logged) {
  StoredGame game{.origin = StoredGame::Origin::kServer,
                  .index = logged.index,
                  .game = logged.game.game,
                  .start = logged.game.start,
                  .players = logged.game.players,
                  .result = {},
                  .ended = logged.ended,
                  .strength = logged.game.strength};
  game.result.moves = logged.game.moves;
  game.result.reason = logged.game.reason;
  game.result.summary.returns = logged.game.returns;
  game.result.summary.plies = static_cast<std::uint32_t>(logged.game.moves.size());
  return game;
}

StoredGame stored(const selfplay::Tournament& tournament, TournamentGame&& played) {
  StoredGame game{.origin = StoredGame::Origin::kTournament,
                  .index = played.index(),
                  .game = tournament.game,
                  .start = played.start,
                  .players = {},
                  .result = std::move(played.result),
                  .ended = std::move(played.ended),
                  .encounter = std::move(played.encounter),
                  .is_timed = tournament.time.is_timed()};
  for (const int entrant : played.seats)
    game.players.push_back(tournament.entrants[static_cast<std::size_t>(entrant)].name);
  return game;
}

/// Makes games of a batch's records. Thread-safe.
class BatchGames {
 public:
  explicit BatchGames(const StoredBatch& batch)
      : batch_(batch), schedule_(batch.store->run().seed, batch.game.players()) {}

  /// REQUIRES: replay() finds no fault in it.
  StoredGame operator()(const GameRecord& record) const {
    StoredGame game{.origin = StoredGame::Origin::kBatch,
                    .index = record.index,
                    .game = batch_.game,
                    .start = *batch_.game.from_text(record.start),
                    .players = {},
                    .result = record.result,
                    .strength = record.strength};
    const int rotation = schedule_.slot(record.index).rotation;
    for (int seat = 0; seat < batch_.game.players(); ++seat) {
      const auto place = static_cast<std::size_t>(schedule_.player_at(seat, rotation));
      game.players.push_back(batch_.store->run().players[place]);
    }
    return game;
  }
  std::optional<std::string> fault(const GameRecord& record) const {
    return replay(batch_.game, record, [](const auto&, auto) {});
  }

 private:
  const StoredBatch& batch_;
  const selfplay::Schedule schedule_;
};

absl::Status not_of(const std::string& path, const std::string& game,
                    const std::vector<std::string>& names) {
  const std::string file = engine::in_quotes(path, 200);
  if (names.empty()) return absl::InvalidArgumentError(file + " has no games yet");
  return absl::InvalidArgumentError(file + " has games of " + absl::StrJoin(names, ", ") +
                                    ", not of " + engine::printable(game, 60));
}

}  // namespace

absl::Status for_each_game(GameLog& log, const VisitStored& visit, Damage& damage) {
  return log.for_each([&](const LoggedGame& logged) { return visit(stored(logged)); },
                      damage.collector());
}

absl::Status for_each_game(TournamentStore& store, const VisitStored& visit, Damage& damage) {
  return store.for_each(
      TournamentStore::Detail::kMoves,
      [&](TournamentGame&& game) { return visit(stored(store.tournament(), std::move(game))); },
      damage.collector());
}

absl::Status for_each_game(const StoredBatch& batch, const VisitStored& visit, Damage& damage) {
  const BatchGames games(batch);
  return batch.store->for_each(
      selfplay::Store::Detail::kMoves,
      [&](const GameRecord& record) {
        const auto fault = games.fault(record);
        if (!fault) return visit(games(record));
        const auto index = static_cast<std::int64_t>(record.index);
        damage.add({index, index, *fault});
        return absl::OkStatus();
      },
      damage.collector());
}

absl::StatusOr<StoredGames> StoredGames::open(const std::string& path, const std::string& game) {
  StoredGames games({}, game);
  if (GameLog::is_log(path)) {
    auto log = GameLog::open_to_read(path);
    if (!log.ok()) return log.status();
    games.file_ = *std::move(log);
  } else if (TournamentStore::is_tournament(path)) {
    auto store = TournamentStore::open_to_read(path);
    if (!store.ok()) return store.status();
    games.file_ = *std::move(store);
  } else {
    auto batch = open_batch(path);
    if (!batch.ok()) return batch.status();
    games.file_ = *std::move(batch);
  }
  if (game.empty()) return games;
  games.game_.clear();
  Damage damage;
  const auto names = games.names(damage);
  games.game_ = game;
  if (!names.ok()) return names.status();
  for (const std::string& name : *names)
    if (name == game) return games;
  if (damage.any()) return absl::DataLossError(damage.sentence(path));
  return not_of(path, game, *names);
}

absl::StatusOr<std::vector<std::string>> StoredGames::names() {
  Damage told_with_the_games;
  return names(told_with_the_games);
}

absl::StatusOr<std::vector<std::string>> StoredGames::names(Damage& damage) {
  if (auto* const log = std::get_if<Log>(&file_)) return names_of(**log, damage);
  if (auto* const store = std::get_if<Store>(&file_))
    return std::vector<std::string>{(*store)->tournament().game.name()};
  return std::vector<std::string>{std::get<StoredBatch>(file_).game.name()};
}

absl::StatusOr<std::vector<std::string>> StoredGames::names_of(GameLog& log, Damage& damage) const {
  absl::btree_set<std::string> names;
  const absl::Status status = log.for_each(
      [&](const LoggedGame& logged) {
        const std::string name = logged.game.game.name();
        if (is_chosen(name)) names.insert(name);
        return absl::OkStatus();
      },
      damage.collector());
  if (!status.ok()) return status;
  return std::vector<std::string>(names.begin(), names.end());
}

absl::Status StoredGames::tell(int threads, const Tell& tell, const Take& take, Damage& damage) {
  const VisitStored visit = [&](StoredGame&& game) {
    return is_chosen(game.game.name()) ? take(game.index, tell(game)) : absl::OkStatus();
  };
  if (auto* const log = std::get_if<Log>(&file_)) return for_each_game(**log, visit, damage);
  if (auto* const store = std::get_if<Store>(&file_)) return for_each_game(**store, visit, damage);
  const StoredBatch& batch = std::get<StoredBatch>(file_);
  const BatchGames games(batch);
  const auto play = [&](const GameRecord& record, std::string& text) {
    auto fault = games.fault(record);
    if (!fault) text = tell(games(record));
    return fault;
  };
  const auto hand_on = [&](const GameRecord& record, std::string& text) {
    return take(record.index, text);
  };
  return ReplayedGames<std::string>(threads, play, hand_on)(*batch.store, damage, {});
}

}  // namespace gauntlet::tools
