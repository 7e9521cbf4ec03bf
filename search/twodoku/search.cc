#include "search/twodoku/search.h"

#include <array>
#include <memory>
#include <string_view>

#include "search/general_methods.h"
#include "search/playout_batch.h"
#include "search/twodoku/clock.h"
#include "search/twodoku/playout.h"
#include "search/twodoku/strategies.h"
#include "search/twodoku/telling.h"
#include "search/twodoku/turn_search.h"

namespace gauntlet::search {

namespace {

using engine::TwoDoku;

constexpr Method kTurns{.word = "turns",
                        .plays = "Two-Doku",
                        .fits = [](const engine::AnyGame&) { return true; },
                        .make = [](const engine::AnyGame&,
                                   const SearcherOptions& options) -> std::unique_ptr<Searcher> {
                          return std::make_unique<twodoku::TurnSearch>(options);
                        },
                        .counts = Counts::kSimulations};

constexpr auto kMethods = with_general_methods<TwoDoku>(std::array{kTurns});

// Two levels up there are about half as many lapses and six times as much work. Level 1 is random.
constexpr std::array<LevelStep, kLevels> kSteps = {{{1, 1},
                                                    {30, 0.70},
                                                    {60, 0.50},
                                                    {120, 0.36},
                                                    {250, 0.25},
                                                    {600, 0.17},
                                                    {1'500, 0.10},
                                                    {4'000, 0.05},
                                                    {10'000, 0.015},
                                                    {40'000, 0}}};

}  // namespace

const GameSearch& game_search(engine::Types<TwoDoku>) {
  static const GameSearch kRow{
      .methods = kMethods,
      .strongest = [](const engine::AnyGame&, const Knowledge*) { return kTurns.word; },
      .strategies = twodoku::strategies(),
      .levels = kSteps,
      .thinking_time = twodoku::decision_time,
      .playouts = playouts_from<TwoDoku>,
      .risks = &twodoku::kRisks};
  return kRow;
}

}  // namespace gauntlet::search
