// The order in which a node of alpha-beta tries its moves.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>

#include "search/alpha_beta/accumulator.h"

namespace gauntlet::search {

/// Hands out the moves of a list, highest score first, sorting only as far as it is asked. A move
/// may be put off: it comes again after all others. Changes the list's order.
template <class S>
class MovePicker {
 public:
  explicit MovePicker(std::span<ScoredMove<S>> list) : list_(list) {}

  /// The next move, valid until the next call; null when there is none.
  const ScoredMove<S>* next() {
    ScoredMove<S>* const begin = list_.data();
    ScoredMove<S>* const end = begin + list_.size();
    if (taken_ < list_.size()) {
      ScoredMove<S>* const here = begin + taken_;
      std::iter_swap(here, std::max_element(here, end, [](const auto& a, const auto& b) {
                       return a.score < b.score;
                     }));
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
    ScoredMove<S>& kept = list_[put_off_];
    kept = list_[taken_ - 1];
    kept.score = rank_;
    ++put_off_;
  }

 private:
  const std::span<ScoredMove<S>> list_;
  std::size_t taken_ = 0;
  std::size_t put_off_ = 0;
  std::size_t again_ = 0;
  int rank_ = 0;
};

}  // namespace gauntlet::search
