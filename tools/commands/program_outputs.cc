#include "tools/commands/program_outputs.h"

#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <vector>

#include "engine/words.h"
#include "tools/commands/command.h"
#include "tools/commands/limited_log.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

namespace fs = std::filesystem;
using engine::printable;

constexpr std::size_t kLinesInLog = 10;

std::string header(const ProgramReport& report) {
  return absl::StrFormat("command: %s\nended: %s\nran: %.2f s\noutput:\n",
                         printable(report.command, 2000), report.ending, report.ran.count());
}

void log_badly_ended(const ProgramReport& report) {
  log_line(report.label + " ended: " + report.ending);
  std::string_view text = report.output;
  if (text.ends_with('\n')) text.remove_suffix(1);
  if (text.empty()) return;
  const auto lines = engine::split(text, '\n');
  for (std::size_t i = lines.size() - std::min(lines.size(), kLinesInLog); i < lines.size(); ++i)
    log_line("  " + printable(lines[i], 200));
}

bool holds_outputs(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with("game-")) return true;
  return false;
}

}  // namespace

absl::Status ProgramOutputs::keep_in(const std::string& path) {
  if (path.empty()) return absl::OkStatus();
  const std::string option = "--output " + printable(path);
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return absl::InvalidArgumentError(option + " cannot be made a folder: " + error.message());
  if (access(path.c_str(), R_OK | W_OK | X_OK) != 0)
    return absl::InvalidArgumentError(option + " cannot be written: " + std::strerror(errno));
  if (holds_outputs(path))
    return absl::InvalidArgumentError(
        option + " holds the outputs of other games already; name a new folder");
  folder_ = path;
  return absl::OkStatus();
}

void ProgramOutputs::add(const ProgramReport& report) {
  if (folder_.empty()) {
    if (!report.ended_well) log_badly_ended(report);
    return;
  }
  if (write(report)) return;
  has_failed_ = true;
  complain(Exit::kIo,
           "the output of " + report.label + " could not be kept: " + std::strerror(errno));
}

bool ProgramOutputs::write(const ProgramReport& report) const {
  const std::string path = folder_ + '/' + report.label + ".txt";
  std::FILE* const file = std::fopen(path.c_str(), "wxe");
  if (!file) return false;
  const std::string text = header(report) + report.output;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
  return std::fclose(file) == 0 && is_written;
}

}  // namespace gauntlet::tools
