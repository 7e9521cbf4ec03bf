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

/// How far a search has come when a part of its limits is spent.
struct Share {
  std::uint64_t games;
  std::optional<steady_clock::time_point> deadline;

  /// REQUIRES: part <= of.
  static Share of_limits(const Limits& limits, steady_clock::time_point start, int part, int of) {
    Share share{limits.nodes, limits.deadline};
    if (part == of) return share;
    if (limits.nodes != Limits::kNoNodes) share.games = limits.nodes / of * part;
    if (limits.deadline) share.deadline = start + (*limits.deadline - start) / of * part;
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
  void play(std::span<Choice> choices, engine::Player mover, const Share& share,
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
  const auto start = steady_clock::now();
  Kimble::Moves moves;
  state.legal_moves(moves);
  Choices choices;
  for (const KimbleMove move : moves) choices.push_back({move, engine::child(state, move), 0, 0});
  for (Choice& choice : choices) {
    if (!engine::is_over(choice.after)) continue;
    std::swap(choice, choices[0]);
    return result_of(choices);
  }
  if (choices.size() == 1 && !judges_all_moves_) return result_of(choices);

  const int rounds = std::max(static_cast<int>(std::bit_width(choices.size() - 1)), 1);
  std::size_t alive = choices.size();
  for (int round = 1; round <= rounds; ++round) {
    const std::span rivals(choices.begin(), alive);
    play(rivals, state.to_move(), Share::of_limits(limits, start, round, rounds), limits.stop);
    best_first(rivals);
    alive = (alive + 1) / 2;
    if (progress && round < rounds) progress(result_of(choices));
  }
  return result_of(choices);
}

/// Plays equally many games behind all choices until the share is spent, but some in any case.
void KimbleRollouts::play(std::span<Choice> choices, engine::Player mover, const Share& share,
                          const std::stop_token& stop) {
  constexpr std::uint64_t kAtOnce = 128;  // games behind each; well below a millisecond
  KimblePolicies policies;
  policies.fill(others_);
  policies[static_cast<std::size_t>(mover)] = KimblePolicy::kCapture;
  const KimblePolicyPlayouts playouts(rules_, policies);

  std::uint64_t played = 0;
  for (const Choice& choice : choices) played += choice.games;
  const std::uint64_t each_time = kAtOnce * choices.size();
  const std::uint64_t wanted = share.games > played ? share.games - played : 0;
  const std::uint64_t times = std::max<std::uint64_t>((wanted + each_time - 1) / each_time, 1);
  const std::uint64_t seed = rng_.next();
  std::atomic<std::uint64_t> next = 0;
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
    for (std::size_t i = 0; i < choices.size(); ++i) {
      choices[i].games += done * kAtOnce;
      choices[i].wins += starts[i].wins[static_cast<std::size_t>(mover)];
    }
  };
  workers_.run([&] { work(0); }, work);
}

/// Equal ones stay in the order of the rules.
void KimbleRollouts::best_first(std::span<Choice> choices) {
  std::stable_sort(choices.begin(), choices.end(),
                   [](const Choice& one, const Choice& two) { return one.win() > two.win(); });
}

Result KimbleRollouts::result_of(const Choices& choices) {
  const Choice& best = choices[0];
  const bool wins = engine::is_over(best.after);
  Result result;
  result.best = engine::AnyMove(best.move.bits());
  result.win = wins ? 1 : best.win();
  result.proven = wins ? Proven::kWin : Proven::kNothing;
  result.depth = 1;
  result.pv = {result.best};
  for (const Choice& choice : choices) {
    result.nodes += choice.games;
    const engine::AnyMove move(choice.move.bits());
    result.moves.push_back(engine::is_over(choice.after)
                               ? JudgedMove{move, Proven::kWin, 1, 0}
                               : JudgedMove{move, Proven::kNothing, choice.win(), choice.error()});
  }
  return result;
}

}  // namespace

std::unique_ptr<Searcher> make_kimble_rollouts(const engine::KimbleRules& rules,
                                               const SearcherOptions& options) {
  return std::make_unique<KimbleRollouts>(rules, options);
}

}  // namespace gauntlet::search
