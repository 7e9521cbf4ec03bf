#include "tools/protocol/sudokill_referee.h"

#include <algorithm>
#include <vector>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

using engine::sudokill::kSide;

std::string number(int n) {
  return std::to_string(n);
}

/// Whether `digit` stands on one of nine squares, given by their places 0..8.
template <class SquareAt>
bool stands_in(const engine::Sudokill& state, int digit, SquareAt square_at) {
  for (int i = 0; i < kSide; ++i)
    if (state.digit_at(square_at(i)) == digit) return true;
  return false;
}

std::optional<std::string> misplacement(const engine::Sudokill& state, int row, int column) {
  const auto last = state.last_square();
  if (!last || state.is_free()) return std::nullopt;
  const int last_row = *last / kSide, last_column = *last % kSide;
  if (row == last_row || column == last_column) return std::nullopt;
  return "Required placement error: must play either row " + number(last_row) + " or col " +
         number(last_column);
}

std::optional<std::string> conflict(const engine::Sudokill& state, const WrittenMove& move) {
  const int row = move[0], column = move[1], digit = move[2];
  const std::string what =
      "Constraint violation error: there is already a " + number(digit) + " in ";
  if (stands_in(state, digit, [&](int i) { return kSide * row + i; }))
    return what + "row " + number(row) + "!";
  if (stands_in(state, digit, [&](int i) { return kSide * i + column; }))
    return what + "col " + number(column) + "!";
  const int top = row / 3 * 3, left = column / 3 * 3;
  if (stands_in(state, digit, [&](int i) { return kSide * (top + i / 3) + left + i % 3; }))
    return what + "section " + number(row / 3 + column / 3) + "!";  // so the real server counts
  return std::nullopt;
}

}  // namespace

std::optional<WrittenMove> read_written_move(std::string_view line) {
  const auto words = engine::split(line, ' ');
  if (words.size() != 3) return std::nullopt;
  WrittenMove move{};
  for (std::size_t i = 0; i < 3; ++i) {
    if (words[i].empty()) return std::nullopt;
    for (const char c : words[i]) {
      if (c < '0' || c > '9') return std::nullopt;
      move[i] = std::min(move[i] * 10 + (c - '0'), 99'999'999);
    }
  }
  return move;
}

engine::Sudokill::Move played_move(const WrittenMove& move) {
  return {kSide * move[0] + move[1], move[2]};
}

std::optional<std::string> violation(const engine::Sudokill& state, const WrittenMove& move) {
  const auto [row, column, digit] = move;
  const std::string where = number(row) + ' ' + number(column);
  if (row >= kSide || column >= kSide)
    return "Out of range error: " + where + " is not a valid space";
  if (digit < 1 || digit > kSide)
    return "Bad value error: " + number(digit) + " is not a valid Sudoku value";
  if (state.digit_at(kSide * row + column) != 0)
    return "Space occupied error: " + where + " is occupied";
  if (auto sentence = misplacement(state, row, column)) return sentence;
  return conflict(state, move);
}

}  // namespace gauntlet::tools
