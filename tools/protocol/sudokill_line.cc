#include "tools/protocol/sudokill_line.h"

#include <absl/strings/str_cat.h>

#include "tools/protocol/nonsense.h"

namespace gauntlet::tools {

namespace {

using engine::sudokill::kSide;

/// The rows of a board, each behind a bar.
std::string rows_of(const engine::Sudokill& state, std::optional<int> left_empty = std::nullopt) {
  std::string text;
  for (int square = 0; square < engine::SquareSet::kSquares; ++square) {
    text += square % kSide == 0 ? '|' : ' ';
    text += static_cast<char>('0' + (square == left_empty ? 0 : state.digit_at(square)));
  }
  return text;
}

std::string wins(std::string_view winner, std::string_view loser) {
  return std::string(winner).append(" WINS! ").append(loser);
}

}  // namespace

std::string sudokill_start(engine::Player seat, const engine::Sudokill& state,
                           std::optional<int> left_empty) {
  return "START|" + std::to_string(seat + 1) + "|2" + rows_of(state, left_empty);
}

std::string sudokill_add(const engine::Sudokill& state) {
  return "ADD" + rows_of(state);
}

std::string sudokill_move(engine::sudokill::Move move) {
  return absl::StrCat(move.square() / kSide, " ", move.square() % kSide, " ", move.digit());
}

std::string sudokill_wait(std::string_view name) {
  return "REJECT|2 Wait your turn, " + std::string(name);
}

std::string sudokill_chat(std::string_view name, std::string_view line) {
  return std::string(name).append(" said: ").append(line);
}

std::string sudokill_farewell() {
  return "more than " + std::to_string(Nonsense::kMost) +
         " lines in a row meant nothing: this connection is closed";
}

std::string sudokill_fault(std::string_view winner, std::string_view loser, std::string_view move,
                           std::string_view violation) {
  return wins(winner, loser).append(" played ").append(move).append(": ").append(violation);
}

std::string sudokill_timeout(std::string_view winner, std::string_view loser) {
  return wins(winner, loser) + " ran out of time!";
}

std::string sudokill_left(std::string_view name) {
  return std::string(name) + " left the game";
}

}  // namespace gauntlet::tools
