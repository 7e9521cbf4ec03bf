#include "selfplay/lasting_transaction.h"

namespace gauntlet::selfplay {

LastingTransaction::~LastingTransaction() {
  if (is_begun_) database_.execute("COMMIT");
}

absl::Status LastingTransaction::begin(Survives survives) {
  int code = database_.write_ahead();
  if (code == SQLITE_OK)
    code = database_.execute(survives == Survives::kProcess ? "PRAGMA synchronous = NORMAL"
                                                            : "PRAGMA synchronous = FULL");
  if (code == SQLITE_OK) code = database_.execute("BEGIN IMMEDIATE");
  is_begun_ = code == SQLITE_OK;
  return database_.error(code);
}

absl::Status LastingTransaction::flush() {
  int code = SQLITE_OK;
  if (has_news_) {
    code = database_.execute("COMMIT");
    has_news_ = code != SQLITE_OK;
    if (code == SQLITE_OK) {
      code = database_.execute("BEGIN IMMEDIATE");
      is_begun_ = code == SQLITE_OK;
    }
  }
  if (const absl::Status status = database_.error(code); !status.ok()) return status;
  return database_.loss();
}

void LastingTransaction::abandon() {
  database_.execute("ROLLBACK");
  is_begun_ = has_news_ = false;
}

}  // namespace gauntlet::selfplay
