#include "search/mnk/search.h"

#include "search/general_methods.h"
#include "search/mnk/accumulator.h"
#include "search/mnk/evaluation.h"
#include "search/mnk/openings.h"
#include "search/mnk/playout.h"
#include "search/playout_batch.h"

namespace gauntlet::search {

namespace {

// Temperature tells the lower levels apart, work the higher ones.
constexpr std::array<LevelStep, kLevels> kSteps = {{{200, 0.62},
                                                    {250, 0.6},
                                                    {600, 0.35},
                                                    {1'500, 0.16},
                                                    {2'000, 0.1},
                                                    {4'000, 0.05},
                                                    {10'000, 0.02},
                                                    {20'000, 0.01},
                                                    {60'000, 0.004},
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
