#include "selfplay/core_shares.h"

#include <absl/container/btree_map.h>
#include <sched.h>

#include <fstream>
#include <string>

namespace gauntlet::selfplay {

namespace {

/// Names the core of a processor: all that it consists of, as in "0-1".
std::string core_of(int processor) {
  std::ifstream file("/sys/devices/system/cpu/cpu" + std::to_string(processor) +
                     "/topology/thread_siblings_list");
  std::string siblings;
  std::getline(file, siblings);
  return siblings.empty() ? std::to_string(processor) : siblings;
}

/// The calling thread runs on these alone. Refused where the process may not use them any more:
/// then it goes on where it is.
void run_on(const Processors& processors) {
  cpu_set_t allowed;
  CPU_ZERO(&allowed);
  for (const int processor : processors) CPU_SET(static_cast<std::size_t>(processor), &allowed);
  sched_setaffinity(0, sizeof allowed, &allowed);
}

}  // namespace

std::vector<Processors> physical_cores() {
  cpu_set_t allowed;
  if (sched_getaffinity(0, sizeof allowed, &allowed) != 0) return {{0}};
  absl::btree_map<std::string, std::size_t> known;
  std::vector<Processors> cores;
  for (int processor = 0; processor < CPU_SETSIZE; ++processor) {
    if (!CPU_ISSET(static_cast<std::size_t>(processor), &allowed)) continue;
    const auto [place, is_new] = known.try_emplace(core_of(processor), cores.size());
    if (is_new) cores.emplace_back();
    cores[place->second].push_back(processor);
  }
  return cores;
}

CoreShares::CoreShares(int shares, const std::vector<Processors>& cores)
    : cores_each_(static_cast<int>(cores.size()) / shares) {
  for (const Processors& core : cores) all_.insert(all_.end(), core.begin(), core.end());
  if (cores_each_ == 0) return;
  auto core = cores.begin();
  for (int share = 0; share < shares; ++share) {
    Processors& processors = shares_.emplace_back();
    for (int i = 0; i < cores_each_; ++i, ++core)
      processors.insert(processors.end(), core->begin(), core->end());
    free_.push_back(static_cast<std::size_t>(shares - 1 - share));
  }
}

bool CoreShares::take(std::size_t& index) {
  const absl::MutexLock lock(&mutex_);
  if (free_.empty()) return false;
  index = free_.back();
  free_.pop_back();
  return true;
}

CoreShares::Hold::Hold(CoreShares& shares) : shares_(shares), has_share_(shares.take(index_)) {
  if (has_share_) run_on(shares_.shares_[index_]);
}

CoreShares::Hold::~Hold() {
  if (!has_share_) return;
  run_on(shares_.all_);
  const absl::MutexLock lock(&shares_.mutex_);
  shares_.free_.push_back(index_);
}

}  // namespace gauntlet::selfplay
