// A sandbox for tests, on machines where there can be one.
#pragma once

#include <gtest/gtest.h>

#include <memory>
#include <utility>

#include "engine/status.h"
#include "tests/checked.h"
#include "tools/net/sandbox.h"
#include "tools/net/sandbox_trial.h"

namespace gauntlet::tools {

/// Its warden is the program's. A program with sanitizers reserves more memory than any bound has.
inline absl::StatusOr<std::shared_ptr<const Sandbox>> own_sandbox(
    std::uint64_t memory_bytes = kIsChecked ? 0 : Sandbox::kUsualMemory,
    std::vector<std::string> read = {}) {
  return tried_sandbox(
      {.read = std::move(read), .memory_bytes = memory_bytes, .executable = GAUNTLET_BINARY});
}

}  // namespace gauntlet::tools
