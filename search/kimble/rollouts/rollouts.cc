#include "search/kimble/rollouts/rollouts.h"

#include <algorithm>
#include <atomic>
#include <bit>
#include <cassert>
#include <chrono>
#include <cmath>
#include <mutex>
#include <span>

#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "search/kimble/playout/policy_playouts.h"
#include "search/kimble/policy.h"
#include "search/parallel.h"

namespace gauntlet::search {

namespace {

using engine::Kimble;
using engine::KimbleMove;
using std::chrono::steady_clock;

/// One move, and what became of the games behind it.
struct Choice {
  KimbleMove move;
  Kimble after;
  std::uint64_t games, wins;

  double win() const {
    return games == 0 ? 0.5 : static_cast<double>(wins) / static_cast<double>(games);
  }
  /// The standard error of win(); a game more each way keeps it from being 0.
  double error() const {
    const double n = static_cast<double>(games) + 2, p = (static_cast<double>(wins) + 1) / n;
    return std::sqrt(p * (1 - p) / n);
  }
};

using Choices = engine::InplaceVector<Choice, Kimble::Moves::kCapacity>;

/// What a round may use.
struct Share {
  std::uint64_t games;
  std::optional<steady_clock::time_point> deadline;

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

class KimbleRollouts final : public Searcher {
 public:
  KimbleRollouts(const engine::KimbleRules& rules, const SearcherOptions& options)
      : rules_(rules),
        others_(kimble_policy(options.against).value_or(KimblePolicy::kCapture)),
        judges_all_moves_(options.judges_all_moves),
        workers_(options.threads) {}

  void new_game(std::uint64_t seed) override { rng_ = engine::Rng(seed); }
  Result search(const engine::AnyState& view, const Limits& limits,
                const Progress& progress) override;

 private:
  std::uint64_t play(std::span<Choice> choices, engine::Player mover, const Share& share,
                     const std::stop_token& stop);
  static void best_first(std::span<Choice> choices);
  static Result result_of(const Choices& choices);

  const engine::KimbleRules rules_;
  const KimblePolicy others_;
  const bool judges_all_moves_;
  Workers workers_;
  engine::Rng rng_{0};
};

Result KimbleRollouts::search(const engine::AnyState& view, const Limits& limits,
                              const Progress& progress) {
  const Kimble& state = view.as<Kimble>();
  assert(state.to_move() >= 0);
  Kimble::Moves moves;
  state.legal_moves(moves);
  Choices choices;
  for (const KimbleMove move : moves) choices.push_back({move, engine::child(state, move), 0, 0});
  // What wins is the only choice: another piece that this throw moves would have to go where this
  // one goes, to the last free square of the goal.
  const bool wins = engine::is_over(engine::child(state, moves[0]));
  if (wins || (choices.size() == 1 && !judges_all_moves_)) return result_of(choices);

  std::uint64_t played = 0;
  std::size_t alive = choices.size();
  for (int rounds = std::max(static_cast<int>(std::bit_width(alive - 1)), 1); rounds > 0;
       --rounds) {
    const std::span rivals(choices.begin(), alive);
    played += play(rivals, state.to_move(), Share::of_rest(limits, played, rounds), limits.stop);
    best_first(rivals);
    alive = (alive + 1) / 2;
    if (progress && rounds > 1) progress(result_of(choices));
  }
  return result_of(choices);
}

/// Plays equally many games behind all choices until the share is spent, but some in any case;
/// returns how many.
std::uint64_t KimbleRollouts::play(std::span<Choice> choices, engine::Player mover,
                                   const Share& share, const std::stop_token& stop) {
  constexpr std::uint64_t kAtOnce = 128;  // games behind each; well below a millisecond
  KimblePolicies policies;
  policies.fill(others_);
  policies[static_cast<std::size_t>(mover)] = KimblePolicy::kCapture;
  const KimblePolicyPlayouts playouts(rules_, policies);

  const std::uint64_t each_time = kAtOnce * choices.size();
  const std::uint64_t times = std::max<std::uint64_t>(share.games / each_time, 1);
  const std::uint64_t seed = rng_.next();
  std::atomic<std::uint64_t> next = 0;
  std::uint64_t played = 0;
  std::mutex adding;
  const auto work = [&](int) {
    engine::InplaceVector<KimbleRaceStart, Kimble::Moves::kCapacity> starts;
    for (const Choice& choice : choices)
      starts.push_back(KimblePolicyPlayouts::start(choice.after, kAtOnce));
    std::uint64_t done = 0;
    for (;; ++done) {
      const std::uint64_t time = next.fetch_add(1, std::memory_order_relaxed);
      const bool is_late = share.deadline && steady_clock::now() >= *share.deadline;
      if (time >= times || (time > 0 && (is_late || stop.stop_requested()))) break;
      playouts(std::span(starts.begin(), starts.end()), engine::Rng(seed, time).next());
    }
    const std::lock_guard lock(adding);
    played += done * each_time;
    for (std::size_t i = 0; i < choices.size(); ++i) {
      choices[i].games += done * kAtOnce;
      choices[i].wins += starts[i].wins[static_cast<std::size_t>(mover)];
    }
  };
  workers_.run([&] { work(0); }, work);
  return played;
}

/// Equal ones stay in the order of the rules.
void KimbleRollouts::best_first(std::span<Choice> choices) {
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& one, const Choice& two) { return one.win() > two.win(); });
}

Result KimbleRollouts::result_of(const Choices& choices) {
  const Proven proven = engine::is_over(choices[0].after) ? Proven::kWin : Proven::kNothing;
  Result result;
  for (const Choice& choice : choices) {
    result.nodes += choice.games;
    result.moves.push_back(
        {engine::AnyMove(choice.move.bits()), proven, choice.win(), choice.error()});
  }
  if (proven == Proven::kWin) result.moves[0].win = 1, result.moves[0].error = 0;
  result.best = result.moves[0].move;
  result.win = result.moves[0].win;
  result.proven = proven;
  result.depth = 1;
  result.pv = {result.best};
  return result;
}

}  // namespace

std::unique_ptr<Searcher> make_kimble_rollouts(const engine::KimbleRules& rules,
                                               const SearcherOptions& options) {
  return std::make_unique<KimbleRollouts>(rules, options);
}

}  // namespace gauntlet::search
