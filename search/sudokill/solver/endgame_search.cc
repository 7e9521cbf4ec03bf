#include "search/sudokill/solver/endgame_search.h"

#include <algorithm>
#include <bit>

#include "engine/bits.h"

namespace gauntlet::search::sudokill {

using Result = Endgame::Result;

bool EndgameSearch::wins(const Endgame& endgame) {
  if (endgame.root_result() != Result::kUnclear) return endgame.root_result() == Result::kWin;
  return !loses(endgame, endgame.root());
}

/// Whether the player to move loses, as other threads may have found meanwhile.
inline bool EndgameSearch::loses(const Endgame& endgame, const EndgamePosition& position) {
  if (const auto known = table_.probe(position.key)) return !known->wins;
  return !shared_.wins(position.key, std::popcount(position.live),
                       [&] { return search(endgame, position); });
}

/// Whether the player to move wins.
bool EndgameSearch::search(const Endgame& endgame, const EndgamePosition& position) {
  if (!meter_.count()) return false;
  const std::uint64_t before = meter_.nodes();
  const bool won = has_win(endgame, position);
  if (!meter_.stopped()) table_.store(position.key, won, meter_.nodes() - before + 1);
  return won;
}

bool EndgameSearch::has_win(const Endgame& endgame, const EndgamePosition& position) {
  Moves moves;
  if (list(endgame, position, moves) || look_up(moves)) return true;
  const std::span order(moves.order.data(), moves.count);
  std::sort(order.begin(), order.end());
  return SharedMoves::any_wins(
      order,
      [&](std::uint32_t move) {
        const EndgamePosition& next = moves.positions[move & 0xff];
        return shared_.is_busy(next.key, std::popcount(next.live));
      },
      [&](std::uint32_t move) {
        return loses(endgame, moves.positions[move & 0xff]) && !meter_.stopped();
      });
}

/// Lists the moves that need a search; true when one wins without.
inline bool EndgameSearch::list(const Endgame& endgame, const EndgamePosition& position,
                                Moves& moves) {
  for (CandidateSet left = position.replies; left != 0;) {
    EndgamePosition& next = moves.positions[moves.count];
    const Result result = endgame.play(position, engine::pop_lowest(left), next);
    if (result == Result::kLoss) return true;
    if (result == Result::kWin) continue;
    table_.prefetch(next.key);
    ++moves.count;
  }
  return false;
}

/// Leaves the moves that are not known to lose in `order`; true when one is known to win.
inline bool EndgameSearch::look_up(Moves& moves) {
  std::size_t unknown = 0;
  for (std::size_t i = 0; i < moves.count; ++i) {
    const EndgamePosition& next = moves.positions[i];
    const auto known = table_.probe(next.key);
    if (known && !known->wins) return true;
    if (known) continue;
    const int cost = std::popcount(next.replies) + std::popcount(next.candidates);
    moves.order[unknown++] = static_cast<std::uint32_t>(cost) << 8 | static_cast<std::uint32_t>(i);
  }
  moves.count = unknown;
  return false;
}

}  // namespace gauntlet::search::sudokill
