#include "tools/protocol/twodoku_host.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "search/clock.h"
#include "tools/protocol/twodoku_referee.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;

constexpr auto kPatienceForName = 15s;
constexpr Milliseconds kLongestThought{5'000};

}  // namespace

TwoDokuHost::TwoDokuHost(const Options& options)
    : PairingHost({.game = options.game,
                   .seats = {engine::twodoku::kSeats[0], engine::twodoku::kSeats[1]},
                   .longest_line = kLongestTwoDokuAnswer,
                   .opponent = options.opponent,
                   .opponent_seat = options.opponent_seat,
                   .seed = options.seed,
                   .programs = {},
                   .numbers = options.numbers,
                   .known = options.known}),
      clock_(options.clock) {
  assert(game().holds<TwoDoku>());
}

// ---- people come ----

void TwoDokuHost::greet(Time, ConnectionId who, HostActions& actions) {
  actions.sends.push_back({who, twodoku_greeting(game().name())});
}

/// False, for what is refused means nothing.
bool TwoDokuHost::refuse(ConnectionId to, const std::string& sentence, HostActions& actions) {
  actions.sends.push_back({to, twodoku_error_line(sentence)});
  return false;
}

std::string TwoDokuHost::farewell() const {
  return twodoku_farewell();
}

bool TwoDokuHost::take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  const Person& sender = person(from);
  if (line.text.empty()) return false;
  if (!sender.name) return take_name(now, from, line, actions);
  if (!sender.game)
    return refuse(from, "you are not asked anything yet: wait for an opponent", actions);
  const auto game = find_game(*sender.game);
  if (mover(game->second).connection != from)
    return refuse(from, std::string(kTwoDokuOutOfTurn), actions);
  return take_answer(now, game, line, actions);
}

bool TwoDokuHost::take_name(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  const auto name = read_twodoku_name(line);
  if (!name) return refuse(from, twodoku_name_sentence(), actions);
  seat(now, from, *name, actions);
  return true;
}

std::string TwoDokuHost::welcome(const Seat& seat, Player player) const {
  return twodoku_seat_line(player) + clock_line(seat);
}

// ---- a game goes on ----

const TwoDoku& TwoDokuHost::board(const Game& game) {
  return game.state.as<TwoDoku>();
}

std::string TwoDokuHost::prompt(const Game& game) const {
  return clock_line(mover(game)) + std::string(prompt_of(board(game))) + '\n';
}

/// False when the answer is none, and the question comes again.
bool TwoDokuHost::take_answer(Time now, Games::iterator entry, const Line& line,
                              HostActions& actions) {
  Game& game = entry->second;
  if (!has_time(now, game)) return finish(entry, out_of_time(game), actions), true;
  // Of what the player may know, as all that it is told.
  const engine::AnyState view = game.state.redacted(game.state.to_move());
  const TwoDokuRuling ruling = rule_on_answer(view, line);
  mover(game).unsent += ruling.error;
  if (ruling.move) return play(now, entry, *ruling.move, actions), true;
  ask(now, entry, actions);
  return false;
}

void TwoDokuHost::play(Time now, Games::iterator entry, AnyMove move, HostActions& actions) {
  Game& game = entry->second;
  step(game, move);
  std::vector<AnyMove> natural;
  engine::AnyState(game.state).play_chance_moves(game.chance, &natural);
  for (const AnyMove next : natural) step(game, next);
  if (game.state.is_over())
    return finish(entry, end(game.state.returns(), twodoku_over(board(game))), actions);
  ask(now, entry, actions);
}

/// Applies one move and tells each player what that player sees of it.
void TwoDokuHost::step(Game& game, AnyMove move) {
  const engine::AnyState before = game.state;
  game.state.apply(move);
  game.moves.push_back(move);
  for (const Player player : kSeats) {
    Seat& seat = seat_of(game, player);
    if (!seat.connection) continue;
    const engine::AnyState old_view = before.redacted(player);
    const engine::AnyState view = game.state.redacted(player);
    const auto seen = TwoDoku::Move::from_bits(before.seen(move, player).bits());
    seat.unsent += told(old_view.as<TwoDoku>(), seen, view.as<TwoDoku>());
  }
}

// ---- clocks ----

/// Puts the time since the last call on the mover's clock.
bool TwoDokuHost::has_time(Time now, Game& game) const {
  Seat& seat = mover(game);
  seat.spent += now - game.turn_began;
  game.turn_began = now;
  return seat.spent <= clock_;
}

Milliseconds TwoDokuHost::left(const Seat& seat) const {
  return std::max(Milliseconds(0), std::chrono::floor<Milliseconds>(clock_ - seat.spent));
}

std::string TwoDokuHost::clock_line(const Seat& seat) const {
  return twodoku_clock_line(left(seat));
}

Milliseconds TwoDokuHost::allowance(const Game& game) const {
  const engine::AnyState view = game.state.redacted(game.state.to_move());
  return std::min(kLongestThought, search::thinking_time(view, left(mover(game))));
}

void TwoDokuHost::ticked(Time now, HostActions& actions) {
  PairingHost::ticked(now, actions);
  const auto is_late = [now](const Person& person) {
    return !person.name && now - person.since > kPatienceForName;
  };
  expel(is_late, "error no 'name X' has come within 15 seconds\n", actions);
}

// ---- games end ----

TwoDokuHost::Result TwoDokuHost::end(const engine::Returns& returns, const TwoDokuOver& over) {
  const std::string line = over_line(over);
  return {returns, told_end(over), {line, line}};
}

TwoDokuHost::Result TwoDokuHost::lost(const Game&, Player loser, const std::string& reason) const {
  const engine::Returns returns =
      loser == 1 ? engine::Returns{1, 0, 0, 0} : engine::Returns{0, 1, 0, 0};
  return end(returns, twodoku_lost(loser, reason));
}

TwoDokuHost::Result TwoDokuHost::out_of_time(const Game& game) const {
  const Player loser = game.state.to_move();
  return lost(game, loser, sentence(loser, "ran out of time"));
}

}  // namespace gauntlet::tools
