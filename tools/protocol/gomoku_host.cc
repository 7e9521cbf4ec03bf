#include "tools/protocol/gomoku_host.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using engine::Player;

constexpr std::string_view kBlanks = " \t\r";
constexpr std::size_t kLongestLine = 64;
constexpr std::size_t kMostKept = 8;

/// Takes a number off the front of `text`, with the blanks before it; -1 stands for those that are
/// on no board.
std::optional<int> take_number(std::string_view& text) {
  text.remove_prefix(std::min(text.find_first_not_of(kBlanks), text.size()));
  const bool is_negative = text.starts_with('-');
  if (is_negative) text.remove_prefix(1);
  unsigned value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument) return std::nullopt;
  text.remove_prefix(static_cast<std::size_t>(end - text.data()));
  return is_negative || error != std::errc{} || value > 1'000 ? -1 : static_cast<int>(value);
}

/// The move that a line writes. Fails with what is wrong with it.
absl::StatusOr<engine::AnyMove> read_move(const engine::AnyState& state, int size,
                                          const Line& line) {
  std::string_view text = line.text;
  const auto row = take_number(text);
  const bool has_gap = !text.empty() && kBlanks.find(text[0]) != std::string_view::npos;
  const auto column = take_number(text);
  const bool is_all = text.find_first_not_of(kBlanks) == std::string_view::npos;
  if (line.is_cut || !row || !has_gap || !column || !is_all)
    return absl::InvalidArgumentError("not two numbers with a blank between");
  if (*row < 0 || *row >= size || *column < 0 || *column >= size)
    return absl::InvalidArgumentError("off the board, whose rows and columns are 0 to " +
                                      std::to_string(size - 1));
  const auto move = state.parse(std::to_string(*row) + ',' + std::to_string(*column));
  if (!move.ok()) return absl::InvalidArgumentError("the square is taken");
  return *move;
}

}  // namespace

GomokuHost::GomokuHost(const Options& options)
    : PairingHost({.game = "gomoku:" + std::to_string(options.size),
                   .seats = {"black", "white"},
                   .longest_line = kLongestLine,
                   .opponent = options.opponent,
                   .opponent_seat = options.opponent_seat,
                   .seed = options.seed,
                   .programs = options.programs}),
      size_(options.size),
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
  const auto move = read_move(game.state, size_, line);
  if (move.ok()) return play(now, entry, *move, actions);
  finish(entry,
         forfeited(game, "FORFEIT-MOVE",
                   "forfeited by an illegal move: '" + engine::printable(line.text, 40) + "' (" +
                       engine::message_of(move) + ")"),
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
  return text.append(game.moves.size() % 2 == 0 ? "\nx\n" : "\no\n");
}

}  // namespace gauntlet::tools
