#include "search/twodoku/turn_search.h"

#include <algorithm>
#include <cmath>

#include "search/portable_math.h"
#include "search/twodoku/certain_win.h"
#include "search/twodoku/risk.h"
#include "search/twodoku/setup.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::Player;
using engine::Rng;
using engine::TwoDoku;
using Move = TwoDoku::Move;
using Kind = TwoDoku::Kind;
using Stage = TwoDoku::Stage;

int highest_digit(const engine::twodoku::DigitCounts& hand) {
  int digit = 9;
  while (digit > 1 && hand[digit] == 0) --digit;
  return digit;
}

/// Whether `later` differs from `earlier` in nothing but turns in which nothing changed.
bool is_held_up(const TwoDoku& earlier, const TwoDoku& later) {
  bool is_same =
      earlier.turns() < later.turns() && earlier.stage() == later.stage() &&
      earlier.observer() == later.observer() && earlier.idle_turns() == later.idle_turns() &&
      earlier.pot_size() == later.pot_size() &&
      earlier.face_down_count() == later.face_down_count() &&
      earlier.coloured(0) == later.coloured(0) && earlier.coloured(1) == later.coloured(1);
  for (const Player player : {0, 1})
    is_same = is_same && earlier.hand(player) == later.hand(player) &&
              earlier.hand_size(player) == later.hand_size(player) &&
              earlier.hand_sum(player) == later.hand_sum(player);
  for (int digit = 1; is_same && digit <= 9; ++digit)
    is_same = earlier.face_up(digit) == later.face_up(digit);
  for (int i = 0; is_same && i < later.face_down_count(); ++i)
    is_same = earlier.face_down(i) == later.face_down(i);
  return is_same;
}

/// What a game is worth to red, 0..1: by how much it is won, not whether. For the policy that plays
/// on is no judge of who would win by better play, but tells who gets rid of more. The small board
/// is searched to its ends, and there it does matter whether.
float worth_to_red(const TwoDoku& over) {
  if (over.rules().small) return over.returns()[0];
  constexpr float kScale = 160;  // in digits: no margin is larger
  const auto lead = static_cast<float>(over.hand_sum(1) - over.hand_sum(0));
  return std::clamp(0.5f + lead / kScale, 0.0f, 1.0f);
}

/// Whether the turn takes a domino and puts it back. `taken`: the digit of what it takes.
bool changes_nothing(const Candidate& turn, int taken) {
  return turn.take != Candidate::kNone && turn.square == turn.take && turn.digit == taken;
}

/// The small move that a turn begins with.
Move first_move(const Candidate& turn, const TwoDoku& state) {
  if (turn.take != Candidate::kNone) return Move::of(Kind::kTake, turn.take);
  if (turn.kind == Kind::kPlay) return Move::of(Kind::kPlay, turn.square, turn.digit);
  if (turn.kind == Kind::kReturn)
    return Move::of(Kind::kReturn, 0, highest_digit(state.hand(state.to_move())));
  return Move::of(turn.kind);
}

/// A result that needs no search.
Result result_of(Move move) {
  Result result;
  result.best = engine::AnyMove(move.bits());
  result.pv = {result.best};
  return result;
}

Result won_by(Move move) {
  Result result = result_of(move);
  result.win = 1;
  result.depth = 1;
  result.proven = Proven::kWin;
  return result;
}

/// Its chance to win.
double win_of(const TurnTree::Edge& edge) {
  return edge.visits > 0 ? static_cast<double>(edge.wins) / edge.visits : 0.5;
}

/// The same result but for the moves, which take a domino and put it back, and what they are worth.
Result held(const Candidate& hold, Result result) {
  result.pv = {engine::AnyMove(Move::of(Kind::kTake, hold.take).bits()),
               engine::AnyMove(Move::of(Kind::kPlay, hold.square, hold.digit).bits())};
  result.best = result.pv[0];
  result.win = 0.5;
  result.moves.clear();
  return result;
}

}  // namespace

TurnSearch::TurnSearch(const SearcherOptions& options)
    : workers_(options.threads),
      judges_(options.judges_within.has_value()),
      setup_(judges_ ? Setup::kOpen : Setup::kStrongest) {
  const std::size_t each =
      std::max<std::size_t>(1, options.hash_mb / static_cast<std::size_t>(options.threads));
  for (int id = 0; id < options.threads; ++id)
    threads_.push_back(std::make_unique<Thread>(each, options.most_nodes));
  new_game(0);
}

