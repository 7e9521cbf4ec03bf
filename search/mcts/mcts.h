// Monte-Carlo tree search for every game: any number of players, dice, hidden information.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <tuple>
#include <utility>
#include <vector>

#include "engine/game.h"
#include "search/budget.h"
#include "search/mcts/child_index.h"
#include "search/mcts/leaf_playout.h"
#include "search/mcts/proofs.h"
#include "search/mcts/tree.h"
#include "search/mcts/visit_buffer.h"
#include "search/options.h"
#include "search/parallel.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// UCT (Kocsis & Szepesvari 2006) with one LeafPlayout a leaf. Every node counts the returns of the
/// player who moved into it, so any number of players needs no special case. Chance moves are
/// sampled. Proven wins and losses are backed up (Winands et al. 2008). All threads work on one
/// tree; a visit is counted on the way down, so that a simulation under way counts as lost (virtual
/// loss). They differ in how boldly they explore, which keeps them apart.
///
/// Hidden information: each simulation searches a world drawn from what the observer knows; nodes
/// are the observer's information sets, reached by what it sees of each move, and a move competes
/// only in worlds where it is legal (single-observer information set MCTS, Cowling et al. 2012).
template <class S>
class Mcts final : public Searcher {
 public:
  using Move = typename S::Move;

  Mcts(const typename S::Rules& rules, const SearcherOptions& options)
      : tree_(options.hash_mb, most_tree_nodes(options)),
        workers_(options.threads),
        judges_(options.judges_within.has_value()) {
    for (int id = 0; id < options.threads; ++id)
      threads_.push_back(
          std::make_unique<Thread>(rules, options.threads > 1, boldness_of(id, options.threads)));
    new_game(0);
  }

  std::size_t memory() const override { return tree_.bytes(); }

  void new_game(std::uint64_t seed) override {
    for (std::size_t id = 0; id < threads_.size(); ++id) threads_[id]->rng = engine::Rng(seed, id);
  }

  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  static constexpr std::uint64_t kSimulationsPerPoll = 64;
  /// A leaf gets children when it is visited again: most leaves never are.
  static constexpr std::uint32_t kVisitsToExpand = 2;
  static constexpr float kExploration = 0.7f;
  /// By which part the boldest of several threads explores more than one alone, and the least bold
  /// less. docs/performance.md has figures.
  static constexpr float kBoldest = 0.3f;
  static constexpr int kMaxPath = 512;
  static constexpr std::uint64_t kFirstReport = 1024;  ///< Simulations; then at each doubling.
  /// A move is judged that has this part of the visits of the most trusted one.
  static constexpr std::uint32_t kLeastShare = 8;

  /// What one thread needs for itself, and on cache lines of its own.
  struct alignas(128) Thread {
    Thread(const typename S::Rules& rules, bool is_one_of_many, float boldness)
        : playout(rules),
          rng(0),
          boldness(boldness),
          children(engine::Hidden<S> ? std::make_unique<ChildIndex>() : nullptr),
          buffer(is_one_of_many ? std::make_unique<VisitBuffer>() : nullptr) {}

    LeafPlayout<S> playout;
    engine::Rng rng;
    const float boldness;  ///< What exploration below busy nodes is multiplied by.
    typename S::Moves moves;
    /// A node, the player whose returns it counts, who moves there, and whether its visit is
    /// counted already.
    struct Step {
      NodeIndex node;
      engine::Player chooser;
      engine::Player mover;
      bool counted;
    };
    engine::InplaceVector<Step, kMaxPath> path;
    std::unique_ptr<ChildIndex> children;  ///< Null where children are always the same.
    NodeReserve reserve;
    std::unique_ptr<VisitBuffer> buffer;  ///< Null where one thread searches.
  };

