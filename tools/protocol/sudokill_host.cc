#include "tools/protocol/sudokill_host.h"

#include <absl/container/flat_hash_map.h>
#include <absl/strings/ascii.h>

#include <algorithm>
#include <utility>

#include "engine/registry.h"
#include "engine/status.h"
#include "engine/words.h"
#include "selfplay/players/measured_elo.h"
#include "selfplay/players/player_spec.h"
#include "tools/protocol/sudokill_line.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kSeats = 2;
constexpr Milliseconds kLongestThought{5'000};

const engine::Sudokill& board(const engine::AnyState& state) {
  return state.as<engine::Sudokill>();
}

/// By which name results and level:auto remember somebody.
std::string known_as(const std::string& name) {
  return engine::printable(name, 100);
}

/// The player spec that a name in OPPONENT stands for: the old menu's programs are long gone, so
/// levels take their places. The old server did not mind how its names were written.
std::string opponent_spec(const std::string& name) {
  static const absl::flat_hash_map<std::string, std::string> kMenu = {
      {"naive", "naive"},          {"vincent_easy", "level:2"}, {"vincent_medium", "level:4"},
      {"vincent_hard", "level:6"}, {"rachit", "level:5"},       {"angjoo", "level:7"},
      {"salome", "level:8"}};
  const auto known = kMenu.find(absl::AsciiStrToLower(name));
  return known == kMenu.end() ? name : known->second;
}

/// The density that `PLAY|33` asks for, or `standard`.
int density_of(std::string_view line, int standard) {
  constexpr std::string_view kPrefix = "PLAY|";
  if (!line.starts_with(kPrefix)) return standard;
  return engine::parse_int(line.substr(kPrefix.size()), 0, 100).value_or(standard);
}

}  // namespace

SudokillHost::SudokillHost(Options options)
    : options_(std::move(options)),
      // Whoever is seated may ask for level:auto, as for any other player.
      opponent_(options_.opponent.empty() ? std::string(selfplay::kAutoLevel) : options_.opponent,
                *engine::find_game("sudokill"), options_.known) {
  rooms_.resize(static_cast<std::size_t>(options_.rooms));
}

void SudokillHost::opened(Time now, ConnectionId from, HostActions& actions) {
  people_[from].came = now;
  command(from, "WAIT", actions);
}

bool SudokillHost::is_browser(ConnectionId who) const {
  const auto person = people_.find(who);
  return person != people_.end() && person->second.is_browser;
}

/// A line of the game: to a program as it is, to a browser in a message.
void SudokillHost::command(ConnectionId to, const std::string& line, HostActions& actions) const {
  actions.sends.push_back({to, is_browser(to) ? command_message(line) : line + "\r\n"});
}

void SudokillHost::command(const Seat& to, const std::string& line, HostActions& actions) const {
  if (to.connection) command(*to.connection, line, actions);
}

/// A sentence for a person.
void SudokillHost::tell(ConnectionId to, const std::string& sentence, HostActions& actions) const {
  constexpr std::size_t kLongest = 400;
  actions.sends.push_back({to, is_browser(to) ? page_text(sentence, kLongest) : sentence + "\r\n"});
}

void SudokillHost::received(Time now, ConnectionId from, std::string_view bytes,
                            HostActions& actions) {
  if (is_browser(from)) return take_message(now, from, bytes, actions);
  if (const auto person = people_.find(from); person != people_.end())
    person->second.lines.add(bytes);
  // A line may end the game, and with it the connection.
  for (auto person = people_.find(from); person != people_.end(); person = people_.find(from)) {
    const auto line = person->second.lines.next();
    if (!line) return;
    take_line(now, from, *line, actions);
  }
}

void SudokillHost::take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  Person& person = people_.at(from);
  if (line.text.empty()) return ignore(now, from, actions);
  if (!person.name) {
    person.name = line.text;
    return join(now, from, actions);
  }
  if (read_written_move(line.text) && !line.is_cut && is_mover(from)) {
    person.nonsense.end();
    take_move(now, from, line.text, actions);
  } else if (!is_too_fast(now, from, actions)) {
    execute(now, from, line, actions);
  }
}

