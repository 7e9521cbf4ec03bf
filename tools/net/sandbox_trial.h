// Whether sandboxes work on this machine.
#pragma once

#include <memory>

#include "engine/status.h"
#include "tools/net/sandbox.h"

namespace gauntlet::tools {

/// A sandbox in which a program was run, as a trial. Blocks until that has ended, for ten seconds
/// at most. Fails with kInvalidArgument where the settings are wrong, else with a part of a
/// sentence that tells what is missing: "bubblewrap is not installed (apt-get install bubblewrap)".
absl::StatusOr<std::shared_ptr<const Sandbox>> tried_sandbox(Sandbox::Settings settings);

}  // namespace gauntlet::tools
