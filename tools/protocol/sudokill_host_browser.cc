// What browsers say to a Sudokill server, and what they see of its rooms.
#include <algorithm>
#include <utility>

#include "engine/words.h"
#include "tools/protocol/sudokill_host.h"
#include "tools/protocol/sudokill_line.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kMostQueuedShown = 32;
constexpr std::uint64_t kPreviewStream = std::uint64_t{1} << 32;  // away from those of the games

}  // namespace

void SudokillHost::opened_by_browser(Time now, ConnectionId from, HostActions&) {
  people_[from].is_browser = true;  // it speaks first
  people_[from].came = now;
}

// ---- what browsers say ----

void SudokillHost::take_message(Time now, ConnectionId from, std::string_view message,
                                HostActions& actions) {
  if (is_too_fast(now, from, actions)) return;
  const auto line = read_browser_line(message);
  if (!line.ok()) return tell(from, engine::message_of(line), actions);
  const Person& person = people_.at(from);
  if (line->verb == BrowserVerb::kHello) {
    if (person.name) return tell(from, "you are " + *person.name + " already", actions);
    return enter(now, from, line->text, actions);
  }
  if (!person.name) return tell(from, "say first who you are, as in NEW CONNECTION|Ann", actions);
  execute(now, from, *line, actions);
}

void SudokillHost::execute(Time now, ConnectionId from, const BrowserLine& line,
                           HostActions& actions) {
  const Person& person = people_.at(from);
  switch (line.verb) {
    case BrowserVerb::kHello:
      return;
    case BrowserVerb::kJoin:
      return join_from_browser(now, from, actions);
    case BrowserVerb::kLeave:
      return leave_seat(now, from, actions);
    case BrowserVerb::kPlay:
      return play_from_browser(now, from, line.density.value_or(options_.density), actions);
    case BrowserVerb::kStop:
      return stop(now, from, actions);
    case BrowserVerb::kPreview:
      return preview(from, line.density.value_or(options_.density), actions);
    case BrowserVerb::kSwitch:
      return switch_room(now, from, actions);
    case BrowserVerb::kOpponent:
      return invite_opponent(now, from, line.text, actions);
    case BrowserVerb::kMove:
      return take_move(now, from, line.text, actions);
    case BrowserVerb::kChat:
      return show(rooms_[person.room], page_text(*person.name + ": " + line.text, 400), actions);
  }
}

void SudokillHost::enter(Time now, ConnectionId from, const std::string& name,
                         HostActions& actions) {
  Person& person = people_.at(from);
  person.name = name;
  actions.log.push_back(engine::printable(name, 40) + " watches in a browser");
  go_to(now, from, options_.opponent.empty() ? 0 : best_room(), actions);
}

/// Begins to watch a room. REQUIRES: it watches no other.
void SudokillHost::go_to(Time now, ConnectionId who, std::size_t number, HostActions& actions) {
  Person& person = people_.at(who);
  person.room = number;
  Room& room = rooms_[number];
  announce(room, *person.name + " comes in", actions);
  room.watchers.push_back(who);
  const auto send = [&](std::string message) {
    actions.sends.push_back({who, std::move(message)});
  };
  send(status_message(stage_of(room), "Hello, " + *person.name + ", in room " +
                                          std::to_string(number + 1) + " of " +
                                          std::to_string(rooms_.size())));
  send(create_message(board_of(room).as<engine::Sudokill>()));
  send(score_message(players_of(now, room)));
  send(queue_message(queue_of(room)));
}

void SudokillHost::join_from_browser(Time now, ConnectionId from, HostActions& actions) {
  Room& room = rooms_[people_.at(from).room];
  const bool waits = std::find(room.queue.begin(), room.queue.end(), from) != room.queue.end();
  if (waits || seat_of(room, from) != room.seats.end())
    return tell(from, "you have joined already; LEAVE takes it back", actions);
  // Who plays the built-in player needs to wait for nobody: there is a free room.
  const std::size_t free_room = best_room();
  if (!options_.opponent.empty() && free_room != people_.at(from).room) {
    std::erase(room.watchers, from);
    go_to(now, from, free_room, actions);
  }
  take_place(now, from, actions);
}

void SudokillHost::leave_seat(Time now, ConnectionId from, HostActions& actions) {
  const Person& person = people_.at(from);
  Room& room = rooms_[person.room];
  const bool waits = std::find(room.queue.begin(), room.queue.end(), from) != room.queue.end();
  if (!waits && seat_of(room, from) == room.seats.end())
    return tell(from, "you have no seat to leave; JOIN takes one", actions);
  stand_up(now, from, person, actions);
}

