#include "tools/commands/new_file.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

absl::StatusOr<OutputFile> new_file(const std::string& path, const std::string& option) {
  const int descriptor = open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
  std::FILE* const file = descriptor < 0 ? nullptr : fdopen(descriptor, "wb");
  if (file) return OutputFile(file);
  if (errno == EEXIST)
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) + " exists already; give " +
                                      option + " a new file");
  return selfplay::file_refusal("create", path, errno);
}

absl::Status write_new_file(const std::string& path, const std::string& option,
                            const std::string& text) {
  auto file = new_file(path, option);
  if (!file.ok()) return file.status();
  const bool is_written = std::fwrite(text.data(), 1, text.size(), file->get()) == text.size();
  if (std::fclose(file->release()) == 0 && is_written) return absl::OkStatus();
  const absl::Status failure = selfplay::file_refusal("write", path, errno);
  std::remove(path.c_str());
  return failure;
}

}  // namespace gauntlet::tools
