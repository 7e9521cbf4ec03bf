// The strongest way to play Sudokill: exact from the first proof on.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "engine/sudokill/sudokill.h"
#include "search/limits.h"
#include "search/options.h"
#include "search/searcher.h"
#include "search/sudokill/solver/solver.h"
#include "search/sudokill/solver/solver_children.h"

namespace gauntlet::search::sudokill {

/// Judges the moves of the root one by one. A share of the work goes to alpha-beta with the fitted
/// evaluation, which gives every move an estimate: a small one near the end, where the solver will
/// get through, most of it where it cannot. The rest goes to the solver, in rounds: each undecided
/// move gets so many nodes, those that leave the smallest game first, then all of them four times
/// as many, so that one hard move does not use up what would decide the others. What was solved in
/// a round stands in the table for the next, and for the next move of the game.
///
/// A move that is proven to win is played; one that is proven to lose only if all are. Then it is
/// the one that resists longest: whose refutation took most nodes, and leaves the opponent the
/// fewest winning replies.
///
/// A win that was proven is proven again at the next move of the game even where that takes more
/// than the limits allow, a tenth of a second at most.
///
/// Of the limits, `depth` is the solver's horizon: with more empty squares it only estimates.
class SolvingSearch final : public Searcher {
 public:
  /// `estimator` is alpha-beta, built with estimator_options().
  SolvingSearch(const SearcherOptions& options, std::unique_ptr<Searcher> estimator);
  static SearcherOptions estimator_options(const SearcherOptions& options);

  std::size_t memory() const override { return estimator_->memory() + solver_.memory(); }
  void new_game(std::uint64_t seed) override;
  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  /// A move of the root and what is known of it, for the player who makes it.
  struct RootMove {
    engine::Sudokill::Move move;
    SolverPosition position{};  ///< After it.
    std::uint64_t key = 0;      ///< Of `position`.
    int cost = 0;               ///< See SolverChild.
    Proven proven = Proven::kNothing;
    double win = 0.5;                   ///< Estimated.
    double resistance = 0;              ///< Of a losing move; more is better.
    std::vector<engine::AnyMove> pv{};  ///< What is expected after it.

    bool is_seen_through() const { return win == 0 || win == 1; }
  };

  void list();
  engine::AnyState state_after(const RootMove& move) const;
  void judge();
  void recall();
  void order();
  bool follows_a_win() const;
  void prove_again();
  bool is_decided() const;
  bool is_within_horizon() const { return root_->empty().size() <= limits_->depth; }
  const RootMove& best() const;
  Proven proven() const;

  Limits rest(std::uint64_t nodes) const;
  double available_nodes() const;
  Limits estimating_limits() const;
  void estimate();
  bool estimate_to(int depth, const Limits& limits);
  void solve();
  void solve_round(std::uint64_t allowance);
  void resist();
  double resistance_of(const RootMove& root, Budget& budget);
  std::vector<engine::AnyMove> line(const Result& result);
  Result result() const;
  void tell() const;

  const bool judges_all_moves_;
  const bool sees_replies_;  ///< Replies that win at once are seen before all else.
  std::unique_ptr<Searcher> estimator_;
  Solver solver_;
  std::optional<engine::Sudokill> won_;  ///< After the last move found, if that was proven to win.

  // Of the search under way.
  const Limits* limits_ = nullptr;
  const Progress* progress_ = nullptr;
  const engine::AnyState* view_ = nullptr;
  const engine::Sudokill* root_ = nullptr;  ///< In view_.
  std::vector<RootMove> moves_;
  std::uint64_t nodes_ = 0;
  int depth_ = 0;
};

}  // namespace gauntlet::search::sudokill
