// The file in which `gauntlet solve kimble` keeps values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"
#include "search/kimble/tablebase/tablebase.h"
#include "tools/lab/tablebase_heading.h"

namespace gauntlet::tools {

/// A TablebaseHeading; then the values, the first player's table before the second's, either as
/// they lie in memory (see PackedValues) or narrow (see NarrowValues). What is saved narrow must be
/// rounded before; so nothing is rounded here, and a run that was killed goes on as if nothing had
/// happened.
///
/// Layers that are done are not changed again, unless all are refined. While the values of one that
/// is not are being written the heading says so; who finds it like that begins the layer anew, or
/// refines what is there, which ends at values as good, but not at the same bytes. Errors are one
/// sentence that names the file.
class TablebaseFile {
 public:
  /// Creates `path` for these, or finds what an earlier run for the same has left. Without bits a
  /// file that is there keeps its own, and a new one is narrow if it would be larger than
  /// kMostBytes otherwise.
  static absl::StatusOr<std::unique_ptr<TablebaseFile>> open(
      const std::string& path, int pieces, const search::kimble::Tablebase::Players& players,
      std::optional<int> bits);
  ~TablebaseFile();
  TablebaseFile(const TablebaseFile&) = delete;
  TablebaseFile& operator=(const TablebaseFile&) = delete;

  /// How far the run has come.
  const TablebaseHeading& heading() const { return heading_; }
  /// Its size.
  std::uint64_t bytes() const;

  /// Reads the values there are into `tablebase`, which the following write from. REQUIRES: it is
  /// of the heading's pieces and players and outlives the file.
  absl::Status load(search::kimble::Tablebase& tablebase);
  /// Keeps the values of one layer, if any, and how far that brings the run. Final values get their
  /// checksum.
  absl::Status save(std::optional<search::kimble::Layer> layer,
                    const search::kimble::SolveState& state);

 private:
  static constexpr std::uint64_t kMostBytes = 4'000'000'000;

  TablebaseFile(std::string path, int descriptor, int pieces,
                const search::kimble::Tablebase::Players& players)
      : path_(std::move(path)), descriptor_(descriptor) {
    heading_.pieces = pieces;
    heading_.players = players;
  }

  absl::Status prepare(std::optional<int> bits);
  absl::Status extend();
  absl::Status read_heading(std::uint64_t size, std::optional<int> bits);
  absl::Status take(TablebaseHeading heading, std::optional<int> bits);
  absl::Status transfer(search::kimble::Layer layer, bool writes);
  int transfer_packed(int mover, search::kimble::Pairs::Places places, bool writes);
  int transfer_narrow(int mover, search::kimble::Pairs::Places places, bool writes);
  absl::Status write_heading(bool is_whole);
  absl::Status failed(const std::string& to_do, int code) const;
  absl::Status refusal(const std::string& why) const;

  const std::string path_;
  const int descriptor_;
  TablebaseHeading heading_;
  search::kimble::Tablebase* tablebase_ = nullptr;
  std::vector<std::byte> narrow_;  ///< What transfer_narrow() reads or writes.
};

/// CRC-32 of all values as a file has them, in eight hex digits. REQUIRES: where they are narrow,
/// they are rounded.
std::string checksum_of(search::kimble::Tablebase& tablebase, bool are_narrow);

}  // namespace gauntlet::tools
