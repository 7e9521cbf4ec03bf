#include "tools/report/report_source.h"

#include <absl/container/btree_map.h>
#include <absl/strings/str_join.h>

#include <stop_token>

#include "engine/kimble/kimble.h"
#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/game_log.h"
#include "selfplay/tournament/tournament_store.h"
#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

namespace {

using selfplay::GameLog;
using selfplay::LoggedGame;
using selfplay::Tournament;
using selfplay::TournamentGame;
using selfplay::TournamentStore;

std::string milliseconds_text(std::chrono::milliseconds time) {
  return engine::grouped(static_cast<std::uint64_t>(time.count())) + " ms";
}

/// "300 ms for each move", or "" where nothing is limited.
std::string limits_of(const selfplay::TimeControl& time) {
  std::vector<std::string> limits;
  if (time.per_move) limits.push_back(milliseconds_text(*time.per_move) + " for each move");
  if (time.per_game) limits.push_back(milliseconds_text(*time.per_game) + " for each game");
  if (time.increment.count() > 0)
    limits.push_back(milliseconds_text(time.increment) + " more with each move");
  if (time.nodes) limits.push_back(engine::grouped(*time.nodes) + " nodes for each move");
  return absl::StrJoin(limits, ", ");
}

/// Dice give no luck to who plays alone: nobody has less of it.
bool has_luck(const engine::AnyGame& game) {
  return game.holds<engine::Kimble>() && game.players() > 1;
}

/// Numbers players by their names.
class PlayerNumbers {
 public:
  /// Adds to `players`, which must outlive it; those that are there have their places.
  explicit PlayerNumbers(std::vector<std::string>& players) : players_(players) {
    for (std::size_t i = 0; i < players.size(); ++i)
      numbers_.emplace(players[i], static_cast<int>(i));
  }

  int number_of(const std::string& player) {
    const auto [known, is_new] = numbers_.try_emplace(player, static_cast<int>(players_.size()));
    if (is_new) players_.push_back(player);
    return known->second;
  }
  /// Who has no name is called by the seat.
  ReportGame numbered(StoredGame&& stored) {
    ReportGame game{.number = stored.index,
                    .seats = {},
                    .start = stored.start,
                    .result = std::move(stored.result),
                    .meeting = stored.encounter ? stored.encounter->meeting : 0};
    for (std::size_t seat = 0; seat < stored.players.size(); ++seat)
      game.seats.push_back(number_of(stored.players[seat].empty()
                                         ? "player " + std::to_string(seat + 1)
                                         : stored.players[seat]));
    return game;
  }

 private:
  std::vector<std::string>& players_;
  absl::flat_hash_map<std::string, int> numbers_;
};

// ---- tournaments ----

class TournamentSource final : public ReportSource {
 public:
  TournamentSource(std::string path, std::unique_ptr<TournamentStore> store)
      : path_(std::move(path)),
        store_(std::move(store)),
        facts_(facts_of(store_->tournament())),
        names_(facts_.players) {}

  const ReportFacts& facts() const override { return facts_; }
  absl::Status for_each(const Visit& visit, Damage& damage) override {
    return for_each_game(
        *store_, [&](StoredGame&& game) { return visit(names_.numbered(std::move(game))); },
        damage);
  }
  absl::Status rate(RatedGames& rated, Damage& damage) override {
    return rated.add(path_, *store_, damage);
  }
  absl::Status add_luck(int threads, ScoresByName& scores, Damage& damage) override {
    if (!has_luck(facts_.game)) return absl::OkStatus();
    return add_without_luck(*store_, threads, {}, scores, damage);
  }
  absl::Status count() {
    Damage ignored;
    return store_->for_each(
        TournamentStore::Detail::kOutcomes,
        [this](TournamentGame&&) { return ++facts_.games, absl::OkStatus(); }, ignored.collector());
  }

 private:
  static ReportFacts facts_of(const Tournament& tournament) {
    ReportFacts facts{.game = tournament.game, .title = "Tournament", .players = {}};
    for (const selfplay::Entrant& entrant : tournament.entrants)
      facts.players.push_back(entrant.name);
    facts.remarks = {{"Format", std::string(word_of(tournament.format.kind))},
                     {"Openings", told(tournament.openings)},
                     {"Limits", limits_of(tournament.time)},
                     {"Seed", std::to_string(tournament.seed)}};
    if (tournament.format.kind == selfplay::FormatKind::kSprt) facts.test = tournament.format.test;
    return facts;
  }

  const std::string path_;
  std::unique_ptr<TournamentStore> store_;
  ReportFacts facts_;
  PlayerNumbers names_;
};

// ---- batches ----

class BatchSource final : public ReportSource {
 public:
  BatchSource(std::string path, StoredBatch batch)
      : path_(std::move(path)),
        batch_(std::move(batch)),
        facts_{.game = batch_.game, .title = "Batch", .players = {}},
        names_(facts_.players) {
    const selfplay::RunInfo& run = batch_.store->run();
    for (const std::string& player : run.players) names_.number_of(player);
    facts_.remarks = {{"Openings", run.openings}, {"Seed", std::to_string(run.seed)}};
    facts_.games = run.games;
  }

