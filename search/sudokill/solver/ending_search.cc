#include "search/sudokill/solver/ending_search.h"

#include <algorithm>
#include <bit>

#include "engine/bits.h"

namespace gauntlet::search::sudokill {

using Outcome = Ending::Outcome;

bool EndingSearch::wins(const Ending& ending) {
  if (ending.root_outcome() != Outcome::kUnclear) return ending.root_outcome() == Outcome::kWin;
  return !loses(ending, ending.root());
}

/// Whether the player to move loses, as other threads may have found meanwhile.
inline bool EndingSearch::loses(const Ending& ending, const EndingPosition& position) {
  if (const auto known = table_.probe(position.key)) return !known->wins;
  return !shared_.wins(position.key, std::popcount(position.live),
                       [&] { return search(ending, position); });
}

/// Whether the player to move wins.
bool EndingSearch::search(const Ending& ending, const EndingPosition& position) {
  if (!meter_.count()) return false;
  const std::uint64_t before = meter_.nodes();
  const bool won = has_win(ending, position);
  if (!meter_.stopped()) table_.store(position.key, won, meter_.nodes() - before + 1);
  return won;
}

bool EndingSearch::has_win(const Ending& ending, const EndingPosition& position) {
  Moves moves;
  if (list(ending, position, moves) || look_up(moves)) return true;
  const std::span order(moves.order.data(), moves.count);
  std::sort(order.begin(), order.end());
  return SharedMoves::any_wins(
      order,
      [&](std::uint32_t move) {
        const EndingPosition& next = moves.positions[move & 0xff];
        return shared_.is_busy(next.key, std::popcount(next.live));
      },
      [&](std::uint32_t move) {
        return loses(ending, moves.positions[move & 0xff]) && !meter_.stopped();
      });
}

/// Lists the moves that need a search; true when one wins without.
inline bool EndingSearch::list(const Ending& ending, const EndingPosition& position, Moves& moves) {
  for (CandidateSet left = position.replies; left != 0;) {
    EndingPosition& next = moves.positions[moves.count];
    const Outcome outcome = ending.play(position, engine::pop_lowest(left), next);
    if (outcome == Outcome::kLoss) return true;
    if (outcome == Outcome::kWin) continue;
    table_.prefetch(next.key);
    ++moves.count;
  }
  return false;
}

/// Leaves the moves that are not known to lose in `order`; true when one is known to win.
inline bool EndingSearch::look_up(Moves& moves) {
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < moves.count; ++i) {
    const EndingPosition& next = moves.positions[i];
    const auto known = table_.probe(next.key);
    if (known && !known->wins) return true;
    if (known) continue;
    const int effort = std::popcount(next.replies) + std::popcount(next.candidates);
    moves.order[unknown++] =
        static_cast<std::uint32_t>(effort) << 8 | static_cast<std::uint32_t>(i);
  }
  moves.count = unknown;
  return false;
}

}  // namespace gauntlet::search::sudokill
