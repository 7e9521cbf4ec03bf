#include "selfplay/file_kind.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>

#include "engine/words.h"

namespace gauntlet::selfplay {

namespace {

constexpr char kForeign[] =
    "SELECT count(*) FROM sqlite_master WHERE NOT (type = 'table' AND instr(?, sql || ';') > 0)";
constexpr char kObjects[] = "SELECT count(*) FROM sqlite_master";
constexpr char kTables[] = "SELECT count(*) FROM sqlite_master WHERE type = 'table'";

}  // namespace

int FileKind::create(Database& database) const {
  const int code = database.execute(tables);
  if (code != SQLITE_OK) return code;
  const std::string marks = "PRAGMA application_id = " + std::to_string(application_id) +
                            "; PRAGMA user_version = " + std::to_string(schema);
  return database.execute(marks.c_str());
}

absl::Status FileKind::begin_new(Database& database) const {
  int code = database.execute("BEGIN IMMEDIATE");
  if (code == SQLITE_OK && !is_blank(database)) return already_there(database.path());
  if (code == SQLITE_OK) code = create(database);
  return database.error(code);
}

absl::Status FileKind::objection(const Database& database) const {
  if (const absl::Status status = database.error(database.status()); !status.ok()) return status;
  Statement id(database.handle(), "PRAGMA application_id");
  const int code = id.step();
  if (code != SQLITE_ROW) return database.error(code);
  if (id.integer(0) != application_id)
    return absl::InvalidArgumentError(database.name() + " is not " + what);
  const std::int64_t found = database.number("PRAGMA user_version", 0);
  if (found != schema)
    return absl::InvalidArgumentError(
        database.name() + " was written by " + (found > schema ? "a newer" : "an older") +
        " gauntlet (schema " + std::to_string(found) + ", this one reads schema " +
        std::to_string(schema) + "); read it with that one");
  Statement foreign(database.handle(), kForeign);
  foreign.bind_text(1, tables);
  if (foreign.step() == SQLITE_ROW && foreign.integer(0) == 0 &&
      database.number(kTables, 0) == table_count)
    return absl::OkStatus();
  return database.damaged("its tables are not as gauntlet makes them");
}

bool FileKind::is_blank(const Database& database) {
  return database.status() == SQLITE_OK && database.number(kObjects, -1) == 0 &&
         database.number("PRAGMA application_id", -1) == 0;
}

bool is_marked(const std::string& path, const FileKind& kind) {
  const Database database(path, flags_to_read(path));
  return database.status() == SQLITE_OK &&
         database.number("PRAGMA application_id", 0) == kind.application_id;
}

absl::Status file_refusal(const std::string& failed, const std::string& path, int code) {
  const bool is_wrong_path =
      code == ENOENT || code == ENOTDIR || code == EISDIR || code == ENAMETOOLONG || code == ELOOP;
  const std::string why =
      "cannot " + failed + " " + engine::in_quotes(path, 200) + ": " + std::strerror(code);
  return is_wrong_path ? absl::InvalidArgumentError(why) : absl::ResourceExhaustedError(why);
}

absl::Status gone(const std::string& path) {
  return absl::DataLossError(engine::in_quotes(path, 200) +
                             " was removed, moved or replaced in use");
}

bool is_still_at(const std::string& path, int descriptor) {
  struct stat own {};
  struct stat there {};
  return fstat(descriptor, &own) == 0 && stat(path.c_str(), &there) == 0 &&
         own.st_ino == there.st_ino && own.st_dev == there.st_dev;
}

bool file_exists(const std::string& path) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return false;
  if (!S_ISREG(info.st_mode)) return true;
  return info.st_size > 0 && !FileKind::is_blank(Database(path, SQLITE_OPEN_READWRITE));
}

absl::Status touch_file(const std::string& path) {
  if (path.empty()) return absl::InvalidArgumentError("a store needs a file name");
  const int created = ::open(path.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0666);
  if (created < 0) return file_refusal("create", path, errno);
  ::close(created);
  return absl::OkStatus();
}

absl::Status already_there(const std::string& path) {
  return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " exists already");
}

absl::Status create_file(const std::string& path) {
  return file_exists(path) ? already_there(path) : touch_file(path);
}

absl::Status unreadable(const std::string& path, const FileKind& kind) {
  struct stat info {};
  if (stat(path.c_str(), &info) != 0) return file_refusal("open", path, errno);
  if (!S_ISREG(info.st_mode))
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " is not " + kind.what);
  return absl::OkStatus();
}

int flags_to_read(const std::string& path) {
  return access(path.c_str(), W_OK) == 0 ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY;
}

}  // namespace gauntlet::selfplay
