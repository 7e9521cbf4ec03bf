// The strongest way to play Two-Doku.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "engine/twodoku/last_fillings.h"
#include "engine/twodoku/twodoku.h"
#include "search/budget.h"
#include "search/options.h"
#include "search/parallel.h"
#include "search/searcher.h"
#include "search/twodoku/playout.h"
#include "search/twodoku/setup.h"
#include "search/twodoku/turn_tree.h"

namespace gauntlet::search::twodoku {

/// Single-observer information-set MCTS (Cowling, Powley & Whitehouse 2012) over whole turns. Each
/// simulation draws a world from the mover's belief, goes down a tree whose nodes are what the
/// mover can tell apart, and plays on from there by the policy of playout.h. A node has the few
/// turns that look worth it for some hand (candidates.h); in a world those compete that its mover's
/// hand allows, by PUCT (Rosin 2011) with their promise as the prior. Whether a placement stands,
/// the world decides: so risk needs no term of its own.
///
/// A player who is behind can hold a game up, by taking a domino of its own and putting it back;
/// the mover does so rather than take a risk that is worth less than a draw, and then answers at
/// once where it was before. Where its moves are to be judged it has no such turn: who plays below
/// its strength is to lose games, not to hold them up. What follows a take was found with it and is
/// answered at once too.
///
/// A win that nothing hidden can take away (certain_win.h) is proven, and played without a search.
///
/// Only views reach it, so it cannot know more than its player. Colours and hides come at once, by
/// the rules of setup.h, the open one where its moves are to be judged. Every thread has a tree of
/// its own; their visits are added up at the end. One thread, a node limit and a seed give one
/// result.
class TurnSearch final : public Searcher {
 public:
  explicit TurnSearch(const SearcherOptions& options);

  std::size_t memory() const override;
  void new_game(std::uint64_t seed) override;
  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  static constexpr std::uint64_t kSimulationsPerPoll = 16;
  static constexpr int kMaxDepth = 64;
  static constexpr float kExploration = 0.6f;
  static constexpr float kPriorTemperature = 3;  ///< In digits.
  static constexpr float kUnvisited = 0.1f;      ///< How much worse than its node it is thought.
  static constexpr std::uint32_t kVisitsToExpand = 2;
  static constexpr int kRootSquares = 3, kSquares = 2;  ///< Tried for each digit.
  static constexpr std::uint64_t kFirstReport = 1024;
  /// What a game must be worth at least to risk it instead of a draw: five digits less than half.
  static constexpr float kWorthARisk = 0.47f;
  /// What a turn's promise says of its chance to win counts as so many games, and so much a digit.
  static constexpr double kGamesOfPromise = 64, kWinOfDigit = 0.02;

  /// What one thread needs for itself, and on cache lines of its own.
  struct alignas(128) Thread {
    Thread(std::size_t megabytes, std::uint64_t simulations)
        : tree(megabytes, simulations), rng(0) {}

    struct Step {
      TurnTree::Index edge;
      engine::Player mover;
    };
    TurnTree tree;
    engine::Rng rng;
    engine::twodoku::LastFillings fillings;  ///< Of the root; none between searches.
    engine::InplaceVector<Step, kMaxDepth> path;
  };

  void work(Thread& thread, const engine::TwoDoku& root, Budget& budget, const Progress& progress);
  void simulate(Thread& thread, const engine::TwoDoku& root) const;
  void expand(TurnTree& tree, TurnTree::Index node, const engine::TwoDoku& state,
              int squares) const;
  TurnTree::Index choose(const TurnTree& tree, TurnTree::Index node,
                         const engine::TwoDoku& world) const;
  std::uint32_t play(const TurnTree::Edge& edge, engine::TwoDoku& world, engine::Rng& rng) const;
  std::optional<Candidate> way_to_hold(const engine::TwoDoku& view) const;
  bool is_worse_than_a_draw(const engine::TwoDoku& view) const;
  const Result* recall(const engine::TwoDoku& view);
  Result summarize(const engine::TwoDoku& root, std::uint64_t simulations);
  TurnTree::Edge edge_of_all(std::uint32_t number) const;
  double chance_of(const TurnTree::Edge& turn, float best_promise, double mean) const;
  void judge(const engine::TwoDoku& root, Result& result) const;

  /// What was found where, to be found again when a game that is held up comes back to it.
  struct Memory {
    std::optional<engine::TwoDoku> view;
    Result result;
  };

  Workers workers_;
  const bool judges_;
  SetupPlayer setup_;
  std::vector<std::unique_ptr<Thread>> threads_;
  Memory memory_;              ///< Of the last search.
  bool is_promising_ = false;  ///< Whether its best turn is worth a risk.
  Result after_take_;          ///< Made by recall().
  engine::Player observer_ = 0;
};

}  // namespace gauntlet::search::twodoku
