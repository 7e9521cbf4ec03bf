#include "search/kimble/expectimax.h"

#include <algorithm>
#include <atomic>
#include <cassert>
#include <utility>
#include <vector>

#include "search/budget.h"
#include "search/kimble/fit/value.h"
#include "search/kimble/opponent_model.h"
#include "search/parallel.h"

namespace gauntlet::search::kimble {

namespace {

using engine::Kimble;
using engine::Player;

/// One thread's part: values of positions for one player, as chances to win.
class Lookahead {
 public:
  Lookahead(const OpponentModel& rivals, Player self, Budget& budget)
      : rivals_(rivals), self_(self), budget_(budget), allowance_(budget.spend(0)) {}
  ~Lookahead() { budget_.spend(unreported_); }
  Lookahead(const Lookahead&) = delete;
  Lookahead& operator=(const Lookahead&) = delete;

  /// Where somebody throws or has won, `throws` deep. Meaningless once stopped().
  double after_move(const Kimble& state, int throws) {
    if (engine::is_over(state)) return static_cast<double>(state.returns()[at(self_)]);
    return before_throw(state, throws);
  }
  /// Where a die has been thrown, which nobody may have been able to use.
  double after_throw(const Kimble& state, int throws) {
    if (state.to_move() == engine::kChance) return before_throw(state, throws);
    if (state.to_move() == self_) return own_choice(state, throws);
    double sum = 0;
    for (const auto& [move, probability] : rivals_.choices(state, self_))
      sum += probability * after_move(engine::child(state, move), throws);
    return sum;
  }
  bool stopped() const { return allowance_ == 0; }

 private:
  static std::size_t at(Player player) { return static_cast<std::size_t>(player); }

  double before_throw(const Kimble& state, int throws) {
    if (!count()) return 0;
    if (throws == 0) return static_cast<double>(win_chances(state)[at(self_)]);
    double sum = 0;
    state.chance_outcomes([&](Kimble::Move outcome, double probability) {
      sum += probability * after_throw(engine::child(state, outcome), throws - 1);
    });
    return sum;
  }
  /// Without bounds on the mean, as Star1 has them: they cut nothing off, for nobody minimizes
  /// here, and what a throw is worth lies too far from 0 and 1.
  double own_choice(const Kimble& state, int throws) {
    Kimble::Moves moves;
    state.legal_moves(moves);
    double best = 0;
    for (const Kimble::Move move : moves)
      best = std::max(best, after_move(engine::child(state, move), throws));
    return best;
  }

  bool count() {
    if (allowance_ == 0) return false;
    if (++unreported_ < allowance_) return true;
    allowance_ = budget_.spend(std::exchange(unreported_, 0));
    return allowance_ != 0;
  }

  const OpponentModel& rivals_;
  const Player self_;
  Budget& budget_;
  std::uint64_t allowance_;       ///< Nodes until the budget must be asked; 0: stopped.
  std::uint64_t unreported_ = 0;  ///< Nodes since it was asked.
};

class Expectimax final : public Searcher {
 public:
  Expectimax(const engine::Kimble::Rules& rules, const SearcherOptions& options)
      : rivals_(OpponentModel::told(options, rules.players())),
        judges_all_moves_(options.judges_all_moves),
        workers_(options.threads) {}

  std::size_t memory() const override { return 0; }
  void new_game(std::uint64_t) override {}
  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  static constexpr std::uint64_t kNodesPerPoll = 256;
  static constexpr int kMostThrows = 40;

  struct RootMove {
    Kimble::Move move;
    Kimble after;
    double value;
  };
  using RootMoves = std::vector<RootMove>;

  bool look(RootMoves& root_moves, Player self, int throws, Budget& budget);
  static Result result_of(const RootMoves& root_moves, int depth, std::uint64_t nodes);

  const OpponentModel rivals_;
  const bool judges_all_moves_;
  Workers workers_;
};

Result Expectimax::search(const engine::AnyState& view, const Limits& limits,
                          const Progress& progress) {
  const Kimble& state = view.as<Kimble>();
  assert(state.to_move() >= 0);
  Kimble::Moves moves;
  state.legal_moves(moves);
  RootMoves root_moves;
  for (const Kimble::Move move : moves)
    root_moves.push_back({move, engine::child(state, move), 0.5});
  // What wins is the only choice: see Rollouts.
  const bool wins = engine::is_over(root_moves[0].after);
  if (wins || (root_moves.size() == 1 && !judges_all_moves_)) return result_of(root_moves, 1, 0);

  Budget budget(limits, kNodesPerPoll);
  Result result = result_of(root_moves, 0, 0);
  for (int depth = 1; depth <= std::min(limits.depth, kMostThrows + 1); ++depth) {
    if (!look(root_moves, state.to_move(), depth - 1, budget)) break;
    result = result_of(root_moves, depth, budget.spent());
    if (progress) progress(result);
  }
  result.nodes = budget.spent();
  return result;
}

/// Values of all choices, best first; false, and nothing, when it was cut short. The throws behind
/// each choice are shared out among the threads.
bool Expectimax::look(RootMoves& root_moves, Player self, int throws, Budget& budget) {
  struct Part {
    std::size_t root;
    Kimble thrown;
    double probability, value;
  };
  std::vector<Part> parts;
  for (std::size_t i = 0; i < root_moves.size(); ++i) {
    if (throws == 0) {
      parts.push_back({i, root_moves[i].after, 1, 0});
      continue;
    }
    root_moves[i].after.chance_outcomes([&](Kimble::Move outcome, double probability) {
      parts.push_back({i, engine::child(root_moves[i].after, outcome), probability, 0});
    });
  }
  std::atomic<std::size_t> next = 0;
  const auto work = [&](int) {
    Lookahead lookahead(rivals_, self, budget);
    for (std::size_t i; (i = next.fetch_add(1, std::memory_order_relaxed)) < parts.size();) {
      Part& part = parts[i];
      part.value = lookahead.after_throw(part.thrown, std::max(throws - 1, 0));
      if (lookahead.stopped()) return;
    }
  };
  workers_.run([&] { work(0); }, work);
  if (budget.stopped()) return false;
  for (RootMove& root : root_moves) root.value = 0;
  for (const Part& part : parts) root_moves[part.root].value += part.probability * part.value;
  std::stable_sort(root_moves.begin(), root_moves.end(),
                   [](const RootMove& one, const RootMove& two) { return one.value > two.value; });
  return true;
}

Result Expectimax::result_of(const RootMoves& root_moves, int depth, std::uint64_t nodes) {
  const bool wins = engine::is_over(root_moves[0].after);
  Result result;
  result.depth = depth;
  result.nodes = nodes;
  result.proven = wins ? Proven::kWin : Proven::kNothing;
  for (const RootMove& root : root_moves)
    result.moves.push_back(
        {engine::AnyMove(root.move.bits()), result.proven, wins ? 1 : root.value});
  result.best = result.moves[0].move;
  result.win = result.moves[0].win;
  result.pv = {result.best};
  return result;
}

}  // namespace

std::unique_ptr<Searcher> make_expectimax(const engine::Kimble::Rules& rules,
                                          const SearcherOptions& options) {
  return std::make_unique<Expectimax>(rules, options);
}

}  // namespace gauntlet::search::kimble
