// How many different things are among many, in bounded memory.
#pragma once

#include <absl/container/flat_hash_map.h>
#include <absl/container/flat_hash_set.h>

#include <cstddef>
#include <cstdint>

namespace gauntlet::selfplay {

/// Counts different keys. Exact up to half a million of them, in 10 to 20 bytes each; past that
/// only keys that end in ever more zero bits are kept (adaptive sampling: Flajolet, Computing 43,
/// 1990), and what is so among them is taken for all, to about a third of a percent. Where no key
/// comes twice the count stays exact. The order of keys makes no difference. One thread.
class DistinctCount {
 public:
  /// REQUIRES: equally likely to be any number.
  void add(std::uint64_t key) {
    ++added_;
    if (key & mask_) return;
    if (!seen_.insert(key).second) ++again_[key];
    while (seen_.size() > kMost) thin_out();
  }
  std::uint64_t count() const;

 private:
  static constexpr std::size_t kMost = 1 << 19;

  void thin_out() {
    mask_ = 2 * mask_ + 1;
    absl::erase_if(seen_, [&](std::uint64_t key) { return (key & mask_) != 0; });
    absl::erase_if(again_, [&](const auto& entry) { return (entry.first & mask_) != 0; });
  }

  absl::flat_hash_set<std::uint64_t> seen_;
  absl::flat_hash_map<std::uint64_t, std::uint64_t> again_;  ///< How often more than once.
  std::uint64_t added_ = 0;
  std::uint64_t mask_ = 0;
};

inline std::uint64_t DistinctCount::count() const {
  std::uint64_t sampled = seen_.size();
  if (mask_ == 0 || sampled == 0) return sampled;
  for (const auto& [key, times] : again_) sampled += times;
  return static_cast<std::uint64_t>(static_cast<unsigned __int128>(added_) * seen_.size() /
                                    sampled);
}

}  // namespace gauntlet::selfplay
