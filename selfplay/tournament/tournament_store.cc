#include "selfplay/tournament/tournament_store.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_join.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/move_bytes.h"
#include "selfplay/utc_time.h"

namespace gauntlet::selfplay {

namespace {

using Milliseconds = TimeControl::Milliseconds;

constexpr char kTournamentTables[] =
    "CREATE TABLE tournament (version TEXT NOT NULL, game TEXT NOT NULL, format TEXT NOT NULL,"
    " rounds INTEGER NOT NULL, seed TEXT NOT NULL, openings TEXT NOT NULL, elo0 REAL NOT NULL,"
    " elo1 REAL NOT NULL, alpha REAL NOT NULL, beta REAL NOT NULL, model INTEGER NOT NULL,"
    " per_move INTEGER, per_game INTEGER, increment INTEGER NOT NULL, margin INTEGER NOT NULL,"
    " nodes INTEGER, created TEXT NOT NULL);"
    "CREATE TABLE entrant (idx INTEGER PRIMARY KEY, name TEXT NOT NULL, player TEXT NOT NULL);"
    "CREATE TABLE played (idx INTEGER PRIMARY KEY, players TEXT NOT NULL,"
    " meeting INTEGER NOT NULL, round INTEGER NOT NULL, opening INTEGER NOT NULL,"
    " rotation INTEGER NOT NULL, start TEXT NOT NULL, moves BLOB NOT NULL, returns TEXT NOT NULL,"
    " plies INTEGER NOT NULL, ending INTEGER NOT NULL, offender INTEGER, reason TEXT NOT NULL,"
    " nodes TEXT NOT NULL, key INTEGER NOT NULL, notes BLOB NOT NULL, ended TEXT NOT NULL);"
    "CREATE TABLE conversation (game INTEGER NOT NULL, seat INTEGER NOT NULL,"
    " process INTEGER NOT NULL, turn INTEGER NOT NULL, said BLOB NOT NULL);";
constexpr FileKind kTournamentKind = {0x474e544d,  // "GNTM"
                                      TournamentStore::kSchema, kTournamentTables, 4,
                                      "a tournament"};
constexpr FileKind kWithoutConversations = {kTournamentKind.application_id, 2, kTournamentTables, 3,
                                            kTournamentKind.what};

constexpr char kInsertPlan[] =
    "INSERT INTO tournament VALUES ('gauntlet', ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?,"
    " datetime('now'))";
constexpr char kSelectPlan[] = "SELECT * FROM tournament";
/// Columns of `tournament`, in the table's order.
enum PlanColumn {
  kPlanGame = 1,
  kFormat,
  kRounds,
  kSeed,
  kOpenings,
  kElo0,
  kElo1,
  kAlpha,
  kBeta,
  kModel,
  kPerMove,
  kPerGame,
  kIncrement,
  kMargin,
  kNodesPerMove
};

constexpr char kInsertEntrant[] = "INSERT INTO entrant VALUES (?, ?, ?)";
constexpr char kSelectEntrants[] = "SELECT idx, name, player FROM entrant ORDER BY idx";

constexpr char kInsertPlayed[] =
    "INSERT INTO played VALUES (NULL, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, "
    "datetime('now'))";
constexpr char kSelectPlayed[] = "SELECT * FROM played WHERE idx >= ? ORDER BY idx";
/// Columns of `played`, in the table's order.
enum PlayedColumn {
  kPlayedIndex,
  kSeats,
  kMeeting,
  kRound,
  kOpening,
  kRotation,
  kPlayedStart,
  kPlayedMoves,
  kPlayedReturns,
  kPlayedPlies,
  kPlayedEnding,
  kPlayedOffender,
  kReason,
  kPlayedNodes,
  kKey,
  kNotes,
  kPlayedEnded
};

constexpr char kInsertConversation[] = "INSERT INTO conversation VALUES (?, ?, ?, ?, ?)";
constexpr char kSelectConversations[] =
    "SELECT other.process, other.turn, other.said FROM conversation AS one"
    " JOIN conversation AS other ON other.process = one.process AND other.turn <= one.turn"
    " WHERE one.game = ? AND one.seat = ? ORDER BY other.turn";

template <class Value>
void bind_or_null(Statement& statement, int parameter, const std::optional<Value>& value) {
  value ? statement.bind(parameter, static_cast<std::int64_t>(*value))
        : statement.bind_null(parameter);
}

std::optional<std::int64_t> count_of(const std::optional<Milliseconds>& span) {
  return span ? std::optional<std::int64_t>(span->count()) : std::nullopt;
}

/// Whether clocks can count it.
bool is_possible(const TimeControl& time) {
  static constexpr Milliseconds kLongest = std::chrono::hours(24);
  const auto fits = [](Milliseconds span) { return span.count() >= 0 && span <= kLongest; };
  return fits(time.per_move.value_or(kLongest)) && fits(time.per_game.value_or(kLongest)) &&
         fits(time.increment) && fits(time.margin) &&
         (!time.nodes || (*time.nodes >= 1 && *time.nodes <= kMostNodes));
}

std::optional<Milliseconds> span_of(const Statement& row, int column) {
  if (row.is_null(column)) return std::nullopt;
  return Milliseconds(row.integer(column));
}

std::string format_text(const FormatOptions& format) {
  const std::string word(word_of(format.kind));
  return format.step_rounds > 0 ? word + " " + std::to_string(format.step_rounds) : word;
}

std::optional<FormatOptions> format_from_text(std::string_view text) {
  const std::vector<std::string_view> words = engine::split(text, ' ');
  const auto kind = parse_format(words[0]);
  if (!kind || words.size() > 2) return std::nullopt;
  FormatOptions format{.kind = *kind};
  if (words.size() == 2 &&
      (!absl::SimpleAtoi(std::string(words[1]), &format.step_rounds) || format.step_rounds < 1 ||
       format.step_rounds > FormatOptions::kMostRounds))
    return std::nullopt;
  return format;
}

absl::StatusOr<std::vector<double>> numbers_of(std::string_view lines, std::size_t count,
                                               double most) {
  std::vector<double> numbers;
  for (const std::string_view line : engine::split(lines, '\n')) {
    double number = -1;
    if (!absl::SimpleAtod(std::string(line), &number) || !(number >= 0 && number <= most))
      return absl::InvalidArgumentError("has a number out of range");
    numbers.push_back(number);
  }
  if (numbers.size() != count) return absl::InvalidArgumentError("has too few or too many players");
  return numbers;
}

absl::Status differs(const std::string& what) {
  return absl::InvalidArgumentError("it holds a tournament " + what);
}

bool may_grow(FormatKind kind) {
  return kind == FormatKind::kRoundRobin || kind == FormatKind::kGauntlet;
}

absl::Status objection_to_entrants(const Tournament& stored, const Tournament& wanted) {
  for (const Entrant& old : stored.entrants) {
    const auto same = std::find_if(wanted.entrants.begin(), wanted.entrants.end(),
                                   [&](const Entrant& other) { return other.name == old.name; });
    if (same == wanted.entrants.end())
      return differs("in which '" + old.name + "' plays, who is missing now");
    if (same->player != old.player)
      return differs("in which '" + old.name + "' is " + engine::in_quotes(old.player) + ", not " +
                     engine::in_quotes(same->player) + "; who changes needs another name");
  }
  if (wanted.entrants.size() > stored.entrants.size() && !may_grow(stored.format.kind))
    return differs("without the new players; only a round robin or a gauntlet can get more");
  if (stored.format.kind != FormatKind::kRoundRobin &&
      !std::equal(stored.entrants.begin(), stored.entrants.end(), wanted.entrants.begin()))
    return differs("whose players come in another order, which counts in a " +
                   std::string(word_of(stored.format.kind)) + " tournament");
  if (wanted.entrants.size() > stored.entrants.size() && stored.game.players() > 2)
    return differs("whose tables were drawn without the new players");
  return absl::OkStatus();
}

}  // namespace

absl::Status objection_to_going_on(const Tournament& stored, const Tournament& wanted) {
  if (stored.game.name() != wanted.game.name())
    return differs("of " + stored.game.name() + ", not of " + wanted.game.name());
  if (stored.format.kind != wanted.format.kind)
    return differs("with --format " + std::string(word_of(stored.format.kind)) + ", not " +
                   std::string(word_of(wanted.format.kind)));
  if (stored.seed != wanted.seed)
    return differs("with --seed " + std::to_string(stored.seed) + ", not " +
                   std::to_string(wanted.seed));
  if (!(stored.openings == wanted.openings))
    return differs("with other openings: " + to_text(stored.openings).substr(0, 60));
  if (!(stored.time == wanted.time)) return differs("with other time limits");
  if (!(stored.format.test == wanted.format.test)) return differs("with another test");
  if (wanted.format.rounds < stored.format.rounds)
    return differs("with --rounds " + std::to_string(stored.format.rounds) + ", not " +
                   std::to_string(wanted.format.rounds) + ": there can be more, not fewer");
  if (wanted.format.rounds > stored.format.rounds && (stored.format.kind == FormatKind::kKnockout))
    return differs("with --rounds " + std::to_string(stored.format.rounds) +
                   ", which decide who goes on, so there can be no more");
  if (wanted.format.step_rounds < stored.format.step_rounds)
    return differs("with " + std::to_string(stored.format.step_rounds) + " rounds of steps, not " +
                   std::to_string(wanted.format.step_rounds) + ": there can be more, not fewer");
  return objection_to_entrants(stored, wanted);
}

// ---- opening ----

absl::StatusOr<std::unique_ptr<TournamentStore>> TournamentStore::create(
    const std::string& path, const Tournament& tournament) {
  if (const absl::Status status = create_file(path); !status.ok()) return status;
  std::unique_ptr<TournamentStore> store(
      new TournamentStore(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  if (const absl::Status status = store->database_.error(store->database_.status()); !status.ok())
    return status;
  store->tournament_ = tournament;
  if (const absl::Status status = store->create_tables(); !status.ok()) return status;
  if (const absl::Status status = store->begin_writing(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<TournamentStore>> TournamentStore::open_existing(
    const std::string& path, int flags) {
  if (const absl::Status status = unreadable(path, kTournamentKind); !status.ok()) return status;
  std::unique_ptr<TournamentStore> store(new TournamentStore(path, flags));
  const bool is_old =
      store->database_.number("PRAGMA user_version", 0) == kWithoutConversations.schema;
  store->keeps_conversations_ = !is_old;
  const FileKind& kind = is_old ? kWithoutConversations : kTournamentKind;
  if (const absl::Status status = kind.objection(store->database_); !status.ok()) return status;
  if (const absl::Status status = store->read_plan(); !status.ok()) return status;
  if (const absl::Status status = store->read_entrants(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<TournamentStore>> TournamentStore::open(const std::string& path) {
  auto store = open_existing(path, SQLITE_OPEN_READWRITE);
  if (!store.ok()) return store;
  if (const absl::Status status = (*store)->begin_writing(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<TournamentStore>> TournamentStore::open_to_read(
    const std::string& path) {
  return open_existing(path, flags_to_read(path));
}

bool TournamentStore::is_tournament(const std::string& path) {
  return is_marked(path, kTournamentKind);
}

absl::Status TournamentStore::create_tables() {
  if (const absl::Status status = kTournamentKind.begin_new(database_); !status.ok()) return status;
  if (const absl::Status status = write_plan(*tournament_); !status.ok()) return status;
  return database_.error(database_.execute("COMMIT"));
}

absl::Status TournamentStore::begin_writing() {
  // A game of programs takes minutes, and is never played the same again.
  if (const absl::Status status = writing_.begin(LastingTransaction::Survives::kMachine);
      !status.ok())
    return status;
  insert_ = Statement(database_.handle(), kInsertPlayed);
  if (keeps_conversations_)
    insert_conversation_ = Statement(database_.handle(), kInsertConversation);
  return absl::OkStatus();
}

// ---- the plan ----

/// Instead of the one that is there.
absl::Status TournamentStore::write_plan(const Tournament& plan) {
  const std::string game = plan.game.name(), format = format_text(plan.format),
                    seed = std::to_string(plan.seed), openings = to_text(plan.openings);
  Statement row(database_.handle(), kInsertPlan);
  row.bind_text(kPlanGame, game);
  row.bind_text(kFormat, format);
  row.bind(kRounds, static_cast<std::int64_t>(plan.format.rounds));
  row.bind_text(kSeed, seed);
  row.bind_text(kOpenings, openings);
  row.bind(kElo0, plan.format.test.elo0);
  row.bind(kElo1, plan.format.test.elo1);
  row.bind(kAlpha, plan.format.test.alpha);
  row.bind(kBeta, plan.format.test.beta);
  row.bind(kModel, std::int64_t{static_cast<int>(plan.format.test.model)});
  bind_or_null(row, kPerMove, count_of(plan.time.per_move));
  bind_or_null(row, kPerGame, count_of(plan.time.per_game));
  row.bind(kIncrement, std::int64_t{plan.time.increment.count()});
  row.bind(kMargin, std::int64_t{plan.time.margin.count()});
  bind_or_null(row, kNodesPerMove, plan.time.nodes);
  int code = database_.execute("DELETE FROM tournament; DELETE FROM entrant");
  if (code == SQLITE_OK) code = row.run();
  Statement entrant(database_.handle(), kInsertEntrant);
  for (std::size_t i = 0; i < plan.entrants.size() && code == SQLITE_OK; ++i) {
    entrant.bind(1, static_cast<std::int64_t>(i));
    entrant.bind_text(2, plan.entrants[i].name);
    entrant.bind_text(3, plan.entrants[i].player);
    code = entrant.run();
  }
  return database_.error(code);
}

absl::Status TournamentStore::extend(const Tournament& wanted) {
  writing_.has_news();
  absl::Status status = write_plan(wanted);
  if (!status.ok()) {
    writing_.abandon();
    return status;
  }
  status = flush();
  if (status.ok()) tournament_ = wanted;
  return status;
}

absl::Status TournamentStore::read_plan() {
  Statement row(database_.handle(), kSelectPlan);
  if (const int code = row.step(); code != SQLITE_ROW)
    return code == SQLITE_DONE ? database_.damaged("it says nothing of the tournament")
                               : database_.error(code);
  auto game = engine::find_game(row.bytes(kPlanGame));
  if (!game.ok()) return database_.damaged(engine::message_of(game));
  auto format = format_from_text(row.bytes(kFormat));
  const std::int64_t rounds = row.integer(kRounds), model = row.integer(kModel);
  std::uint64_t seed = 0;
  if (!format || rounds < 1 || static_cast<std::uint64_t>(rounds) > FormatOptions::kMostRounds ||
      !absl::SimpleAtoi(std::string(row.bytes(kSeed)), &seed) || model < 0 || model > 1)
    return database_.damaged("its plan cannot be read");
  auto openings = openings_from_text(row.bytes(kOpenings), *game);
  if (!openings.ok())
    return database_.damaged("its openings are none: " + engine::message_of(openings));
  tournament_.emplace(Tournament{.game = *game});
  tournament_->seed = seed;
  tournament_->openings = *std::move(openings);
  format->rounds = static_cast<std::uint64_t>(rounds);
  format->test = {row.real(kElo0), row.real(kElo1), row.real(kAlpha), row.real(kBeta),
                  static_cast<EloModel>(model)};
  tournament_->format = *std::move(format);
  tournament_->time = {span_of(row, kPerMove), span_of(row, kPerGame),
                       Milliseconds(row.integer(kIncrement)), Milliseconds(row.integer(kMargin))};
  if (!row.is_null(kNodesPerMove))
    tournament_->time.nodes = static_cast<std::uint64_t>(row.integer(kNodesPerMove));
  if (tournament_->format.kind == FormatKind::kSprt && !tournament_->format.test.is_possible())
    return database_.damaged("its test is none");
  if (!is_possible(tournament_->time))
    return database_.damaged("its limits of time or nodes are none");
  return absl::OkStatus();
}

absl::Status TournamentStore::read_entrants() {
  Statement rows(database_.handle(), kSelectEntrants);
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step())
    tournament_->entrants.push_back({std::string(rows.bytes(1)), std::string(rows.bytes(2))});
  if (code != SQLITE_DONE) return database_.error(code);
  const absl::Status status = objection_to(format_of(*tournament_));
  return status.ok() ? status : database_.damaged(engine::message_of(status));
}

// ---- games ----

absl::Status TournamentStore::write(const TournamentGame& game) {
  const auto name_of = [this](std::string* out, int entrant) {
    out->append(tournament_->entrants[static_cast<std::size_t>(entrant)].name);
  };
  const auto seats = static_cast<std::ptrdiff_t>(game.seats.size());
  const GameSummary& summary = game.result.summary;
  std::string moves;
  append_moves(moves, game.result.moves);
  const std::string players = absl::StrJoin(game.seats, "\n", name_of),
                    start = game.start.to_text(),
                    returns = absl::StrJoin(summary.returns.begin(),
                                            summary.returns.begin() + seats, "\n"),
                    nodes =
                        absl::StrJoin(summary.nodes.begin(), summary.nodes.begin() + seats, "\n"),
                    reason = engine::printable(game.result.reason, 500);
  insert_.bind_text(kSeats, players);
  insert_.bind(kMeeting, static_cast<std::int64_t>(game.encounter.meeting));
  insert_.bind(kRound, std::int64_t{game.encounter.round});
  insert_.bind(kOpening, static_cast<std::int64_t>(game.encounter.opening));
  insert_.bind(kRotation, std::int64_t{game.rotation});
  insert_.bind_text(kPlayedStart, start);
  insert_.bind_blob(kPlayedMoves, moves);
  insert_.bind_text(kPlayedReturns, returns);
  insert_.bind(kPlayedPlies, std::int64_t{summary.plies});
  insert_.bind(kPlayedEnding, std::int64_t{static_cast<int>(summary.termination)});
  if (summary.offender >= 0) {
    insert_.bind(kPlayedOffender, std::int64_t{summary.offender});
  } else {
    insert_.bind_null(kPlayedOffender);
  }
  insert_.bind_text(kReason, reason);
  insert_.bind_text(kPlayedNodes, nodes);
  insert_.bind(kKey, static_cast<std::int64_t>(game.key.value));
  const std::string notes = notes_to_bytes(game.result.notes);
  insert_.bind_blob(kNotes, notes);
  writing_.has_news();
  int code = insert_.run();
  if (code == SQLITE_OK) code = write_conversations(game);
  const absl::Status status = database_.error(code);
  if (!status.ok()) writing_.abandon();
  return status;
}

/// Of the game that was written last; the code of SQLite.
int TournamentStore::write_conversations(const TournamentGame& game) {
  if (!keeps_conversations_) return SQLITE_OK;
  const std::int64_t id = database_.last_id();
  int code = SQLITE_OK;
  for (std::size_t seat = 0; seat < game.conversations.size() && code == SQLITE_OK; ++seat) {
    const KeptConversation& kept = game.conversations[seat];
    if (kept.process == 0) continue;
    insert_conversation_.bind(1, id);
    insert_conversation_.bind(2, static_cast<std::int64_t>(seat));
    insert_conversation_.bind(3, kept.process);
    insert_conversation_.bind(4, std::int64_t{kept.turn});
    insert_conversation_.bind_blob(5, kept.bytes);
    code = insert_conversation_.run();
  }
  return code;
}

absl::Status TournamentStore::for_each_conversation(std::int64_t id, int seat,
                                                    const VisitConversation& visit) {
  if (!keeps_conversations_) return absl::OkStatus();
  Statement rows(database_.handle(), kSelectConversations);
  rows.bind(1, id);
  rows.bind(2, std::int64_t{seat});
  std::int64_t last_turn = -1;
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const std::int64_t turn = rows.integer(1);
    if (turn <= last_turn || turn > UINT32_MAX)
      return database_.damaged("what a program was told is in it twice, or in no game");
    last_turn = turn;
    const absl::Status status =
        visit({rows.integer(0), static_cast<std::uint32_t>(turn), std::string(rows.bytes(2))});
    if (!status.ok()) return status;
  }
  return code == SQLITE_DONE ? absl::OkStatus() : database_.error(code);
}

absl::Status TournamentStore::flush() {
  return writing_.flush();
}

/// Who sat where, and thus who met.
absl::Status TournamentStore::read_seats(const Statement& row, TournamentGame& game) const {
  for (const std::string_view name : engine::split(row.bytes(kSeats), '\n')) {
    const auto entrant = std::find_if(tournament_->entrants.begin(), tournament_->entrants.end(),
                                      [&](const Entrant& one) { return one.name == name; });
    if (entrant == tournament_->entrants.end())
      return absl::InvalidArgumentError("has a player who takes no part");
    game.seats.push_back(static_cast<int>(entrant - tournament_->entrants.begin()));
  }
  game.encounter.entrants = game.seats;
  std::sort(game.encounter.entrants.begin(), game.encounter.entrants.end());
  const auto& entrants = game.encounter.entrants;
  if (static_cast<int>(entrants.size()) != tournament_->game.players() ||
      std::adjacent_find(entrants.begin(), entrants.end()) != entrants.end())
    return absl::InvalidArgumentError("has too few or too many players");
  return absl::OkStatus();
}

absl::StatusOr<TournamentGame> TournamentStore::read(const Statement& row, Detail detail) const {
  const auto start = tournament_->game.from_text(row.bytes(kPlayedStart));
  if (!start.ok())
    return absl::InvalidArgumentError("has a bad start position: " + engine::message_of(start));
  TournamentGame game{.id = row.integer(kPlayedIndex), .encounter = {}, .start = *start};
  if (game.id < TournamentGame::kFirstId)
    return absl::InvalidArgumentError("has an index out of range");
  if (const absl::Status status = read_seats(row, game); !status.ok()) return status;
  const std::size_t seats = game.seats.size();
  const auto returns = numbers_of(row.bytes(kPlayedReturns), seats, 1);
  const auto nodes = numbers_of(row.bytes(kPlayedNodes), seats, 1e18);
  if (!returns.ok()) return returns.status();
  if (!nodes.ok()) return nodes.status();
  GameSummary& summary = game.result.summary;
  std::copy(returns->begin(), returns->end(), summary.returns.begin());
  for (std::size_t seat = 0; seat < seats; ++seat)
    summary.nodes[seat] = static_cast<std::uint64_t>((*nodes)[seat]);
  const std::int64_t meeting = row.integer(kMeeting), round = row.integer(kRound),
                     opening = row.integer(kOpening), rotation = row.integer(kRotation),
                     plies = row.integer(kPlayedPlies), ending = row.integer(kPlayedEnding);
  if (meeting < 0 || round < 0 || round > 2'000'000 || opening < 0 || rotation < 0 ||
      rotation >= static_cast<std::int64_t>(seats) || plies < 0 ||
      plies > 2 * std::int64_t{kMostPlies} || !is_stored_ending(ending))
    return absl::InvalidArgumentError("has a number out of range");
  game.encounter.meeting = static_cast<std::uint64_t>(meeting);
  game.encounter.round = static_cast<int>(round);
  game.encounter.opening = static_cast<std::uint64_t>(opening);
  game.rotation = static_cast<int>(rotation);
  summary.plies = static_cast<std::uint32_t>(plies);
  summary.termination = static_cast<Termination>(ending);
  if (!row.is_null(kPlayedOffender)) {
    const std::int64_t offender = row.integer(kPlayedOffender);
    if (offender < 0 || offender >= static_cast<std::int64_t>(seats))
      return absl::InvalidArgumentError("has an offender out of range");
    summary.offender = static_cast<engine::Player>(offender);
  }
  game.result.reason = engine::printable(row.bytes(kReason), 500);
  if (is_utc_time(row.bytes(kPlayedEnded))) game.ended = row.bytes(kPlayedEnded);
  game.key = {static_cast<std::uint64_t>(row.integer(kKey)), tournament_->game.is_stochastic()};
  if (detail == Detail::kOutcomes) return game;
  if (const auto fault = replay_moves(row.bytes(kPlayedMoves), game.start, game.result.moves))
    return absl::InvalidArgumentError(*fault);
  auto notes = notes_from_bytes(row.bytes(kNotes));
  if (!notes || notes->size() > game.result.moves.size())
    return absl::InvalidArgumentError("has notes that cannot be read");
  game.result.notes = *std::move(notes);
  game.result.notes.resize(game.result.moves.size());  // none of moves of chance at the end
  return game;
}

absl::Status TournamentStore::for_each(Detail detail, const Visit& visit,
                                       const OnDamage& on_damage) {
  GameRows rows(database_, kSelectPlayed, TournamentGame::kFirstId, on_damage);
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    auto game = read(rows.row(), detail);
    if (!game.ok()) {
      on_damage({rows.index(), rows.index(), engine::message_of(game)});
    } else if (const absl::Status error = visit(*std::move(game)); !error.ok()) {
      return error;
    }
  }
  return database_.error(code);
}

}  // namespace gauntlet::selfplay
