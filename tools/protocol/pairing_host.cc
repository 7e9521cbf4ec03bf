#include "tools/protocol/pairing_host.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "engine/registry.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kHasLeft = "has left the game";

engine::AnyState start_of(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

}  // namespace

PairingHost::PairingHost(Rules rules)
    : rules_(std::move(rules)),
      game_(*engine::find_game(rules_.game)),
      start_(start_of(game_)),
      opponent_(rules_.opponent, game_, rules_.known),
      numbers_(rules_.numbers) {
  assert(game_.players() == 2);
  if (!rules_.programs.empty())
    match_.emplace(rules_.programs, rules_.seats, rules_.opponent_seat, rules_.numbers);
}

std::string PairingHost::sentence(engine::Player player, std::string_view predicate) const {
  std::string text(rules_.seats[static_cast<std::size_t>(player)]);
  return text.append(" ").append(predicate);
}

// ---- people come ----

void PairingHost::opened(Time now, ConnectionId from, HostActions& actions) {
  people_.try_emplace(from, Person{now, LineBuffer(rules_.longest_line), {}, {}, {}, {}});
  greet(now, from, actions);
}

void PairingHost::received(Time now, ConnectionId from, std::string_view bytes,
                           HostActions& actions) {
  if (const auto person = people_.find(from); person != people_.end())
    person->second.lines.add(bytes);
  // A line may end the game, and with it the connection.
  for (auto person = people_.find(from); person != people_.end(); person = people_.find(from)) {
    const auto line = person->second.lines.next();
    if (!line) return;
    weigh(now, from, take_line(now, from, *line, actions), actions);
  }
}

/// Hangs up on who has said nothing but nonsense for too long.
void PairingHost::weigh(Time now, ConnectionId from, bool has_meaning, HostActions& actions) {
  const auto person = people_.find(from);
  if (person == people_.end()) return;
  Nonsense& nonsense = person->second.nonsense;
  if (has_meaning) return nonsense.end();
  if (!nonsense.is_too_much()) return;
  const std::string lines = std::to_string(Nonsense::kMost) + " lines in a row that mean nothing";
  actions.log.push_back("closed connection " + std::to_string(from) + ": more than " + lines);
  if (const std::string words = farewell(); !words.empty()) actions.sends.push_back({from, words});
  leave(now, from, true, "has sent more than " + lines, actions);
}

void PairingHost::seat(Time now, ConnectionId who, std::string name, HostActions& actions) {
  if (match_) return seat_program(now, who, actions);
  person(who).name = std::move(name);
  const auto seat = [this](ConnectionId id) { return Seat{id, {}, *person(id).name, {}, {}}; };
  std::array<Seat, 2> seats;
  if (!opponent_.is_nobody()) {
    const bool bot_is_first = rules_.opponent_seat.value_or(numbers_.next() % 2 == 0 ? 0 : 1) == 0;
    seats = {bot_seat(*person(who).name), seat(who)};
    if (!bot_is_first) std::swap(seats[0], seats[1]);
  } else if (waiting_) {
    seats = {seat(*std::exchange(waiting_, std::nullopt)), seat(who)};
  } else {
    waiting_ = who;
    return;
  }
  start(now, add_game(now, std::move(seats), actions), actions);
}

PairingHost::Games::iterator PairingHost::add_game(Time now, std::array<Seat, 2> seats,
                                                   HostActions& actions) {
  const GameNumber number = numbers_.take();
  actions.log.push_back("game " + std::to_string(number) + ": " + seats[0].name + " is " +
                        std::string(rules_.seats[0]) + ", " + seats[1].name + " is " +
                        std::string(rules_.seats[1]));
  return games_.try_emplace(number, Game{std::move(seats), start_, stream(number, true), {}, now})
      .first;
}