/// What a program says that is no move in its turn.
void SudokillHost::execute(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  const Person& person = people_.at(from);
  Room& room = rooms_[person.room];
  constexpr std::string_view kOpponent = "OPPONENT|";
  if (line.text == "PLAY" || line.text.starts_with("PLAY|")) {
    if (room.seats.size() == kSeats && !room.match)
      start(now, room, density_of(line.text, options_.density), actions);
  } else if (line.text.starts_with(kOpponent)) {
    invite_opponent(now, from, line.text.substr(kOpponent.size()), actions);
  } else if (read_written_move(line.text) && !line.is_cut) {
    take_move(now, from, line.text, actions);
  } else {
    tell(from, sudokill_chat(*person.name, line.text), actions);
  }
}

/// Each line may be told to everybody in the room: one who floods would drown the others.
bool SudokillHost::is_too_fast(Time now, ConnectionId from, HostActions& actions) {
  Person& person = people_.at(from);
  const bool is_fine = person.limiter.allows(now);
  if (!is_fine && !std::exchange(person.was_told_to_slow_down, true))
    tell(from,
         "this is too fast: no more than " + std::to_string(static_cast<int>(kLinesPerSecond)) +
             " lines per second are read",
         actions);
  if (!is_fine) {
    ignore(now, from, actions);
  } else if (person.limiter.is_full()) {  // nothing has come for a while
    person.was_told_to_slow_down = false;
    person.nonsense.end();
  }
  return !is_fine;
}

/// A line that means nothing. Who sends nothing else is hung up on in the end.
void SudokillHost::ignore(Time now, ConnectionId from, HostActions& actions) {
  if (!people_.at(from).nonsense.is_too_much()) return;
  actions.log.push_back("closed connection " + std::to_string(from) + ": more than " +
                        std::to_string(Nonsense::kMost) + " lines in a row meant nothing");
  tell(from, sudokill_farewell(), actions);
  leave(now, from, actions);
  actions.hang_ups.push_back(from);
}

bool SudokillHost::is_mover(ConnectionId who) {
  Room& room = rooms_[people_.at(who).room];
  return room.match && room.seats[room.match->mover].connection == who;
}

/// A room with a free seat, else the one with the shortest queue. Nobody queues for a built-in
/// player: there is a new room instead.
std::size_t SudokillHost::best_room() {
  const auto crowd = [](const Room& room) {
    const bool is_free = room.seats.size() < kSeats && !room.match;
    return is_free ? 0 : 1 + room.queue.size();
  };
  const auto best =
      std::min_element(rooms_.begin(), rooms_.end(),
                       [&](const Room& a, const Room& b) { return crowd(a) < crowd(b); });
  if (!options_.opponent.empty() && crowd(*best) > 0) {
    rooms_.emplace_back();
    return rooms_.size() - 1;
  }
  return static_cast<std::size_t>(best - rooms_.begin());
}

void SudokillHost::join(Time now, ConnectionId from, HostActions& actions) {
  Person& person = people_.at(from);
  person.room = best_room();
  actions.log.push_back(engine::printable(*person.name, 40) + " has entered room " +
                        std::to_string(person.room + 1));
  take_place(now, from, actions);
}

/// A seat, or the end of the queue.
void SudokillHost::take_place(Time now, ConnectionId from, HostActions& actions) {
  const Person& person = people_.at(from);
  Room& room = rooms_[person.room];
  if (room.seats.size() < kSeats && !room.match) return sit(now, room, from, actions);
  room.queue.push_back(from);
  command(from, "WAIT", actions);
  announce(room, *person.name + " waits for a seat", actions);
  show_people(now, room, actions);
}