  const ReportFacts& facts() const override { return facts_; }
  absl::Status for_each(const Visit& visit, Damage& damage) override {
    return for_each_game(
        batch_, [&](StoredGame&& game) { return visit(names_.numbered(std::move(game))); }, damage);
  }
  absl::Status rate(RatedGames& rated, Damage& damage) override {
    return rated.add(path_, batch_, damage);
  }
  absl::Status add_luck(int threads, ScoresByName& scores, Damage& damage) override {
    if (!has_luck(facts_.game)) return absl::OkStatus();
    return add_without_luck(batch_, threads, {}, scores, damage);
  }

 private:
  const std::string path_;
  StoredBatch batch_;
  ReportFacts facts_;
  PlayerNumbers names_;
};

// ---- games on servers ----

class LogSource final : public ReportSource {
 public:
  static absl::StatusOr<std::unique_ptr<ReportSource>> open(const std::string& path,
                                                            std::string game) {
    auto log = GameLog::open_to_read(path);
    if (!log.ok()) return log.status();
    absl::btree_map<std::string, std::uint64_t> games;
    Damage damage;
    const absl::Status status = (*log)->for_each(
        [&](const LoggedGame& logged) {
          return ++games[logged.game.game.name()], absl::OkStatus();
        },
        damage.collector());
    if (!status.ok()) return status;
    if (games.empty() && damage.any()) return absl::DataLossError(damage.sentence(path));
    if (game.empty() && games.size() == 1) game = games.begin()->first;
    if (!games.contains(game)) return unchosen(path, games);
    auto source = std::make_unique<LogSource>(*std::move(log), *engine::find_game(game));
    if (const absl::Status read = source->read_players(); !read.ok()) return read;
    return source;
  }

  LogSource(std::unique_ptr<GameLog> log, engine::AnyGame game)
      : log_(std::move(log)),
        facts_{.game = game, .title = "Games on servers", .players = {}},
        names_(facts_.players) {}

  const ReportFacts& facts() const override { return facts_; }
  absl::Status for_each(const Visit& visit, Damage& damage) override {
    return for_each_of_game(
        [&](StoredGame&& game) { return visit(names_.numbered(std::move(game))); }, damage);
  }
  absl::Status rate(RatedGames&, Damage&) override { return absl::OkStatus(); }
  absl::Status add_luck(int, ScoresByName&, Damage&) override { return absl::OkStatus(); }

 private:
  static absl::Status unchosen(const std::string& path,
                               const absl::btree_map<std::string, std::uint64_t>& games) {
    const std::string file = engine::in_quotes(path, 200);
    if (games.empty()) return absl::InvalidArgumentError(file + " has no games yet");
    const auto name = [](std::string* out, const auto& game) { out->append(game.first); };
    return absl::InvalidArgumentError(file + " has games of " + absl::StrJoin(games, ", ", name) +
                                      "; choose one with --game");
  }
  absl::Status for_each_of_game(const VisitStored& visit, Damage& damage) {
    const auto choose = [&](StoredGame&& game) {
      return game.game.name() == facts_.game.name() ? visit(std::move(game)) : absl::OkStatus();
    };
    return for_each_game(*log_, choose, damage);
  }
  absl::Status read_players() {
    Damage ignored;
    return for_each_of_game(
        [this](StoredGame&& game) {
          names_.numbered(std::move(game));
          return ++facts_.games, absl::OkStatus();
        },
        ignored);
  }

  std::unique_ptr<GameLog> log_;
  ReportFacts facts_;
  PlayerNumbers names_;
};

}  // namespace

absl::StatusOr<std::unique_ptr<ReportSource>> ReportSource::open(const std::string& path,
                                                                 const std::string& game) {
  if (GameLog::is_log(path)) return LogSource::open(path, game);
  std::unique_ptr<ReportSource> source;
  if (TournamentStore::is_tournament(path)) {
    auto store = TournamentStore::open_to_read(path);
    if (!store.ok()) return store.status();
    auto tournament = std::make_unique<TournamentSource>(path, *std::move(store));
    if (const absl::Status status = tournament->count(); !status.ok()) return status;
    source = std::move(tournament);
  } else {
    auto batch = open_batch(path);
    if (!batch.ok()) return batch.status();
    source = std::make_unique<BatchSource>(path, *std::move(batch));
  }
  if (!game.empty() && game != source->facts().game.name())
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " has games of " +
                                      source->facts().game.name() + ", not of " +
                                      engine::printable(game, 60));
  return source;
}

}  // namespace gauntlet::tools
