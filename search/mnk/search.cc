#include "search/mnk/search.h"

#include "search/general_methods.h"
#include "search/mnk/accumulator.h"
#include "search/mnk/evaluation.h"
#include "search/mnk/openings.h"
#include "search/mnk/playout.h"
#include "search/playout_batch.h"

namespace gauntlet::search {

namespace {

// Two levels up there are about half as many lapses and six to ten times as much work: lapses tell
// the lower levels apart, work the higher ones. Level 1 is random.
constexpr std::array<LevelStep, kLevels> kSteps = {{{1, 1},
                                                    {60, 0.70},
                                                    {150, 0.50},
                                                    {400, 0.36},
                                                    {1'000, 0.25},
                                                    {3'000, 0.17},
                                                    {8'000, 0.10},
                                                    {25'000, 0.05},
                                                    {80'000, 0.015},
                                                    {300'000, 0}}};

}  // namespace

template <int Words>
const GameSearch& game_search(engine::Types<engine::Mnk<Words>>) {
  using State = engine::Mnk<Words>;
  static constexpr auto kMethods = general_methods<State>();
  static constexpr NumberedOpenings kOpenings{
      .count = [](const engine::AnyGame& game) { return mnk::openings(game.rules<State>()); },
      .make = [](const engine::AnyGame& game,
                 std::uint64_t number) { return mnk::opening(game, game.rules<State>(), number); }};
  static constexpr GameSearch kRow{.methods = kMethods,
                                   .strongest = strongest_general,
                                   .levels = kSteps,
                                   .playouts = playouts_from<State>,
                                   .openings = &kOpenings};
  return kRow;
}

template const GameSearch& game_search(engine::Types<engine::Mnk<1>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<4>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<8>>);
template const GameSearch& game_search(engine::Types<engine::Mnk<16>>);

}  // namespace gauntlet::search
