#include "tools/commands/kimble_value.h"

#include <algorithm>

#include "engine/kimble/kimble.h"

namespace gauntlet::tools {

namespace {

using engine::Kimble;
using search::kimble::Policy;
using search::kimble::Tablebase;

char letter_of(int corner) {
  return static_cast<char>('A' + corner);
}

/// "kimble:AC/pieces=2"
std::string game_name(int pieces, const Tablebase::Players& players) {
  const auto [first, last] =
      std::minmax({letter_of(players[0].corner), letter_of(players[1].corner)});
  return std::string("kimble:") + first + last + "/pieces=" + std::to_string(pieces);
}

/// Lets the first of `players` start.
void draw_first(engine::AnyState& start, const Tablebase::Players& players) {
  const int seat = players[0].corner < players[1].corner ? 0 : 1;
  start.apply(engine::AnyMove(engine::Kimble::Move(engine::Kimble::Move::kStarter, seat).bits()));
}

/// Which of the table's players one at `corner` is.
int player_at(int corner, const Tablebase::Players& players) {
  return players[0].corner == corner ? 0 : 1;
}

/// Whether the table can tell of the position.
absl::Status objection(const Kimble& state, const Tablebase::Players& players) {
  if (engine::is_over(state))
    return absl::InvalidArgumentError("the game is over in this position");
  if (state.turn() == engine::kChance)
    return absl::InvalidArgumentError(
        "the starter is not drawn in this position; write A, B, C or D in place of the '-'");
  if (state.to_move() < 0) return absl::OkStatus();
  const int corner = state.corner(state.turn());
  const Policy policy = players[static_cast<std::size_t>(player_at(corner, players))].policy;
  if (policy == Policy::kBest) return absl::OkStatus();
  return absl::InvalidArgumentError(std::string("in this position ") + letter_of(corner) +
                                    " moves by " + std::string(word_of(policy)) +
                                    "; give one in which the other is to move, or die 0");
}

/// The chance of the table's player to win, when the die is about to be thrown.
double value_for(int player, const Kimble& state, const Tablebase& table) {
  const int thrower = player_at(state.corner(state.turn()), table.players());
  const auto other = static_cast<engine::Player>(1 - state.turn());
  const double value = table.value(thrower, state.board(state.turn()), state.board(other));
  return thrower == player ? value : 1 - value;
}

}  // namespace

absl::StatusOr<Position> read_kimble_position(const std::optional<std::string>& text, int pieces,
                                              const Tablebase::Players& players) {
  PositionOptions choice;
  choice.game = game_name(pieces, players);
  choice.text = text;
  auto position = read_position(choice);
  if (!position.ok()) return position;
  if (!text) draw_first(position->state, players);
  if (absl::Status status = objection(position->state.as<Kimble>(), players); !status.ok())
    return status;
  return position;
}

KimbleValue value_in(const Kimble& state, const Tablebase& table) {
  const int player = player_at(state.corner(state.turn()), table.players());
  if (state.to_move() < 0) return {value_for(player, state, table), std::nullopt};
  Kimble::Moves moves;
  state.legal_moves(moves);
  KimbleValue found{-1, std::nullopt};
  for (const engine::Kimble::Move move : moves) {
    const Kimble after = engine::child(state, move);
    const double value = engine::is_over(after) ? 1 : value_for(player, after, table);
    if (value > found.value) found = {value, state.format(move)};
  }
  return found;
}

}  // namespace gauntlet::tools