std::size_t TurnSearch::memory() const {
  std::size_t bytes = 0;
  for (const auto& thread : threads_) bytes += thread->tree.bytes();
  return bytes;
}

void TurnSearch::new_game(std::uint64_t seed) {
  for (std::size_t id = 0; id < threads_.size(); ++id) threads_[id]->rng = Rng(seed, id);
  setup_.new_game();
  memory_ = {};
}

// ---- one simulation ----

void TurnSearch::simulate(Thread& thread, const TwoDoku& root) const {
  // 1. A world.
  TwoDoku world = root.determinized(thread.rng, thread.fillings);

  // 2. Down the tree.
  TurnTree& tree = thread.tree;
  TurnTree::Index node = tree.root();
  thread.path.clear();
  while (node != TurnTree::kNone && world.to_move() >= 0 && thread.path.size() < kMaxDepth) {
    const std::uint32_t visits = ++tree.node(node).visits;
    if (tree.node(node).count == 0) {
      if (visits < kVisitsToExpand || !tree.has_room()) break;
      expand(tree, node, world, kSquares);
    }
    const TurnTree::Index edge = choose(tree, node, world);
    thread.path.push_back({edge, world.to_move()});
    const std::uint32_t seen = play(tree.edge(edge), world, thread.rng);
    node = tree.follow(edge, seen);
  }

  // 3. To the end by the policy, and its result to everyone on the path.
  while (world.to_move() != engine::kNobody)
    world.apply(world.to_move() == engine::kChance ? world.sample_chance(thread.rng)
                                                   : PolicyPlayout::choose(world, thread.rng));
  const float worth = worth_to_red(world);
  const engine::Returns returns = world.returns();
  for (const auto& step : thread.path) {
    TurnTree::Edge& edge = tree.edge(step.edge);
    ++edge.visits;
    edge.value += step.mover == 0 ? worth : 1 - worth;
    edge.wins += returns[step.mover];
  }
}

/// Priors fall exponentially with what is lost against the most promising turn.
void TurnSearch::expand(TurnTree& tree, TurnTree::Index node, const TwoDoku& state,
                        int squares) const {
  const Candidates turns = candidates(state, squares);
  const bool is_root = node == tree.root();
  float best = -1e9f;
  for (const Candidate& turn : turns) {
    const int taken = turn.take == Candidate::kNone ? 0 : state.digit_at(turn.take);
    if (!is_root || turn.is_open_to(state.hand(state.to_move()), taken))
      best = std::max(best, turn.promise);
  }
  for (const Candidate& turn : turns) {
    const int taken = turn.take == Candidate::kNone ? 0 : state.digit_at(turn.take);
    if (is_root && !turn.is_open_to(state.hand(state.to_move()), taken)) continue;
    if (is_root && judges_ && changes_nothing(turn, taken)) continue;
    const float lost = std::min(0.0f, turn.promise - best);
    tree.add_edge(node, {.turn = turn,
                         .taken_digit = static_cast<std::uint8_t>(taken),
                         .prior = 0.01f + falling_exponential(lost / kPriorTemperature)});
  }
}

/// By PUCT among the turns that the mover's hand allows in this world. A pass always is one.
TurnTree::Index TurnSearch::choose(const TurnTree& tree, TurnTree::Index index,
                                   const TwoDoku& world) const {
  const TurnTree::Node& node = tree.node(index);
  const engine::twodoku::DigitCounts& hand = world.hand(world.to_move());
  float priors = 0, value = 0;
  std::uint32_t visits = 0;
  for (TurnTree::Index i = node.edges; i < node.edges + node.count; ++i) {
    const TurnTree::Edge& edge = tree.edge(i);
    if (!edge.turn.is_open_to(hand, edge.taken_digit)) continue;
    priors += edge.prior;
    value += edge.value;
    visits += edge.visits;
  }
  const float mean = visits > 0 ? value / static_cast<float>(visits) : 0.5f;
  const float unit = kExploration * std::sqrt(static_cast<float>(visits) + 1) / priors;
  TurnTree::Index best = TurnTree::kNone;
  float best_bound = -1e9f;
  for (TurnTree::Index i = node.edges; i < node.edges + node.count; ++i) {
    const TurnTree::Edge& edge = tree.edge(i);
    if (!edge.turn.is_open_to(hand, edge.taken_digit)) continue;
    const auto times = static_cast<float>(edge.visits);
    const float known = edge.visits > 0 ? edge.value / times : mean - kUnvisited;
    const float bound = known + unit * edge.prior / (1 + times);
    if (bound <= best_bound) continue;
    best_bound = bound;
    best = i;
  }
  return best;
}