  template <class AfterBatch>
  void work(Thread& thread, const S& root, Budget& budget, AfterBatch&& after_batch);
  void simulate(Thread& thread, const S& root);
  NodeIndex descend(Thread& thread, NodeIndex parent, S& state, engine::Player& chooser);
  static float boldness_of(int id, int threads);
  static float exploration_of(const Thread& thread, const Node& parent);
  float upper_bound(NodeIndex child, float exploration) const;
  NodeIndex choose(const Thread& thread, NodeIndex parent, S& state);
  NodeIndex choose_in_world(Thread& thread, NodeIndex parent, S& state);
  NodeIndex draw_chance(Thread& thread, NodeIndex parent, S& state);
  NodeIndex find_or_add(Thread& thread, NodeIndex parent, std::uint32_t move);
  void expand(Thread& thread, NodeIndex leaf, const S& state);
  void back_up(Thread& thread, const engine::Returns& returns);
  void back_up_proof(Thread& thread, const engine::Returns& returns, int players);
  bool count_visit(NodeIndex index);
  void add_value(NodeIndex index, std::int64_t value);
  engine::AnyMove first_legal(const S& root);
  bool is_decided() const;
  NodeIndex most_trusted(NodeIndex parent) const;
  double win_of(NodeIndex index) const;
  void summarize(Result& result) const;
  void judge(std::uint32_t most_visits, Result& result) const;

  /// A simulation gives one node all its children, or (see Tree::add) adds one to a block that is a
  /// quarter full at least, and half of what a thread has in reserve may stay unused.
  static std::uint64_t most_tree_nodes(const SearcherOptions& options) {
    constexpr std::uint64_t kOfOne = engine::Hidden<S> ? 8 : S::Moves::kCapacity;
    constexpr std::uint64_t kMany = ~std::uint64_t{0} / (2 * kOfOne);
    const std::uint64_t poll = kSimulationsPerPoll * static_cast<unsigned>(options.threads);
    return kOfOne * (std::min(options.most_nodes, kMany) + poll);
  }
  bool parallel() const { return workers_.threads() > 1; }

  Tree tree_;
  Workers workers_;
  const bool judges_;
  std::vector<std::unique_ptr<Thread>> threads_;
  engine::Player observer_ = 0;
};

// ---- one simulation ----

template <class S>
void Mcts<S>::simulate(Thread& thread, const S& root) {
  // 1. A world: what the observer knows, completed at random.
  S state = root;
  if constexpr (engine::Hidden<S>) state = root.determinized(thread.rng);

  // 2. Down the tree to a leaf, or to what is already decided.
  NodeIndex node = tree_.root();
  engine::Player chooser = root.to_move();
  thread.path.clear();
  thread.path.push_back({node, chooser, chooser, count_visit(node)});
  while (!engine::is_over(state) && thread.path.size() < kMaxPath) {
    if (tree_[node].children.load(std::memory_order_acquire) == kNoNode) {
      if (tree_[node].visits.load(std::memory_order_relaxed) < kVisitsToExpand) break;
      if constexpr (!engine::Hidden<S>) {
        expand(thread, node, state);
        if (tree_[node].children.load(std::memory_order_acquire) == kNoNode) break;
      }
    }
    const NodeIndex below = descend(thread, node, state, chooser);
    if (below == kNoNode) break;
    node = below;
    thread.path.push_back({node, chooser, state.to_move(), count_visit(node)});
  }

  // 3. A playout, and its result to everyone on the path.
  const bool over = engine::is_over(state);
  const engine::Returns returns =
      over ? state.returns() : thread.playout(state, thread.rng).returns;
  back_up(thread, returns);
  if (over) back_up_proof(thread, returns, root.players());
}

/// Plays the move that leads to the chosen child.
template <class S>
inline NodeIndex Mcts<S>::descend(Thread& thread, NodeIndex parent, S& state,
                                  engine::Player& chooser) {
  if constexpr (engine::Stochastic<S>)
    if (state.to_move() == engine::kChance) return draw_chance(thread, parent, state);
  chooser = state.to_move();
  if constexpr (engine::Hidden<S>) return choose_in_world(thread, parent, state);
  return choose(thread, parent, state);
}