void SudokillHost::sit(Time now, Room& room, ConnectionId who, HostActions& actions) {
  const Person& person = people_.at(who);
  const Milliseconds clock = person.is_browser ? options_.browser_clock : options_.clock;
  room.seats.push_back({who, {}, *person.name, {}, clock});
  command(who, "READY", actions);
  announce(room, *person.name + " takes a seat", actions);
  if (!options_.opponent.empty()) {
    seat_opponent(now, who, options_.opponent, actions);
    if (options_.opponent_seat.value_or(options_.numbers.next() % 2 == 0 ? 0 : 1) == 0)
      std::swap(room.seats[0], room.seats[1]);
    return start(now, room, options_.density, actions);
  }
  show_people(now, room, actions);
}

/// Only who is seated may: built-in players among themselves would keep the room for ever.
void SudokillHost::invite_opponent(Time now, ConnectionId from, const std::string& name,
                                   HostActions& actions) {
  if (!options_.opponent.empty())
    return tell(from,
                "everybody plays " +
                    selfplay::with_measured_elo(options_.opponent, *engine::find_game("sudokill")) +
                    " here",
                actions);
  Room& room = rooms_[people_.at(from).room];
  if (seat_of(room, from) == room.seats.end())
    return tell(from, "take a seat first: an opponent plays against you", actions);
  seat_opponent(now, from, name, actions);
}

void SudokillHost::seat_opponent(Time now, ConnectionId from, const std::string& name,
                                 HostActions& actions) {
  Room& room = rooms_[people_.at(from).room];
  const std::string called = selfplay::told_as(opponent_spec(name), *engine::find_game("sudokill"));
  const std::string spec =
      called == opponent_.text() ? opponent_.spec_for(known_as(*people_.at(from).name)) : called;
  const auto player = selfplay::parse_deadline_player(spec, *engine::find_game("sudokill"));
  if (!player.ok()) {
    tell(from, "Didn't recognize opponent, " + engine::printable(name, 40), actions);
    if (is_browser(from))  // programs know that line alone
      tell(from, engine::printable(engine::message_of(player), 300), actions);
    return;
  }
  if (room.seats.size() == kSeats || room.match) return;
  room.seats.push_back({{}, ++next_bot_, name, spec, options_.clock, {}, called});
  announce(room, name + " takes a seat", actions);
  const std::string told = selfplay::with_measured_elo(spec, *engine::find_game("sudokill"));
  if (told != name) announce(room, name + " plays as " + told, actions);
  show_people(now, room, actions);
}

/// Seats those who wait while there is room.
void SudokillHost::seat_next(Time now, Room& room, HostActions& actions) {
  while (room.seats.size() < kSeats && !room.match && !room.queue.empty()) {
    const ConnectionId next = room.queue.front();
    room.queue.pop_front();
    sit(now, room, next, actions);
  }
}

SudokillStage SudokillHost::stage_of(const Room& room) {
  if (room.match) return SudokillStage::kInProgress;
  return room.seats.size() == kSeats ? SudokillStage::kReady : SudokillStage::kWaiting;
}

std::vector<SudokillHost::Seat>::iterator SudokillHost::seat_of(Room& room, ConnectionId who) {
  return std::find_if(room.seats.begin(), room.seats.end(),
                      [&](const Seat& seat) { return seat.connection == who; });
}

SudokillHost::Board SudokillHost::draw(int density, engine::Rng& rng) const {
  const auto game = *engine::find_game("sudokill/fill=" + std::to_string(density));
  if (!options_.position.empty()) return {density, game, *game.from_text(options_.position)};
  return {density, game, game.start(rng)};
}

void SudokillHost::start(Time now, Room& room, int density, HostActions& actions) {
  const std::uint64_t number = options_.numbers.take();
  engine::Rng rng(options_.seed, number);
  const auto preview = std::exchange(room.preview, std::nullopt);
  const Board first = preview && preview->density == density ? *preview : draw(density, rng);
  room.match = Match{first.game, first.state, first.state, {}, 0, now};
  if (!room.watchers.empty()) show(room, create_message(board(first.state)), actions);
  for (std::size_t i = 0; i < kSeats; ++i) {
    Seat& seat = room.seats[i];
    seat.spent = Milliseconds(0);
    if (seat.bot)
      actions.bots.push_back(
          {*seat.bot, first.game, seat.spec, static_cast<engine::Player>(i), rng.next()});
    command(seat, sudokill_start(static_cast<engine::Player>(i), board(first.state)), actions);
  }
  actions.log.push_back("game " + std::to_string(number) + ": " +
                        engine::printable(room.seats[0].name, 40) + " against " +
                        engine::printable(room.seats[1].name, 40));
  request_move(now, room, actions);
}

