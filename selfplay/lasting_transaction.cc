#include "selfplay/lasting_transaction.h"

#include "selfplay/file_kind.h"

namespace gauntlet::selfplay {

LastingTransaction::~LastingTransaction() {
  if (!is_begun_) return;
  database_.execute("COMMIT");
  database_.tidy();
}

absl::Status LastingTransaction::begin(Survives survives) {
  is_begun_ = true;  // whatever comes of it, the file is to be tidied up
  int code = database_.write_ahead();
  if (code == SQLITE_OK && survives == Survives::kProcess)
    code = database_.execute("PRAGMA synchronous = NORMAL");
  if (code == SQLITE_OK) code = database_.execute("BEGIN IMMEDIATE");
  return database_.error(code);
}

absl::Status LastingTransaction::flush() {
  int code = has_news_ ? database_.execute("COMMIT") : SQLITE_OK;
  if (has_news_ && code == SQLITE_OK) code = database_.execute("BEGIN IMMEDIATE");
  has_news_ = code != SQLITE_OK;
  if (const absl::Status status = database_.error(code); !status.ok()) return status;
  return database_.has_moved() ? gone(database_.path()) : absl::OkStatus();
}

}  // namespace gauntlet::selfplay
