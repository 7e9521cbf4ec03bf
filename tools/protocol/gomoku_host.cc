#include "tools/protocol/gomoku_host.h"

#include <algorithm>
#include <cassert>
#include <charconv>
#include <utility>

#include "engine/registry.h"
#include "engine/rng.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using engine::Player;

constexpr std::string_view kBlanks = " \t\r";
constexpr std::string_view kColours[] = {"black", "white"};

engine::AnyState empty_board(const engine::AnyGame& game) {
  engine::Rng rng(0);
  return game.start(rng);
}

Player other(Player player) {
  return static_cast<Player>(1 - player);
}

/// Takes a number off the front of `text`, with the blanks before it.
std::optional<int> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error != std::errc{} || value > 1'000) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return static_cast<int>(value);
}

/// The move that a line writes, or nothing when it is none or cannot be played.
std::optional<engine::AnyMove> read_move(const engine::AnyState& state, const Line& line) {
  std::string_view text = line.text;
  const auto row = take_number(text);
  const bool has_gap = !text.empty() && kBlanks.find(text[0]) != std::string_view::npos;
  const auto column = take_number(text);
  const bool is_all = text.find_first_not_of(kBlanks) == std::string_view::npos;
  if (line.is_cut || !row || !has_gap || !column || !is_all) return std::nullopt;
  const auto move = state.parse(std::to_string(*row) + ',' + std::to_string(*column));
  return move ? std::optional(*move) : std::nullopt;
}

}  // namespace

GomokuHost::GomokuHost(const Options& options)
    : options_(options),
      rules_(*engine::find_game("gomoku:" + std::to_string(options.size))),
      empty_(empty_board(rules_)) {}

void GomokuHost::opened(Time now, ConnectionId from, HostWishes& wishes) {
  people_.try_emplace(from);
  if (!options_.opponent.empty()) {
    const Player seat = options_.opponent_seat.value_or(games_started_ % 2 == 0 ? 1 : 0);
    const Seat person{from, 0}, bot{std::nullopt, ++next_bot_};
    return seat == 0 ? start(now, bot, person, wishes) : start(now, person, bot, wishes);
  }
  if (!waiting_) {
    waiting_ = from;
    return;
  }
  const ConnectionId first = *std::exchange(waiting_, std::nullopt);
  start(now, {first, 0}, {from, 0}, wishes);
}

void GomokuHost::start(Time now, Seat black, Seat white, HostWishes& wishes) {
  const GameNumber number = ++games_started_;
  Game& game = games_.try_emplace(number, Game{{black, white}, empty_, {}, 0, now}).first->second;
  introduce(number, game, wishes);
  ask(now, game, wishes);
  play_kept(now, number, wishes);
}

/// Makes all that is needed know of the new game.
void GomokuHost::introduce(GameNumber number, const Game& game, HostWishes& wishes) {
  wishes.log.push_back("game " + std::to_string(number) + ": " + name_of(game.seats[0]) +
                       " is black, " + name_of(game.seats[1]) + " is white");
  for (const Player player : {Player{0}, Player{1}}) {
    const Seat& seat = game.seats[static_cast<std::size_t>(player)];
    if (seat.connection) {
      people_.at(*seat.connection).game = number;
      continue;
    }
    bots_[seat.bot] = number;
    engine::Rng rng(options_.seed, number);
    wishes.bots.push_back({seat.bot, rules_, options_.opponent, player, rng.next()});
  }
}

/// The clock runs from here on.
void GomokuHost::ask(Time now, Game& game, HostWishes& wishes) const {
  game.turn_began = now;
  const Seat& seat = game.seats[static_cast<std::size_t>(game.mover)];
  if (seat.connection) {
    wishes.sends.push_back({*seat.connection, message("CONTINUING", game)});
  } else {
    wishes.questions.push_back({seat.bot, game.state, options_.time_per_move * 3 / 4});
  }
}

void GomokuHost::received(Time now, ConnectionId from, std::string_view bytes, HostWishes& wishes) {
  if (const auto person = people_.find(from); person != people_.end())
    person->second.lines.add(bytes);
  // A line may end the game, and with it the connection.
  for (auto person = people_.find(from); person != people_.end(); person = people_.find(from)) {
    const auto line = person->second.lines.next();
    if (!line) return;
    if (person->second.kept.size() < kMostKept) person->second.kept.push_back(*line);
    if (person->second.game) play_kept(now, *person->second.game, wishes);
  }
}

/// Plays the moves that have come already, as long as it is their turn.
void GomokuHost::play_kept(Time now, GameNumber number, HostWishes& wishes) {
  for (auto game = games_.find(number); game != games_.end(); game = games_.find(number)) {
    const Seat& seat = game->second.seats[static_cast<std::size_t>(game->second.mover)];
    if (!seat.connection) return;
    auto& kept = people_.at(*seat.connection).kept;
    if (kept.empty()) return;
    const Line line = std::move(kept.front());
    kept.pop_front();
    play_line(now, game, line, wishes);
  }
}

void GomokuHost::play_line(Time now, Games::iterator game, const Line& line, HostWishes& wishes) {
  const Player mover = game->second.mover;
  if (is_late(now, game->second)) return finish(game, late(game->second), wishes);
  if (const auto move = read_move(game->second.state, line)) return play(now, game, *move, wishes);
  const std::string colour(kColours[mover]);
  finish(game,
         forfeited(
             mover, "FORFEIT-MOVE",
             colour + " forfeited by an illegal move: '" + engine::printable(line.text, 40) + "'"),
         wishes);
}