/// Threads that explored alike would be at the same moves all the time, and each would wait for the
/// cache lines that the other has written. On the mean they explore as one alone does.
template <class S>
float Mcts<S>::boldness_of(int id, int threads) {
  if (threads == 1) return 1;
  const float place = static_cast<float>(2 * id) / static_cast<float>(threads - 1) - 1;  // -1..1
  return 1 + kBoldest * place;
}

/// What a child's spread is multiplied by.
template <class S>
inline float Mcts<S>::exploration_of(const Thread& thread, const Node& parent) {
  const auto visits = static_cast<float>(parent.visits.load(std::memory_order_relaxed));
  const float usual = kExploration * std::sqrt(natural_log(visits + 1));
  return VisitBuffer::is_busy(parent) ? usual * thread.boldness : usual;
}

template <class S>
inline float Mcts<S>::upper_bound(NodeIndex child, float exploration) const {
  const SelectionStats& stats = tree_.stats(child);
  return stats.mean.load(std::memory_order_relaxed) +
         exploration * stats.spread.load(std::memory_order_relaxed);
}

/// The child with the highest upper confidence bound.
template <class S>
inline NodeIndex Mcts<S>::choose(const Thread& thread, NodeIndex parent, S& state) {
  const float exploration = exploration_of(thread, tree_[parent]);
  NodeIndex best = kNoNode;
  float best_bound = -1e9f;
  tree_.for_each_child(parent, [&](NodeIndex child) {
    const float bound = upper_bound(child, exploration);
    if (bound > best_bound) {
      best_bound = bound;
      best = child;
    }
  });
  state.apply(Move::from_bits(tree_.move(best)));
  return best;
}

/// As choose(), among the moves that are legal in this world; of those that look alike to the
/// observer one is played at random. Moves that were never played come first, in the game's order.
template <class S>
NodeIndex Mcts<S>::choose_in_world(Thread& thread, NodeIndex parent, S& state) {
  if constexpr (engine::Hidden<S>) {
    const float exploration = exploration_of(thread, tree_[parent]);
    state.legal_moves(thread.moves);
    thread.children->fill(tree_, parent);
    NodeIndex best = kNoNode;
    float best_bound = -1e9f;
    std::uint32_t alike = 0;
    bool is_fresh = false;
    Move played{}, first_played{};
    for (const Move move : thread.moves) {
      const NodeIndex child = thread.children->find(state.seen(move, observer_).bits());
      if (child == kNoNode) {
        if (!is_fresh) first_played = move;
        is_fresh = true;
      } else if (child == best) {
        if (thread.rng.below(++alike) == 0) played = move;
      } else if (const float bound = upper_bound(child, exploration); bound > best_bound) {
        best_bound = bound;
        best = child;
        played = move;
        alike = 1;
      }
    }
    if (is_fresh) {
      const NodeIndex added =
          find_or_add(thread, parent, state.seen(first_played, observer_).bits());
      if (added != kNoNode) {
        best = added;
        played = first_played;
      }
    }
    if (best != kNoNode) state.apply(played);
    return best;
  }
  return kNoNode;
}

template <class S>
NodeIndex Mcts<S>::draw_chance(Thread& thread, NodeIndex parent, S& state) {
  if constexpr (engine::Stochastic<S>) {
    const Move outcome = state.sample_chance(thread.rng);
    std::uint32_t key = outcome.bits();
    if constexpr (engine::Hidden<S>) key = state.seen(outcome, observer_).bits();
    const NodeIndex child = find_or_add(thread, parent, key);
    if (child != kNoNode) state.apply(outcome);
    return child;
  }
  return kNoNode;
}

/// The child that `move` leads to; a new one is added unless the memory is used up.
template <class S>
NodeIndex Mcts<S>::find_or_add(Thread& thread, NodeIndex parent, std::uint32_t move) {
  NodeIndex found = tree_.find(parent, move);
  if (found != kNoNode) return found;
  std::atomic<bool>& locked = tree_[parent].expanding;
  while (locked.exchange(true, std::memory_order_acquire)) {
  }
  found = tree_.find(parent, move);  // another thread may have added it
  if (found == kNoNode) found = tree_.add(parent, move, thread.reserve);
  locked.store(false, std::memory_order_release);
  return found;
}

