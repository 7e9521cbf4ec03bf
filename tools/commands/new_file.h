// Files that commands write for people and other programs.
#pragma once

#include <cstdio>
#include <memory>
#include <string>

#include "engine/status.h"

namespace gauntlet::tools {

/// Closes what was opened; stdout stays open.
struct CloseFile {
  void operator()(std::FILE* file) const {
    if (file != stdout) std::fclose(file);
  }
};
using OutputFile = std::unique_ptr<std::FILE, CloseFile>;

/// A file that was not there before; nothing is overwritten. `option` names where the path comes
/// from, for the sentence of an error.
absl::StatusOr<OutputFile> new_file(const std::string& path, const std::string& option);

/// Writes `text` to a new file. What could be written of it is removed again where that fails.
absl::Status write_new_file(const std::string& path, const std::string& option,
                            const std::string& text);

}  // namespace gauntlet::tools
