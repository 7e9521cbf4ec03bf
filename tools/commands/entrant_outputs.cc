#include "tools/commands/entrant_outputs.h"

#include <absl/strings/str_format.h>

#include <cctype>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <system_error>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

/// A name with nothing in it that means something to a file system.
std::string file_name_of(const std::string& player) {
  std::string name;
  for (const char c : player)
    name += std::isalnum(static_cast<unsigned char>(c)) || c == '-' || c == '_' ? c : '_';
  return name + ".txt";
}

}  // namespace

absl::Status EntrantOutputs::keep_in(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  std::error_code error;
  std::filesystem::create_directories(path, error);
  if (error)
    return absl::InvalidArgumentError("--output " + engine::printable(path, 200) +
                                      " cannot be made a folder: " + error.message());
  const absl::MutexLock lock(&mutex_);
  folder_ = path;
  return absl::OkStatus();
}

void EntrantOutputs::add(const ProgramReport& report) {
  const absl::MutexLock lock(&mutex_);
  if (folder_.empty()) return;
  std::uint64_t& written = written_[report.label];
  if (written > kMostBytes) return;
  const std::string path = folder_ + "/" + file_name_of(report.label);
  std::ofstream file(path, std::ios::app | std::ios::binary);
  const std::string text = absl::StrFormat(
      "== %s, which ran for %.2f s: %s\n%s%s", engine::printable(report.command, 2000),
      report.ran.count(), report.ending, report.output,
      report.output.empty() || report.output.ends_with('\n') ? "" : "\n");
  file << text << std::flush;
  written += text.size();
  if (!file && failure_.empty())
    failure_ = "what a program said cannot be kept in '" + engine::printable(path, 200) +
               "': " + std::strerror(errno);
}

}  // namespace gauntlet::tools
