#include "tools/protocol/gomoku_text.h"

#include <algorithm>
#include <charconv>
#include <string>

#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kBlanks = " \t\r";

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

absl::Status objection(const Line& line, const std::string& what) {
  return absl::InvalidArgumentError(engine::in_quotes(line.text, 40) + " (" + what + ")");
}

}  // namespace

std::string write_gomoku_message(std::string_view status, const engine::AnyState& state,
                                 std::optional<engine::AnyMove> last) {
  std::string board = state.to_text();
  const auto blacks = std::count(board.begin(), board.end(), 'x');
  const auto whites = std::count(board.begin(), board.end(), 'o');
  std::replace(board.begin(), board.end(), '/', '\n');
  std::replace(board.begin(), board.end(), '.', ' ');
  std::string square = last ? state.format(*last) : "-1 -1";
  std::replace(square.begin(), square.end(), ',', ' ');
  std::string text;
  text.reserve(status.size() + board.size() + square.size() + 5);
  text.append(status).append("\n").append(board).append("\n").append(square);
  return text.append(blacks == whites ? "\nx\n" : "\no\n");
}

absl::StatusOr<engine::AnyMove> read_gomoku_move(const engine::AnyState& state, const Line& line) {
  const int size = static_cast<int>(state.to_text().find('/'));
  std::string_view text = line.text;
  const auto row = take_number(text);
  const bool has_gap = !text.empty() && kBlanks.find(text[0]) != std::string_view::npos;
  const auto column = take_number(text);
  const bool is_all = text.find_first_not_of(kBlanks) == std::string_view::npos;
  if (line.is_cut || !row || !has_gap || !column || !is_all)
    return objection(line, "not two numbers with a blank between");
  if (*row < 0 || *row >= size || *column < 0 || *column >= size)
    return objection(line,
                     "off the board, whose rows and columns are 0 to " + std::to_string(size - 1));
  const auto move = state.parse(std::to_string(*row) + ',' + std::to_string(*column));
  if (!move.ok()) return objection(line, "the square is taken");
  return *move;
}

}  // namespace gauntlet::tools