/// Makes all that is needed know of the new game.
void PairingHost::start(Time now, Games::iterator entry, HostActions& actions) {
  const GameNumber number = entry->first;
  Game& game = entry->second;
  for (const engine::Player player : kSeats) {
    Seat& seat = seat_of(game, player);
    if (seat.connection) {
      person(*seat.connection).game = number;
      seat.unsent = welcome(seat, player);
    } else {
      bots_[*seat.bot] = number;
      actions.bots.push_back({*seat.bot, game_, seat.spec, player, stream(number, false).next()});
    }
  }
  ask(now, entry, actions);
}

/// The built-in player for a game with `against`.
PairingHost::Seat PairingHost::bot_seat(const std::string& against) {
  return {{}, ++next_bot_, opponent_.text(), {}, {}, opponent_.spec_for(known_as(against))};
}

/// By which name the built-in player remembers who sits as `name`.
const std::string& PairingHost::known_as(const std::string& name) const {
  static const std::string kAnybody = "everybody";
  return match_ || rules_.has_names ? name : kAnybody;
}

/// Tells level:auto, if it has played, how the game with it has ended.
void PairingHost::estimate(const Game& game, FinishedGame& finished, HostActions& actions) {
  const auto bot = std::find_if(game.seats.begin(), game.seats.end(),
                                [](const Seat& seat) { return seat.bot.has_value(); });
  if (bot == game.seats.end()) return;
  const std::size_t other = bot == game.seats.begin() ? 1 : 0;
  if (!game.seats[other].connection) return;  // it never came
  // Who only looks in tells nothing of who plays.
  if (!has_moved(finished, static_cast<engine::Player>(other))) return;
  finished.strength =
      opponent_.saw_end(known_as(game.seats[other].name), bot->spec, finished.returns[other]);
  if (finished.strength) actions.log.push_back(sentence_of(*finished.strength));
}

/// Chance, where there is any, and the built-in players draw from streams of their own.
engine::Rng PairingHost::stream(GameNumber number, bool is_for_chance) const {
  const std::uint64_t streams = game_.is_stochastic() ? 2 : 1;
  return engine::Rng(rules_.seed, number * streams + (is_for_chance ? 0 : streams - 1));
}

// ---- programs come ----

void PairingHost::seat_program(Time now, ConnectionId who, HostActions& actions) {
  if (match_->connected(now, who, actions)) return play_match(now, actions);
  actions.log.push_back("connection " + std::to_string(who) +
                        " is closed: no program is expected now");
  people_.erase(who);
  actions.hang_ups.push_back(who);
}

void PairingHost::program_ended(Time now, ProgramId program, const std::string& how,
                                HostActions& actions) {
  if (!match_) return;
  match_->program_ended(now, program, how, actions);
  play_match(now, actions);
}

/// As soon as all have come, or will not.
void PairingHost::play_match(Time now, HostActions& actions) {
  if (!match_->is_ready()) return;
  match_->take_game();
  std::array<Seat, 2> seats;
  bool all_have_come = true;
  for (std::size_t i = 0; i < seats.size(); ++i) {
    const auto& place = match_->places()[i];
    if (!place) {
      seats[i] = bot_seat(match_->name_of(*match_->places()[1 - i]));
      continue;
    }
    const bool has_come = place->failure.empty();
    all_have_come &= has_come;
    seats[i] = {has_come ? place->connection : std::nullopt, {}, match_->name_of(*place), {}, {}};
  }
  const auto game = add_game(now, std::move(seats), actions);
  all_have_come ? start(now, game, actions) : forfeit(game, actions);
}

/// Who has not come has lost; nobody wins when nobody came.
void PairingHost::forfeit(Games::iterator entry, HostActions& actions) {
  std::vector<engine::Player> absent;
  std::string reason;
  for (const engine::Player player : kSeats) {
    const auto& place = match_->places()[static_cast<std::size_t>(player)];
    if (!place || place->failure.empty()) continue;
    absent.push_back(player);
    reason += (reason.empty() ? "" : "; ") + place->failure;
  }
  finish(entry,
         absent.size() == 1 ? lost(entry->second, absent[0], reason) : Result{{}, reason, {}},
         actions);
}

// ---- a game goes on ----

