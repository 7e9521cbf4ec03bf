#include "tools/protocol/seats.h"

#include "engine/kimble/kimble.h"
#include "engine/sudokill/sudokill.h"
#include "engine/twodoku/twodoku.h"
#include "tools/protocol/gomoku_seat.h"
#include "tools/protocol/kimble_seat.h"
#include "tools/protocol/sudokill_seat.h"
#include "tools/protocol/twodoku_seat.h"

namespace gauntlet::tools {

namespace {

absl::StatusOr<std::unique_ptr<Seat>> make_kimble_seat(const engine::AnyGame& game) {
  const engine::kimble::Rules standard;
  if (game.rules<engine::Kimble>().pieces == standard.pieces) return std::make_unique<KimbleSeat>();
  return absl::InvalidArgumentError("kimble's protocol knows only games of " +
                                    std::to_string(standard.pieces) + " pieces each, and " +
                                    game.name() + " is not one");
}

}  // namespace

absl::StatusOr<std::unique_ptr<Seat>> make_seat(const engine::AnyGame& game) {
  if (game.name().starts_with("gomoku")) return std::make_unique<GomokuSeat>();
  if (game.holds<engine::Sudokill>()) return std::make_unique<SudokillSeat>();
  if (game.name().starts_with("twodoku/small"))
    return absl::InvalidArgumentError("twodoku's protocol tells of the full board only; " +
                                      game.name() + " is for built-in players");
  if (game.holds<engine::TwoDoku>()) return std::make_unique<TwoDokuSeat>();
  if (game.holds<engine::Kimble>()) return make_kimble_seat(game);
  return absl::InvalidArgumentError(
      game.name() +
      " has no server for programs to connect to; gomoku, sudokill, kimble and twodoku "
      "have");
}

bool may_reconnect(const engine::AnyGame& game) {
  return game.holds<engine::Kimble>();
}

absl::Status check_seat_start(const engine::AnyState& start) {
  if (!start.holds<engine::TwoDoku>() || can_be_told(start.as<engine::TwoDoku>()))
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "twodoku's protocol cannot tell a program of a position after the first turn; start before "
      "it");
}

}  // namespace gauntlet::tools
