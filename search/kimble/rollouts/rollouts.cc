#include "search/kimble/rollouts/rollouts.h"

#include <absl/synchronization/mutex.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>
#include <chrono>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "search/kimble/expectimax.h"
#include "search/kimble/opponent_model.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/parallel.h"

namespace gauntlet::search::kimble {

namespace {

using engine::Kimble;
using std::chrono::steady_clock;

/// One move, and what became of the games behind it.
struct RootMove {
  Kimble::Move move;
  Kimble after;
  std::uint64_t games = 0, wins = 0;
  /// Where policies are drawn, of the slices: games of one are not independent.
  std::uint64_t slices = 0, squared_wins = 0;
  /// What a look ahead says, and as how many games that counts.
  double ahead = 0.5, weight = 0;

  double win() const {
    const double n = static_cast<double>(games) + weight;
    return n == 0 ? ahead : (static_cast<double>(wins) + weight * ahead) / n;
  }
  /// The standard error of win(), as if all of it came from games; a game more each way keeps it
  /// from being 0.
  double error() const {
    const double n = static_cast<double>(games) + weight + 2;
    const double p = (win() * (n - 2) + 1) / n;
    return std::sqrt(std::max(spread(), 1.0) * p * (1 - p) / n);
  }

 private:
  /// How many times the variance of the mean is that of independent games; 0 if that is not known.
  double spread() const {
    if (slices < 2 || wins == 0 || wins == games) return 0;
    const auto count = static_cast<double>(slices), sum = static_cast<double>(wins);
    const double variance = (static_cast<double>(squared_wins) - sum * sum / count) / (count - 1);
    const double share = sum / static_cast<double>(games);
    return variance / (static_cast<double>(games) / count * share * (1 - share));
  }
};

using RootMoves = std::vector<RootMove>;

std::uint64_t played(const RootMoves& root_moves) {
  std::uint64_t games = 0;
  for (const RootMove& root : root_moves) games += root.games;
  return games;
}

/// Games behind each choice that are played between two looks at the clock, which takes well below
/// a millisecond, by the same policies.
constexpr std::uint64_t kAtOnce = 128;
/// The same where policies are drawn: then what a slice says depends on the draw too, and few
/// slices would say less than their games seem to.
constexpr std::uint64_t kAtOnceIfDrawn = 16;

/// A look ahead is so deep at most, and says as much as so many games behind each choice.
constexpr int kDepthAhead = 4;
constexpr double kGamesAhead = 4'000;

/// What a round may use.
struct Share {
  std::uint64_t games;
  std::optional<steady_clock::time_point> deadline;

  bool is_late() const { return deadline && steady_clock::now() >= *deadline; }

  /// Of what the limits leave, when so many rounds are still to come, this one too.
  static Share of_rest(const Limits& limits, std::uint64_t played, int rounds) {
    const bool counts = limits.nodes != Limits::kNoNodes;
    const std::uint64_t left = limits.nodes > played ? limits.nodes - played : 0;
    Share share{counts ? left / static_cast<unsigned>(rounds) : left, limits.deadline};
    if (!limits.deadline) return share;
    const auto now = steady_clock::now();
    share.deadline = now + (*limits.deadline - now) / rounds;
    return share;
  }
};

class Rollouts final : public Searcher {
 public:
  Rollouts(const engine::Kimble::Rules& rules, const SearcherOptions& options)
      : rules_(rules),
        rivals_(OpponentModel::told(options, rules.players())),
        judges_all_moves_(options.judges_all_moves),
        slice_(rivals_.are_drawn() ? kAtOnceIfDrawn : kAtOnce),
        ahead_(judges_all_moves_ ? nullptr : make_expectimax(rules, options)),
        workers_(options.threads) {}

  std::size_t memory() const override { return 0; }
  void new_game(std::uint64_t seed) override { rng_ = engine::Rng(seed); }
  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  void look_ahead(RootMoves& root_moves, const engine::AnyState& view, const Limits& limits);
  bool play_round(std::span<RootMove> root_moves, engine::Player mover, const Share& share,
                  const std::stop_token& stop);
  std::uint64_t play(std::span<RootMove> root_moves, engine::Player mover, const Share& share,
                     const std::stop_token& stop);
  static bool is_clear(std::span<const RootMove> root_moves);
  static void best_first(std::span<RootMove> root_moves);
  static Result result_of(const RootMoves& root_moves);

