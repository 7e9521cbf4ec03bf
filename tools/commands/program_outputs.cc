#include "tools/commands/program_outputs.h"

#include <absl/strings/ascii.h>
#include <absl/strings/str_format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string_view>
#include <system_error>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

namespace fs = std::filesystem;
using engine::in_quotes;
using engine::printable;

struct CloseOutput {
  void operator()(std::FILE* file) const { std::fclose(file); }
};

/// As a URL has it: what may mean something to a file system, and '%', is written as %XX, so that
/// no two labels become one name.
std::string file_name_of(std::string_view label) {
  constexpr std::string_view kPlain = "-_.+#";
  std::string name;
  for (const char c : label) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_hidden = c == '.' && name.empty();
    if (!is_hidden && (absl::ascii_isalnum(byte) || kPlain.find(c) != kPlain.npos)) {
      name += c;
    } else {
      absl::StrAppendFormat(&name, "%%%02X", byte);
    }
  }
  return name + ".txt";
}

std::string report_text(const ProgramReport& report) {
  return absl::StrFormat("command: %s\nended: %s\nran: %.2f s\noutput:\n%s",
                         printable(report.command, 2000), report.ending, report.ran.count(),
                         report.output);
}

bool holds_outputs_of_games(const fs::path& folder) {
  std::error_code ignored;
  for (const auto& entry : fs::directory_iterator(folder, ignored))
    if (entry.path().filename().string().starts_with("game-")) return true;
  return false;
}

/// False with errno. `text` gets a line of its own behind what is there.
bool append_to_file(const std::string& path, const std::string& text) {
  std::unique_ptr<std::FILE, CloseOutput> file(std::fopen(path.c_str(), "a+be"));
  if (!file || std::fseek(file.get(), 0, SEEK_END) != 0) return false;
  const long there = std::ftell(file.get());
  if (there < 0) return false;
  if (static_cast<std::uint64_t>(there) > ProgramOutputs::kMostBytes) return true;
  if (there > 0 && std::fputs("\n\n", file.get()) < 0) return false;
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file.get()) == text.size();
  return std::fclose(file.release()) == 0 && is_written;
}

}  // namespace

absl::Status ProgramOutputs::keep_in(const std::string& path, Earlier earlier) {
  if (path.empty()) return absl::OkStatus();
  const std::string option = "--output " + printable(path, 200);
  std::error_code error;
  fs::create_directories(path, error);
  if (error)
    return absl::InvalidArgumentError(option + " cannot be made a folder: " + error.message());
  if (access(path.c_str(), R_OK | W_OK | X_OK) != 0)
    return absl::InvalidArgumentError(option + " cannot be written: " + std::strerror(errno));
  if (earlier == Earlier::kRefuseGames && holds_outputs_of_games(path))
    return absl::InvalidArgumentError(
        option + " holds the outputs of other games already; name a new folder");
  const absl::MutexLock lock(&mutex_);
  folder_ = path;
  return absl::OkStatus();
}

absl::Status ProgramOutputs::add(const ProgramReport& report) {
  const absl::MutexLock lock(&mutex_);
  if (folder_.empty()) return absl::OkStatus();
  const std::string path = folder_ + '/' + file_name_of(report.label);
  if (append_to_file(path, report_text(report))) return absl::OkStatus();
  const int code = errno;
  absl::Status status =
      absl::DataLossError("what " + printable(report.label, 200) + " said could not be kept in " +
                          in_quotes(path, 200) + ": " + std::strerror(code));
  if (failure_.ok()) failure_ = status;
  return status;
}

std::string ProgramOutputs::last_words(const std::string& folder, const std::string& label) {
  constexpr std::streamoff kShown = 1'000;
  std::ifstream file(fs::path(folder) / file_name_of(label), std::ios::binary | std::ios::ate);
  if (!file) return "";
  const std::streamoff size = file.tellg(), begin = std::max<std::streamoff>(0, size - kShown);
  file.seekg(begin);
  std::string text(static_cast<std::size_t>(size - begin), '\0');
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  if (begin > 0)
    text.erase(0, std::min(text.find('\n'), text.size() - 1) + 1);  // a whole line first
  std::string lines;
  for (const std::string_view line : engine::split(text, '\n'))
    lines += printable(line, 300) + "\n";
  return lines;
}

}  // namespace gauntlet::tools
