#include "selfplay/match.h"

#include <array>
#include <cassert>

namespace gauntlet::selfplay {

namespace {

using engine::AnyState;

/// Nothing for the offender, equal shares for the others; kNobody shares among all.
engine::Returns shared_without(engine::Player offender, int players) {
  engine::Returns returns{};
  const int sharing = offender == engine::kNobody ? players : players - 1;
  if (players == 1) return returns;
  for (int seat = 0; seat < players; ++seat)
    if (seat != offender) returns[seat] = 1.0f / static_cast<float>(sharing);
  return returns;
}

void end_early(Outcome& outcome, Ending ending, engine::Player offender, int players) {
  outcome.ending = ending;
  outcome.offender = offender;
  outcome.returns = shared_without(offender, players);
}

/// Which seats' moves need to be checked.
std::array<bool, engine::kMaxPlayers> seats_to_check(std::span<Player* const> seats) {
  std::array<bool, engine::kMaxPlayers> checked{};
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    checked[seat] = !seats[seat]->is_always_legal();
  return checked;
}

/// kPlayed when the choice can be played in `state`, else how it ends the game.
Ending verdict(const Choice& choice, const AnyState& state, bool is_checked,
               const std::stop_token& stop) {
  // Only a search or a person takes long enough to be stopped.
  const bool may_be_cut_short = choice.nodes > 0 || choice.has_given_up;
  if (may_be_cut_short && stop.stop_requested()) return Ending::kStopped;
  if (choice.has_given_up) return Ending::kGaveUp;
  if (is_checked && !state.is_playable(choice.move)) return Ending::kIllegalMove;
  return Ending::kPlayed;
}

}  // namespace

void play_match(AnyState state, std::span<Player* const> seats, engine::Rng& dice,
                const MatchOptions& options, MatchResult& result) {
  const int players = state.players();
  const bool is_hidden = state.game().is_hidden();
  assert(seats.size() == static_cast<std::size_t>(players));
  Outcome& outcome = result.outcome;
  outcome = Outcome();
  result.moves.clear();
  const auto is_checked = seats_to_check(seats);
  std::vector<engine::AnyMove>* const record = options.records_moves ? &result.moves : nullptr;
  for (;;) {
    outcome.plies += static_cast<std::uint32_t>(state.settle(dice, record));
    const engine::Player mover = state.to_move();
    if (mover == engine::kNobody) {
      outcome.returns = state.returns();
      return;
    }
    if (outcome.plies >= options.most_plies)
      return end_early(outcome, Ending::kTooLong, engine::kNobody, players);
    const auto seat = static_cast<std::size_t>(mover);
    Player& player = *seats[seat];
    const Choice choice = is_hidden ? player.choose(state.redacted(mover)) : player.choose(state);
    outcome.nodes[seat] += choice.nodes;
    const Ending ending = verdict(choice, state, is_checked[seat], options.stop);
    if (ending != Ending::kPlayed)
      return end_early(outcome, ending, is_forfeit(ending) ? mover : engine::kNobody, players);
    state.apply(choice.move);
    ++outcome.plies;
    if (record) record->push_back(choice.move);
  }
}

}  // namespace gauntlet::selfplay
