// Memory for the big arrays of a search: the transposition table, the tree of MCTS.
#pragma once

#include <cstddef>
#include <cstdint>

namespace gauntlet::search {

/// What BigMemory lies on. An array that is read at random places misses the translation buffer at
/// nearly every access unless its pages are huge.
enum class Pages : std::uint8_t {
  kSmall,  ///< 4 KiB: no more is taken than is used.
  kHuge,   ///< 2 MiB, if there is at least as much and the system grants them.
};

/// Zeroed memory. Pages that are never written to cost nothing.
class BigMemory {
 public:
  /// Throws std::bad_alloc. REQUIRES: bytes > 0.
  explicit BigMemory(std::size_t bytes, Pages pages = Pages::kHuge);
  ~BigMemory();
  BigMemory(const BigMemory&) = delete;
  BigMemory& operator=(const BigMemory&) = delete;

  /// Zeroes it again, at the cost of the pages that were written to, not of all.
  void clear();

  /// Aligned to a cache line at least.
  std::byte* data() const { return data_; }

 private:
  std::byte* mapped_;
  std::size_t mapped_bytes_;
  std::byte* data_;
  std::size_t bytes_;
};

}  // namespace gauntlet::search
