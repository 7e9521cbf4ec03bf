// A batch that is gone on with: what its store has of it.
#pragma once

#include <optional>
#include <stop_token>

#include "engine/status.h"
#include "selfplay/batch.h"
#include "selfplay/store.h"
#include "tools/lab/damage.h"

namespace gauntlet::tools {

/// Reads the games of `batch` that `store` has, each played again to see that it is one: their
/// statistics, and which are missing, go to `run`. Damaged ones go to `damage`; they neither
/// count nor are missing. "interrupted" when the stop token of the batch is set before the end.
absl::Status read_stored_run(selfplay::Store& store, const selfplay::Batch& batch,
                             selfplay::BatchRun& run, Damage& damage);

/// Takes damaged games out of `store`, after which they are missing.
absl::Status remove_damaged(selfplay::Store& store, const Damage& damage);

}  // namespace gauntlet::tools
