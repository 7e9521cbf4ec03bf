// The file in which `gauntlet solve kimble` keeps values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/expected.h"
#include "search/kimble/duel/duel.h"
#include "tools/commands/duel_heading.h"

namespace gauntlet::tools {

/// A DuelHeading; then the values as they lie in memory (see PackedValues), the first player's
/// table before the second's. So nothing is rounded, and a run that was killed goes on as if
/// nothing had happened.
///
/// Layers that are done are never written again. While the values of one that is not are being
/// written the heading says so; who finds it like that begins the layer anew. Errors are one
/// sentence that names the file.
class DuelFile {
 public:
  /// Creates `path`, or reads what an earlier run for the same players has left into `duel`.
  static engine::Expected<std::unique_ptr<DuelFile>> open(const std::string& path,
                                                          search::KimbleDuel& duel);
  ~DuelFile();
  DuelFile(const DuelFile&) = delete;
  DuelFile& operator=(const DuelFile&) = delete;

  /// How far the run has come.
  const DuelHeading& heading() const { return heading_; }

  /// Keeps the values of one layer, and how far that brings the run.
  std::optional<engine::Error> save(search::DuelLayer layer, const DuelHeading& heading);
  /// Keeps how far the run has come alone.
  std::optional<engine::Error> save(const DuelHeading& heading);

 private:
  DuelFile(std::string path, int descriptor, search::KimbleDuel& duel)
      : path_(std::move(path)), descriptor_(descriptor), duel_(duel) {
    heading_.pieces = duel.pieces();
    heading_.players = duel.players();
  }

  std::optional<engine::Error> read();
  std::optional<engine::Error> take(DuelHeading heading);
  std::optional<engine::Error> transfer(search::DuelLayer layer, bool writes);
  std::optional<engine::Error> write_heading(bool is_whole);
  std::uint64_t bytes() const;
  engine::Error failed(const std::string& to_do, int code) const;

  const std::string path_;
  const int descriptor_;
  search::KimbleDuel& duel_;
  DuelHeading heading_;
};

/// CRC-32 of all values, in eight hex digits.
std::string checksum_of(search::KimbleDuel& duel);

}  // namespace gauntlet::tools
