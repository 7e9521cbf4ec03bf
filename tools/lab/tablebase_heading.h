// The first lines of a file of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/status.h"
#include "search/kimble/tablebase/solve_run.h"
#include "search/kimble/tablebase/tablebase.h"

namespace gauntlet::tools {

/// Whose values a file has, and how far they have come: lines of a name and a value, kBytes with
/// the blanks after them, the last of them a checksum of those before.
struct TablebaseHeading : search::kimble::SolveState {
  static constexpr std::size_t kBytes = 512;

  int pieces = 0;  ///< Of each player.
  search::kimble::Tablebase::Players players;
  std::string checksum = "none";  ///< checksum_of() the values, once they are final.
  /// False while the values of the layer after those that are done are being written.
  bool is_whole = true;

  std::string to_text() const;
  /// Reads what to_text() has made; an error is the end of a sentence that begins with the file's
  /// name. REQUIRES: kBytes.
  static absl::StatusOr<TablebaseHeading> parse(std::string_view text);
};

}  // namespace gauntlet::tools
