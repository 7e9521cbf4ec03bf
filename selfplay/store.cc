#include "selfplay/store.h"

#include <absl/strings/numbers.h>
#include <absl/strings/str_join.h>

#include <algorithm>
#include <utility>

#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/move_bytes.h"
#include "selfplay/players/auto_level.h"
#include "selfplay/strength_rows.h"

namespace gauntlet::selfplay {

namespace {

constexpr char kTables[] =
    "CREATE TABLE run (schema INTEGER NOT NULL, version TEXT NOT NULL, game TEXT NOT NULL,"
    " players TEXT NOT NULL, seed TEXT NOT NULL, games INTEGER NOT NULL, position TEXT NOT NULL,"
    " start TEXT NOT NULL, created TEXT NOT NULL);"
    "CREATE TABLE game (idx INTEGER PRIMARY KEY, start TEXT, moves BLOB NOT NULL,"
    " return0 REAL, return1 REAL, return2 REAL, return3 REAL, plies INTEGER NOT NULL,"
    " ending INTEGER NOT NULL, offender INTEGER,"
    " nodes0 INTEGER, nodes1 INTEGER, nodes2 INTEGER, nodes3 INTEGER,"
    " proved0 INTEGER, proved1 INTEGER, proved2 INTEGER, proved3 INTEGER);"
    "CREATE TABLE openings (text TEXT NOT NULL);"
    "CREATE TABLE note (idx INTEGER PRIMARY KEY, notes BLOB NOT NULL);";

const std::string kTablesWithStrengths = std::string(kTables) + kStrengthTable;

constexpr FileKind kKind = {0x474e544c,  // "GNTL"
                            Store::kSchema, kTables, 4, "a store of games"};
const FileKind kWithStrengths = {kKind.application_id, Store::kSchemaWithStrengths,
                                 kTablesWithStrengths.c_str(), 5, kKind.what};
constexpr FileKind kWithoutNotes = {kKind.application_id, 3, kTables, 3, kKind.what};
constexpr FileKind kWithoutOpenings = {kKind.application_id, 2, kTables, 2, kKind.what};

constexpr char kInsertRun[] =
    "INSERT INTO run VALUES (?, 'gauntlet', ?, ?, ?, ?, ?, ?, datetime('now'))";
constexpr char kInsertOpenings[] = "INSERT INTO openings VALUES (?)";
constexpr char kInsertGame[] =
    "INSERT INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";

constexpr char kInsertNote[] = "INSERT OR REPLACE INTO note VALUES (?, ?)";

constexpr char kSelectGames[] = "SELECT * FROM game WHERE idx >= ? ORDER BY idx";
constexpr char kSelectWithNotes[] =
    "SELECT game.*, note.notes FROM game LEFT JOIN note ON note.idx = game.idx"
    " WHERE game.idx >= ? ORDER BY game.idx";
const std::string kSelectWithStrengths =
    std::string("SELECT game.*, note.notes, ") + kStrengthColumns +
    " FROM game LEFT JOIN note ON note.idx = game.idx"
    " LEFT JOIN strength ON strength.idx = game.idx WHERE game.idx >= ? ORDER BY game.idx";

/// Columns of `game`, in the table's order.
enum Column {
  kIndex,
  kStart,
  kMoves,
  kReturns,
  kPlies = 7,
  kEnding,
  kOffender,
  kNodes,
  kProved = kNodes + 4,
  kNotes = kProved + 4,  // of kSelectWithNotes and kSelectWithStrengths
  kStrength              // of kSelectWithStrengths
};

std::string lines(const std::vector<std::string>& players) {
  std::string text;
  for (const std::string& player : players) text += (text.empty() ? "" : "\n") + player;
  return text;
}

bool is_of_auto_level(const RunInfo& run) {
  return std::ranges::any_of(run.players, &is_auto_level);
}

const FileKind& kind_of(const Database& database) {
  const std::int64_t schema = database.number("PRAGMA user_version", 0);
  if (schema == kWithoutOpenings.schema) return kWithoutOpenings;
  if (schema == kWithoutNotes.schema) return kWithoutNotes;
  return schema == kKind.schema ? kKind : kWithStrengths;
}

}  // namespace

bool Store::exists(const std::string& path) {
  return file_exists(path);
}

absl::StatusOr<std::unique_ptr<Store>> Store::create(const std::string& path, const RunInfo& run) {
  if (const absl::Status status = create_file(path); !status.ok()) return status;
  std::unique_ptr<Store> store(new Store(path, SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE));
  if (const absl::Status status = store->database_.error(store->database_.status()); !status.ok())
    return status;
  if (const absl::Status status = store->create_tables(run); !status.ok()) return status;
  store->run_ = run;
  if (const absl::Status status = store->begin_writing(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<Store>> Store::open_existing(const std::string& path, int flags) {
  if (const absl::Status status = unreadable(path, kKind); !status.ok()) return status;
  std::unique_ptr<Store> store(new Store(path, flags));
  const FileKind& kind = kind_of(store->database_);
  if (const absl::Status status = kind.objection(store->database_); !status.ok()) return status;
  store->keeps_strengths_ = &kind == &kWithStrengths;
  store->keeps_notes_ = &kind == &kKind || store->keeps_strengths_;
  if (const absl::Status status = store->read_run(); !status.ok()) return status;
  if (&kind == &kWithoutOpenings) return store;
  if (const absl::Status status = store->read_openings(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<Store>> Store::open(const std::string& path) {
  auto store = open_existing(path, SQLITE_OPEN_READWRITE);
  if (!store.ok()) return store;
  if (const absl::Status status = (*store)->begin_writing(); !status.ok()) return status;
  return store;
}

absl::StatusOr<std::unique_ptr<Store>> Store::open_to_read(const std::string& path) {
  return open_existing(path, flags_to_read(path));
}

absl::Status Store::read_run() {
  Statement row(database_.handle(), "SELECT game, players, seed, games, position, start FROM run");
  const int code = row.step();
  if (code == SQLITE_DONE) return database_.damaged("it does not say what was played");
  if (code != SQLITE_ROW) return database_.error(code);
  for (const int column : {0, 1, 4, 5})
    for (const char c : row.bytes(column))
      if ((c < ' ' && c != '\n') || c > '~')
        return database_.damaged("it names what cannot be named");
  run_.game = row.bytes(0);
  for (const std::string_view player : engine::split(row.bytes(1), '\n'))
    run_.players.emplace_back(player);
  if (run_.players.size() > engine::kMaxPlayers)
    return database_.damaged("it names too many players");
  if (!absl::SimpleAtoi(std::string(row.bytes(2)), &run_.seed))
    return database_.damaged("its seed is no number");
  const std::int64_t games = row.integer(3);
  if (games < 1) return database_.damaged("its number of games is not positive");
  run_.games = static_cast<std::uint64_t>(games);
  run_.position = row.bytes(4);
  run_.start = row.bytes(5);
  return absl::OkStatus();
}

absl::Status Store::read_openings() {
  Statement row(database_.handle(), "SELECT text FROM openings");
  const int code = row.step();
  if (code == SQLITE_DONE) return database_.damaged("it does not say how its games begin");
  if (code != SQLITE_ROW) return database_.error(code);
  run_.openings = row.bytes(0);
  return absl::OkStatus();
}

absl::Status Store::create_tables(const RunInfo& run) {
  // One transaction: a process killed here leaves an empty database, never half a store. That is
  // what the usual journal is better at; games are written ahead.
  keeps_strengths_ = is_of_auto_level(run);
  const FileKind& kind = keeps_strengths_ ? kWithStrengths : kKind;
  if (const absl::Status status = kind.begin_new(database_); !status.ok()) return status;
  const std::string players = lines(run.players), seed = std::to_string(run.seed);
  Statement row(database_.handle(), kInsertRun);
  row.bind(1, std::int64_t{kind.schema});
  row.bind_text(2, run.game);
  row.bind_text(3, players);
  row.bind_text(4, seed);
  row.bind(5, static_cast<std::int64_t>(run.games));
  row.bind_text(6, run.position);
  row.bind_text(7, run.start);
  int code = row.run();
  if (code == SQLITE_OK) {
    Statement insert(database_.handle(), kInsertOpenings);
    insert.bind_text(1, run.openings);
    code = insert.run();
  }
  if (code == SQLITE_OK) code = database_.execute("COMMIT");
  return database_.error(code);
}

absl::Status Store::begin_writing() {
  if (const absl::Status status = writing_.begin(LastingTransaction::Survives::kProcess);
      !status.ok())
    return status;
  insert_ = Statement(database_.handle(), kInsertGame);
  if (keeps_notes_) insert_note_ = Statement(database_.handle(), kInsertNote);
  if (keeps_strengths_) insert_strength_ = Statement(database_.handle(), kInsertStrength);
  return absl::OkStatus();
}

int Store::insert(const GameRecord& game) {
  const GameSummary& summary = game.result.summary;
  move_bytes_.clear();
  append_moves(move_bytes_, game.result.moves);
  insert_.bind(kIndex + 1, static_cast<std::int64_t>(game.index));
  if (game.start.empty()) {
    insert_.bind_null(kStart + 1);
  } else {
    insert_.bind_text(kStart + 1, game.start);
  }
  insert_.bind_blob(kMoves + 1, move_bytes_);
  for (int seat = 0; seat < static_cast<int>(run_.players.size()); ++seat) {
    const auto place = static_cast<std::size_t>(seat);
    insert_.bind(kReturns + 1 + seat, static_cast<double>(summary.returns[place]));
    insert_.bind(kNodes + 1 + seat, static_cast<std::int64_t>(summary.nodes[place]));
    if (summary.has_proved(place)) {
      insert_.bind(kProved + 1 + seat, std::int64_t{summary.proved_after[place]});
    } else {
      insert_.bind_null(kProved + 1 + seat);
    }
  }
  insert_.bind(kPlies + 1, std::int64_t{summary.plies});
  insert_.bind(kEnding + 1, std::int64_t{static_cast<int>(summary.termination)});
  if (summary.offender >= 0) {
    insert_.bind(kOffender + 1, std::int64_t{summary.offender});
  } else {
    insert_.bind_null(kOffender + 1);
  }
  int code = insert_.run();
  if (code == SQLITE_OK) code = insert_note(game);
  if (code != SQLITE_OK || !keeps_strengths_ || !game.strength) return code;
  return insert_strength(insert_strength_, static_cast<std::int64_t>(game.index), *game.strength);
}

int Store::insert_note(const GameRecord& game) {
  if (!keeps_notes_ || !has_opinions(game.result.notes)) return SQLITE_OK;
  const std::string notes = notes_to_bytes(game.result.notes);
  insert_note_.bind(1, static_cast<std::int64_t>(game.index));
  insert_note_.bind_blob(2, notes);
  return insert_note_.run();
}

absl::Status Store::write(std::span<const GameRecord> games) {
  if (!games.empty()) writing_.has_news();
  for (const GameRecord& game : games)
    if (const absl::Status status = database_.error(insert(game)); !status.ok()) {
      writing_.abandon();
      return status;
    }
  return absl::OkStatus();
}

absl::Status Store::flush() {
  return writing_.flush();
}

absl::Status Store::remove(const DamagedGames& games) {
  std::vector<const char*> tables = {"game"};
  if (keeps_notes_) tables.push_back("note");
  if (keeps_strengths_) tables.push_back("strength");
  int code = SQLITE_OK;
  for (const char* const table : tables) {
    const std::string sql = std::string("DELETE FROM ") + table + " WHERE idx BETWEEN ? AND ?";
    Statement row(database_.handle(), sql.c_str());
    row.bind(1, games.first);
    row.bind(2, games.last);
    code = row.run();
    if (code != SQLITE_OK) break;
  }
  code == SQLITE_OK ? writing_.has_news() : writing_.abandon();
  return database_.error(code);
}

std::optional<std::string> Store::decode(const Statement& row, Detail detail,
                                         GameRecord& record) const {
  record.start.clear();
  record.result.moves.clear();
  record.result.notes.clear();
  record.index = static_cast<std::uint64_t>(row.integer(kIndex));
  if (row.integer(kIndex) < 0 || record.index >= run_.games) return "has an index out of range";
  if (auto fault = decode_summary(row, record.result.summary)) return fault;
  if (auto fault = decode_strength(row, record)) return fault;
  if (detail == Detail::kOutcomes) return std::nullopt;
  record.start = row.is_null(kStart) ? run_.start : std::string(row.bytes(kStart));
  if (auto fault = decode_moves(row.bytes(kMoves), record)) return fault;
  return decode_notes(row, record);
}

std::optional<std::string> Store::decode_summary(const Statement& row, GameSummary& summary) const {
  summary = GameSummary();
  const auto seats = static_cast<int>(run_.players.size());
  for (int seat = 0; seat < seats; ++seat) {
    const double points = row.real(kReturns + seat);
    const std::int64_t nodes = row.integer(kNodes + seat);
    if (!(points >= 0 && points <= 1) || nodes < 0) return "has a result out of range";
    summary.returns[static_cast<std::size_t>(seat)] = static_cast<float>(points);
    summary.nodes[static_cast<std::size_t>(seat)] = static_cast<std::uint64_t>(nodes);
    if (row.is_null(kProved + seat)) continue;
    const std::int64_t proved = row.integer(kProved + seat);
    if (proved < 0 || proved > row.integer(kPlies)) return "has a proof out of range";
    summary.proved_after[static_cast<std::size_t>(seat)] = static_cast<std::int32_t>(proved);
  }
  const std::int64_t plies = row.integer(kPlies), ending = row.integer(kEnding);
  if (plies < 0 || plies > 2 * std::int64_t{kMostPlies}) return "has a length out of range";
  if (!is_stored_ending(ending)) return "has an unknown ending";
  summary.plies = static_cast<std::uint32_t>(plies);
  summary.termination = static_cast<Termination>(ending);
  if (row.is_null(kOffender)) return std::nullopt;
  const std::int64_t offender = row.integer(kOffender);
  if (offender < 0 || offender >= seats) return "has an offender out of range";
  summary.offender = static_cast<engine::Player>(offender);
  return std::nullopt;
}

std::optional<std::string> Store::decode_notes(const Statement& row, GameRecord& record) const {
  if (!keeps_notes_ || row.is_null(kNotes)) return std::nullopt;
  auto notes = notes_from_bytes(row.bytes(kNotes));
  if (!notes) return "has notes that cannot be read";
  record.result.notes = *std::move(notes);
  // There are none of moves of chance at the end; and those behind the end tell of nothing.
  record.result.notes.resize(record.result.moves.size());
  return std::nullopt;
}

std::optional<std::string> Store::decode_strength(const Statement& row, GameRecord& record) const {
  record.strength.reset();
  if (!keeps_strengths_) return std::nullopt;
  auto strength = read_strength(row, kStrength);
  if (!strength.ok()) return engine::message_of(strength);
  record.strength = *std::move(strength);
  return std::nullopt;
}

std::optional<std::string> Store::decode_moves(std::string_view bytes, GameRecord& record) const {
  if (auto fault = take_moves(bytes, record.result.moves)) return fault;
  if (record.result.moves.size() == record.result.summary.plies) return std::nullopt;
  return "has too few or too many moves";
}

absl::Status Store::for_each(Detail detail, const Visit& visit, const OnDamage& damaged) {
  const bool has_notes = keeps_notes_ && detail == Detail::kMoves;
  const char* const select = keeps_strengths_ ? kSelectWithStrengths.c_str()
                             : has_notes      ? kSelectWithNotes
                                              : kSelectGames;
  GameRows rows(database_, select, 0, damaged);
  GameRecord record;
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    if (const auto fault = decode(rows.row(), detail, record)) {
      damaged({rows.index(), rows.index(), *fault});
    } else if (const absl::Status error = visit(record); !error.ok()) {
      return error;
    }
  }
  return database_.error(code);
}

namespace {

/// What stands behind --openings, or as much of it as people need to tell it from another.
std::string openings_name(const RunInfo& run) {
  if (!run.openings.ends_with('\n')) return run.openings;
  const auto positions =
      static_cast<std::uint64_t>(std::count(run.openings.begin(), run.openings.end(), '\n'));
  return engine::counted(positions, "position") + " from " +
         engine::printable(run.openings.substr(0, run.openings.find('\n')));
}

}  // namespace

RunInfo run_info(const Batch& batch) {
  RunInfo run;
  run.game = batch.game.name();
  for (const PlayerSpec& player : batch.players) run.players.push_back(player.text);
  run.seed = batch.seed;
  run.games = batch.games;
  run.start = usual_start(batch);
  if (batch.position) run.position = batch.position->to_text();
  run.openings = to_text(batch.openings);
  return run;
}

std::string difference(const RunInfo& stored, const RunInfo& wanted) {
  const auto told = [](const char* what, const std::string& was, const std::string& is) {
    return std::string("it holds a run with ") + what + " " + engine::printable(was, 200) +
           ", not " + engine::printable(is, 200);
  };
  if (stored.game != wanted.game) return told("game", stored.game, wanted.game);
  if (stored.players != wanted.players)
    return told("players", absl::StrJoin(stored.players, ","), absl::StrJoin(wanted.players, ","));
  if (stored.games != wanted.games)
    return told("--games", std::to_string(stored.games), std::to_string(wanted.games));
  if (stored.seed != wanted.seed)
    return told("--seed", std::to_string(stored.seed), std::to_string(wanted.seed));
  if (stored.position != wanted.position)
    return told("position", stored.position.empty() ? "as the game starts" : stored.position,
                wanted.position.empty() ? "as the game starts" : wanted.position);
  if (stored.openings != wanted.openings)
    return told("--openings", openings_name(stored), openings_name(wanted));
  if (stored.start != wanted.start)
    return told("a first start position", stored.start, wanted.start);
  return "";
}

}  // namespace gauntlet::selfplay
