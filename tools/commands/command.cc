#include "tools/commands/command.h"

#include <sched.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <random>
#include <string>

#include "tools/colours.h"
#include "tools/commands/help_text.h"
#include "tools/commands/options.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

/// What was probably meant, in bold.
std::string with_bold_guess(std::string_view sentence, const Colours& colours) {
  constexpr std::string_view kBegin = "(did you mean '", kEnd = "'?)";
  const std::size_t found = sentence.find(kBegin), end = sentence.find(kEnd, found);
  if (found == sentence.npos || end == sentence.npos) return std::string(sentence);
  const std::size_t begin = found + kBegin.size();
  return std::string(sentence.substr(0, begin)) +
         colours.bold(sentence.substr(begin, end - begin)) + std::string(sentence.substr(end));
}

}  // namespace

Exit complain(Exit code, std::string_view sentence) {
  const Colours colours = Colours::of(STDERR_FILENO);
  const std::string text =
      colours.bad("gauntlet:") + " " + with_bold_guess(harmless(sentence), colours) + "\n";
  std::fputs(text.c_str(), stderr);
  return code;
}

Exit exit_of(absl::StatusCode code) {
  switch (code) {
    case absl::StatusCode::kOk:
      return Exit::kDone;
    case absl::StatusCode::kCancelled:
      return Exit::kInterrupted;
    case absl::StatusCode::kUnavailable:
      return Exit::kPeer;
    case absl::StatusCode::kDataLoss:
    case absl::StatusCode::kResourceExhausted:
      return Exit::kIo;
    default:
      return Exit::kUsage;
  }
}

Exit complain(const absl::Status& status) {
  return complain(exit_of(status.code()), engine::message_of(status));
}

void add_common_options(CLI::App& command, CommonOptions& options) {
  command
      .add_flag("--json", options.json, "Machine-readable results on stdout, one object per line")
      ->disable_flag_override();
  add_number(command, "--seed", {0, UINT64_MAX}, "Random seed; chosen and printed if omitted",
             [&options](std::uint64_t seed) { options.seed = seed; });
  add_number(command, "--threads", {1, 256}, "Threads; one per core if omitted",
             [&options](std::uint64_t threads) { options.threads = static_cast<int>(threads); });
}

void say_without_effect(CLI::App& command, std::initializer_list<const char*> names) {
  for (const char* name : names) command.get_option(name)->description(help::kNoEffect);
}

std::uint64_t seed_of(const CommonOptions& options) {
  if (options.seed) return *options.seed;
  std::random_device device;
  return (std::uint64_t{device()} << 32 | device()) >> 11;  // exact in every reader of JSON
}

int threads_of(const CommonOptions& options) {
  if (options.threads > 0) return options.threads;
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return 1;
  return std::min(CPU_COUNT(&allowed), 256);
}

}  // namespace gauntlet::tools
