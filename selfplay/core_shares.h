// The machine's cores, divided among games that are played at the same time.
#pragma once

#include <absl/base/thread_annotations.h>
#include <absl/synchronization/mutex.h>

#include <cstddef>
#include <vector>

namespace gauntlet::selfplay {

/// Processors, by Linux's numbers: those of one core, or of several.
using Processors = std::vector<int>;

/// The processors that this process may use, by core: two that share a core's units slow each other
/// down. Never empty.
std::vector<Processors> physical_cores();

/// Who plays on a clock needs cores that nobody else has for the whole game: programs may use
/// several threads, or think in their opponent's time. A thread that plays a game holds a share and
/// runs on its cores alone, and so does each process and thread that it starts meanwhile.
/// Thread-safe; outlives what is held of it.
class CoreShares {
 public:
  /// Divides nothing: who holds a share runs wherever the process may.
  CoreShares() : CoreShares(1, {}) {}
  /// Equal shares. What is left over is nobody's; where there are fewer cores than shares, nothing
  /// is divided. REQUIRES: shares > 0.
  CoreShares(int shares, const std::vector<Processors>& cores);

  /// Cores of each share; 0 where nothing is divided.
  int cores_each() const { return cores_each_; }

  /// A share that the calling thread holds while this lives. All threads and processes together
  /// should hold no more than there are: who gets none runs anywhere.
  class Hold {
   public:
    explicit Hold(CoreShares& shares);
    ~Hold();
    Hold(const Hold&) = delete;
    Hold& operator=(const Hold&) = delete;

    /// 0..shares-1, nobody else's meanwhile; 0 where nothing is divided.
    std::size_t index() const { return index_; }

   private:
    CoreShares& shares_;
    std::size_t index_ = 0;
    const bool has_share_;
  };

 private:
  bool take(std::size_t& index);

  int cores_each_;
  Processors all_;
  std::vector<Processors> shares_;
  absl::Mutex mutex_;
  std::vector<std::size_t> free_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace gauntlet::selfplay
