#include "search/sudokill/search.h"

#include <algorithm>
#include <chrono>
#include <cmath>

#include "search/clock.h"
#include "search/general_methods.h"
#include "search/playout_batch.h"
#include "search/sudokill/accumulator.h"
#include "search/sudokill/hint.h"
#include "search/sudokill/immediate_win.h"
#include "search/sudokill/playout/playout_batch.h"
#include "search/sudokill/solve_cost.h"
#include "search/sudokill/solving_search.h"
#include "search/sudokill/strategies.h"

namespace gauntlet::search {

namespace {

using engine::AnyGame;
using engine::Sudokill;
using std::chrono::milliseconds;

constexpr Method kSolver{
    .word = "solver",
    .plays = "Sudokill",
    .fits = [](const AnyGame&) { return true; },
    .make = [](const AnyGame& game, const SearcherOptions& options) -> std::unique_ptr<Searcher> {
      return std::make_unique<sudokill::SolvingSearch>(
          options,
          make_alpha_beta<Sudokill>(game, sudokill::SolvingSearch::estimator_options(options)));
    },
    .takes_depth = true,
    .hash_mb = 256,  // its table decides how far it sees
    .judges_all_moves = true};

constexpr auto kMethods = with_general_methods<Sudokill>(std::array{kSolver});

// Who solves first wins here, so levels differ in how many empty squares they solve from, too.
constexpr std::array<LevelStep, kLevels> kSteps = {{{8, 0.8, 0},
                                                    {100, 0.48, 4},
                                                    {1'000, 0.3, 8},
                                                    {4'600, 0.1, 17},
                                                    {9'000, 0.034, 28},
                                                    {50'000, 0.034, 29},
                                                    {75'000, 0.027, 31},
                                                    {115'000, 0.02, 32},
                                                    {150'000, 0.0185, 34},
                                                    {300'000, 0, 81}}};

/// Nothing is lost by haste while the end is out of reach, and everything is decided where the
/// first proof can be had. So where the rest of the clock may bring it a large part is
/// spent; the further that is away, the less.
milliseconds sudokill_time(const engine::AnyState& view, milliseconds left) {
  constexpr double kLargest = 0.4, kSmallest = 0.005, kForEachCandidate = 0.86;
  const double seconds = std::max(0.001, static_cast<double>(left.count()) / 1000);
  const double horizon = sudokill::solved_candidates(seconds * sudokill::kSolverNodesPerSecond);
  const double beyond = std::max(0.0, sudokill::candidates_of(view.as<Sudokill>()) - horizon);
  return part_of(left, std::max(kSmallest, kLargest * std::pow(kForEachCandidate, beyond)));
}

std::string safest(std::span<const JudgedMove> moves) {
  const int square = sudokill::safest_square(moves);
  return std::to_string(engine::row_of(square)) + "," + std::to_string(engine::column_of(square));
}

}  // namespace

const GameSearch& game_search(engine::Types<Sudokill>) {
  static const GameSearch kRow{
      .methods = kMethods,
      .strongest = [](const AnyGame&, const Knowledge*) { return kSolver.word; },
      .strategies = sudokill::strategies(),
      .levels = [](const engine::AnyGame&) { return std::span<const LevelStep, kLevels>(kSteps); },
      .thinking_time = sudokill_time,
      .playouts = playouts_from<Sudokill>,
      .hinted_square = safest};
  return kRow;
}

}  // namespace gauntlet::search
