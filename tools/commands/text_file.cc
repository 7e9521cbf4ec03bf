#include "tools/commands/text_file.h"

#include <absl/cleanup/cleanup.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>

#include "engine/words.h"
#include "selfplay/file_kind.h"

namespace gauntlet::tools {

namespace {

absl::StatusOr<std::string> read_all(int descriptor, const std::string& path, std::size_t longest) {
  struct stat info {};
  if (fstat(descriptor, &info) != 0 || !S_ISREG(info.st_mode))
    return absl::InvalidArgumentError(engine::in_quotes(path, 200) +
                                      " is no file, but a folder, device or pipe; give a file");
  constexpr std::size_t kPiece = 1 << 16;
  std::string text;
  std::size_t size = 0;
  for (;;) {
    // Twice as much each time: most files are far shorter than they may be.
    if (size == text.size()) text.resize(std::min(longest + 1, 2 * size + kPiece));
    if (size == text.size()) break;
    const ssize_t got = ::read(descriptor, text.data() + size, text.size() - size);
    if (got < 0 && errno == EINTR) continue;
    if (got < 0) return selfplay::file_refusal("read", path, errno);
    if (got == 0) break;
    size += static_cast<std::size_t>(got);
  }
  text.resize(size);
  return text;
}

}  // namespace

absl::StatusOr<std::string> read_text_file(const std::string& path, std::size_t longest) {
  // O_NONBLOCK: a pipe would wait for its other end.
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) return selfplay::file_refusal("open", path, errno);
  const absl::Cleanup close = [descriptor] { ::close(descriptor); };
  return read_all(descriptor, path, longest);
}

}  // namespace gauntlet::tools