void PairingHost::ask(Time now, Games::iterator entry, HostActions& actions) {
  Game& game = entry->second;
  game.turn_began = now;
  Seat& seat = mover(game);
  if (seat.connection) {
    seat.unsent += prompt(game);
  } else {
    actions.questions.push_back(
        {*seat.bot, game.state.redacted(game.state.to_move()), allowance(game)});
  }
  flush(game, actions);
  asked(now, entry, actions);
}

/// What each player has been told since the last time, in one write.
void PairingHost::flush(Game& game, HostActions& actions) {
  for (Seat& seat : game.seats)
    if (seat.connection && !seat.unsent.empty())
      actions.sends.push_back({*seat.connection, std::exchange(seat.unsent, {})});
}

void PairingHost::decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) {
  const auto number = bots_.find(bot);
  if (number == bots_.end()) return;
  const auto entry = games_.find(number->second);
  if (mover(entry->second).bot != bot) return;
  assert(entry->second.state.is_playable(move));
  has_time(now, entry->second);
  play(now, entry, move, actions);
}

void PairingHost::ticked(Time now, HostActions& actions) {
  for (auto next = games_.begin(); next != games_.end();) {
    const auto entry = next++;
    Game& game = entry->second;
    // A built-in player's search is ended by its allowance; that the machine is busy is not its
    // fault.
    if (mover(game).connection && !has_time(now, game)) finish(entry, out_of_time(game), actions);
  }
  if (!match_) return;
  match_->ticked(now, actions);
  play_match(now, actions);
}

// ---- games end, people go ----

void PairingHost::finish(Games::iterator entry, const Result& end, HostActions& actions) {
  Game game = std::move(entry->second);
  games_.erase(entry);
  FinishedGame finished{game_, start_, std::move(game.moves), {}, end.returns, end.reason};
  std::array<bool, 2> forfeits{};
  for (std::size_t i = 0; i < game.seats.size(); ++i) {
    Seat& seat = game.seats[i];
    finished.players.push_back(seat.name);
    forfeits[i] = !game.state.is_over() && end.returns[i] == 0;
    if (seat.bot) {
      bots_.erase(*seat.bot);
      actions.gone.push_back(*seat.bot);
    } else if (seat.connection && people_.erase(*seat.connection) > 0) {
      actions.sends.push_back({*seat.connection, seat.unsent + end.last_words[i]});
      actions.hang_ups.push_back(*seat.connection);
    }
  }
  estimate(game, finished, actions);
  actions.finished.push_back(std::move(finished));
  if (match_) match_->end(forfeits, actions);
}

void PairingHost::half_closed(Time now, ConnectionId from, HostActions& actions) {
  leave(now, from, true, kHasLeft, actions);
}

void PairingHost::closed(Time now, ConnectionId from, HostActions& actions) {
  leave(now, from, false, kHasLeft, actions);
}

/// The other one wins. Who has closed only half of the connection is told so.
void PairingHost::leave(Time now, ConnectionId who, bool can_hear, std::string_view how,
                        HostActions& actions) {
  const auto person = people_.find(who);
  if (person == people_.end()) return;
  const auto number = person->second.game;
  if (waiting_ == who) waiting_.reset();
  if (!number && can_hear) actions.hang_ups.push_back(who);
  if (!number || !can_hear) people_.erase(person);
  if (!number && match_) {
    match_->left(now, who, how == kHasLeft ? "left" : "sent nothing but nonsense", actions);
    play_match(now, actions);
  }
  if (!number) return;
  const auto entry = games_.find(*number);
  const engine::Player leaver = entry->second.seats[0].connection == who ? 0 : 1;
  finish(entry, lost(entry->second, leaver, sentence(leaver, how)), actions);
}

void PairingHost::expel(const std::function<bool(const Person&)>& is_unwelcome,
                        const std::string& last_words, HostActions& actions) {
  std::erase_if(people_, [&](const auto& entry) {
    if (!is_unwelcome(entry.second)) return false;
    actions.sends.push_back({entry.first, last_words});
    actions.hang_ups.push_back(entry.first);
    return true;
  });
}

}  // namespace gauntlet::tools