/// Plays the turn and what chance adds; returns what the observer sees of that.
std::uint32_t TurnSearch::play(const TurnTree::Edge& edge, TwoDoku& world, Rng& rng) const {
  Move move = first_move(edge.turn, world);
  world.apply(move);
  if (move.kind() == Kind::kTake)
    world.apply(Move::of(Kind::kPlay, edge.turn.square, edge.turn.digit));
  if (world.to_move() != engine::kChance) return 0;
  move = world.sample_chance(rng);
  const std::uint32_t seen = world.seen(move, observer_).bits();
  world.apply(move);
  return seen;
}

// ---- the search around it ----

void TurnSearch::work(Thread& thread, const TwoDoku& root, Budget& budget,
                      const Progress& progress) {
  std::uint64_t report_at = kFirstReport;
  std::uint64_t allowance = budget.spend(0);
  while (allowance > 0) {
    for (std::uint64_t i = 0; i < allowance; ++i) simulate(thread, root);
    allowance = budget.spend(allowance);
    if (!progress || budget.spent() < report_at || workers_.threads() > 1) continue;
    report_at *= 2;
    progress(summarize(root, budget.spent()));
  }
}

Result TurnSearch::search(const engine::AnyState& state, const Limits& limits,
                          const Progress& progress) {
  const auto& view = state.as<TwoDoku>();
  observer_ = view.to_move();
  if (view.stage() < Stage::kTurn) {
    const Result result = result_of(setup_.choose(view, threads_[0]->rng));
    if (progress) progress(result);
    return result;
  }
  if (const std::optional<Move> win = certain_win(view)) {
    const Result result = won_by(*win);
    if (progress) progress(result);
    return result;
  }
  if (const Result* const known = recall(view)) {
    if (progress) progress(*known);
    return *known;
  }
  for (const auto& thread : threads_) {
    thread->tree.clear();
    expand(thread->tree, thread->tree.root(), view, kRootSquares);
  }
  Budget budget(limits, kSimulationsPerPoll);
  const auto lead = [&] { work(*threads_[0], view, budget, progress); };
  const auto help = [&](int id) {
    work(*threads_[static_cast<std::size_t>(id)], view, budget, nullptr);
  };
  if (threads_[0]->tree.node(threads_[0]->tree.root()).count > 1) workers_.run(lead, help);
  for (const auto& thread : threads_) thread->fillings.clear();
  memory_ = {view, summarize(view, budget.spent())};
  if (const std::optional<Candidate> hold = way_to_hold(view); hold && is_worse_than_a_draw(view))
    memory_.result = held(*hold, memory_.result);
  if (progress) progress(memory_.result);
  return memory_.result;
}

/// A domino of the mover's that can be taken and put back where nothing can refuse it, which counts
/// as a placement. Whoever has one need not lose while it is behind: the game is drawn at the turn
/// limit at last.
std::optional<Candidate> TurnSearch::way_to_hold(const TwoDoku& view) const {
  const TurnTree& tree = threads_[0]->tree;
  const TurnTree::Node& root = tree.node(tree.root());
  for (TurnTree::Index i = root.edges; i < root.edges + root.count; ++i) {
    const Candidate& turn = tree.edge(i).turn;
    if (changes_nothing(turn, tree.edge(i).taken_digit) &&
        !risky_squares(view, turn.digit).has(turn.square))
      return turn;
  }
  return std::nullopt;
}

/// Behind, for all that is known, and about to give up or to take a risk that is not worth it.
bool TurnSearch::is_worse_than_a_draw(const TwoDoku& view) const {
  const Player mover = view.to_move();
  if (view.hand_sum(mover) <= Beliefs(view, mover).expected_sum(1 - mover)) return false;
  const Move last = Move::from_bits(memory_.result.pv.back().bits());
  if (last.kind() == Kind::kPass) return true;
  const bool is_risky =
      last.kind() == Kind::kPlay && risky_squares(view, last.digit()).has(last.square());
  return (is_risky || last.kind() == Kind::kTakePot) && !is_promising_;
}

