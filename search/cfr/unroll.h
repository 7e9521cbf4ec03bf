// From the rules of a game to its sequence form.
#pragma once

#include <absl/container/flat_hash_map.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "search/budget.h"
#include "search/cfr/sequence_form.h"

namespace gauntlet::search::cfr {

/// Gives numbers to what a player has seen, so that equal histories of it have one number.
class Observations {
 public:
  using Number = std::uint32_t;
  static constexpr Number kNothing = 0;

  /// The number of `before` followed by a move that looks like `seen`.
  Number extended(Number before, std::uint32_t seen) {
    const std::uint64_t key = std::uint64_t{before} << 32 | seen;
    return numbers_.try_emplace(key, static_cast<Number>(numbers_.size() + 1)).first->second;
  }

 private:
  absl::flat_hash_map<std::uint64_t, Number> numbers_;  // never gone through
};

/// Goes through all games from a state, and writes down what its two players can do. What a player
/// can tell apart is all that it has seen of every move since that state: S::seen() where
/// information is hidden, else the moves themselves; so recall is perfect. The tree is gone through
/// with a stack of the moves still to be tried, some thousands at most, and not kept: memory is
/// that of the result and some 50 bytes for each history that a player can tell apart. `S` offers
/// to_move(), legal_moves(), apply() and returns() of a game for two, and with chance or hidden
/// information chance_outcomes() or seen(): see engine/game.h.
template <class S>
class Unroll {
 public:
  using Move = typename S::Move;

  /// Polled by the budget given to operator(), once for so many histories.
  static constexpr std::uint64_t kHistoriesPerPoll = 1024;

  /// REQUIRES: a whole state of a game for two.
  explicit Unroll(const S& root) : root_(root) {}

  /// Nothing if the budget ends first: its nodes are histories.
  std::optional<SequenceForm> operator()(Budget& budget);

  /// Of each information set of a player some state, the first that was met. Of no use before the
  /// call.
  const std::vector<S>& examples(int player) const {
    return examples_[static_cast<std::size_t>(player)];
  }

 private:
  /// A history: where it has led, and by what.
  struct History {
    S state;
    std::array<Observations::Number, 2> seen{};
    std::array<Sequence, 2> sequences{};
    double chance = 1;  ///< The probability of what chance has done.
  };

  void visit(const History& history);
  void end(const History& history);
  void decide(const History& history, engine::Player mover);
  std::uint32_t set_of(const History& history, engine::Player mover, std::size_t moves);
  History after(const History& history, Move move);
  void join_leaves();

  S root_;
  std::vector<History> stack_;
  std::array<Observations, 2> observations_;
  /// By what was seen: the place of an information set.
  std::array<absl::flat_hash_map<Observations::Number, std::uint32_t>, 2> places_;
  std::array<std::vector<S>, 2> examples_;
  SequenceForm form_;
};

template <class S>
std::optional<SequenceForm> Unroll<S>::operator()(Budget& budget) {
  stack_.push_back({root_, {}, {}, 1});
  std::uint64_t allowance = budget.spend(0);
  std::uint64_t unpaid = 0;
  while (!stack_.empty()) {
    if (unpaid == allowance) {
      if ((allowance = budget.spend(unpaid)) == 0) return std::nullopt;
      unpaid = 0;
    }
    ++unpaid;
    const History history = stack_.back();
    stack_.pop_back();
    visit(history);
  }
  budget.spend(unpaid);
  join_leaves();
  return std::move(form_);
}

template <class S>
void Unroll<S>::visit(const History& history) {
  ++form_.histories;
  const engine::Player mover = history.state.to_move();
  if (mover == engine::kNobody) return end(history);
  if (mover >= 0) return decide(history, mover);
  if constexpr (requires(const S& s) { s.chance_outcomes([](Move, double) {}); })
    history.state.chance_outcomes([&](Move move, double probability) {
      stack_.push_back(after(history, move));
      stack_.back().chance *= probability;
    });
}

template <class S>
void Unroll<S>::end(const History& history) {
  const engine::Returns returns = history.state.returns();
  const double won = static_cast<double>(returns[0]) - static_cast<double>(returns[1]);
  if (won != 0) form_.leaves.push_back({history.sequences, history.chance * won});
}

template <class S>
void Unroll<S>::decide(const History& history, engine::Player mover) {
  typename S::Moves moves;
  history.state.legal_moves(moves);
  const auto own = static_cast<std::size_t>(mover);
  const InformationSet& set = form_.sets[own][set_of(history, mover, moves.size())];
  assert(set.moves == moves.size() && set.before == history.sequences[own]);
  for (std::size_t i = 0; i < moves.size(); ++i) {
    stack_.push_back(after(history, moves[i]));
    stack_.back().sequences[own] = set.first + static_cast<Sequence>(i);
  }
}

/// The place of the mover's information set, which is made if it is new.
template <class S>
std::uint32_t Unroll<S>::set_of(const History& history, engine::Player mover, std::size_t moves) {
  const auto own = static_cast<std::size_t>(mover);
  auto& sets = form_.sets[own];
  const auto [found, is_new] =
      places_[own].try_emplace(history.seen[own], static_cast<std::uint32_t>(sets.size()));
  if (is_new) {
    const auto first = static_cast<Sequence>(form_.sequences(mover));
    sets.push_back({history.sequences[own], first, static_cast<std::uint32_t>(moves)});
    examples_[own].push_back(history.state);
  }
  return found->second;
}

template <class S>
typename Unroll<S>::History Unroll<S>::after(const History& history, Move move) {
  History next = history;
  for (const engine::Player player : {0, 1}) {
    const auto own = static_cast<std::size_t>(player);
    std::uint32_t seen = move.bits();
    if constexpr (requires(const S& s) { s.seen(move, player); })
      seen = history.state.seen(move, player).bits();
    next.seen[own] = observations_[own].extended(history.seen[own], seen);
  }
  next.state.apply(move);
  return next;
}

template <class S>
void Unroll<S>::join_leaves() {
  auto& leaves = form_.leaves;
  std::stable_sort(leaves.begin(), leaves.end(),  // stable: sums of the same order everywhere
                   [](const auto& a, const auto& b) { return a.sequences < b.sequences; });
  std::size_t kept = 0;
  for (const SequenceForm::Leaf& leaf : leaves) {
    if (kept > 0 && leaves[kept - 1].sequences == leaf.sequences)
      leaves[kept - 1].worth += leaf.worth;
    else
      leaves[kept++] = leaf;
  }
  leaves.resize(kept);
  leaves.shrink_to_fit();
}

}  // namespace gauntlet::search::cfr
