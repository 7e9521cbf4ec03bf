// Games out of files of text, on their way into a store.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <chrono>
#include <cstdint>
#include <memory>
#include <stop_token>
#include <string>
#include <utility>
#include <vector>

#include "engine/status.h"
#include "selfplay/game_log.h"
#include "tools/commands/progress_line.h"

namespace gauntlet::tools {

/// Adds the games of files to a store, but none that it has: of games that are the same in all that
/// is kept, it has as many in the end as the file that has most of them. The store is opened for
/// writing, and made if there is none, when the first game comes that it does not have: until then
/// it is not touched. One thread.
class GameImport {
 public:
  /// Why no games can be added to what stands at `path`, or what it has.
  static absl::StatusOr<std::unique_ptr<GameImport>> to(const std::string& path);

  /// All games of a file; `game` is played where it does not say. What is none is told on stderr.
  /// An error is the store's, or a CancelledError after a stop. What was read before it is kept
  /// only after flush().
  absl::Status add(const std::string& path, const std::string& game, std::stop_token stop);
  /// Everything that was added so far is on disk when this returns without an error.
  absl::Status flush();

  std::uint64_t games() const { return games_; }    ///< That are kept.
  std::uint64_t known() const { return known_; }    ///< That were there already.
  std::uint64_t faults() const { return faults_; }  ///< That are none.

 private:
  explicit GameImport(std::string path) : path_(std::move(path)) {}

  absl::Status keep(selfplay::EndedGame game);
  void blame(const std::string& path, std::size_t line, const std::string& what);
  void tell_progress();

  const std::string path_;
  std::unique_ptr<selfplay::GameLog> log_;  ///< Null until it is needed.
  /// How often each game is in the store, and in the file that is read.
  using Copies = absl::flat_hash_map<selfplay::GameLog::Fingerprint, std::uint32_t>;
  Copies there_, in_file_;
  std::vector<selfplay::EndedGame> waiting_;  ///< Still to be written.
  std::uint64_t read_ = 0, games_ = 0, known_ = 0, faults_ = 0;
  const std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  std::chrono::steady_clock::time_point flushed_ = begin_;
  ProgressLine progress_;
};

/// Whether each file can be read and begins as one of games does.
absl::Status check_game_files(const std::vector<std::string>& paths);

}  // namespace gauntlet::tools
