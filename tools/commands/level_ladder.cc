#include "tools/commands/level_ladder.h"

#include <algorithm>
#include <deque>
#include <utility>

#include "search/level.h"
#include "search/registry.h"
#include "search/strategy.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::tools {

namespace {

using engine::AnyGame;
using selfplay::LevelRatings;
using selfplay::RatedPlayer;

/// A place on a ladder; before the game is calibrated levels stand at their numbers.
struct Rung {
  std::string player;
  double elo;
  bool is_level = false;
};

/// Who never changes, and the level that it is about worth; 0 is less than level 1.
struct Mark {
  std::string player;
  double level;
};

/// The strongest of the marks that every ladder has.
constexpr const char* kMostWork = "mcts:sims=10000";

/// Classic strategies, and searches of fixed work, so that levels of any time can be compared. One
/// ply of alpha-beta is worth a middle level, and the others less than level 1.
std::vector<Mark> marks_of(const AnyGame& game) {
  std::vector<Mark> marks;
  for (const search::Strategy& strategy : search::strategies(game))
    marks.push_back({std::string(strategy.name), strategy.level});
  for (const char* const spec :
       {"mcts:sims=20", "mcts:sims=100", "mcts:sims=500", "mcts:sims=2000", kMostWork})
    if (selfplay::parse_player(spec, game).ok()) marks.push_back({spec, 0});
  marks.push_back({"ab:depth=1", search::kLevels / 2 + 0.5});
  if (!selfplay::parse_player(marks.back().player, game).ok()) marks.pop_back();
  return marks;
}

/// Where a player stood when the game was last calibrated.
double last_elo(const LevelRatings* last, const std::string& player, double otherwise) {
  if (last)
    for (const RatedPlayer& rated : last->players)
      if (rated.player == player) return rated.elo;
  return otherwise;
}

/// The same of a mark; where it was not there, the level that it is about worth tells.
double place_of(const LevelRatings* last, const Mark& mark) {
  if (!last) return mark.level;
  const int tenths = static_cast<int>(10 * mark.level);
  return last_elo(last, mark.player, tenths == 0 ? 0 : selfplay::elo_of_level(*last, tenths));
}

/// Where level 1 stood so far above the strongest mark below it that hardly a game would tell by
/// how much, two of more work stand between them.
void bridge_gap(const AnyGame& game, const LevelRatings* last, std::vector<Rung>& rungs) {
  constexpr double kWidest = 400;
  if (!last || !selfplay::parse_player(kMostWork, game).ok()) return;
  const double level_1 = selfplay::elo_of_level(*last, 10);
  const double gap = level_1 - last_elo(last, kMostWork, level_1);
  if (gap <= kWidest) return;
  rungs.push_back({"mcts:sims=30000", last_elo(last, "mcts:sims=30000", level_1 - gap * 2 / 3)});
  rungs.push_back({"mcts:sims=100000", last_elo(last, "mcts:sims=100000", level_1 - gap / 3)});
}

/// From weak to strong.
std::vector<Rung> rungs_of(const AnyGame& game, const LevelRatings* last) {
  std::vector<Rung> rungs = {{"random", -1}};
  for (const Mark& mark : marks_of(game)) rungs.push_back({mark.player, place_of(last, mark)});
  for (int level = 1; level <= search::kLevels; ++level)
    rungs.push_back({"level:" + std::to_string(level),
                     last ? selfplay::elo_of_level(*last, 10 * level) : level, true});
  bridge_gap(game, last, rungs);
  std::stable_sort(rungs.begin(), rungs.end(),
                   [](const Rung& a, const Rung& b) { return a.elo < b.elo; });
  return rungs;
}

}  // namespace

std::vector<std::string> level_ladder(const AnyGame& game, const LevelRatings* last) {
  std::vector<std::string> ladder;
  std::deque<std::string> waiting;  // marks
  const auto place_mark = [&] {
    if (waiting.empty()) return;
    ladder.push_back(std::move(waiting.front()));
    waiting.pop_front();
  };
  bool is_below_all_levels = true;
  for (Rung& rung : rungs_of(game, last)) {
    if (rung.is_level) {
      place_mark();
      ladder.push_back(std::move(rung.player));
      is_below_all_levels = false;
    } else {
      waiting.push_back(std::move(rung.player));
      if (is_below_all_levels) place_mark();
    }
  }
  while (!waiting.empty()) place_mark();
  return ladder;
}

}  // namespace gauntlet::tools
