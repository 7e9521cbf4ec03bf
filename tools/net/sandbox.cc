#include "tools/net/sandbox.h"

#include <absl/strings/str_split.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <string_view>
#include <system_error>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

namespace fs = std::filesystem;

namespace {

/// Which the user who runs us may be allowed to read, root above all.
constexpr std::string_view kSecret[] = {"/etc/gshadow", "/etc/gshadow-", "/etc/shadow",
                                        "/etc/shadow-", "/etc/ssh",      "/etc/ssl/private",
                                        "/etc/sudoers", "/etc/sudoers.d"};
/// So much that only a program that runs wild for days uses it.
constexpr std::uint64_t kMostCpuSecondsOfCore = 2 * 24 * 3'600;

using Words = std::vector<std::string>;

void append(Words& words, Words more) {
  std::move(more.begin(), more.end(), std::back_inserter(words));
}

std::string found_in_path(const std::string& name, const std::string& path) {
  const std::vector<std::string> folders = absl::StrSplit(path, ':');
  for (const std::string& folder : folders) {
    const std::string file = folder + "/" + name;
    if (!folder.empty() && access(file.c_str(), X_OK) == 0) return file;
  }
  return "";
}

void show_system(Words& words) {
  std::error_code error;
  for (const std::string_view folder : system_folders()) {
    const std::string name(folder);
    const fs::file_status status = fs::symlink_status(name, error);
    if (fs::is_symlink(status))
      append(words, {"--symlink", fs::read_symlink(name, error).string(), name});
    if (fs::is_directory(status)) append(words, {"--ro-bind", name, name});
  }
  for (const std::string_view secret : kSecret) {
    const std::string name(secret);
    const fs::file_status status = fs::symlink_status(name, error);
    if (fs::is_directory(status)) append(words, {"--tmpfs", name, "--remount-ro", name});
    if (fs::is_regular_file(status)) append(words, {"--ro-bind", "/dev/null", name});
  }
}

void give_private(Words& words, const std::string& folder) {
  append(words, {"--size", std::to_string(Sandbox::kPrivateFileBytes), "--tmpfs", folder});
}

bool is_shown(const std::string& path, const std::vector<OwnFile>& files) {
  return is_of_system(path) || std::any_of(files.begin(), files.end(), [&](const OwnFile& file) {
           return path == file.place || path.starts_with(file.place + "/");
         });
}

}  // namespace

absl::StatusOr<std::shared_ptr<const Sandbox>> Sandbox::open(Settings settings) {
  if (settings.bubblewrap.empty()) settings.bubblewrap = found_in_path("bwrap", settings.here.path);
  if (settings.bubblewrap.empty())
    return absl::NotFoundError("bubblewrap is not installed (apt-get install bubblewrap)");
  std::vector<OwnFile> read;
  for (const std::string& path : settings.read) {
    std::vector<OwnFile> files = whole(path, settings.here);
    if (files.empty() && !is_of_system(path))
      return absl::InvalidArgumentError("there is no " + engine::in_quotes(path, 200) +
                                        " that programs in the sandbox could read");
    std::move(files.begin(), files.end(), std::back_inserter(read));
  }
  OwnDescriptor executable(::open(settings.executable.c_str(), O_RDONLY | O_CLOEXEC));
  if (executable.number() < 0)
    return absl::NotFoundError(engine::in_quotes(settings.executable, 200) +
                               " cannot be opened, which is to run in it");
  return std::shared_ptr<const Sandbox>(
      new Sandbox(std::move(settings), std::move(executable), std::move(read)));
}

Sandbox::Sandbox(Settings settings, OwnDescriptor executable, std::vector<OwnFile> read)
    : settings_(std::move(settings)),
      executable_(std::move(executable)),
      read_(std::move(read)),
      cpu_seconds_(kMostCpuSecondsOfCore *
                   static_cast<std::uint64_t>(std::max(1L, sysconf(_SC_NPROCESSORS_ONLN)))) {}

std::vector<std::string> Sandbox::arguments(WardenOrders orders) const {
  std::vector<OwnFile> files = own_files(orders.command, settings_.here);
  files.insert(files.end(), read_.begin(), read_.end());
  // Those of Python that the user has installed.
  const auto libraries = whole(settings_.here.home + "/.local/lib", settings_.here);
  files.insert(files.end(), libraries.begin(), libraries.end());
  files = merged(std::move(files));
  // A session of its own has no terminal to type into, and Linux shares the cores between sessions.
  Words words = {
      settings_.bubblewrap, "--unshare-user", "--unshare-pid", "--unshare-net", "--unshare-ipc",
      "--unshare-uts",      "--new-session",  "--as-pid-1",    "--cap-drop",    "ALL"};
  show_system(words);
  append(words, {"--proc", "/proc", "--dev", "/dev"});
  give_private(words, "/dev/shm");
  append(words, {"--remount-ro", "/dev"});
  give_private(words, "/tmp");
  for (const OwnFile& file : files) append(words, {"--ro-bind", file.source, file.place});
  const std::string& folder = settings_.here.folder;
  if (!is_shown(folder, files)) append(words, {"--dir", folder});
  append(words, {"--remount-ro", "/", "--chdir", folder});
  if (!is_shown(settings_.here.home, files)) append(words, {"--setenv", "HOME", "/tmp"});
  if (!libraries.empty())
    append(words, {"--setenv", "PYTHONUSERBASE", settings_.here.home + "/.local"});
  append(words, {"--unsetenv", "TMPDIR", "--",
                 "/proc/self/fd/" + std::to_string(WardenOrders::kExecutable)});
  orders.memory_bytes = settings_.memory_bytes;
  orders.cpu_seconds = cpu_seconds_;
  append(words, orders.words());
  return words;
}

}  // namespace gauntlet::tools
