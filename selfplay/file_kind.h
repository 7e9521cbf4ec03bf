// What tells one kind of our SQLite files from another, and from everybody else's.
#pragma once

#include <cstdint>
#include <string>

#include "engine/status.h"
#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// A kind of file. All errors are one sentence that names the file.
struct FileKind {
  std::int64_t application_id;  ///< In the file's header, as is the schema.
  int schema;                   ///< Others are refused.
  const char* tables;           ///< The statements that create all tables, each ending in ';'.
  int table_count;
  const char* what;  ///< "a store of games"

  /// Creates tables and marks within the caller's transaction; the code of SQLite.
  int create(Database& database) const;
  /// Begins a transaction, which the caller ends, and does so; already_there() where another
  /// process was faster. After an error the database is to be closed.
  absl::Status begin_new(Database& database) const;
  /// Whether nothing was ever made in `database`: what a process leaves that is killed while it
  /// creates one, and what others see until it has.
  static bool is_blank(const Database& database);
  /// Why `database` is not of this kind. Views, triggers or other columns are not ours, and could
  /// make a program of every read and write.
  absl::Status objection(const Database& database) const;
};

/// Whether the file at `path` says that it is of this kind. It may be damaged, or of another
/// schema.
bool is_marked(const std::string& path, const FileKind& kind);

/// Whether there is something at `path`, other than an empty file or a database without a table.
bool file_exists(const std::string& path);

/// "cannot open 'x.db': Permission denied". `code` is an errno; those of a path that leads nowhere
/// are no I/O errors, for they come from what was asked for.
absl::Status file_refusal(const std::string& failed, const std::string& path, int code);

/// "'x.db' was removed, moved or replaced in use": told by who writes it.
absl::Status gone(const std::string& path);
/// Whether the file that is open as `descriptor` is still the one at `path`.
bool is_still_at(const std::string& path, int descriptor);

/// Creates `path` unless it exists: SQLite would not tell why a file cannot be created.
absl::Status touch_file(const std::string& path);
/// The same for a path at which there must be nothing, in the sense of file_exists().
absl::Status create_file(const std::string& path);
/// "'x.db' exists already": told too who creates one while another process does.
absl::Status already_there(const std::string& path);

/// Why `path` cannot be opened as a database: missing, or no plain file.
absl::Status unreadable(const std::string& path, const FileKind& kind);

/// How to open a file that is only read: SQLite tidies up its side files only if it may write.
int flags_to_read(const std::string& path);

}  // namespace gauntlet::selfplay
