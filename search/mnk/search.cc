#include "search/mnk/search.h"

#include "search/general_methods.h"
#include "search/mnk/accumulator.h"
#include "search/mnk/evaluation.h"
#include "search/mnk/openings.h"
#include "search/mnk/playout/playout.h"
#include "search/mnk/strategies.h"
#include "search/playout_batch.h"

namespace gauntlet::search {

namespace {

// What a level may give away, and how much it works, tells the levels apart: among moves that it
// may play it hardly chooses, so that it errs as much in the middle of a game as in the opening.
// Level 1 never loses an even game at one stroke, which makes it as strong as who looks one ply
// ahead.
constexpr std::array<LevelStep, kLevels> kSteps = {{{.nodes = 60, .temperature = 0.25, .cap = 0.48},
                                                    {300, 0.19},
                                                    {900, 0.19},
                                                    {1'800, 0.19},
                                                    {3'500, 0.15},
                                                    {5'200, 0.114},
                                                    {10'500, 0.07},
                                                    {25'000, 0.039},
                                                    {78'000, 0.017},
                                                    {500'000, 0}}};

/// Where lines are short and boards small one look by alpha-beta's knowledge of threats is worth
/// more than a middle level: the lower ones have MCTS, with trees that can hardly be smaller.
constexpr int kShortLine = 4, kSmallBoard = 49;
constexpr std::array<LevelStep, kLevels> kSmallBoardSteps = {
    {{1'000, 0.3, Limits::kNoDepth, "mcts", 1},
     {3'000, 0.08, Limits::kNoDepth, "mcts", 1},
     {10'000, 0.01, Limits::kNoDepth, "mcts", 1},
     {1'500, 0.25},
     {2'000, 0.15},
     {4'000, 0.08},
     {10'000, 0.05},
     {30'000, 0.03},
     {100'000, 0.015},
     {300'000, 0}}};

template <class State>
std::span<const LevelStep, kLevels> steps_of(const engine::AnyGame& game) {
  const engine::mnk::Rules& rules = game.rules<State>();
  const bool is_small = rules.k <= kShortLine && rules.squares() <= kSmallBoard;
  return is_small ? kSmallBoardSteps : kSteps;
}

template <class State>
int plies_of(const engine::AnyState& view) {
  return view.as<State>().plies();
}

}  // namespace

template <int Words>
const GameSearch& game_search(engine::Types<engine::Mnk<Words>>) {
  using State = engine::Mnk<Words>;
  static constexpr auto kMethods = general_methods<State>();
  static constexpr NumberedOpenings kOpenings{
      .count = [](const engine::AnyGame& game) { return mnk::openings(game.rules<State>()); },
      .make = [](const engine::AnyGame& game,
                 std::uint64_t number) { return mnk::opening(game, game.rules<State>(), number); }};
  static const GameSearch kRow{.methods = kMethods,
                               .strongest = strongest_general,
                               .strategies = mnk::strategies<Words>(),
                               .levels = steps_of<State>,
                               .plies = plies_of<State>,
                               .playouts = playouts_from<State>,
                               .openings = &kOpenings};
  return kRow;
}

template const GameSearch& game_search(engine::Types<engine::Mnk<1>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<4>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<8>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<16>>);

}  // namespace gauntlet::search