void SudokillHost::play_from_browser(Time now, ConnectionId from, int density,
                                     HostActions& actions) {
  Room& room = rooms_[people_.at(from).room];
  if (stage_of(room) == SudokillStage::kReady) return start(now, room, density, actions);
  const std::string why = room.match ? "A game is being played" : "A game needs two players";
  actions.sends.push_back({from, status_message(stage_of(room), why)});
}

void SudokillHost::stop(Time now, ConnectionId from, HostActions& actions) {
  Room& room = rooms_[people_.at(from).room];
  if (!room.match)
    return actions.sends.push_back(
        {from, status_message(stage_of(room), "There is no game to be stopped")});
  const bool is_private = std::any_of(room.seats.begin(), room.seats.end(), [&](const Seat& seat) {
    return seat.connection && is_browser(*seat.connection);
  });
  if (is_private && seat_of(room, from) == room.seats.end())
    return tell(from, "only its players can stop this game", actions);
  finish(now, room, std::nullopt, std::string(kSudokillStopped), actions);
}

void SudokillHost::preview(ConnectionId from, int density, HostActions& actions) {
  Room& room = rooms_[people_.at(from).room];
  if (room.match)
    return actions.sends.push_back(
        {from, status_message(stage_of(room), "The board stays as it is while a game is played")});
  engine::Rng rng(options_.seed, kPreviewStream + ++previews_);
  room.preview = draw(density, rng);
  show(room, create_message(room.preview->state.as<engine::Sudokill>()), actions);
  show(room,
       status_message(stage_of(room), "Of this board " + std::to_string(density) + " % are given"),
       actions);
}

void SudokillHost::switch_room(Time now, ConnectionId from, HostActions& actions) {
  const Person& person = people_.at(from);
  const std::size_t old = person.room;
  if (rooms_.size() == 1) return tell(from, "there is only this room", actions);
  stand_up(now, from, person, actions);
  std::erase(rooms_[old].watchers, from);
  announce(rooms_[old], *person.name + " goes to another room", actions);
  go_to(now, from, (old + 1) % rooms_.size(), actions);
}

// ---- what browsers see ----

/// The board of the game, or the one that the next game will be played on.
const engine::AnyState& SudokillHost::board_of(Room& room) {
  if (room.match) return room.match->state;
  if (!room.preview) {
    engine::Rng rng(options_.seed, kPreviewStream + ++previews_);
    room.preview = draw(options_.density, rng);
  }
  return room.preview->state;
}

void SudokillHost::show(const Room& room, const std::string& message, HostActions& actions) {
  for (const ConnectionId watcher : room.watchers) actions.sends.push_back({watcher, message});
}

void SudokillHost::announce(const Room& room, const std::string& sentence, HostActions& actions) {
  if (!room.watchers.empty()) show(room, page_text("Sudokill: " + sentence, 400), actions);
}

void SudokillHost::show_score(Time now, Room& room, HostActions& actions) const {
  if (room.watchers.empty()) return;
  room.score_was_shown = now;
  show(room, score_message(players_of(now, room)), actions);
}

void SudokillHost::show_people(Time now, Room& room, HostActions& actions) const {
  if (room.watchers.empty()) return;
  show_score(now, room, actions);
  show(room, queue_message(queue_of(room)), actions);
}

std::vector<BrowserPlayer> SudokillHost::players_of(Time now, const Room& room) const {
  std::vector<BrowserPlayer> players;
  for (std::size_t i = 0; i < room.seats.size(); ++i) {
    const Seat& seat = room.seats[i];
    BrowserPlayer player{.name = seat.name, .number = {}, .used = seat.spent, .clock = seat.clock};
    if (room.match) {
      player.number = i + 1;
      player.moves = (room.match->moves.size() + 1 - i) / 2;
      player.has_turn = room.match->mover == i;
      if (player.has_turn)
        player.used += std::chrono::floor<Milliseconds>(now - room.match->turn_began);
    }
    players.push_back(std::move(player));
  }
  return players;
}

/// The first of those who wait.
std::vector<BrowserPlayer> SudokillHost::queue_of(const Room& room) const {
  std::vector<BrowserPlayer> waiting;
  for (const ConnectionId who : room.queue) {
    if (waiting.size() == kMostQueuedShown) break;
    const Person& person = people_.at(who);
    waiting.push_back({.name = *person.name,
                       .number = {},
                       .clock = person.is_browser ? options_.browser_clock : options_.clock});
  }
  return waiting;
}

}  // namespace gauntlet::tools
