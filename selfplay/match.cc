#include "selfplay/match.h"

#include <array>
#include <bitset>
#include <cassert>
#include <chrono>
#include <string>
#include <utility>

#include "engine/guide.h"

namespace gauntlet::selfplay {

namespace {

using engine::AnyState;
using std::chrono::steady_clock;

using Seats = std::bitset<engine::kMaxPlayers>;

/// Nothing for the losers, equal shares for the others, if there are any.
engine::Returns shared_without(Seats losers, std::size_t players) {
  engine::Returns returns{};
  const std::size_t sharing = players - losers.count();
  if (players == 1) return returns;
  for (std::size_t seat = 0; seat < players; ++seat)
    if (!losers[seat]) returns[seat] = 1.0f / static_cast<float>(sharing);
  return returns;
}

Seats only(engine::Player seat) {
  return seat == engine::kNobody ? Seats() : Seats().set(static_cast<std::size_t>(seat));
}

/// Whose players never came.
Seats absent(std::span<Player* const> seats) {
  Seats all;
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    all[seat] = !seats[seat]->absence().empty();
  return all;
}

/// Why nobody came.
std::string absences(std::span<Player* const> seats, const AnyState& state) {
  std::string all;
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    all += (seat == 0 ? "nobody came: " : "; ") +
           engine::seat_name(state, static_cast<engine::Player>(seat)) + " " +
           seats[seat]->absence();
  return all;
}

/// Which seats' moves need to be checked.
std::array<bool, engine::kMaxPlayers> seats_to_check(std::span<Player* const> seats) {
  std::array<bool, engine::kMaxPlayers> checked{};
  for (std::size_t seat = 0; seat < seats.size(); ++seat)
    checked[seat] = !seats[seat]->is_always_legal();
  return checked;
}

/// The seats that want to be told what happens.
class Watchers {
 public:
  explicit Watchers(std::span<Player* const> seats) : seats_(seats) {
    for (const Player* player : seats) any_ |= player->watches();
  }

  void get_ready(const AnyState& start, const std::stop_token& stop) {
    if (!any_) return;
    for_each(
        [&](Player& player, engine::Player seat) { player.get_ready(start.redacted(seat), stop); });
  }
  /// Plays chance moves, as AnyState::play_chance_moves does.
  int play_chance_moves(AnyState& state, engine::Rng& dice, std::vector<engine::AnyMove>* record) {
    if (!any_) return state.play_chance_moves(dice, record);
    AnyState before = state;
    std::vector<engine::AnyMove> played;
    const int count = state.play_chance_moves(dice, &played);
    for (const engine::AnyMove move : played) {
      tell(before, move);
      before.apply(move);
    }
    if (record) record->insert(record->end(), played.begin(), played.end());
    return count;
  }
  void tell(const AnyState& before, engine::AnyMove move) {
    if (!any_) return;
    for_each([&](Player& player, engine::Player seat) {
      player.saw(before.redacted(seat), before.seen(move, seat));
    });
  }
  void tell_end(const AnyState& state, const GameSummary& summary) {
    if (!any_) return;
    for_each([&](Player& player, engine::Player seat) {
      player.saw_end(state, {.termination = summary.termination,
                             .offender = summary.offender,
                             .words = told(state, summary, seat)});
    });
  }

 private:
  template <class Visit>
  void for_each(Visit visit) {
    for (std::size_t seat = 0; seat < seats_.size(); ++seat)
      if (seats_[seat]->watches()) visit(*seats_[seat], static_cast<engine::Player>(seat));
  }
  static std::string told(const AnyState& state, const GameSummary& summary, engine::Player seat) {
    const int players = state.players();
    switch (summary.termination) {
      case Termination::kStopped:
        return "the game was stopped";
      case Termination::kTooLong:
        return "the game is drawn: it was too long";
      default:
        break;
    }
    const std::string how = is_forfeit(summary.termination) ? " by forfeit" : "";
    const float mine = summary.returns[seat];
    if (players == 1) return "the game is over";
    if (mine == 1) return "you have won" + how;
    for (engine::Player other = 0; other < players; ++other)
      if (summary.returns[other] == 1) return engine::seat_name(state, other) + " has won" + how;
    return mine == 0 ? "you have lost" + how : "the game is drawn" + how;
  }

