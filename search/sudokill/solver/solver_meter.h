// Counts the nodes of one thread of the Sudokill solver.
#pragma once

#include <atomic>
#include <cstdint>
#include <utility>

#include "search/budget.h"
#include "search/proven.h"

namespace gauntlet::search::sudokill {

/// Asks the threads' common budget once per batch of nodes. The search stops when the budget does,
/// and soon after one of the threads has proven what all of them are at.
class SolverMeter {
 public:
  /// `proven` is kNothing until then.
  explicit SolverMeter(const std::atomic<Proven>& proven) : proven_(proven) {}

  /// REQUIRES: `budget` lives until the next start(), or the last call of others.
  void start(Budget& budget) {
    budget_ = &budget;
    unreported_ = 0;
    report();
  }
  /// Tells the budget of the last nodes.
  void finish() { report(); }

  /// False when the search must stop.
  bool count() {
    if (allowance_ == 0) return false;
    ++nodes_;
    if (++unreported_ >= allowance_) report();
    return allowance_ != 0;
  }

  /// Stops the search until resume().
  void pause() { allowance_ = 0; }
  void resume() { report(); }

  bool stopped() const { return allowance_ == 0; }
  std::uint64_t nodes() const { return nodes_; }  ///< Ever.

 private:
  void report() {
    allowance_ = budget_->spend(std::exchange(unreported_, 0));
    if (proven_.load(std::memory_order_relaxed) != Proven::kNothing) allowance_ = 0;
  }

  const std::atomic<Proven>& proven_;
  Budget* budget_ = nullptr;
  std::uint64_t allowance_ = 0;   ///< Nodes until the budget must be asked; 0: stopped.
  std::uint64_t unreported_ = 0;  ///< Nodes since it was asked.
  std::uint64_t nodes_ = 0;
};

}  // namespace gauntlet::search::sudokill
