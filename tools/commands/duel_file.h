// The file in which `gauntlet solve kimble` keeps values.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/expected.h"
#include "search/kimble/duel/duel.h"

namespace gauntlet::tools {

/// A heading of lines, kHeadingBytes with the blanks after it, that says whose values they are and
/// how far they have come; then the values as they lie in memory (see PackedValues), the first
/// player's table before the second's. So nothing is rounded, and a run that was killed goes on as
/// if nothing had happened.
///
/// Layers that are done are never written again. While the values of one that is not are being
/// written the heading says so; who finds it like that begins the layer anew. Errors are one
/// sentence that names the file.
class DuelFile {
 public:
  static constexpr std::size_t kHeadingBytes = 512;

  /// How far a run has come.
  struct State {
    int layers = 0;             ///< That are done.
    int sweeps = 0;             ///< Of the next one so far.
    std::uint64_t updates = 0;  ///< Sweeps so far, of all layers.
    /// Once all layers are done (see DuelSweep::residual()); then the values are final.
    std::optional<double> residual;
    std::string checksum = "none";  ///< checksum_of() the values, once they are final.
  };

  /// Creates `path`, or reads what an earlier run for the same players has left into `duel`.
  static engine::Expected<std::unique_ptr<DuelFile>> open(const std::string& path,
                                                          search::KimbleDuel& duel);
  ~DuelFile();
  DuelFile(const DuelFile&) = delete;
  DuelFile& operator=(const DuelFile&) = delete;

  /// What it holds.
  const State& state() const { return state_; }

  /// Keeps the values of one layer, and how far that brings the run.
  std::optional<engine::Error> save(search::DuelLayer layer, const State& state);
  /// Keeps how far the run has come alone.
  std::optional<engine::Error> save(const State& state);

 private:
  DuelFile(std::string path, int descriptor, search::KimbleDuel& duel)
      : path_(std::move(path)), descriptor_(descriptor), duel_(duel) {}

  std::optional<engine::Error> read();
  std::optional<engine::Error> read_heading(std::string_view heading);
  std::optional<engine::Error> transfer(search::DuelLayer layer, bool writes);
  std::optional<engine::Error> write_heading(bool is_whole);
  std::string players() const;
  std::uint64_t bytes() const;
  engine::Error failed(const std::string& to_do, int code) const;

  const std::string path_;
  const int descriptor_;
  search::KimbleDuel& duel_;
  State state_;
};

/// CRC-32 of all values, in eight hex digits.
std::string checksum_of(search::KimbleDuel& duel);

}  // namespace gauntlet::tools
