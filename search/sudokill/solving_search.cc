#include "search/sudokill/solving_search.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "search/sudokill/immediate_win.h"
#include "search/sudokill/solve_cost.h"

namespace gauntlet::search::sudokill {

using engine::AnyMove;
using engine::AnyState;
using engine::Sudokill;
using std::chrono::steady_clock;

namespace {

/// The estimator's part of the memory: the solver's table decides games.
constexpr std::size_t kEstimatorShare = 8;

/// A tenth of a second, hardly ever used up.
constexpr std::uint64_t kMostToProveAgain = 300'000;
constexpr std::uint64_t kFirstAllowance = 2'000;
constexpr std::uint64_t kMoreEachRound = 4;
/// Of what the solver needs, where it gets through.
constexpr double kLeastEstimating = 0.05;
/// More nodes of alpha-beta tell nothing new.
constexpr double kMostEstimatingNodes = 5e7;

Proven for_other_side(Proven proven) {
  if (proven == Proven::kWin) return Proven::kLoss;
  return proven == Proven::kLoss ? Proven::kWin : proven;
}

std::size_t estimator_mb(std::size_t hash_mb) {
  return std::max<std::size_t>(1, hash_mb / kEstimatorShare);
}

AnyMove any(Sudokill::Move move) {
  return AnyMove(move.bits());
}

}  // namespace

SearcherOptions SolvingSearch::estimator_options(const SearcherOptions& options) {
  return {.hash_mb = estimator_mb(options.hash_mb),
          .threads = options.threads,
          .most_nodes = options.most_nodes};
}

SolvingSearch::SolvingSearch(const SearcherOptions& options, std::unique_ptr<Searcher> estimator)
    : judges_all_moves_(options.judges_all_moves),
      sees_replies_(options.judges_within.has_value()),
      estimator_(std::move(estimator)),
      solver_(std::max<std::size_t>(1, options.hash_mb - estimator_mb(options.hash_mb)),
              options.threads, options.most_nodes) {}

void SolvingSearch::new_game(std::uint64_t seed) {
  estimator_->new_game(seed);
  solver_.clear();
  won_.reset();
}

Result SolvingSearch::search(const AnyState& view, const Limits& limits, const Progress& progress) {
  limits_ = &limits;
  progress_ = &progress;
  view_ = &view;
  root_ = &view.as<Sudokill>();
  nodes_ = 0;
  depth_ = 0;
  list();
  judge();
  Result found = result();
  if (judges_all_moves_) found.pv = line(found);
  won_.reset();
  if (found.proven == Proven::kWin) won_ = engine::child(*root_, best().move);
  moves_ = {};  // the most that there is of what small searches take
  return found;
}

/// Finds out what the limits allow.
void SolvingSearch::judge() {
  recall();
  if (follows_a_win()) prove_again();
  if (moves_.size() == 1 && !judges_all_moves_)  // there is nothing to choose
    return solve_round(kFirstAllowance);
  if (!is_decided()) estimate();
  if (is_within_horizon()) solve();
  if (proven() == Proven::kLoss) resist();
}

/// Replaces the moves of the root; a winning one on the spot is found here.
void SolvingSearch::list() {
  Sudokill::Moves legal;
  root_->legal_moves(legal);
  moves_.clear();
  for (const Sudokill::Move move : legal) {
    RootMove root{.move = move};
    const Sudokill after = engine::child(*root_, move);
    if (engine::is_over(after)) {
      root.proven = Proven::kWin;
    } else {
      if (sees_replies_ && has_winning_move(after)) root.proven = Proven::kLoss;
      root.position = SolverPosition::of(after);
      root.key = SolverChildren::reduce(root.position);
      root.cost = after.mobility();
      for (const engine::SquareSet& fits : root.position.fits) root.cost += 2 * fits.size();
    }
    moves_.push_back(std::move(root));
  }
}

AnyState SolvingSearch::state_after(const RootMove& move) const {
  AnyState state = *view_;
  state.apply(any(move.move));
  return state;
}

/// Takes over what is known from earlier searches.
void SolvingSearch::recall() {
  for (RootMove& move : moves_) {
    if (move.proven != Proven::kNothing) continue;
    if (const auto known = solver_.known(move.key))
      move.proven = known->wins ? Proven::kLoss : Proven::kWin;
  }
}

/// Whether the search before has proved that its move wins, and the opponent has answered it.
bool SolvingSearch::follows_a_win() const {
  const auto last = root_->last_square();
  if (!won_ || !last || engine::is_over(*won_)) return false;
  const Sudokill::Move reply(*last, root_->digit_at(*last));
  return won_->fits(reply.digit()).has(reply.square()) && won_->region().has(reply.square()) &&
         engine::child(*won_, reply) == *root_;
}

/// What was won stays won, whatever the clock says: most of the proof stands in the table, and the
/// rest is two plies shorter than it was.
void SolvingSearch::prove_again() {
  Limits limits;
  limits.nodes = kMostToProveAgain;
  limits.stop = limits_->stop;
  Budget budget(limits, Solver::kNodesPerPoll);
  order();
  for (RootMove& move : moves_) {
    if (proven() == Proven::kWin) break;
    if (move.proven == Proven::kNothing)
      move.proven = for_other_side(solver_.solve(move.position, move.key, budget));
  }
  nodes_ += budget.spent();
}

Proven SolvingSearch::proven() const {
  bool is_lost = true;
  for (const RootMove& move : moves_) {
    if (move.proven == Proven::kWin) return Proven::kWin;
    is_lost &= move.proven == Proven::kLoss;
  }
  return is_lost ? Proven::kLoss : Proven::kNothing;
}

/// Whether more work would tell nothing that is asked for.
bool SolvingSearch::is_decided() const {
  if (!judges_all_moves_) return proven() != Proven::kNothing;
  return std::all_of(moves_.begin(), moves_.end(),
                     [](const RootMove& move) { return move.proven != Proven::kNothing; });
}

/// What is left of the limits, and at most `nodes`.
Limits SolvingSearch::rest(std::uint64_t nodes) const {
  Limits limits = *limits_;
  limits.nodes = std::min(nodes, limits.nodes - std::min(limits.nodes, nodes_));
  return limits;
}

/// Nodes that the limits allow, about.
double SolvingSearch::available_nodes() const {
  const auto nodes = static_cast<double>(limits_->nodes);
  if (!limits_->deadline) return nodes;
  const std::chrono::duration<double> left = *limits_->deadline - steady_clock::now();
  return std::min(nodes, std::max(left.count(), 0.0) * kSolverNodesPerSecond);
}

/// What alpha-beta may use: little beside what the solver needs if it can get through, and the
/// further it is from that, the more of what there is.
Limits SolvingSearch::estimating_limits() const {
  const double available = available_nodes(), needed = nodes_to_solve(candidates_of(*root_));
  const bool solves = is_within_horizon();
  const double beyond = std::log10(std::max(1.0, needed / std::max(1.0, available)));
  const double share = solves ? std::min(kLeastEstimating + 0.15 * beyond, 0.9) : 1;
  Limits limits = rest(static_cast<std::uint64_t>(std::min(
      std::min(available, solves ? needed : kMostEstimatingNodes) * share, kMostEstimatingNodes)));
  if (limits_->deadline) {
    const auto now = steady_clock::now();
    const auto left = std::chrono::duration<double>(*limits_->deadline - now) * share;
    limits.deadline = now + std::chrono::duration_cast<steady_clock::duration>(left);
  }
  return limits;
}

/// Deepens until its limits are used up.
void SolvingSearch::estimate() {
  const Limits limits = estimating_limits();
  const int deepest = root_->empty().size();
  for (int depth = 1; depth < deepest && !is_decided(); ++depth) {
    if (!estimate_to(depth, limits) || best().win == 1) return;
    depth_ = depth + 1;
    tell();
  }
}

/// Looks at every undecided move `depth` plies deep; false when the limits came first. A game that
/// is seen to its end here counts as an estimate all the same: only the solver's table can be
/// relied on to know it still at the next move.
bool SolvingSearch::estimate_to(int depth, const Limits& limits) {
  std::vector<std::optional<Result>> found(moves_.size());
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (moves_[i].proven != Proven::kNothing || moves_[i].is_seen_through()) continue;
    Limits part = limits;
    part.depth = depth;
    part.nodes = limits.nodes - std::min(limits.nodes, nodes_);
    found[i] = estimator_->search(state_after(moves_[i]), part, {});
    nodes_ += found[i]->nodes;
    if (found[i]->depth < depth && found[i]->proven == Proven::kNothing) return false;
  }
  for (std::size_t i = 0; i < moves_.size(); ++i) {
    if (!found[i]) continue;
    moves_[i].win = 1 - found[i]->win;
    moves_[i].pv = std::move(found[i]->pv);
  }
  return true;
}

