#include "tools/protocol/twodoku_host.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/words.h"
#include "search/clock.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;

constexpr auto kPatienceForName = 15s;
constexpr Milliseconds kLongestThought{5'000};

/// Whether an answer that cannot be played is a placement all the same, on an empty square with a
/// domino of the hand: then its colour is wrong, or it conflicts with a face-up domino.
bool is_failed_placement(const TwoDoku& state, std::string_view line) {
  const auto move = TwoDoku::read(line);
  return move && move->kind() == TwoDoku::Move::Kind::kPlay &&
         state.stage() >= TwoDoku::Stage::kTurn && state.hand(state.to_move())[move->digit()] > 0 &&
         state.empty_squares().has(move->square());
}

int sum_of(const engine::twodoku::DigitPair& pot) {
  return pot[0] + pot[1];
}

AnyMove pass() {
  return AnyMove(TwoDoku::Move::of(TwoDoku::Move::Kind::kPass).bits());
}

}  // namespace

TwoDokuHost::TwoDokuHost(const Options& options)
    : PairingHost({.game = options.game,
                   .seats = {engine::twodoku::kSeats[0], engine::twodoku::kSeats[1]},
                   .longest_line = kLongestTwoDokuAnswer,
                   .opponent = options.opponent,
                   .opponent_seat = options.opponent_seat,
                   .seed = options.seed,
                   .programs = {}}),
      clock_(options.clock) {
  assert(game().holds<TwoDoku>());
}

// ---- people come ----

void TwoDokuHost::greet(Time, ConnectionId who, HostActions& actions) {
  actions.sends.push_back({who, std::string(kTwoDokuGreeting) + "\ngame " + game().name() + "\n"});
}

/// False, for what is refused means nothing.
bool TwoDokuHost::refuse(ConnectionId to, const std::string& sentence, HostActions& actions) {
  actions.sends.push_back({to, "error " + sentence + '\n'});
  return false;
}

std::string TwoDokuHost::farewell() const {
  return "error more than " + std::to_string(Nonsense::kMost) +
         " lines in a row meant nothing: this connection is closed\n";
}

bool TwoDokuHost::take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  const Person& sender = person(from);
  if (line.text.empty()) return false;
  if (!sender.name) return take_name(now, from, line, actions);
  if (!sender.game)
    return refuse(from, "you are not asked anything yet: wait for an opponent", actions);
  const auto game = find_game(*sender.game);
  if (mover(game->second).connection != from)
    return refuse(from, "it is not your turn: answer when you are asked", actions);
  return take_answer(now, game, line, actions);
}

bool TwoDokuHost::take_name(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  const auto [word, name] = first_word(line.text);
  const bool is_name = !line.is_cut && word == "name" && !name.empty() &&
                       engine::printable(name, kLongestTwoDokuName) == name;
  if (!is_name)
    return refuse(from,
                  "first comes 'name X', X being 1 to " + std::to_string(kLongestTwoDokuName) +
                      " printable ASCII characters",
                  actions);
  seat(now, from, std::string(name), actions);
  return true;
}

std::string TwoDokuHost::welcome(const Seat& seat, Player player) const {
  return "seat " + std::string(engine::twodoku::kSeats[player]) + '\n' + clock_line(seat);
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
  std::string& unsent = mover(game).unsent;
  // Of what the player may know, as all that it is told.
  const engine::AnyState view = game.state.redacted(game.state.to_move());
  if (line.is_cut) {
    unsent += "error a line is at most " + std::to_string(kLongestTwoDokuAnswer) + " characters\n";
  } else if (const auto move = view.parse(line.text); move.ok()) {
    return play(now, entry, *move, actions), true;
  } else {
    unsent += "error " + without_commas(engine::message_of(move));
    if (is_failed_placement(view.as<TwoDoku>(), line.text)) {
      unsent += "; your turn is over\n";
      return play(now, entry, pass(), actions), true;
    }
    unsent += '\n';
  }
  ask(now, entry, actions);
  return false;
}

void TwoDokuHost::play(Time now, Games::iterator entry, AnyMove move, HostActions& actions) {
  Game& game = entry->second;
  step(game, move);
  std::vector<AnyMove> natural;
  engine::AnyState(game.state).play_chance_moves(game.chance, &natural);
  for (const AnyMove next : natural) step(game, next);
  if (game.state.is_over()) return finish(entry, ended(board(game)), actions);
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
  return "clock " + std::to_string(left(seat).count()) + '\n';
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

/// REQUIRES: the game is over by the rules.
TwoDokuHost::Result TwoDokuHost::ended(const TwoDoku& state) {
  const engine::Returns returns = state.returns();
  for (const Player player : kSeats)
    if (state.hand_size(player) == 0)
      return end(returns, scores_of(state),
                 std::string(engine::twodoku::kSeats[player]) + "'s hand is empty");
  if (state.idle_turns() == 2)
    return end(returns, scores_of(state), "two turns in a row without a placement");
  return end(returns, {}, std::to_string(TwoDoku::kMaxTurns) + " turns were played");
}

/// The other's hand and the pot count for each.
TwoDokuHost::Scores TwoDokuHost::scores_of(const TwoDoku& state) {
  const int pot = sum_of(state.pot());
  return {state.hand_sum(1) + pot, state.hand_sum(0) + pot};
}

TwoDokuHost::Result TwoDokuHost::end(const engine::Returns& returns, const Scores& scores,
                                     const std::string& reason) {
  const std::string line = over_line({scores, reason});
  return {returns, told_end({scores, reason}), {line, line}};
}

TwoDokuHost::Result TwoDokuHost::lost(const Game&, Player loser, const std::string& reason) const {
  return loser == 1 ? end({1, 0, 0, 0}, {1, 0}, reason) : end({0, 1, 0, 0}, {0, 1}, reason);
}

TwoDokuHost::Result TwoDokuHost::out_of_time(const Game& game) const {
  const Player loser = game.state.to_move();
  return lost(game, loser, sentence(loser, "ran out of time"));
}

}  // namespace gauntlet::tools
