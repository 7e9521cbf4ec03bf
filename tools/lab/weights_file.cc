#include "tools/lab/weights_file.h"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

using selfplay::file_refusal;

namespace {

/// A new file beside `target`, with a name that nothing had; -1 and errno where there cannot be
/// one.
int open_beside(const std::string& target, std::string& name) {
  name = target + ".XXXXXX";
  return mkostemp(name.data(), O_CLOEXEC);
}

/// Whether all of it could be written, on the disk too; else errno tells why not.
bool write_all(int descriptor, std::string_view text) {
  while (!text.empty()) {
    const ssize_t written = ::write(descriptor, text.data(), text.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    text.remove_prefix(static_cast<std::size_t>(written));
  }
  return fsync(descriptor) == 0;
}

}  // namespace

absl::StatusOr<std::unique_ptr<WeightsFile>> WeightsFile::open(const std::string& path, Kind kind) {
  const std::string option(kind.option);
  if (path.empty()) return absl::InvalidArgumentError(option + " needs the name of a file");
  const bool is_new = access(path.c_str(), F_OK) != 0;
  // O_NONBLOCK: a pipe would wait for its other end.
  const int descriptor = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NONBLOCK, 0666);
  if (descriptor < 0) return file_refusal("open", path, errno);
  std::error_code error;
  const std::string target = std::filesystem::canonical(path, error).string();
  std::unique_ptr<WeightsFile> file(new WeightsFile(path, target, kind, descriptor, is_new));
  struct stat info {};
  if (error || fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode))
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) +
                                      " is no file, but a device or pipe; give " + option +
                                      " a file");
  if (flock(descriptor, LOCK_EX | LOCK_NB) != 0) {
    file->is_empty_ = false;  // it is that run's
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) +
                                      " is being written by another run");
  }
  if (const absl::Status refusal = file->read(); !refusal.ok()) return refusal;
  std::string probe;
  const int beside = open_beside(target, probe);
  if (beside < 0) return file_refusal("write beside", path, errno);
  ::close(beside);
  std::remove(probe.c_str());
  return file;
}

WeightsFile::~WeightsFile() {
  if (is_empty_ && selfplay::is_still_at(target_, descriptor_)) std::remove(target_.c_str());
  ::close(descriptor_);
}

absl::Status WeightsFile::read() {
  constexpr std::size_t kMostBytes = 4'000'000;
  text_.resize(kMostBytes);
  std::size_t size = 0;
  for (ssize_t part = 1; part > 0 && size < kMostBytes; size += static_cast<std::size_t>(part)) {
    part = ::read(descriptor_, text_.data() + size, kMostBytes - size);
    if (part < 0) return file_refusal("read", path_, errno);
  }
  text_.resize(size);
  if (text_.empty() || text_.starts_with(std::string(kind_.heading) + "\n"))
    return absl::OkStatus();
  return absl::InvalidArgumentError(engine::in_quotes(path_, 200) + " exists and holds no " +
                                    std::string(kind_.content) + "; give " +
                                    std::string(kind_.option) +
                                    " a new file, or one that an earlier run has written");
}

absl::Status WeightsFile::write(const std::string& text) {
  if (!selfplay::is_still_at(target_, descriptor_))
    return absl::DataLossError(engine::message_of(selfplay::gone(path_)) + "; the " +
                               std::string(kind_.content) + " were not written");
  std::string name;
  const int descriptor = open_beside(target_, name);
  if (descriptor < 0) return file_refusal("write", path_, errno);
  struct stat info {};
  const bool is_written =
      flock(descriptor, LOCK_EX | LOCK_NB) == 0 && fstat(descriptor_, &info) == 0 &&
      fchmod(descriptor, info.st_mode & 0777) == 0 && write_all(descriptor, text) &&
      std::rename(name.c_str(), target_.c_str()) == 0;
  if (is_written) {
    ::close(descriptor_);
    descriptor_ = descriptor;
    is_empty_ = false;
    return absl::OkStatus();
  }
  const int code = errno;
  ::close(descriptor);
  std::remove(name.c_str());
  return file_refusal("write", path_, code);
}

}  // namespace gauntlet::tools
