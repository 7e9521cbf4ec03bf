// SQLite's handles as values that close themselves. Nothing throws; results are SQLite's codes.
#pragma once

#include <sqlite3.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::selfplay {

/// One prepared statement: bind its parameters from 1, step through its rows, reset.
class Statement {
 public:
  Statement() = default;
  Statement(sqlite3* database, const char* sql);

  void bind(int parameter, std::int64_t value) {
    sqlite3_bind_int64(handle_.get(), parameter, value);
  }
  void bind(int parameter, double value) { sqlite3_bind_double(handle_.get(), parameter, value); }
  /// Text and blobs must stay as they are until reset().
  void bind_text(int parameter, std::string_view text);
  void bind_blob(int parameter, std::string_view bytes);
  void bind_null(int parameter) { sqlite3_bind_null(handle_.get(), parameter); }

  /// SQLITE_ROW, SQLITE_DONE or an error; of a statement that could not be prepared, its error.
  int step();
  void reset() { sqlite3_reset(handle_.get()); }
  /// step() without rows, and reset().
  int run();

  // Columns from 0. Valid after SQLITE_ROW; the views until the next step.
  std::int64_t integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
  double real(int column) const { return sqlite3_column_double(handle_.get(), column); }
  bool is_null(int column) const {
    return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL;
  }
  /// Text or blob.
  std::string_view bytes(int column) const;

 private:
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
  };
  int prepared_ = SQLITE_MISUSE;
  std::unique_ptr<sqlite3_stmt, Finalize> handle_;
};

/// One open database file. Whoever finds it locked by others waits for two seconds.
class Database {
 public:
  /// `flags` as for sqlite3_open_v2; ask status() whether it worked.
  Database(const std::string& path, int flags);

  /// Of one that was written ahead, makes one plain file again (tidy()). No statement may be open.
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  int status() const { return status_; }
  /// Its path in quotes, as messages have it.
  std::string name() const;
  const std::string& path() const { return path_; }
  sqlite3* handle() const { return handle_.get(); }
  /// Runs statements without parameters and rows.
  int execute(const char* sql) { return sqlite3_exec(handle(), sql, nullptr, nullptr, nullptr); }
  /// The first column of the first row, or `otherwise`.
  std::int64_t number(const char* sql, std::int64_t otherwise) const;
  /// Of the row that was inserted last.
  std::int64_t last_id() const { return sqlite3_last_insert_rowid(handle()); }
  /// What `code` means for the user of the file; nothing when all went well.
  absl::Status error(int code) const;
  /// "'x.db' is damaged: its seed is no number"
  absl::Status damaged(const std::string& what) const;
  /// Whether its file is no longer where it was opened: it was removed, moved away or replaced.
  bool has_moved() const;
  /// What is wrong when it has moved.
  absl::Status loss() const;
  /// From now on who reads does not hold up who writes. SQLite's code.
  int write_ahead();

 private:
  void tidy();

  struct Close {
    void operator()(sqlite3* database) const { sqlite3_close_v2(database); }
  };
  const std::string path_;
  int status_ = SQLITE_OK;
  bool is_ahead_ = false;
  std::unique_ptr<sqlite3, Close> handle_;
};

}  // namespace gauntlet::selfplay
