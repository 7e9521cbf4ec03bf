#include "tools/protocol/gomoku_host.h"

#include <string>
#include <utility>

#include "tools/protocol/gomoku_text.h"

namespace gauntlet::tools {

namespace {

using engine::Player;

constexpr std::size_t kMostKept = 8;

}  // namespace

GomokuHost::GomokuHost(const Options& options)
    : PairingHost({.game = "gomoku:" + std::to_string(options.size),
                   .seats = {"black", "white"},
                   .longest_line = kLongestGomokuLine,
                   .opponent = options.opponent,
                   .opponent_seat = options.opponent_seat,
                   .seed = options.seed,
                   .programs = options.programs,
                   .numbers = options.numbers,
                   .known = options.known,
                   .has_names = false}),
      time_per_move_(options.time_per_move) {}

void GomokuHost::greet(Time now, ConnectionId who, HostActions& actions) {
  seat(now, who, "connection " + std::to_string(who), actions);
}

bool GomokuHost::take_line(Time now, ConnectionId from, const Line& line, HostActions& actions) {
  Person& sender = person(from);
  const bool has_room = sender.kept.size() < kMostKept;
  if (has_room) sender.kept.push_back(line);
  if (sender.game) asked(now, find_game(*sender.game), actions);
  return has_room;
}

/// Plays the move that has come already, if one has.
void GomokuHost::asked(Time now, Games::iterator game, HostActions& actions) {
  const auto connection = mover(game->second).connection;
  if (!connection || person(*connection).kept.empty()) return;
  auto& kept = person(*connection).kept;
  const Line line = std::move(kept.front());
  kept.pop_front();
  play_line(now, game, line, actions);
}

void GomokuHost::play_line(Time now, Games::iterator entry, const Line& line,
                           HostActions& actions) {
  Game& game = entry->second;
  if (!has_time(now, game)) return finish(entry, out_of_time(game), actions);
  const auto move = read_gomoku_move(game.state, line);
  if (move.ok()) return play(now, entry, *move, actions);
  finish(
      entry,
      forfeited(game, "FORFEIT-MOVE", "forfeited by an illegal move: " + engine::message_of(move)),
      actions);
}

void GomokuHost::play(Time now, Games::iterator entry, engine::AnyMove move, HostActions& actions) {
  Game& game = entry->second;
  const Player mover = game.state.to_move();
  game.state.apply(move);
  game.moves.push_back(move);
  if (!game.state.is_over()) return ask(now, entry, actions);
  const engine::Returns returns = game.state.returns();
  const std::string draw = message("DRAW", game);
  finish(entry,
         returns[static_cast<std::size_t>(mover)] == 0.5f
             ? Result{returns, "the board is full", {draw, draw}}
             : lost(game, other(mover), sentence(mover, "has five in a row")),
         actions);
}

GomokuHost::Result GomokuHost::lost(const Game& game, Player loser,
                                    const std::string& reason) const {
  const std::string win = message("WIN", game), lose = message("LOSE", game);
  return loser == 1 ? Result{{1, 0, 0, 0}, reason, {win, lose}}
                    : Result{{0, 1, 0, 0}, reason, {lose, win}};
}

/// Of the mover, who loses by it.
GomokuHost::Result GomokuHost::forfeited(const Game& game, std::string_view status,
                                         std::string_view how) const {
  const Player offender = game.state.to_move();
  Result end = lost(game, offender, sentence(offender, how));
  end.last_words.fill(message(status, game));
  return end;
}

bool GomokuHost::has_time(Time now, Game& game) const {
  return now - game.turn_began <= time_per_move_;
}

GomokuHost::Result GomokuHost::out_of_time(const Game& game) const {
  return forfeited(
      game, "FORFEIT-TIME",
      "forfeited by taking longer than " + std::to_string(time_per_move_.count()) + " ms");
}

std::string GomokuHost::message(std::string_view status, const Game& game) {
  return write_gomoku_message(status, game.state,
                              game.moves.empty() ? std::nullopt : std::optional(game.moves.back()));
}

}  // namespace gauntlet::tools
