#include "search/kimble/search.h"

#include "search/general_methods.h"
#include "search/kimble/evaluation.h"
#include "search/kimble/expectimax.h"
#include "search/kimble/leaf_playout.h"
#include "search/kimble/opponent_model.h"
#include "search/kimble/playout/playout_batch.h"
#include "search/kimble/rollouts/rollouts.h"
#include "search/kimble/strategies.h"
#include "search/kimble/tablebase/table_search.h"
#include "search/kimble/telling.h"

namespace gauntlet::search {

namespace {

using engine::AnyGame;
using engine::Kimble;

bool has_others(const AnyGame& game) {
  return game.players() > 1;
}

bool is_best_play(const Knowledge* knowledge) {
  const auto* const table = dynamic_cast<const kimble::Tablebase*>(knowledge);
  return table && table->is_best_play();
}

absl::Status lacks_table(const AnyGame& game, const Knowledge* knowledge) {
  const auto* const table = dynamic_cast<const kimble::Tablebase*>(knowledge);
  if (!table)
    return absl::InvalidArgumentError(
        "'table' needs --table FILE, which 'gauntlet solve kimble --out FILE' makes");
  if (kimble::is_table_of(*table, game.rules<Kimble>())) return absl::OkStatus();
  return absl::InvalidArgumentError(
      "the values of --table are of other corners or pieces than those of " + game.name() +
      (table->is_best_play()
           ? ""
           : ", or a best response of one seat alone: both can play one by the values "
             "of opposite corners"));
}

constexpr MethodOption kAgainst[] = {{"against", "random", kimble::OpponentModel::objection}};

constexpr std::array kOwn = {
    Method{.word = "table",
           .plays = "Kimble of two players",
           .fits = [](const AnyGame& game) { return game.players() == 2; },
           .make = [](const AnyGame&, const SearcherOptions& options) -> std::unique_ptr<Searcher> {
             return kimble::make_table_search(
                 std::dynamic_pointer_cast<const kimble::Tablebase>(options.knowledge));
           },
           .counts = Counts::kNothing,
           .hash_mb = 0,
           .judges_all_moves = true,
           .lacks = lacks_table},
    Method{.word = "rollouts",
           .plays = "Kimble of two players or more",
           .fits = has_others,
           .make = [](const AnyGame& game,
                      const SearcherOptions& options) -> std::unique_ptr<Searcher> {
             return kimble::make_rollouts(game.rules<Kimble>(), options);
           },
           .counts = Counts::kSimulations,
           .hash_mb = 0,
           .judges_all_moves = true,
           .options = kAgainst},
    Method{.word = "expectimax",
           .plays = "Kimble of two players or more",
           .fits = has_others,
           .make = [](const AnyGame& game,
                      const SearcherOptions& options) -> std::unique_ptr<Searcher> {
             return kimble::make_expectimax(game.rules<Kimble>(), options);
           },
           .takes_depth = true,
           .hash_mb = 0,
           .judges_all_moves = true,
           .options = kAgainst}};

constexpr auto kMethods = with_general_methods<Kimble>(kOwn);

/// A response to somebody who does not play well is no best play, so the table must be one of it.
std::string_view strongest_in_kimble(const AnyGame& game, const Knowledge* knowledge) {
  if (!has_others(game)) return "mcts";
  return game.players() == 2 && is_best_play(knowledge) && lacks_table(game, knowledge).ok()
             ? "table"
             : "rollouts";
}

// Dice leave little to gain by more work, so that temperature alone tells the levels apart.
constexpr std::array<LevelStep, kLevels> kSteps = {{{1'000, 0.15},
                                                    {1'000, 0.102},
                                                    {1'000, 0.07},
                                                    {1'000, 0.048},
                                                    {1'000, 0.0355},
                                                    {1'000, 0.0265},
                                                    {1'000, 0.019},
                                                    {1'000, 0.0124},
                                                    {1'000, 0.007},
                                                    {1'000, 0}}};

/// With three or four at the board a move is worth less, so that as much softness would err at
/// random in the opening.
constexpr std::array<LevelStep, kLevels> kCrowdSteps = {{{1'000, 0.15},
                                                         {1'000, 0.06},
                                                         {1'000, 0.04},
                                                         {1'000, 0.03},
                                                         {1'000, 0.022},
                                                         {1'000, 0.016},
                                                         {1'000, 0.011},
                                                         {1'000, 0.007},
                                                         {1'000, 0.003},
                                                         {1'000, 0}}};

std::span<const LevelStep, kLevels> steps_of(const engine::AnyGame& game) {
  return game.players() > 2 ? kCrowdSteps : kSteps;
}

}  // namespace

const GameSearch& game_search(engine::Types<Kimble>) {
  static const GameSearch kRow{.methods = kMethods,
                               .strongest = strongest_in_kimble,
                               .strategies = kimble::strategies(),
                               .levels = steps_of,
                               .playouts = playouts_from<Kimble>,
                               .telling = &kimble::kTelling};
  return kRow;
}

}  // namespace gauntlet::search