void SudokillHost::request_move(Time now, Room& room, HostActions& actions) {
  Match& match = *room.match;
  const Seat& seat = room.seats[match.mover];
  match.turn_began = now;
  command(seat, sudokill_add(board(match.state)), actions);
  if (!room.watchers.empty()) {
    show(room, status_message(SudokillStage::kInProgress, "It is the turn of " + seat.name),
         actions);
    show_score(now, room, actions);
  }
  if (!seat.bot) return;
  if (match.state.is_over()) return play(now, room, std::string(kNoMove), actions);
  const Milliseconds left = seat.clock - seat.spent;
  actions.questions.push_back({*seat.bot, match.state, std::min(kLongestThought, left / 10)});
}

void SudokillHost::take_move(Time now, ConnectionId from, const std::string& line,
                             HostActions& actions) {
  const Person& person = people_.at(from);
  Room& room = rooms_[person.room];
  const auto seat = seat_of(room, from);
  if (seat == room.seats.end())
    return command(from, "REJECT|1 Not in the game, " + *person.name, actions);
  if (!room.match || &room.seats[room.match->mover] != &*seat)
    return command(from, sudokill_wait(*person.name), actions);
  play(now, room, line, actions);
}

/// The mover plays what it has written.
void SudokillHost::play(Time now, Room& room, const std::string& line, HostActions& actions) {
  Match& match = *room.match;
  Seat& mover = room.seats[match.mover];
  const Seat& other = room.seats[1 - match.mover];
  mover.spent += std::chrono::floor<Milliseconds>(now - match.turn_began);
  const WrittenMove move = *read_written_move(line);
  const auto error = violation(board(match.state), move);
  if (!room.watchers.empty())
    show(room, update_message(move, match.mover + 1, error.has_value()), actions);
  if (!error) announce(room, mover.name + " played: " + line, actions);
  if (error)
    return finish(now, room, match.mover, sudokill_fault(other.name, mover.name, line, *error),
                  actions);
  match.moves.push_back(engine::AnyMove(played_move(move).bits()));
  match.state.apply(match.moves.back());
  const std::string echo =
      options_.numbers_moves ? line + ' ' + std::to_string(match.mover + 1) : line;
  for (const Seat& seat : room.seats) command(seat, echo, actions);
  match.mover = 1 - match.mover;
  request_move(now, room, actions);
}

void SudokillHost::decided(Time now, BotId bot, engine::AnyMove move, HostActions& actions) {
  for (Room& room : rooms_) {
    if (!room.match || room.seats[room.match->mover].bot != bot) continue;
    return play(now, room, sudokill_move(engine::Sudokill::Move::from_bits(move.bits())), actions);
  }
}

/// Tells level:auto, if it has played, how the game with it has ended.
void SudokillHost::estimate(Room& room, FinishedGame& finished, HostActions& actions) {
  for (std::size_t i = 0; i < kSeats; ++i) {
    const Seat &bot = room.seats[i], &other = room.seats[1 - i];
    if (!bot.bot || !other.connection || bot.called != opponent_.text()) continue;
    if (!has_moved(finished, static_cast<engine::Player>(1 - i))) continue;
    finished.strength = opponent_.saw_end(known_as(other.name), bot.spec, finished.returns[1 - i]);
    if (!finished.strength) continue;
    const std::string sentence = sentence_of(*finished.strength);
    actions.log.push_back(sentence);
    announce(room, sentence, actions);
  }
}