/// What alpha-beta has seen to win comes first, to lose last; between them the smallest game.
void SolvingSearch::order() {
  const auto rank = [](const RootMove& move) {
    return std::pair(move.win == 1 ? 0 : move.win == 0 ? 2 : 1, move.cost);
  };
  std::stable_sort(moves_.begin(), moves_.end(),
                   [&](const RootMove& a, const RootMove& b) { return rank(a) < rank(b); });
}

void SolvingSearch::solve() {
  order();
  for (std::uint64_t allowance = kFirstAllowance; !is_decided(); allowance *= kMoreEachRound) {
    Budget all(rest(Limits::kNoNodes), Solver::kNodesPerPoll);
    if (all.spend(0) == 0) return;
    solve_round(allowance);
    tell();
  }
}

/// At most `allowance` nodes for each undecided move.
void SolvingSearch::solve_round(std::uint64_t allowance) {
  for (RootMove& move : moves_) {
    if (move.proven != Proven::kNothing) continue;
    Budget budget(rest(allowance), Solver::kNodesPerPoll);
    move.proven = for_other_side(solver_.solve(move.position, move.key, budget));
    nodes_ += budget.spent();
    if (is_decided()) return;
  }
}

/// In a lost position: finds the move after which winning is hardest, with as much work at most as
/// the proof took.
void SolvingSearch::resist() {
  Budget budget(rest(std::max(nodes_, kFirstAllowance)), Solver::kNodesPerPoll);
  for (RootMove& move : moves_) move.resistance = resistance_of(move, budget);
  nodes_ += budget.spent();
}

