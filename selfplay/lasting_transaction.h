// How a store of games is written: by one process, a few games at a time.
#pragma once

#include "engine/status.h"
#include "selfplay/sqlite.h"

namespace gauntlet::selfplay {

/// A transaction that begins again as soon as it ends, so that hardly ever somebody else can write
/// meanwhile: who is still at it then is told by flush(). Who reads is not held up. One thread at a
/// time, and nothing more after an error.
class LastingTransaction {
 public:
  /// What games survive as soon as they are committed: the death of the process alone, for the disk
  /// is waited for now and then, or that of the machine, too.
  enum class Survives { kProcess, kMachine };

  /// Not begun. `database` must outlive it, and no statement of it may be under way when this goes.
  explicit LastingTransaction(Database& database) : database_(database) {}
  LastingTransaction(const LastingTransaction&) = delete;
  LastingTransaction& operator=(const LastingTransaction&) = delete;
  /// Where it was begun, commits what was written.
  ~LastingTransaction();

  /// Fails while another process writes the file.
  absl::Status begin(Survives survives);
  /// There is something to commit.
  void has_news() { has_news_ = true; }
  /// Commits everything written so far. An error too when the file is no longer at its path.
  absl::Status flush();
  /// Forgets what was written since the last flush(), and ends: for who failed half way.
  void abandon();

 private:
  Database& database_;
  bool is_begun_ = false;
  bool has_news_ = false;
};

}  // namespace gauntlet::selfplay
