#include "tools/protocol/twodoku_host.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/registry.h"
#include "engine/words.h"
#include "tools/protocol/twodoku_pace.h"

namespace gauntlet::tools {

namespace {

using namespace std::chrono_literals;
using engine::AnyMove;
using engine::Player;
using engine::TwoDoku;
using engine::TwoDokuMove;

constexpr auto kPatienceForName = 15s;
constexpr Milliseconds kLongestThought{5'000};
constexpr Player kSeats[] = {0, 1};

engine::AnyState start_of(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

/// Whether an answer that cannot be played is a placement all the same, on an empty square with a
/// domino of the hand: then its colour is wrong, or it conflicts with a face-up domino.
bool is_failed_placement(const TwoDoku& state, std::string_view line) {
  const auto move = TwoDoku::read(line);
  return move && move->kind() == TwoDokuMove::Kind::kPlay &&
         state.stage() >= TwoDoku::Stage::kTurn && state.hand(state.to_move())[move->digit()] > 0 &&
         state.empty_squares().has(move->square());
}

int sum_of(const engine::DigitPair& pot) {
  return pot[0] + pot[1];
}

}  // namespace

TwoDokuHost::TwoDokuHost(Options options)
    : options_(std::move(options)),
      rules_(*engine::find_game(options_.game)),
      start_(start_of(rules_)) {
  assert(rules_.holds<TwoDoku>());
}

// ---- people come ----

void TwoDokuHost::opened(Time now, ConnectionId from, HostWishes& wishes) {
  people_.try_emplace(from).first->second.since = now;
  wishes.sends.push_back({from, std::string(kTwoDokuGreeting) + "\ngame " + rules_.name() + "\n"});
}

void TwoDokuHost::refuse(ConnectionId to, const std::string& sentence, HostWishes& wishes) {
  wishes.sends.push_back({to, "error " + sentence + '\n'});
}

void TwoDokuHost::received(Time now, ConnectionId from, std::string_view bytes,
                           HostWishes& wishes) {
  if (const auto person = people_.find(from); person != people_.end())
    person->second.lines.add(bytes);
  // A line may end the game, and with it the connection.
  for (auto person = people_.find(from); person != people_.end(); person = people_.find(from)) {
    const auto line = person->second.lines.next();
    if (!line) return;
    take_line(now, from, *line, wishes);
  }
}

void TwoDokuHost::take_line(Time now, ConnectionId from, const Line& line, HostWishes& wishes) {
  const Person& person = people_.at(from);
  if (line.text.empty()) return;
  if (person.game) return take_answer(now, games_.find(*person.game), from, line, wishes);
  if (person.name)
    return refuse(from, "you are not asked anything yet: wait for an opponent", wishes);
  take_name(now, from, line, wishes);
}

void TwoDokuHost::take_name(Time now, ConnectionId from, const Line& line, HostWishes& wishes) {
  const auto [word, name] = first_word(line.text);
  const bool is_name = !line.is_cut && word == "name" && !name.empty() &&
                       engine::printable(name, kLongestTwoDokuName) == name;
  if (!is_name)
    return refuse(from,
                  "first comes 'name X', X being 1 to " + std::to_string(kLongestTwoDokuName) +
                      " printable ASCII characters",
                  wishes);
  people_.at(from).name = name;
  seat(now, from, wishes);
}

void TwoDokuHost::seat(Time now, ConnectionId who, HostWishes& wishes) {
  const auto person = [&](ConnectionId id) { return Seat{id, 0, *people_.at(id).name, {}, {}}; };
  if (!options_.opponent.empty()) {
    const Seat bot{std::nullopt, ++next_bot_, options_.opponent, {}, {}};
    return games_started_ % 2 == 0 ? start(now, person(who), bot, wishes)
                                   : start(now, bot, person(who), wishes);
  }
  if (!waiting_) {
    waiting_ = who;
    return;
  }
  const ConnectionId first = *std::exchange(waiting_, std::nullopt);
  start(now, person(first), person(who), wishes);
}

void TwoDokuHost::start(Time now, Seat red, Seat blue, HostWishes& wishes) {
  const GameNumber number = ++games_started_;
  Game made{
      {std::move(red), std::move(blue)}, start_, engine::Rng(options_.seed, 2 * number), {}, now};
  Game& game = games_.try_emplace(number, std::move(made)).first->second;
  introduce(number, game, wishes);
  ask(game, wishes);
  flush(game, wishes);
}

/// Makes all that is needed know of the new game.
void TwoDokuHost::introduce(GameNumber number, Game& game, HostWishes& wishes) {
  wishes.log.push_back("game " + std::to_string(number) + ": " + game.seats[0].name + " is red, " +
                       game.seats[1].name + " is blue");
  for (const Player player : kSeats) {
    Seat& seat = game.seats[static_cast<std::size_t>(player)];
    if (!seat.connection) {
      bots_[seat.bot] = number;
      engine::Rng rng(options_.seed, 2 * number + 1);
      wishes.bots.push_back({seat.bot, rules_, seat.name, player, rng.next()});
      continue;
    }
    people_.at(*seat.connection).game = number;
    seat.unsent = "seat " + std::string(engine::kTwoDokuSeats[player]) + '\n' + clock_line(seat);
  }
}

// ---- a game goes on ----

const TwoDoku& TwoDokuHost::board(const Game& game) {
  return game.state.as<TwoDoku>();
}

/// REQUIRES: the game is not over.
TwoDokuHost::Seat& TwoDokuHost::mover(Game& game) {
  return game.seats[static_cast<std::size_t>(game.state.to_move())];
}

void TwoDokuHost::ask(Game& game, HostWishes& wishes) const {
  Seat& seat = mover(game);
  if (seat.connection) {
    seat.unsent += clock_line(seat) + std::string(prompt_of(board(game))) + '\n';
    return;
  }
  const engine::AnyState view = game.state.redacted(game.state.to_move());
  wishes.questions.push_back(
      {seat.bot, view, std::min(kLongestThought, twodoku_pace(view.as<TwoDoku>(), left(seat)))});
}

/// What each player has been told since the last time, in one write.
void TwoDokuHost::flush(Game& game, HostWishes& wishes) {
  for (Seat& seat : game.seats)
    if (seat.connection && !seat.unsent.empty())
      wishes.sends.push_back({*seat.connection, std::exchange(seat.unsent, {})});
}

void TwoDokuHost::take_answer(Time now, Games::iterator entry, ConnectionId from, const Line& line,
                              HostWishes& wishes) {
  Game& game = entry->second;
  Seat& seat = mover(game);
  if (seat.connection != from)
    return refuse(from, "it is not your turn: answer when you are asked", wishes);
  if (!charge(now, game)) return finish(entry, out_of_time(game), wishes);
  // Of what the player may know, as all that it is told.
  const engine::AnyState view = game.state.redacted(game.state.to_move());
  if (line.is_cut) {
    seat.unsent +=
        "error a line is at most " + std::to_string(kLongestTwoDokuAnswer) + " characters\n";
  } else if (const auto move = view.parse(line.text)) {
    return play(now, entry, *move, wishes);
  } else {
    seat.unsent += "error " + without_commas(move.error());
    if (is_failed_placement(view.as<TwoDoku>(), line.text)) {
      seat.unsent += "; your turn is over\n";
      return play(now, entry, AnyMove(TwoDokuMove::of(TwoDokuMove::Kind::kPass).bits()), wishes);
    }
    seat.unsent += '\n';
  }
  ask(game, wishes);
  flush(game, wishes);
}

/// REQUIRES: `move` is legal, and the mover's clock has been charged.
void TwoDokuHost::play(Time now, Games::iterator entry, AnyMove move, HostWishes& wishes) {
  Game& game = entry->second;
  step(game, move);
  std::vector<AnyMove> natural;
  engine::AnyState(game.state).settle(game.nature, &natural);
  for (const AnyMove next : natural) step(game, next);
  if (game.state.is_over()) return finish(entry, ended(board(game)), wishes);
  game.clock_began = now;
  ask(game, wishes);
  flush(game, wishes);
}

/// Applies one move and tells each player what that player sees of it.
void TwoDokuHost::step(Game& game, AnyMove move) {
  const engine::AnyState before = game.state;
  game.state.apply(move);
  game.moves.push_back(move);
  for (const Player player : kSeats) {
    Seat& seat = game.seats[static_cast<std::size_t>(player)];
    if (!seat.connection) continue;
    const engine::AnyState old_view = before.redacted(player);
    const engine::AnyState view = game.state.redacted(player);
    const auto seen = TwoDokuMove::from_bits(before.seen(move, player).bits());
    seat.unsent += told(old_view.as<TwoDoku>(), seen, view.as<TwoDoku>());
  }
}

void TwoDokuHost::decided(Time now, BotId bot, AnyMove move, HostWishes& wishes) {
  const auto number = bots_.find(bot);
  if (number == bots_.end()) return;
  const auto entry = games_.find(number->second);
  const Seat& seat = mover(entry->second);
  if (seat.connection || seat.bot != bot) return;
  assert(entry->second.state.is_playable(move));
  charge(now, entry->second);
  play(now, entry, move, wishes);
}

// ---- clocks ----

/// Puts the time since the last call on the mover's clock; false when that is more than it had.
bool TwoDokuHost::charge(Time now, Game& game) const {
  Seat& seat = mover(game);
  seat.spent += now - game.clock_began;
  game.clock_began = now;
  return seat.spent <= options_.clock;
}

Milliseconds TwoDokuHost::left(const Seat& seat) const {
  return std::max(Milliseconds(0), std::chrono::floor<Milliseconds>(options_.clock - seat.spent));
}

std::string TwoDokuHost::clock_line(const Seat& seat) const {
  return "clock " + std::to_string(left(seat).count()) + '\n';
}

void TwoDokuHost::ticked(Time now, HostWishes& wishes) {
  for (auto next = games_.begin(); next != games_.end();) {
    const auto entry = next++;
    if (mover(entry->second).connection && !charge(now, entry->second))
      finish(entry, out_of_time(entry->second), wishes);
  }
  std::erase_if(people_, [&](const auto& entry) {
    const bool is_late = !entry.second.name && now - entry.second.since > kPatienceForName;
    if (!is_late) return false;
    refuse(entry.first, "no 'name X' has come within 15 seconds", wishes);
    wishes.hang_ups.push_back(entry.first);
    return true;
  });
}

// ---- games end, people go ----

/// REQUIRES: the game is over by the rules.
TwoDokuHost::End TwoDokuHost::ended(const TwoDoku& state) {
  const engine::Returns returns = state.returns();
  for (const Player player : kSeats)
    if (state.hand_size(player) == 0)
      return {returns, scores_of(state),
              std::string(engine::kTwoDokuSeats[player]) + "'s hand is empty"};
  if (state.idle_turns() == 2)
    return {returns, scores_of(state), "two turns in a row without a placement"};
  return {returns, {}, std::to_string(TwoDoku::kMaxTurns) + " turns were played"};
}

/// The other's hand and the pot count for each.
std::array<int, 2> TwoDokuHost::scores_of(const TwoDoku& state) {
  const int pot = sum_of(state.pot());
  return {state.hand_sum(1) + pot, state.hand_sum(0) + pot};
}

TwoDokuHost::End TwoDokuHost::lost(Player loser, const std::string& how) {
  End end{{1, 0, 0, 0}, {1, 0}, std::string(engine::kTwoDokuSeats[loser]) + ' ' + how};
  if (loser == 1) return end;
  std::swap(end.returns[0], end.returns[1]);
  std::swap(end.scores[0], end.scores[1]);
  return end;
}

TwoDokuHost::End TwoDokuHost::out_of_time(const Game& game) {
  return lost(game.state.to_move(), "ran out of time");
}

/// Tells those who are still connected, and forgets the game.
void TwoDokuHost::finish(Games::iterator entry, const End& end, HostWishes& wishes) {
  Game game = std::move(entry->second);
  games_.erase(entry);
  FinishedGame finished{rules_, start_,      std::move(game.moves),
                        {},     end.returns, told_end({end.scores, end.reason})};
  for (Seat& seat : game.seats) {
    finished.players.push_back(seat.name);
    if (!seat.connection) {
      bots_.erase(seat.bot);
      wishes.gone.push_back(seat.bot);
    } else if (people_.erase(*seat.connection) > 0) {
      wishes.sends.push_back({*seat.connection, seat.unsent + over_line({end.scores, end.reason})});
      wishes.hang_ups.push_back(*seat.connection);
    }
  }
  wishes.finished.push_back(std::move(finished));
}

void TwoDokuHost::half_closed(Time, ConnectionId from, HostWishes& wishes) {
  leave(from, true, wishes);
}

void TwoDokuHost::closed(Time, ConnectionId from, HostWishes& wishes) {
  leave(from, false, wishes);
}

/// The other one wins. Who has closed only half of the connection is told so.
void TwoDokuHost::leave(ConnectionId who, bool can_hear, HostWishes& wishes) {
  const auto person = people_.find(who);
  if (person == people_.end()) return;
  const auto number = person->second.game;
  if (waiting_ == who) waiting_.reset();
  if (!number && can_hear) wishes.hang_ups.push_back(who);
  if (!number || !can_hear) people_.erase(person);
  if (!number) return;
  const auto entry = games_.find(*number);
  const Player leaver = entry->second.seats[0].connection == who ? 0 : 1;
  finish(entry, lost(leaver, "has left the game"), wishes);
}

}  // namespace gauntlet::tools