/// Ends the game of a room, and seats the next two. Without a loser nobody has won.
void SudokillHost::finish(Time now, Room& room, std::optional<std::size_t> loser,
                          const std::string& text, HostActions& actions) {
  const Match match = std::move(*room.match);
  room.match.reset();
  FinishedGame finished{match.game, match.start, match.moves, {}, {}, engine::printable(text, 300)};
  for (std::size_t i = 0; i < kSeats; ++i)
    finished.returns[static_cast<engine::Player>(i)] = !loser ? 0.5f : i == *loser ? 0.0f : 1.0f;
  estimate(room, finished, actions);
  for (const Seat& seat : std::exchange(room.seats, {})) {
    finished.players.push_back(known_as(seat.called.empty() ? seat.name : seat.called));
    if (seat.bot) actions.gone.push_back(*seat.bot);
    if (!seat.connection || !people_.contains(*seat.connection)) continue;
    command(seat, std::string(kSudokillGameOver) + text, actions);
    if (is_browser(*seat.connection)) continue;
    people_.erase(*seat.connection);
    actions.hang_ups.push_back(*seat.connection);
  }
  actions.finished.push_back(std::move(finished));
  if (!room.watchers.empty()) show(room, status_message(SudokillStage::kOver, text), actions);
  show_people(now, room, actions);
  seat_next(now, room, actions);
}

/// Leaves the seat or the queue; a game that goes on is lost.
void SudokillHost::stand_up(Time now, ConnectionId who, const Person& person,
                            HostActions& actions) {
  Room& room = rooms_[person.room];
  const bool waited = std::erase(room.queue, who) > 0;
  const auto seat = seat_of(room, who);
  if (!waited && seat == room.seats.end()) return;
  actions.log.push_back(engine::printable(*person.name, 40) + " has left");
  if (!waited && room.match)
    return finish(now, room, static_cast<std::size_t>(seat - room.seats.begin()),
                  sudokill_left(*person.name), actions);
  if (!waited) room.seats.erase(seat);
  if (std::none_of(room.seats.begin(), room.seats.end(),
                   [](const Seat& other) { return other.connection.has_value(); }))
    room.seats.clear();  // built-in players wait for nobody
  announce(room, *person.name + (waited ? " waits no more" : " leaves the seat"), actions);
  show_people(now, room, actions);
  seat_next(now, room, actions);
}

void SudokillHost::leave(Time now, ConnectionId who, HostActions& actions) {
  const auto found = people_.find(who);
  if (found == people_.end()) return;
  const Person person = std::move(found->second);
  people_.erase(found);
  if (!person.name) return;
  Room& room = rooms_[person.room];
  const bool watched = std::erase(room.watchers, who) > 0;
  stand_up(now, who, person, actions);
  if (watched) announce(room, *person.name + " has gone", actions);
}

void SudokillHost::half_closed(Time now, ConnectionId from, HostActions& actions) {
  if (!people_.contains(from)) return;
  leave(now, from, actions);
  actions.hang_ups.push_back(from);
}

void SudokillHost::closed(Time now, ConnectionId from, HostActions& actions) {
  leave(now, from, actions);
}

/// Hangs up on those who do not say who they are.
void SudokillHost::drop_nameless(Time now, HostActions& actions) {
  for (auto person = people_.begin(); person != people_.end();) {
    const auto next = std::next(person);
    if (!person->second.name && now - person->second.came > kPatienceForName) {
      actions.log.push_back("connection " + std::to_string(person->first) +
                            " has not given a name within 15 seconds");
      actions.hang_ups.push_back(person->first);
      people_.erase(person);
    }
    person = next;
  }
}

void SudokillHost::ticked(Time now, HostActions& actions) {
  drop_nameless(now, actions);
  for (Room& room : rooms_) {
    if (!room.match) continue;
    const std::size_t mover = room.match->mover;
    const Seat& seat = room.seats[mover];
    if (seat.spent + (now - room.match->turn_began) < seat.clock) {
      if (now - room.score_was_shown >= std::chrono::seconds(1)) show_score(now, room, actions);
      continue;
    }
    finish(now, room, mover, sudokill_timeout(room.seats[1 - mover].name, seat.name), actions);
  }
}

}  // namespace gauntlet::tools
