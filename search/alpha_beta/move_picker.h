// The order in which a node of alpha-beta tries its moves.
#pragma once

#include <algorithm>
#include <cstddef>

#include "search/alpha_beta/accumulator.h"

namespace gauntlet::search {

/// Hands out the moves of a list, highest score first, sorting only as far as it is asked. A move
/// may be put off: it comes again after all others. Changes the list's order.
template <class S>
class MovePicker {
 public:
  explicit MovePicker(Candidates<S>& list) : list_(list) {}

  /// The next move, valid until the next call; null when there is none.
  const ScoredMove<S>* next() {
    auto* const begin = list_.moves.begin();
    const std::size_t size = list_.moves.size();
    if (taken_ < size) {
      auto* const here = begin + taken_;
      std::iter_swap(
          here, std::max_element(here, list_.moves.end(),
                                 [](const auto& a, const auto& b) { return a.score < b.score; }));
      rank_ = static_cast<int>(taken_++);
      return here;
    }
    if (again_ == put_off_) return nullptr;
    rank_ = begin[again_].score;
    return begin + again_++;
  }

  /// The current move's place in the order of scores, from 0.
  int rank() const { return rank_; }
  /// Whether the current move was not put off before.
  bool can_put_off() const { return again_ == 0; }
  /// Puts the current move off. REQUIRES: can_put_off().
  void put_off() {
    // Places below taken_ are free for use: their moves were handed out.
    ScoredMove<S>& kept = list_.moves[put_off_];
    kept = list_.moves[taken_ - 1];
    kept.score = rank_;
    ++put_off_;
  }

 private:
  Candidates<S>& list_;
  std::size_t taken_ = 0;
  std::size_t put_off_ = 0;
  std::size_t again_ = 0;
  int rank_ = 0;
};

}  // namespace gauntlet::search
