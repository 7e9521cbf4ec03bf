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

// Temperature and cap tell the lower levels apart, work the higher ones. From level 5 to 7 the cap
// alone makes nearly all of each step.
constexpr std::array<LevelStep, kLevels> kSteps = {{{200, 0.8},
                                                    {200, 0.255},
                                                    {200, 0.144},
                                                    {200, 0.094},
                                                    {200, 0.072},
                                                    {200, 0.072},
                                                    {300, 0.072},
                                                    {900, 0.062},
                                                    {30'000, 0.004},
                                                    {60'000, 0}}};

}  // namespace

const GameSearch& game_search(engine::Types<TwoDoku>) {
  static const GameSearch kRow{
      .methods = kMethods,
      .strongest = [](const engine::AnyGame&, const Knowledge*) { return kTurns.word; },
      .strategies = twodoku::strategies(),
      .levels = [](const engine::AnyGame&) { return std::span<const LevelStep, kLevels>(kSteps); },
      .thinking_time = twodoku::decision_time,
      .playouts = playouts_from<TwoDoku>,
      .risks = &twodoku::kRisks};
  return kRow;
}

}  // namespace gauntlet::search
