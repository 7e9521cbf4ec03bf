#include "search/kimble/playout/playout_batch.h"

#include <array>
#include <span>

#include "engine/inplace_vector.h"

namespace gauntlet::search {

using engine::Kimble;

namespace {

/// What may be the position when the die is thrown next; each as likely.
engine::InplaceVector<Kimble, engine::kMaxPlayers> before_throws(const Kimble& start) {
  engine::InplaceVector<Kimble, engine::kMaxPlayers> states;
  const auto add = [&](engine::Kimble::Move move) {
    Kimble state = start;
    state.apply(move);
    states.push_back(state);
  };
  if (start.to_move() >= 0) {
    Kimble::Moves moves;
    start.legal_moves(moves);
    for (const auto move : moves) add(move);
  } else if (start.turn() == engine::kChance) {
    start.chance_outcomes([&](engine::Kimble::Move move, double) { add(move); });
  } else {
    states.push_back(start);
  }
  return states;
}

}  // namespace

PlayoutBatch<Kimble>::PlayoutBatch(const engine::Kimble::Rules& rules, InstructionSet set)
    : playout_(rules), races_(rules, {}, set) {}

PlayoutTotals PlayoutBatch<Kimble>::alone(const Kimble& start, std::uint64_t count,
                                          engine::Rng& rng) const {
  PlayoutTotals totals;
  for (; totals.playouts < count; ++totals.playouts) {
    const PlayoutResult result = playout_(start, rng);
    totals.plies += static_cast<std::uint64_t>(result.plies);
    totals.returns[0] += result.returns[0];
  }
  return totals;
}

PlayoutTotals PlayoutBatch<Kimble>::operator()(const Kimble& start, std::uint64_t count,
                                               engine::Rng& rng) const {
  if (start.players() == 1) return alone(start, count, rng);
  PlayoutTotals totals{count, 0, {}};
  const auto states = before_throws(start);
  const bool moves_first = !(states[0] == start);
  std::array<std::uint64_t, engine::kMaxPlayers> games{};
  for (std::uint64_t game = 0; game < count; ++game)
    ++games[states.size() == 1 ? 0 : rng.below(static_cast<std::uint32_t>(states.size()))];
  engine::InplaceVector<kimble::RaceStart, engine::kMaxPlayers> starts;
  for (std::size_t i = 0; i < states.size(); ++i) {
    totals.plies += moves_first ? games[i] : 0;
    if (!engine::is_over(states[i])) {
      starts.push_back(kimble::PolicyPlayouts::start(states[i], games[i]));
      continue;
    }
    for (int seat = 0; seat < start.players(); ++seat)
      totals.returns[seat] += static_cast<double>(games[i]) * states[i].returns()[seat];
  }
  totals.plies += races_(std::span(starts.begin(), starts.end()), rng.next());
  for (const kimble::RaceStart& from : starts)
    for (std::size_t seat = 0; seat < from.wins.size(); ++seat)
      totals.returns[seat] += static_cast<double>(from.wins[seat]);
  return totals;
}

}  // namespace gauntlet::search
