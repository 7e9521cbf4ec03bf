// A header that `gauntlet fit` writes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::tools {

/// One run's hold on a file of weights: only what an earlier fit has written is written over, and
/// by one run at a time. Errors are one sentence that names the file.
class WeightsFile {
 public:
  /// Opens `path`, or creates it, before all the work: all that could keep it from being written
  /// later is found out here. `heading` is the first line of such a file.
  static absl::StatusOr<std::unique_ptr<WeightsFile>> open(const std::string& path,
                                                           std::string_view heading);
  ~WeightsFile();
  WeightsFile(const WeightsFile&) = delete;
  WeightsFile& operator=(const WeightsFile&) = delete;

  /// What stood there when it was opened; empty when it is new.
  const std::string& text() const { return text_; }
  /// Writes all of it or nothing: what stood there before stays until the new weights are whole.
  absl::Status write(const std::string& text);

 private:
  WeightsFile(std::string path, std::string target, int descriptor)
      : path_(std::move(path)), target_(std::move(target)), descriptor_(descriptor) {}

  absl::Status read(std::string_view heading);

  std::string path_;    ///< As given.
  std::string target_;  ///< The file itself, where `path_` is a link to it.
  int descriptor_;      ///< Of what stands there now; locked.
  std::string text_;
};

}  // namespace gauntlet::tools
