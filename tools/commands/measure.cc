#include "tools/commands/measure.h"

#include <algorithm>
#include <cmath>
#include <ctime>
#include <memory>
#include <vector>

#include "engine/registry.h"
#include "search/registry.h"
#include "search/strategy.h"

namespace gauntlet::tools {

namespace {

constexpr std::uint64_t kSeed = 2026;
const search::SearcherOptions kOneThread{.hash_mb = 64, .threads = 1};

double cpu_seconds() {
  timespec now;
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Calls work(), which returns how much it did, until `seconds` have been spent; amount per second.
template <class Work>
double rate(double seconds, Work&& work) {
  const double start = cpu_seconds();
  double done = 0, spent = 0;
  do {
    done += static_cast<double>(work());
    spent = cpu_seconds() - start;
  } while (spent < seconds);
  return done / spent;
}

/// Random starts, for games whose start is drawn; playouts and counts rotate through them.
std::vector<engine::AnyState> starts(const engine::AnyGame& game) {
  std::vector<engine::AnyState> states;
  for (std::uint64_t stream = 0; stream < 8; ++stream) {
    engine::Rng rng(kSeed, stream);
    states.push_back(game.start(rng));
  }
  return states;
}

void measure_playouts(const engine::AnyGame& game, double seconds, Speed& speed) {
  const auto states = starts(game);
  engine::Rng rng(kSeed);
  search::PlayoutTotals totals;
  std::size_t next = 0;
  speed.playouts = rate(seconds, [&] {
    const auto some = search::run_playouts(states[next++ % states.size()], 100, rng);
    totals.playouts += some.playouts;
    totals.plies += some.plies;
    return some.playouts;
  });
  if (totals.playouts > 0)
    speed.playout_plies = static_cast<double>(totals.plies) / static_cast<double>(totals.playouts);
}

/// The first depth that takes long enough to be timed without noise.
int perft_depth(const engine::AnyState& state) {
  constexpr double kLongEnough = 0.01;
  for (int depth = 1;; ++depth) {
    const double start = cpu_seconds();
    const std::uint64_t leaves = state.perft(depth);
    if (cpu_seconds() - start > kLongEnough || leaves == 0) return depth;
  }
}

double perft_rate(const engine::AnyGame& game, double seconds) {
  const engine::AnyState state = starts(game).front();
  const int depth = perft_depth(state);
  return rate(seconds, [&] { return state.perft(depth); });
}

/// What the movers see after 0, 3, 6, .. random moves; a decision is to be made in each.
std::vector<engine::AnyState> fixed_positions(const engine::AnyGame& game) {
  std::vector<engine::AnyState> positions;
  for (std::uint64_t stream = 0; stream < 8; ++stream) {
    engine::Rng rng(kSeed, stream);
    engine::AnyState state = game.start(rng);
    state.play_chance_moves(rng, nullptr);
    engine::AnyState last = state;
    for (std::uint64_t ply = 0; ply < 3 * stream && !state.is_over(); ++ply) {
      last = state;
      state.apply(state.random_move(rng));
      state.play_chance_moves(rng, nullptr);
    }
    const engine::AnyState& kept = state.is_over() ? last : state;
    positions.push_back(kept.redacted(kept.to_move()));
  }
  return positions;
}

/// What the movers see along one random game, wherever they have a choice.
std::vector<engine::AnyState> choices(const engine::AnyGame& game, std::uint64_t stream) {
  engine::Rng rng(kSeed, stream);
  engine::AnyState state = game.start(rng);
  std::vector<engine::AnyState> views;
  for (;;) {
    state.play_chance_moves(rng, nullptr);
    if (state.is_over()) return views;
    engine::AnyMoves moves;
    state.legal_moves(moves);
    if (moves.size() > 1) views.push_back(state.redacted(state.to_move()));
    state.apply(state.random_move(rng));
  }
}

/// The fixed positions, with more from every stage of a game up to its end.
std::vector<engine::AnyState> positions_of_all_stages(const engine::AnyGame& game) {
  constexpr std::size_t kStages = 8;
  std::vector<engine::AnyState> positions = fixed_positions(game);
  for (std::size_t stage = 1; stage <= kStages; ++stage) {
    const auto views = choices(game, 100 + stage);
    if (!views.empty()) positions.push_back(views[(views.size() - 1) * stage / kStages]);
  }
  return positions;
}

/// Nodes per second over the fixed positions, each searched afresh for a share of the time.
std::optional<double> search_rate(std::unique_ptr<search::Searcher> searcher,
                                  const std::vector<engine::AnyState>& positions, double seconds) {
  if (!searcher) return std::nullopt;
  std::size_t next = 0;
  std::uint64_t nodes = 20'000;
  return rate(seconds, [&] {
    if (next == positions.size()) {
      next = 0;
      nodes *= 2;
    }
    search::Limits limits;
    limits.nodes = nodes;
    searcher->new_game(kSeed);
    return searcher->search(positions[next++], limits).nodes;
  });
}

/// The place of `move` among the legal ones.
std::uint64_t index_of(engine::AnyMove move, const engine::AnyState& view) {
  engine::AnyMoves moves;
  view.legal_moves(moves);
  return static_cast<std::uint64_t>(std::find(moves.begin(), moves.end(), move) - moves.begin());
}

/// What a search did and said. Few methods say what every move is worth; those that sample are told
/// apart by little else.
std::uint64_t sum_of(const search::Result& result, const engine::AnyState& view) {
  std::uint64_t sum = result.nodes + static_cast<std::uint64_t>(result.depth);
  for (const search::JudgedMove& judged : result.moves)
    sum += static_cast<std::uint64_t>(std::llround(judged.win * 10'000));
  return sum + index_of(result.best, view);
}

/// Enough for a method to show what it does, and no clock. To alpha-beta alone a depth is an amount
/// of work: to a solver it is how far from the end it begins.
search::Limits fixed_work(const search::Method& method) {
  search::Limits limits;
  limits.nodes = method.counts == search::Counts::kSimulations ? 2'000 : 50'000;
  if (method.word == "ab") limits.depth = 5;
  return limits;
}

std::uint64_t sum_of(const search::Method& method, const engine::AnyGame& game,
                     const std::vector<engine::AnyState>& positions) {
  const auto searcher = method.make(game, {.hash_mb = 4, .threads = 1});
  const search::Limits limits = fixed_work(method);
  std::uint64_t sum = 0;
  for (const engine::AnyState& view : positions) {
    searcher->new_game(kSeed);
    sum += sum_of(searcher->search(view, limits), view);
  }
  return sum;
}

std::uint64_t sum_of(const search::Strategy& strategy,
                     const std::vector<engine::AnyState>& positions) {
  engine::Rng rng(kSeed);
  std::uint64_t sum = 0;
  for (const engine::AnyState& view : positions) sum += index_of(strategy.choose(view, rng), view);
  return sum;
}

}  // namespace

std::vector<std::string_view> measured_games() {
  std::vector<std::string_view> names;
  for (const engine::GameFamily& family : engine::game_families()) names.push_back(family.standard);
  return names;
}

Speed measure_speed(const engine::AnyGame& game, double seconds) {
  Speed speed;
  const auto positions = fixed_positions(game);
  measure_playouts(game, seconds, speed);
  speed.perft_leaves = perft_rate(game, seconds);
  speed.mcts_simulations =
      search_rate(search::make_searcher("mcts", game, kOneThread), positions, seconds);
  speed.alpha_beta_nodes =
      search_rate(search::make_searcher("ab", game, kOneThread), positions, seconds);
  return speed;
}

std::uint64_t signature(const engine::AnyGame& game) {
  const auto positions = positions_of_all_stages(game);
  std::uint64_t sum = 0;
  for (const search::Method* const method : search::methods_for(game))
    if (!method->lacks) sum += sum_of(*method, game, positions);
  for (const search::Strategy& strategy : search::strategies(game))
    sum += sum_of(strategy, positions);
  return sum;
}

}  // namespace gauntlet::tools