  const engine::Kimble::Rules rules_;
  const OpponentModel rivals_;
  const bool judges_all_moves_;
  const std::uint64_t slice_;              ///< Games behind each choice in a row.
  const std::unique_ptr<Searcher> ahead_;  ///< Expectimax; none where all moves are judged.
  Workers workers_;
  engine::Rng rng_{0};
};

Result Rollouts::search(const engine::AnyState& view, const Limits& limits,
                        const Progress& progress) {
  const Kimble& state = view.as<Kimble>();
  assert(state.to_move() >= 0);
  Kimble::Moves moves;
  state.legal_moves(moves);
  RootMoves root_moves;
  for (const Kimble::Move move : moves) root_moves.push_back({move, engine::child(state, move)});
  // What wins is the only choice: another piece that this throw moves would have to go where this
  // one goes, to the last free square of the goal.
  const bool wins = engine::is_over(engine::child(state, moves[0]));
  if (wins || (root_moves.size() == 1 && !judges_all_moves_)) return result_of(root_moves);

  if (!judges_all_moves_) look_ahead(root_moves, view, limits);
  std::size_t alive = root_moves.size();
  for (int rounds = std::max(static_cast<int>(std::bit_width(alive - 1)), 1); rounds > 0;
       --rounds) {
    const std::span left(root_moves.begin(), alive);
    const Share share = Share::of_rest(limits, played(root_moves), rounds);
    const bool is_open = play_round(left, state.to_move(), share, limits.stop);
    best_first(left);
    if (!is_open) break;
    alive = (alive + 1) / 2;
    if (progress && rounds > 1) progress(result_of(root_moves));
  }
  return result_of(root_moves);
}

/// Asks expectimax, which may take an eighth of the time, and count as many positions as there may
/// be games.
void Rollouts::look_ahead(RootMoves& root_moves, const engine::AnyState& view,
                          const Limits& limits) {
  Limits part = limits;
  part.depth = kDepthAhead;
  if (limits.deadline) {
    const auto now = steady_clock::now();
    part.deadline = now + (*limits.deadline - now) / 8;
  }
  const Result ahead = ahead_->search(view, part);
  if (ahead.depth == 0) return;
  for (RootMove& root : root_moves)
    for (const JudgedMove& judged : ahead.moves)
      if (judged.move.bits() == root.move.bits())
        root.ahead = judged.win, root.weight = kGamesAhead;
}

/// Plays until the share is spent: true; or until it is clear which choice is best and nobody wants
/// to know more: false. It looks after 512 games behind each, 1024 more, and so on.
bool Rollouts::play_round(std::span<RootMove> root_moves, engine::Player mover, const Share& share,
                          const std::stop_token& stop) {
  std::uint64_t left = share.games;
  for (std::uint64_t next = 512 * root_moves.size();; next *= 2) {
    const Share part{std::min(next, left), share.deadline};
    const std::uint64_t done = play(root_moves, mover, part, stop);
    left -= std::min(done, left);
    if (!judges_all_moves_ && is_clear(root_moves)) return false;
    if (left == 0 || done < part.games || stop.stop_requested() || share.is_late()) return true;
  }
}

/// Whether one is ahead of all others by more than chance makes likely; that all have the same dice
/// makes it less likely still.
bool Rollouts::is_clear(std::span<const RootMove> root_moves) {
  constexpr double kErrors = 4;
  const RootMove& best = *std::max_element(
      root_moves.begin(), root_moves.end(),
      [](const RootMove& one, const RootMove& two) { return one.win() < two.win(); });
  return std::all_of(root_moves.begin(), root_moves.end(), [&](const RootMove& other) {
    return &other == &best ||
           best.win() - other.win() > kErrors * std::hypot(best.error(), other.error());
  });
}

/// Plays equally many games behind all choices until the share is spent, but some in any case;
/// returns how many.
std::uint64_t Rollouts::play(std::span<RootMove> root_moves, engine::Player mover,
                             const Share& share, const std::stop_token& stop) {
  const std::uint64_t each_time = slice_ * root_moves.size();
  const std::uint64_t times = std::max<std::uint64_t>(share.games / each_time, 1);
  const std::uint64_t seed = rng_.next();
  std::atomic<std::uint64_t> next = 0;
  std::uint64_t played = 0;
  absl::Mutex adding;  // to `played` and to the choices
  const auto work = [&](int) {
    engine::InplaceVector<RaceStart, Kimble::Moves::kCapacity> starts;
    for (const RootMove& root : root_moves)
      starts.push_back(PolicyPlayouts::start(root.after, slice_));
    std::array<std::uint64_t, Kimble::Moves::kCapacity> wins{}, squared_wins{};
    std::uint64_t done = 0;
    for (;; ++done) {
      const std::uint64_t time = next.fetch_add(1, std::memory_order_relaxed);
      if (time >= times || (time > 0 && (share.is_late() || stop.stop_requested()))) break;
      engine::Rng rng(seed, time);
      const PolicyPlayouts playouts(rules_, rivals_.draw(mover, rng));
      playouts(std::span(starts.begin(), starts.end()), rng.next());
      for (std::size_t i = 0; i < starts.size(); ++i) {
        const std::uint64_t before =
            std::exchange(wins[i], starts[i].wins[static_cast<std::size_t>(mover)]);
        squared_wins[i] += (wins[i] - before) * (wins[i] - before);
      }
    }
    const absl::MutexLock lock(&adding);
    played += done * each_time;
    for (std::size_t i = 0; i < root_moves.size(); ++i) {
      root_moves[i].games += done * slice_;
      root_moves[i].wins += wins[i];
      if (!rivals_.are_drawn()) continue;
      root_moves[i].slices += done;
      root_moves[i].squared_wins += squared_wins[i];
    }
  };
  workers_.run([&] { work(0); }, work);
  return played;
}

/// Equal ones stay in the order of the rules.
void Rollouts::best_first(std::span<RootMove> root_moves) {
  std::stable_sort(root_moves.begin(), root_moves.end(),
                   [](const RootMove& one, const RootMove& two) { return one.win() > two.win(); });
}

Result Rollouts::result_of(const RootMoves& root_moves) {
  const Proven proven = engine::is_over(root_moves[0].after) ? Proven::kWin : Proven::kNothing;
  Result result;
  result.nodes = played(root_moves);
  for (const RootMove& root : root_moves)
    result.moves.push_back({engine::AnyMove(root.move.bits()), proven, root.win(), root.error()});
  if (proven == Proven::kWin) result.moves[0].win = 1, result.moves[0].error = 0;
  result.best = result.moves[0].move;
  result.win = result.moves[0].win;
  result.proven = proven;
  result.depth = 1;
  result.pv = {result.best};
  return result;
}

}  // namespace

std::unique_ptr<Searcher> make_rollouts(const engine::Kimble::Rules& rules,
                                        const SearcherOptions& options) {
  return std::make_unique<Rollouts>(rules, options);
}

}  // namespace gauntlet::search::kimble
