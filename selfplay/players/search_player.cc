#include "selfplay/players/search_player.h"

#include <algorithm>
#include <utility>

#include "search/clock.h"
#include "search/level.h"

namespace gauntlet::selfplay {

using std::chrono::milliseconds;
using std::chrono::steady_clock;

namespace {

/// Moves that lie more than `cap` below the best are not among those of `found`, if it is soft.
std::optional<double> lead_of(const search::Result& found, double cap) {
  if (found.proven == search::Proven::kWin) return 1;
  if (found.moves.empty()) return std::nullopt;
  double best = 0, next = 0;
  for (const search::JudgedMove& move : found.moves) {
    next = std::max(next, std::min(best, move.win));
    best = std::max(best, move.win);
  }
  return found.moves.size() == 1 ? cap : best - next;
}

}  // namespace

SearchPlayer::SearchPlayer(std::unique_ptr<search::Searcher> searcher, const Restraint& restraint)
    : searcher_(std::move(searcher)), restraint_(restraint) {}

void SearchPlayer::new_game(std::uint64_t seed, engine::Player) {
  rng_ = engine::Rng(seed);
  searcher_->new_game(restraint_.softness.is_none() ? seed : rng_.next());
  spent_ = {};
}

Choice SearchPlayer::choose(const engine::AnyState& view, const Allowance& allowance) {
  const auto start = steady_clock::now();
  search::Limits limits = restraint_.limits;
  search::Softness softness = restraint_.softness;
  if (restraint_.plies) search::vary_opening(restraint_.plies(view), limits, softness);
  limits.stop = allowance.stop;
  limits.nodes = std::min(limits.nodes, allowance.nodes);
  if (allowance.deadline != Allowance::Time::max()) limits.deadline = allowance.deadline;
  if (const auto time = time_for(view, allowance.clock)) {
    limits.deadline = std::min(start + time->usual, allowance.deadline);
    limits.crisis_deadline = std::min(start + time->longest, allowance.deadline);
  } else if (allowance.crisis_deadline != Allowance::Time::max()) {
    limits.crisis_deadline = allowance.crisis_deadline;
  }
  search::Progress progress;
  if (allowance.so_far)
    progress = [&allowance](const search::Result& found) {
      allowance.so_far({.move = found.best, .nodes = found.nodes, .win = found.win});
    };
  const search::Result result = searcher_->search(view, limits, progress);
  spent_ += steady_clock::now() - start;
  if (!softness.is_none()) {
    const search::JudgedMove drawn = search::drawn(result, softness, rng_);
    return {.move = drawn.move,
            .nodes = result.nodes,
            .win = drawn.win,
            .lead = lead_of(result, softness.cap)};
  }
  return {.move = result.best,
          .nodes = result.nodes,
          .win = result.win,
          .lead = lead_of(result, 1),
          .has_won = result.proven == search::Proven::kWin};
}

/// For this move, by its own limits and by the game's clock; nothing where the deadline alone
/// counts.
std::optional<search::MoveTime> SearchPlayer::time_for(const engine::AnyState& view,
                                                       const GameClock* allowed) const {
  std::optional<search::MoveTime> time;
  if (restraint_.clock) {
    const auto left = *restraint_.clock - std::chrono::ceil<milliseconds>(spent_);
    time = search::move_time(view, std::max(left, milliseconds(0)));
  }
  if (allowed && allowed->control().per_game) {
    const auto left = std::chrono::floor<milliseconds>(allowed->left(view.to_move()));
    const auto planned = search::move_time(view, left, allowed->control().increment);
    time = time.value_or(planned).within(planned);
  }
  if (restraint_.time) {
    const auto most = search::MoveTime::fixed(*restraint_.time);
    time = time.value_or(most).within(most);
  }
  return time;
}

}  // namespace gauntlet::selfplay
