#include "selfplay/sqlite.h"

#include <cstring>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::selfplay {

namespace {
constexpr int kMostBytes = 2'000'000;  // of a value or row: the longest game has less
constexpr int kPatience = 2'000;       // ms, for others who create or close the same file
}  // namespace

Statement::Statement(sqlite3* database, const char* sql) {
  sqlite3_stmt* statement = nullptr;
  prepared_ = sqlite3_prepare_v3(database, sql, -1, SQLITE_PREPARE_PERSISTENT, &statement, nullptr);
  handle_.reset(statement);
}

void Statement::bind_text(int parameter, std::string_view text) {
  sqlite3_bind_text(handle_.get(), parameter, text.data(), static_cast<int>(text.size()),
                    SQLITE_STATIC);
}

void Statement::bind_blob(int parameter, std::string_view bytes) {
  // a null pointer would be stored as NULL
  sqlite3_bind_blob(handle_.get(), parameter, bytes.empty() ? "" : bytes.data(),
                    static_cast<int>(bytes.size()), SQLITE_STATIC);
}

int Statement::step() {
  return handle_ ? sqlite3_step(handle_.get()) : prepared_;
}

int Statement::run() {
  const int code = step();
  reset();
  return code == SQLITE_DONE ? SQLITE_OK : code;
}

std::string_view Statement::bytes(int column) const {
  const void* const data = sqlite3_column_blob(handle_.get(), column);
  const int size = sqlite3_column_bytes(handle_.get(), column);
  return data ? std::string_view(static_cast<const char*>(data), static_cast<std::size_t>(size))
              : std::string_view();
}

Database::Database(const std::string& path, int flags) : path_(path) {
  sqlite3* database = nullptr;
  // A path is a file's name and nothing else: SQLite would take "", ":memory:" and "file:.." for
  // something of its own.
  const std::string literal = path.starts_with('/') ? path : "./" + path;
  status_ = sqlite3_open_v2(literal.c_str(), &database, flags, nullptr);
  handle_.reset(database);
  if (!handle_) return;
  sqlite3_extended_result_codes(handle(), 1);
  sqlite3_limit(handle(), SQLITE_LIMIT_LENGTH, kMostBytes);
  sqlite3_busy_timeout(handle(), kPatience);
  // Reading a mapped file that somebody cuts short would end the process.
  execute("PRAGMA mmap_size = 0");
}

Database::~Database() {
  if (is_ahead_) tidy();
}

std::string Database::name() const {
  return engine::in_quotes(path_, 200);
}

std::int64_t Database::number(const char* sql, std::int64_t otherwise) const {
  Statement statement(handle(), sql);
  return statement.step() == SQLITE_ROW ? statement.integer(0) : otherwise;
}

absl::Status Database::error(int code) const {
  const int system = handle_ ? sqlite3_system_errno(handle()) : 0;
  const std::string why = system != 0 ? std::strerror(system) : sqlite3_errstr(code);
  switch (code & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
      return absl::OkStatus();
    case SQLITE_FULL:
      return absl::ResourceExhaustedError("the disk is full, so " + name() +
                                          " takes no more games");
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return absl::InvalidArgumentError(
          name() + " is being written by another process: wait for it, or name another file");
    case SQLITE_NOTADB:
      return absl::InvalidArgumentError(name() + " is not a store of games");
    case SQLITE_CORRUPT:
    case SQLITE_CONSTRAINT:
    case SQLITE_TOOBIG:
    case SQLITE_ERROR:
      return absl::DataLossError(name() + " is damaged");
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
    case SQLITE_READONLY:
      return absl::ResourceExhaustedError("cannot open " + name() + ": " + why);
    default:
      return absl::DataLossError("cannot use " + name() + ": " + why);
  }
}

absl::Status Database::damaged(const std::string& what) const {
  return absl::DataLossError(name() + " is damaged: " + what);
}

bool Database::has_moved() const {
  int moved = 0;
  return sqlite3_file_control(handle(), nullptr, SQLITE_FCNTL_HAS_MOVED, &moved) == SQLITE_OK &&
         moved != 0;
}

absl::Status Database::loss() const {
  return has_moved() ? gone(path_) : absl::OkStatus();
}

/// Of two who change it at the same moment SQLite refuses one at once, for both hold what the other
/// waits for; when the other is done there is nothing left to change.
int Database::write_ahead() {
  constexpr int kPause = 5;  // ms
  is_ahead_ = true;
  int code = execute("PRAGMA journal_mode = WAL");
  for (int waited = 0; (code & 0xff) == SQLITE_BUSY && waited < kPatience; waited += kPause) {
    sqlite3_sleep(kPause);
    code = execute("PRAGMA journal_mode = WAL");
  }
  return code;
}

/// Makes it one plain file again, that can be read where nothing can be written, unless others use
/// it. A file that has moved gets all that was committed, and what stands at its old place is left
/// alone, for it may be somebody else's by now.
void Database::tidy() {
  sqlite3_busy_timeout(handle(), 0);
  // Another file at our path would take what is left in the journal beside it for its own.
  execute(has_moved() ? "PRAGMA wal_checkpoint(TRUNCATE)" : "PRAGMA journal_mode = DELETE");
}

}  // namespace gauntlet::selfplay