/// Gives a leaf its children in random order: all legal moves, or all outcomes. (With hidden
/// information children differ from world to world and are added when first played.)
template <class S>
void Mcts<S>::expand(Thread& thread, NodeIndex leaf, const S& state) {
  Node& parent = tree_[leaf];
  if (parent.expanding.exchange(true, std::memory_order_acquire))
    return;  // another thread is at it
  typename S::Moves& moves = thread.moves;
  if (state.to_move() >= 0) {
    state.legal_moves(moves);
  } else if constexpr (engine::Stochastic<S>) {
    moves.clear();
    state.chance_outcomes([&](Move outcome, double) { moves.push_back(outcome); });
  }
  const auto count = static_cast<std::uint32_t>(moves.size());
  tree_.expand(leaf, count, thread.reserve, [&](std::uint32_t i) {
    std::swap(moves[i], moves[i + thread.rng.below(count - i)]);
    return moves[i].bits();
  });
  parent.expanding.store(false, std::memory_order_release);
}

// ---- back up ----

/// False when several threads are busy with the node: back_up() will count the visit.
template <class S>
inline bool Mcts<S>::count_visit(NodeIndex index) {
  Node& node = tree_[index];
  if (!parallel()) {
    node.visits.store(node.visits.load(std::memory_order_relaxed) + 1, std::memory_order_relaxed);
    return true;
  }
  if (VisitBuffer::is_busy(node)) return false;
  tree_.publish_loss(index, node.visits.fetch_add(1, std::memory_order_relaxed) + 1);
  return true;
}

template <class S>
inline void Mcts<S>::add_value(NodeIndex index, std::int64_t value) {
  Node& node = tree_[index];
  if (parallel()) {
    node.value.fetch_add(value, std::memory_order_relaxed);
  } else {
    node.value.store(node.value.load(std::memory_order_relaxed) + value, std::memory_order_relaxed);
  }
  tree_.publish(index);
}

template <class S>
inline void Mcts<S>::back_up(Thread& thread, const engine::Returns& returns) {
  for (const auto& step : thread.path) {
    const auto value =
        static_cast<std::int64_t>(returns[step.chooser] * static_cast<float>(Node::kValueUnit));
    if (step.counted) {
      add_value(step.node, value);
    } else {
      thread.buffer->add(tree_, step.node, value);
    }
  }
}

/// The end of the game was reached inside the tree: marks the last node as proven, and each node
/// above as far as its children prove it. Worlds prove nothing about information sets.
template <class S>
void Mcts<S>::back_up_proof(Thread& thread, const engine::Returns& returns, int players) {
  if (engine::Hidden<S> || players < 2) return;
  const auto& path = thread.path;
  Proven proof = proof_by_return(returns[path[path.size() - 1].chooser]);
  for (std::size_t i = path.size(); i-- > 0;) {
    const auto [index, chooser, mover, counted] = path[i];
    if (i + 1 < path.size())
      proof = mover == engine::kChance ? proof_by_chance(tree_, index)
                                       : proof_by_choice(tree_, index, chooser == mover, players);
    if (proof == Proven::kNothing) return;
    tree_[index].proof.store(proof, std::memory_order_relaxed);
    tree_.publish(index);
  }
}

// ---- the search around it ----

/// Simulates until the budget is spent; between batches calls after_batch().
template <class S>
template <class AfterBatch>
void Mcts<S>::work(Thread& thread, const S& root, Budget& budget, AfterBatch&& after_batch) {
  std::uint64_t allowance = budget.spend(0);
  while (allowance > 0) {
    for (std::uint64_t i = 0; i < allowance; ++i) simulate(thread, root);
    if (is_decided()) budget.stop();
    allowance = budget.spend(allowance);
    after_batch();
  }
  if (thread.buffer) thread.buffer->flush(tree_);
}

