#include "tools/commands/sandbox_option.h"

#include <absl/strings/str_format.h>

#include <utility>

#include "engine/words.h"
#include "tools/commands/options.h"
#include "tools/commands/shell.h"
#include "tools/commands/value_kinds.h"
#include "tools/net/sandbox_trial.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kModeWords[] = {"auto", "on", "off"};
constexpr std::uint64_t kMegabyte = std::uint64_t{1} << 20;

std::string memory_text(std::uint64_t bytes) {
  if (bytes == 0) return "as much memory as there is";
  const std::uint64_t megabytes = bytes / kMegabyte;
  return megabytes % 1'024 == 0 ? std::to_string(megabytes / 1'024) + " GB of memory"
                                : engine::grouped(megabytes) + " MB of memory";
}

}  // namespace

std::optional<SandboxMode> parse_sandbox_mode(std::string_view text) {
  for (std::size_t i = 0; i < std::size(kModeWords); ++i)
    if (text == kModeWords[i]) return static_cast<SandboxMode>(i);
  return std::nullopt;
}

void add_sandbox_options(CLI::App& command, SandboxWish& wish) {
  add_choice(command, "--sandbox", {std::begin(kModeWords), std::end(kModeWords)},
             "Run programs in a sandbox, by bubblewrap: where it works (auto, if omitted), always "
             "(on) or never (off)",
             [&wish](const std::string& word) { wish.mode = parse_sandbox_mode(word); });
  command
      .add_option("--sandbox-read", wish.read,
                  "A folder that programs may read there, beside the system's and their own; once "
                  "for each")
      ->type_name(kFolderValue)
      ->expected(1)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  add_number(command, "--sandbox-memory", kSandboxMemory,
             "MB that each process of a program may use there; 2048 if omitted, 0: no bound",
             [&wish](std::uint64_t megabytes) { wish.memory_mb = megabytes; });
}

std::string sandbox_words(const SandboxWish& wish) {
  std::string words;
  if (wish.mode)
    absl::StrAppendFormat(&words, " --sandbox %s", kModeWords[static_cast<int>(*wish.mode)]);
  for (const std::string& path : wish.read) words += " --sandbox-read " + shell_quoted(path);
  if (wish.memory_mb) absl::StrAppendFormat(&words, " --sandbox-memory %d", *wish.memory_mb);
  return words;
}

absl::StatusOr<SandboxChoice> choose_sandbox(const SandboxWish& wish) {
  const SandboxMode mode = wish.mode.value_or(SandboxMode::kAuto);
  const std::string without = "programs run without a sandbox";
  if (mode == SandboxMode::kOff) return SandboxChoice{nullptr, without + ", as --sandbox off says"};
  Sandbox::Settings settings{.read = wish.read};
  if (wish.memory_mb) settings.memory_bytes = *wish.memory_mb * kMegabyte;
  const std::string memory = memory_text(settings.memory_bytes);
  auto sandbox = tried_sandbox(std::move(settings));
  if (sandbox.ok())
    return SandboxChoice{
        *std::move(sandbox),
        "programs run in a sandbox (bubblewrap): they read system folders and their own, reach no "
        "network but the tournament's port, and have " +
            memory + " for each process"};
  const std::string why = engine::message_of(sandbox);
  if (absl::IsInvalidArgument(sandbox.status()))
    return absl::InvalidArgumentError("--sandbox-read: " + why);
  if (mode == SandboxMode::kOn)
    return absl::ResourceExhaustedError("--sandbox on, but " + why +
                                        "; 'auto' would play without, and so does 'off'");
  return SandboxChoice{nullptr, without + ": " + why};
}

}  // namespace gauntlet::tools
