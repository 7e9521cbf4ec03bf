#include "selfplay/game_log.h"

#include <absl/hash/hash.h>
#include <absl/strings/numbers.h>
#include <absl/strings/string_view.h>

#include <algorithm>
#include <array>
#include <utility>

#include "engine/registry.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "selfplay/file_kind.h"
#include "selfplay/move_bytes.h"
#include "selfplay/strength_rows.h"

namespace gauntlet::selfplay {

namespace {

constexpr char kTable[] =
    "CREATE TABLE logged (idx INTEGER PRIMARY KEY, ended TEXT NOT NULL, game TEXT NOT NULL,"
    " start TEXT NOT NULL, players TEXT NOT NULL, moves BLOB NOT NULL, returns TEXT NOT NULL,"
    " reason TEXT NOT NULL);";
const std::string kBothTables = std::string(kTable) + kStrengthTable;
constexpr FileKind kKind = {0x474e4c47,  // "GNLG"
                            1, kTable, 1, "a log of games"};
const FileKind kWithStrengths = {kKind.application_id, GameLog::kSchema, kBothTables.c_str(), 2,
                                 kKind.what};

constexpr char kInsert[] =
    "INSERT INTO logged VALUES ((SELECT coalesce(max(idx), -1) + 1 FROM logged),"
    " coalesce(?7, datetime('now')), ?1, ?2, ?3, ?4, ?5, ?6)";
constexpr char kSelect[] =
    "SELECT idx, ended, game, start, players, moves, returns, reason FROM logged"
    " WHERE idx >= ? ORDER BY idx";
const std::string kSelectWithStrength =
    std::string("SELECT logged.idx, ended, game, start, players, moves, returns, reason, ") +
    kStrengthColumns +
    " FROM logged LEFT JOIN strength ON strength.idx = logged.idx"
    " WHERE logged.idx >= ? ORDER BY logged.idx";
constexpr std::int64_t kFirstRow = 0;
enum Column {
  kIndex,
  kEnded,
  kGame,
  kStart,
  kPlayers,
  kMoves,
  kReturns,
  kReason,
  kStrength  // of kSelectWithStrength
};

constexpr std::size_t kLongestText = 4096;

bool is_text(std::string_view text) {
  if (text.size() > kLongestText) return false;
  const auto lines = engine::split(text, '\n');
  return std::all_of(lines.begin(), lines.end(), engine::is_legible);
}

std::string lines_of_returns(const FinishedGame& game) {
  std::string lines;
  for (int seat = 0; seat < game.game.players(); ++seat)
    lines += (seat > 0 ? "\n" : "") + std::to_string(game.returns[static_cast<std::size_t>(seat)]);
  return lines;
}

/// What is kept of a game, column by column.
struct GameText {
  explicit GameText(const FinishedGame& finished)
      : game(finished.game.name()),
        start(finished.start.to_text()),
        returns(lines_of_returns(finished)),
        reason(engine::legible(finished.reason, 500)) {
    for (std::size_t seat = 0; seat < finished.players.size(); ++seat)
      players += (seat == 0 ? "" : "\n") + engine::legible(finished.players[seat], 200);
    append_moves(moves, finished.moves);
  }

