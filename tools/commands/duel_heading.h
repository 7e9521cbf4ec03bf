// The first lines of a file of values.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/expected.h"
#include "search/kimble/tablebase/tablebase.h"

namespace gauntlet::tools {

/// Whose values a file has, and how far they have come: lines of a name and a value, kBytes with
/// the blanks after them, the last of them a checksum of those before.
struct DuelHeading {
  static constexpr std::size_t kBytes = 512;

  int pieces = 0;  ///< Of each player.
  search::kimble::Tablebase::Players players;
  int bits = search::kimble::PackedValues::kBits;  ///< Of a value; those, or NarrowValues::kBits.
  /// Whether the file has values of all layers, of an earlier run with a larger tolerance or of one
  /// whose values were wrong, and the layers that are done are done again.
  bool refines = false;
  int layers = 0;             ///< That are done.
  int sweeps = 0;             ///< Of the next one so far.
  std::uint64_t updates = 0;  ///< Sweeps so far, of all layers.
  double change = 0;          ///< The largest of the last sweeps of the layers that are done.
  /// Once all layers are done (see ValueIteration::residual()); then the values are final.
  std::optional<double> residual;
  std::string checksum = "none";  ///< checksum_of() the values, once they are final.
  /// False while the values of the layer after those that are done are being written.
  bool is_whole = true;

  bool is_narrow() const { return bits == search::kimble::NarrowValues::kBits; }

  std::string to_text() const;
  /// Reads what to_text() has made; an error is the end of a sentence that begins with the file's
  /// name. REQUIRES: kBytes.
  static engine::Expected<DuelHeading> parse(std::string_view text);
};

}  // namespace gauntlet::tools
