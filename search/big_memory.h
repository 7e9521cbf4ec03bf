// Memory for the big arrays of a search: the transposition table, the tree of MCTS.
#pragma once

#include <cstddef>

namespace gauntlet::search {

/// Zeroed memory, on huge pages (2 MiB instead of 4 KiB) where the system grants them: an array
/// that is read at random places misses the translation buffer at nearly every access otherwise.
class BigMemory {
 public:
  /// Throws std::bad_alloc. REQUIRES: bytes > 0.
  explicit BigMemory(std::size_t bytes);
  ~BigMemory();
  BigMemory(const BigMemory&) = delete;
  BigMemory& operator=(const BigMemory&) = delete;

  /// Aligned to a cache line at least.
  std::byte* data() const { return data_; }

 private:
  std::byte* mapped_;
  std::size_t mapped_bytes_;
  std::byte* data_;
};

}  // namespace gauntlet::search
