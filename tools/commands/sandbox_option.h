// Whether the programs of a tournament run in a sandbox.
#pragma once

#include <CLI/CLI.hpp>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "tools/commands/options.h"
#include "tools/net/sandbox.h"

namespace gauntlet::tools {

enum class SandboxMode : std::uint8_t {
  kAuto,  ///< Where it works.
  kOn,    ///< Or not at all.
  kOff,
};

/// What was said of it; nothing where nothing was.
struct SandboxWish {
  std::optional<SandboxMode> mode;
  std::vector<std::string> read;           ///< Sandbox::Settings::read.
  std::optional<std::uint64_t> memory_mb;  ///< For each process of a program; 0: no bound.
};

/// Of SandboxWish::memory_mb.
inline constexpr Range kSandboxMemory{0, 16'777'216};

/// "auto", "on" or "off".
std::optional<SandboxMode> parse_sandbox_mode(std::string_view text);
/// Adds --sandbox, --sandbox-read and --sandbox-memory, which write to `wish`.
void add_sandbox_options(CLI::App& command, SandboxWish& wish);
/// The wish as it stands on a command line: "", or " --sandbox on --sandbox-read /srv/x".
std::string sandbox_words(const SandboxWish& wish);

struct SandboxChoice {
  std::shared_ptr<const Sandbox> sandbox;  ///< Null: programs run without.
  std::string sentence;                    ///< For the user.
};

/// Tries whether it works, which takes a moment. Fails with a sentence where it was to be on and
/// does not, or where a folder does not exist.
absl::StatusOr<SandboxChoice> choose_sandbox(const SandboxWish& wish);

}  // namespace gauntlet::tools