  std::span<Player* const> seats_;
  bool any_ = false;
};

std::uint32_t whole_milliseconds(steady_clock::duration time) {
  return static_cast<std::uint32_t>(std::chrono::round<std::chrono::milliseconds>(time).count());
}

/// kPlayed when the choice can be played in `state`, else how it ends the game.
Termination termination_of(const Choice& choice, const AnyState& state, bool is_checked,
                           const std::stop_token& stop) {
  // Once a stop is requested nobody can tell how far a search was cut short, down to no node at
  // all.
  if (is_checked && stop.stop_requested()) return Termination::kStopped;
  if (choice.forfeit != Termination::kPlayed) return choice.forfeit;
  if (is_checked && !state.is_playable(choice.move)) return Termination::kIllegalMove;
  return Termination::kPlayed;
}

}  // namespace

void play_match(AnyState state, std::span<Player* const> seats, engine::Rng& dice,
                const MatchOptions& options, MatchResult& result) {
  const int players = state.players();
  const bool is_hidden = state.game().is_hidden();
  assert(seats.size() == static_cast<std::size_t>(players));
  GameSummary& summary = result.summary;
  summary = GameSummary();
  result.moves.clear();
  result.notes.clear();
  result.moves_key = kNoWords;
  result.reason.clear();
  const auto is_checked = seats_to_check(seats);
  Allowance allowance{.clock = options.clock, .nodes = options.nodes, .stop = options.stop};
  const bool is_measured = options.clock || options.takes_times;
  Watchers watchers(seats);
  std::vector<engine::AnyMove>* const record = options.records_moves ? &result.moves : nullptr;
  const auto end_early = [&](Termination termination, engine::Player offender) {
    const bool is_absence = termination == Termination::kAbsent;
    const Seats losers = is_absence ? absent(seats) | only(offender) : only(offender);
    if (is_absence && players > 1 && losers.count() == seats.size())
      result.reason = absences(seats, state);
    summary.termination = termination;
    summary.offender = offender;
    summary.returns = shared_without(losers, seats.size());
    watchers.tell_end(state, summary);
  };
  watchers.get_ready(state, options.stop);
  for (;;) {
    summary.plies += static_cast<std::uint32_t>(watchers.play_chance_moves(state, dice, record));
    const engine::Player mover = state.to_move();
    if (mover == engine::kNobody) {
      summary.returns = state.returns();
      return watchers.tell_end(state, summary);
    }
    if (summary.plies >= options.most_plies)
      return end_early(Termination::kTooLong, engine::kNobody);
    const auto seat = static_cast<std::size_t>(mover);
    Player& player = *seats[seat];
    const auto asked = is_measured ? steady_clock::now() : GameClock::Time();
    if (options.clock) allowance.deadline = options.clock->deadline(mover, asked);
    const Choice choice = is_hidden ? player.choose(state.redacted(mover), allowance)
                                    : player.choose(state, allowance);
    const auto spent = is_measured ? steady_clock::now() - asked : GameClock::Duration();
    if (options.clock) options.clock->spend(mover, spent);
    summary.nodes[seat] += choice.nodes;
    if (choice.has_won && !summary.has_proved(seat))
      summary.proved_after[seat] = static_cast<std::int32_t>(summary.plies);
    const Termination termination = termination_of(choice, state, is_checked[seat], options.stop);
    if (termination != Termination::kPlayed) {
      result.reason = player.reason();
      return end_early(termination, is_forfeit(termination) ? mover : engine::kNobody);
    }
    watchers.tell(state, choice.move);
    state.apply(choice.move);
    ++summary.plies;
    result.moves_key = with_move(result.moves_key, choice.move);
    if (record) record->push_back(choice.move);
    if (options.takes_notes) {
      result.notes.resize(result.moves.size());  // chance has moved, too
      result.notes.back() = {noted_win(choice.win), whole_milliseconds(spent)};
    }
  }
}

}  // namespace gauntlet::selfplay