template <class S>
Result Mcts<S>::search(const engine::AnyState& view, const Limits& limits,
                       const Progress& progress) {
  const S& root = view.as<S>();
  observer_ = root.to_move();
  tree_.clear();
  for (auto& thread : threads_) thread->reserve = {};
  Result result;
  result.best = first_legal(root);
  result.pv.reserve(kMaxPath);
  result.pv = {result.best};
  Budget budget(limits, kSimulationsPerPoll);
  std::uint64_t report_at = kFirstReport;
  const auto report = [&] {
    if (!progress || budget.spent() < report_at) return;
    report_at *= 2;
    result.nodes = budget.spent();
    summarize(result);
    progress(result);
  };
  const auto lead = [&] { work(*threads_[0], root, budget, report); };
  const auto help = [&](int id) {
    work(*threads_[static_cast<std::size_t>(id)], root, budget, [] {});
  };
  workers_.run(lead, help);
  result.nodes = budget.spent();
  summarize(result);
  if (progress) progress(result);
  return result;
}

template <class S>
engine::AnyMove Mcts<S>::first_legal(const S& root) {
  root.legal_moves(threads_[0]->moves);
  return engine::AnyMove(threads_[0]->moves[0].bits());
}

template <class S>
bool Mcts<S>::is_decided() const {
  return tree_[tree_.root()].proof.load(std::memory_order_relaxed) != Proven::kNothing;
}

/// The child to trust: a proven win, else the most visited one that is not a proven loss, of these
/// the best.
template <class S>
NodeIndex Mcts<S>::most_trusted(NodeIndex parent) const {
  NodeIndex best = kNoNode;
  std::tuple<int, std::uint32_t, double> best_rank;
  tree_.for_each_child(parent, [&](NodeIndex child) {
    const Node& node = tree_[child];
    const Proven proof = node.proof.load(std::memory_order_relaxed);
    const int certainty = proof == Proven::kWin ? 2 : proof == Proven::kLoss ? 0 : 1;
    const std::tuple rank{certainty, node.visits.load(std::memory_order_relaxed), win_of(child)};
    if (best != kNoNode && rank <= best_rank) return;
    best = child;
    best_rank = rank;
  });
  return best;
}

/// A node's value for its player, 0..1.
template <class S>
double Mcts<S>::win_of(NodeIndex index) const {
  const Node& node = tree_[index];
  const Proven proof = node.proof.load(std::memory_order_relaxed);
  if (proof != Proven::kNothing) return proven_return(proof);
  const std::uint32_t visits = node.visits.load(std::memory_order_relaxed);
  if (visits == 0) return 0;
  return static_cast<double>(node.value.load(std::memory_order_relaxed)) / Node::kValueUnit /
         visits;
}

/// Of moves with too few visits nothing is known, but that they are worse.
template <class S>
void Mcts<S>::judge(std::uint32_t most_visits, Result& result) const {
  result.moves.clear();
  tree_.for_each_child(tree_.root(), [&](NodeIndex child) {
    const Node& node = tree_[child];
    const std::uint32_t visits = node.visits.load(std::memory_order_relaxed);
    if (visits < std::max<std::uint32_t>(most_visits / kLeastShare, 1)) return;
    result.moves.push_back({engine::AnyMove(tree_.move(child)),
                            node.proof.load(std::memory_order_relaxed), win_of(child)});
  });
}

template <class S>
void Mcts<S>::summarize(Result& result) const {
  NodeIndex node = most_trusted(tree_.root());
  if (node == kNoNode) return;
  result.best = engine::AnyMove(tree_.move(node));
  result.win = win_of(node);
  result.proven = tree_[tree_.root()].proof.load(std::memory_order_relaxed);
  if (judges_) judge(tree_[node].visits.load(std::memory_order_relaxed), result);
  result.pv.clear();
  for (; node != kNoNode && tree_[node].visits.load(std::memory_order_relaxed) > 0 &&
         result.pv.size() < kMaxPath;
       node = most_trusted(node))
    result.pv.push_back(engine::AnyMove(tree_.move(node)));
  result.depth = static_cast<int>(result.pv.size());
}

}  // namespace gauntlet::search
