// A header that `gauntlet fit` or `gauntlet calibrate` writes.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/status.h"

namespace gauntlet::tools {

/// One run's hold on a file of weights: only what an earlier run has written is written over, and
/// by one run at a time. Errors are one sentence that names the file.
class WeightsFile {
 public:
  /// What is in such a file, and the option that names it.
  struct Kind {
    std::string_view heading;  ///< The first line.
    std::string_view option = "--weights";
    std::string_view content = "weights";
  };

  /// Opens `path`, or creates it, before all the work: all that could keep it from being written
  /// later is found out here. The views of `kind` must outlive it.
  static absl::StatusOr<std::unique_ptr<WeightsFile>> open(const std::string& path, Kind kind);
  /// Removes what it has created if nothing was written.
  ~WeightsFile();
  WeightsFile(const WeightsFile&) = delete;
  WeightsFile& operator=(const WeightsFile&) = delete;

  /// What stood there when it was opened; empty when it is new.
  const std::string& text() const { return text_; }
  /// Writes all of it or nothing: what stood there before stays until the new weights are whole.
  absl::Status write(const std::string& text);

 private:
  WeightsFile(std::string path, std::string target, Kind kind, int descriptor, bool is_empty)
      : path_(std::move(path)),
        target_(std::move(target)),
        kind_(kind),
        descriptor_(descriptor),
        is_empty_(is_empty) {}

  absl::Status read();

  std::string path_;    ///< As given.
  std::string target_;  ///< The file itself, where `path_` is a link to it.
  Kind kind_;
  int descriptor_;  ///< Of what stands there now; locked.
  bool is_empty_;   ///< We have created it, and have not written.
  std::string text_;
};

}  // namespace gauntlet::tools