  std::string game, start, players, moves, returns, reason;
};

/// REQUIRES: the columns of an EndedGame, in an order that is always the same.
GameLog::Fingerprint fingerprint_of(std::span<const std::string_view> columns) {
  const auto hash = [&](std::uint64_t value) {
    for (const std::string_view column : columns)
      value = absl::HashOf(value, absl::string_view(column.data(), column.size()));
    return value;
  };
  return {hash(1), hash(2)};
}

/// The current row as a game, or what is wrong with it.
absl::StatusOr<LoggedGame> read(const Statement& row, bool tells_strengths) {
  for (const int column : {kEnded, kGame, kStart, kPlayers, kReturns, kReason})
    if (!is_text(row.bytes(column))) return absl::InvalidArgumentError("holds what is no text");
  const auto rules = engine::find_game(row.bytes(kGame));
  if (!rules.ok()) return absl::InvalidArgumentError("is of no game: " + engine::message_of(rules));
  const auto start = rules->from_text(row.bytes(kStart));
  if (!start.ok())
    return absl::InvalidArgumentError("has a bad start position: " + engine::message_of(start));
  LoggedGame logged{static_cast<std::uint64_t>(row.integer(kIndex)),
                    std::string(row.bytes(kEnded)),
                    {*rules, *start, {}, {}, {}, std::string(row.bytes(kReason))}};
  const auto seats = static_cast<std::size_t>(rules->players());
  for (const std::string_view player : engine::split(row.bytes(kPlayers), '\n'))
    logged.game.players.emplace_back(player);
  const auto returns = engine::split(row.bytes(kReturns), '\n');
  if (logged.game.players.size() != seats || returns.size() != seats)
    return absl::InvalidArgumentError("has too few or too many players");
  for (std::size_t seat = 0; seat < seats; ++seat) {
    float points = -1;
    const bool is_number = absl::SimpleAtof(std::string(returns[seat]), &points);
    if (!is_number || !(points >= 0 && points <= 1))
      return absl::InvalidArgumentError("has a result out of range");
    logged.game.returns[seat] = points;
  }
  if (const auto fault = replay_moves(row.bytes(kMoves), logged.game.start, logged.game.moves))
    return absl::InvalidArgumentError(*fault);
  if (!tells_strengths) return logged;
  auto strength = read_strength(row, kStrength);
  if (!strength.ok()) return strength.status();
  logged.game.strength = *std::move(strength);
  return logged;
}

/// The kind of log that `database` is, by its schema.
const FileKind& kind_of(const Database& database) {
  return database.number("PRAGMA user_version", 0) == kKind.schema ? kKind : kWithStrengths;
}

}  // namespace

absl::StatusOr<std::unique_ptr<GameLog>> GameLog::open_existing(const std::string& path,
                                                                int flags) {
  if (const absl::Status status = unreadable(path, kKind); !status.ok()) return status;
  std::unique_ptr<GameLog> log(new GameLog(path, flags));
  const FileKind& kind = kind_of(log->database_);
  if (const absl::Status status = kind.objection(log->database_); !status.ok()) return status;
  log->tells_strengths_ = &kind == &kWithStrengths;
  return log;
}

absl::StatusOr<std::unique_ptr<GameLog>> GameLog::open(const std::string& path) {
  if (!file_exists(path)) {
    if (const absl::Status status = touch_file(path); !status.ok()) return status;
    GameLog made(path, SQLITE_OPEN_READWRITE);
    if (const absl::Status status = made.database_.error(made.database_.status()); !status.ok())
      return status;
    if (const absl::Status status = made.create_table(); !status.ok()) return status;
  }
  auto log = open_existing(path, SQLITE_OPEN_READWRITE);
  if (!log.ok()) return log;
  if (const absl::Status status = (*log)->begin_writing(); !status.ok()) return status;
  (*log)->insert_ = Statement((*log)->database_.handle(), kInsert);
  return log;
}

absl::StatusOr<std::unique_ptr<GameLog>> GameLog::open_to_read(const std::string& path) {
  return open_existing(path, flags_to_read(path));
}

bool GameLog::is_log(const std::string& path) {
  return is_marked(path, kKind);
}

/// Who reads does not hold up who writes; what cannot be written is told before the first game.
absl::Status GameLog::begin_writing() {
  int code = database_.write_ahead();
  if (code == SQLITE_OK) code = database_.execute("PRAGMA synchronous = FULL");
  if (code == SQLITE_OK) code = database_.execute("BEGIN IMMEDIATE");
  if (code == SQLITE_OK) code = database_.execute("ROLLBACK");
  return database_.error(code);
}

absl::Status GameLog::create_table() {
  int code = database_.execute("BEGIN IMMEDIATE");
  // Another process may have been faster.
  if (code == SQLITE_OK && FileKind::is_blank(database_)) code = kKind.create(database_);
  if (code == SQLITE_OK) code = database_.execute("COMMIT");
  return database_.error(code);
}

absl::Status GameLog::loss() const {
  return database_.loss();
}

int GameLog::insert(const FinishedGame& game, std::optional<std::string_view> ended) {
  const GameText text(game);
  insert_.bind_text(1, text.game);
  insert_.bind_text(2, text.start);
  insert_.bind_text(3, text.players);
  insert_.bind_blob(4, text.moves);
  insert_.bind_text(5, text.returns);
  insert_.bind_text(6, text.reason);
  ended ? insert_.bind_text(7, *ended) : insert_.bind_null(7);
  int code = insert_.run();
  if (code != SQLITE_OK || !game.strength) return code;
  if (!insert_strength_) code = make_strength_table();
  if (code != SQLITE_OK) return code;
  return insert_strength(*insert_strength_, database_.last_id(), *game.strength);
}

/// Within the caller's transaction. Another process may have been faster.
int GameLog::make_strength_table() {
  int code = SQLITE_OK;
  if (&kind_of(database_) != &kWithStrengths) {
    const std::string mark = "PRAGMA user_version = " + std::to_string(kWithStrengths.schema);
    code = database_.execute(kStrengthTable);
    if (code == SQLITE_OK) code = database_.execute(mark.c_str());
  }
  if (code == SQLITE_OK) insert_strength_.emplace(database_.handle(), kInsertStrength);
  return code;
}

absl::Status GameLog::add(const FinishedGame& game) {
  if (const absl::Status status = loss(); !status.ok()) return status;
  if (!game.strength) return database_.error(insert(game, std::nullopt));
  return in_transaction([&] { return insert(game, std::nullopt); });
}

absl::Status GameLog::add(std::span<const EndedGame> games) {
  if (const absl::Status status = loss(); !status.ok()) return status;
  return in_transaction([&] {
    int code = SQLITE_OK;
    for (std::size_t i = 0; i < games.size() && code == SQLITE_OK; ++i)
      code = insert(games[i].game, games[i].ended);
    return code;
  });
}

/// Does all that `insert` does, or nothing of it.
absl::Status GameLog::in_transaction(const std::function<int()>& insert) {
  int code = database_.execute("BEGIN IMMEDIATE");
  if (code == SQLITE_OK) code = insert();
  if (code == SQLITE_OK) code = database_.execute("COMMIT");
  const absl::Status status = database_.error(code);
  if (status.ok()) return status;
  database_.execute("ROLLBACK");
  insert_strength_.reset();  // its table may be gone again
  return status;
}

GameLog::Fingerprint GameLog::fingerprint(const EndedGame& game) {
  const GameText text(game.game);
  const std::string_view columns[] = {game.ended, text.game,    text.start, text.players,
                                      text.moves, text.returns, text.reason};
  return fingerprint_of(columns);
}

absl::StatusOr<std::vector<GameLog::Fingerprint>> GameLog::fingerprints() const {
  std::vector<Fingerprint> all;
  const OnDamage pass_over = [](const DamagedGames&) {};
  GameRows rows(database_, kSelect, kFirstRow, pass_over);
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    std::array<std::string_view, kReason> columns;
    for (int column = kEnded; column <= kReason; ++column)
      columns[static_cast<std::size_t>(column - kEnded)] = rows.row().bytes(column);
    all.push_back(fingerprint_of(columns));
  }
  if (const absl::Status status = database_.error(code); !status.ok()) return status;
  return all;
}

absl::Status GameLog::for_each(const Visit& visit, const OnDamage& damaged) {
  GameRows rows(database_, tells_strengths_ ? kSelectWithStrength.c_str() : kSelect, kFirstRow,
                damaged);
  int code = rows.step();
  for (; code == SQLITE_ROW; code = rows.step()) {
    const auto game = read(rows.row(), tells_strengths_);
    if (!game.ok()) {
      damaged({rows.index(), rows.index(), engine::message_of(game)});
    } else if (const absl::Status error = visit(*game); !error.ok()) {
      return error;
    }
  }
  return database_.error(code);
}

}  // namespace gauntlet::selfplay