/// The answer that the last search has given already, or null.
const Result* TurnSearch::recall(const TwoDoku& view) {
  if (!memory_.view) return nullptr;
  Result& known = memory_.result;
  known.nodes = 0;
  if (is_held_up(*memory_.view, view)) return &known;
  if (view.stage() != Stage::kTook || known.pv.size() < 2) return nullptr;
  TwoDoku taken = *memory_.view;
  taken.apply(Move::from_bits(known.pv[0].bits()));
  if (view != taken && !is_held_up(taken, view)) return nullptr;
  after_take_ = known;
  after_take_.pv.erase(after_take_.pv.begin());
  after_take_.moves.clear();
  after_take_.best = after_take_.pv[0];
  after_take_.depth = 1;
  return &after_take_;
}

/// A turn of the root, with the visits of all trees: they have the same turns, in the same order.
TurnTree::Edge TurnSearch::edge_of_all(std::uint32_t number) const {
  const auto at = [&](const Thread& thread) {
    return thread.tree.node(thread.tree.root()).edges + number;
  };
  TurnTree::Edge sum = threads_[0]->tree.edge(at(*threads_[0]));
  for (std::size_t id = 1; id < threads_.size(); ++id) {
    const TurnTree::Edge& same = threads_[id]->tree.edge(at(*threads_[id]));
    sum.visits += same.visits;
    sum.value += same.value;
    sum.wins += same.wins;
  }
  return sum;
}

/// Its chance to win by its games, and by its promise against a mean of all turns: the best of many
/// would be one that was seldom seen and had luck if games alone counted.
double TurnSearch::chance_of(const TurnTree::Edge& turn, float best_promise, double mean) const {
  const double lost = kWinOfDigit * (best_promise - turn.turn.promise);
  const double promised = std::clamp(mean - lost, 0.0, 1.0);
  return (turn.wins + kGamesOfPromise * promised) / (turn.visits + kGamesOfPromise);
}

/// What turns begin with, each as the best that begins so.
void TurnSearch::judge(const TwoDoku& root, Result& result) const {
  const std::uint32_t count = threads_[0]->tree.node(threads_[0]->tree.root()).count;
  std::vector<TurnTree::Edge> turns;
  double wins = 0.5, games = 1;
  float promise = -1e9f;
  for (std::uint32_t i = 0; i < count; ++i) {
    turns.push_back(edge_of_all(i));
    wins += turns.back().wins;
    games += turns.back().visits;
    promise = std::max(promise, turns.back().turn.promise);
  }
  for (const TurnTree::Edge& turn : turns) {
    const engine::AnyMove move(first_move(turn.turn, root).bits());
    const double win = chance_of(turn, promise, wins / games);
    const auto known = std::find_if(result.moves.begin(), result.moves.end(),
                                    [&](const JudgedMove& other) { return other.move == move; });
    if (known == result.moves.end())
      result.moves.push_back({.move = move, .win = win});
    else
      known->win = std::max(known->win, win);
  }
}

/// The most visited turn is trusted, and before anything was visited the most promising.
Result TurnSearch::summarize(const TwoDoku& root, std::uint64_t simulations) {
  const TurnTree& first = threads_[0]->tree;
  const TurnTree::Node& node = first.node(first.root());
  Result result;
  result.nodes = simulations;
  std::uint32_t most = 0;
  float best_prior = -1;
  for (std::uint32_t i = 0; i < node.count; ++i) {
    const TurnTree::Edge edge = edge_of_all(i);
    if (edge.visits < most || (edge.visits == most && edge.prior <= best_prior)) continue;
    most = edge.visits;
    best_prior = edge.prior;
    const Move move = first_move(edge.turn, root);
    result.best = engine::AnyMove(move.bits());
    result.pv = {result.best};
    if (move.kind() == Kind::kTake)
      result.pv.push_back(
          engine::AnyMove(Move::of(Kind::kPlay, edge.turn.square, edge.turn.digit).bits()));
    result.win = win_of(edge);
    is_promising_ = edge.visits > 0 && edge.value / static_cast<float>(edge.visits) >= kWorthARisk;
  }
  if (judges_) judge(root, result);
  result.depth = static_cast<int>(result.pv.size());
  return result;
}

}  // namespace gauntlet::search::twodoku