/// An opponent who sees less far than the refutation reaches is left to chance: what counts is how
/// large that is, and which part of the replies throws the win away.
double SolvingSearch::resistance_of(const RootMove& root, Budget& budget) {
  constexpr double kPerShareOfBlunders = 6;  // in doublings of the refutation
  const auto refutation = solver_.known(root.key);
  const Sudokill after = engine::child(*root_, root.move);
  if (sees_replies_ && has_winning_move(after)) return -1;
  Sudokill::Moves replies;
  after.legal_moves(replies);
  int blunders = 0;
  for (const Sudokill::Move reply : replies) {
    const Sudokill next = engine::child(after, reply);
    if (engine::is_over(next)) continue;
    blunders += solver_.prove(next, budget) == Proven::kWin;
  }
  return (refutation ? refutation->size : 0) +
         kPerShareOfBlunders * blunders / static_cast<double>(replies.size());
}

const SolvingSearch::RootMove& SolvingSearch::best() const {
  const auto rank = [](const RootMove& move) {
    return move.proven == Proven::kWin ? 2 : move.proven == Proven::kNothing ? 1 : 0;
  };
  return *std::max_element(moves_.begin(), moves_.end(), [&](const RootMove& a, const RootMove& b) {
    if (rank(a) != rank(b)) return rank(a) < rank(b);
    if (a.proven == Proven::kNothing) return a.win < b.win;
    return a.resistance < b.resistance;
  });
}

Result SolvingSearch::result() const {
  const RootMove& chosen = best();
  Result result;
  result.best = any(chosen.move);
  result.proven = proven();
  result.win = result.proven == Proven::kWin ? 1 : result.proven == Proven::kLoss ? 0 : chosen.win;
  result.depth = depth_;
  result.nodes = nodes_;
  result.pv = {result.best};
  result.pv.insert(result.pv.end(), chosen.pv.begin(), chosen.pv.end());
  for (const RootMove& move : moves_)
    result.moves.push_back({any(move.move), move.proven,
                            move.proven == Proven::kWin    ? 1
                            : move.proven == Proven::kLoss ? 0
                                                           : move.win});
  return result;
}

/// The expected line; of a proven move to the end of the game, for which there is a moment more
/// than the limits say.
std::vector<AnyMove> SolvingSearch::line(const Result& result) {
  const RootMove& chosen = best();
  const Sudokill after = engine::child(*root_, chosen.move);
  if (chosen.proven == Proven::kNothing || engine::is_over(after)) return result.pv;
  Limits limits;
  limits.deadline = steady_clock::now() + std::chrono::milliseconds(200);
  Budget budget(limits, Solver::kNodesPerPoll);
  std::vector<AnyMove> line = {result.best};
  for (const Sudokill::Move move : solver_.solve(after, budget).line) line.push_back(any(move));
  return line;
}

void SolvingSearch::tell() const {
  if (*progress_) (*progress_)(result());
}

}  // namespace gauntlet::search::sudokill