/// REQUIRES: `move` is legal.
void GomokuHost::play(Time now, Games::iterator entry, engine::AnyMove move, HostWishes& wishes) {
  Game& game = entry->second;
  const Player mover = game.mover;
  game.state.apply(move);
  game.moves.push_back(move);
  game.mover = other(mover);
  if (!game.state.is_over()) return ask(now, game, wishes);
  const engine::Returns returns = game.state.returns();
  if (returns[static_cast<std::size_t>(mover)] == 0.5f)
    return finish(entry, {{"DRAW", "DRAW"}, returns, "the board is full"}, wishes);
  finish(entry, won(mover, std::string(kColours[mover]) + " has five in a row"), wishes);
}

GomokuHost::End GomokuHost::won(Player winner, std::string reason) {
  const bool is_black = winner == 0;
  return {{is_black ? "WIN" : "LOSE", is_black ? "LOSE" : "WIN"},
          is_black ? engine::Returns{1, 0, 0, 0} : engine::Returns{0, 1, 0, 0},
          std::move(reason)};
}

GomokuHost::End GomokuHost::forfeited(Player offender, std::string_view status,
                                      std::string reason) {
  End end = won(other(offender), std::move(reason));
  end.status = {status, status};
  return end;
}

bool GomokuHost::is_late(Time now, const Game& game) const {
  return now - game.turn_began > options_.time_per_move;
}

GomokuHost::End GomokuHost::late(const Game& game) const {
  return forfeited(game.mover, "FORFEIT-TIME",
                   std::string(kColours[game.mover]) + " forfeited by taking longer than " +
                       std::to_string(options_.time_per_move.count()) + " ms");
}

/// Tells those who are still connected, and forgets the game.
void GomokuHost::finish(Games::iterator entry, const End& end, HostWishes& wishes) {
  const Game game = std::move(entry->second);
  games_.erase(entry);
  FinishedGame finished{rules_, empty_, game.moves, {}, end.returns, end.reason};
  for (std::size_t i = 0; i < game.seats.size(); ++i) {
    const Seat& seat = game.seats[i];
    finished.players.push_back(name_of(seat));
    if (!seat.connection) {
      bots_.erase(seat.bot);
      wishes.gone.push_back(seat.bot);
    } else if (people_.erase(*seat.connection) > 0) {
      wishes.sends.push_back({*seat.connection, message(end.status[i], game)});
      wishes.hang_ups.push_back(*seat.connection);
    }
  }
  wishes.finished.push_back(std::move(finished));
}

void GomokuHost::half_closed(Time, ConnectionId from, HostWishes& wishes) {
  leave(from, true, wishes);
}

void GomokuHost::closed(Time, ConnectionId from, HostWishes& wishes) {
  leave(from, false, wishes);
}

/// The other one wins. Who has closed only half of the connection is told so.
void GomokuHost::leave(ConnectionId who, bool can_hear, HostWishes& wishes) {
  const auto person = people_.find(who);
  if (person == people_.end()) return;
  const auto number = person->second.game;
  if (!number) waiting_.reset();
  if (!number && can_hear) wishes.hang_ups.push_back(who);
  if (!number || !can_hear) people_.erase(person);
  if (!number) return;
  const auto game = games_.find(*number);
  const Player leaver = game->second.seats[0].connection == who ? 0 : 1;
  finish(game, won(other(leaver), std::string(kColours[leaver]) + " has left the game"), wishes);
}

void GomokuHost::decided(Time now, BotId bot, engine::AnyMove move, HostWishes& wishes) {
  const auto number = bots_.find(bot);
  if (number == bots_.end()) return;
  const GameNumber game = number->second;
  const auto entry = games_.find(game);
  if (entry->second.seats[static_cast<std::size_t>(entry->second.mover)].connection) return;
  assert(entry->second.state.is_playable(move));
  play(now, entry, move, wishes);
  play_kept(now, game, wishes);
}

void GomokuHost::ticked(Time now, HostWishes& wishes) {
  for (auto next = games_.begin(); next != games_.end();) {
    const auto entry = next++;
    const Game& game = entry->second;
    // A built-in player's search is ended by its allowance; that the machine is busy is not its
    // fault.
    if (!game.seats[static_cast<std::size_t>(game.mover)].connection) continue;
    if (is_late(now, game)) finish(entry, late(game), wishes);
  }
}

std::string GomokuHost::name_of(const Seat& seat) const {
  return seat.connection ? "connection " + std::to_string(*seat.connection) : options_.opponent;
}

std::string GomokuHost::message(std::string_view status, const Game& game) const {
  std::string board = game.state.to_text();
  std::replace(board.begin(), board.end(), '/', '\n');
  std::replace(board.begin(), board.end(), '.', ' ');
  std::string last = "-1 -1";
  if (!game.moves.empty()) {
    last = game.state.format(game.moves.back());
    std::replace(last.begin(), last.end(), ',', ' ');
  }
  std::string text;
  text.reserve(status.size() + board.size() + last.size() + 5);
  text.append(status).append("\n").append(board).append("\n").append(last);
  return text.append(game.mover == 0 ? "\nx\n" : "\no\n");
}

}  // namespace gauntlet::tools
