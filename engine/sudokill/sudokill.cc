#include "engine/sudokill/sudokill.h"

#include <memory>
#include <numeric>
#include <vector>

#include "absl/strings/str_cat.h"
#include "engine/shuffle.h"
#include "engine/words.h"

namespace gauntlet::engine {

namespace {

using Grid = std::array<std::uint8_t, SquareSet::kSquares>;

template <std::size_t N>
std::array<int, N> random_order(Rng& rng) {
  std::array<int, N> order;
  std::iota(order.begin(), order.end(), 0);
  shuffle(order, rng);
  return order;
}

/// An order of the nine rows (or columns) that keeps the three of each band together.
std::array<int, sudokill::kSide> random_lines(Rng& rng) {
  const std::array<int, 3> bands = random_order<3>(rng);
  std::array<int, sudokill::kSide> lines;
  for (int band = 0; band < 3; ++band) {
    const std::array<int, 3> inside = random_order<3>(rng);
    for (int i = 0; i < 3; ++i) lines[3 * band + i] = 3 * bands[band] + inside[i];
  }
  return lines;
}

/// A solved Sudoku: one pattern, transformed by a random symmetry (digits renamed, bands, rows,
/// stacks and columns permuted, transposed or not).
Grid random_solution(Rng& rng) {
  const std::array<int, sudokill::kSide> digits = random_order<sudokill::kSide>(rng);
  const std::array<int, sudokill::kSide> rows = random_lines(rng);
  const std::array<int, sudokill::kSide> columns = random_lines(rng);
  const bool is_transposed = rng.below(2) == 1;
  Grid grid;
  for (int s = 0; s < SquareSet::kSquares; ++s) {
    const int row = rows[is_transposed ? column_of(s) : row_of(s)];
    const int column = columns[is_transposed ? row_of(s) : column_of(s)];
    grid[s] = static_cast<std::uint8_t>(1 + digits[(row * 3 + row / 3 + column) % 9]);
  }
  return grid;
}

std::string square_name(int square) {
  return std::to_string(row_of(square)) + "," + std::to_string(column_of(square));
}

/// "row 4", "column 0" or "the box" if that of `square` holds `digit`, else "".
std::string holder(const Sudokill& state, int square, int digit) {
  const SudokuLines& tables = kSudokuLines;
  const auto holds = [&](SquareSet squares) {
    bool found = false;
    squares.for_each([&](int s) { found |= s != square && state.digit_at(s) == digit; });
    return found;
  };
  if (holds(tables.row[row_of(square)])) return "row " + std::to_string(row_of(square));
  if (holds(tables.column[column_of(square)])) return "column " + std::to_string(column_of(square));
  return holds(tables.box[box_of(square)]) ? "the box" : "";
}

constexpr char kPositionForm[] =
    "a Sudokill position is 81 digits or '.' row by row, a blank, the last move's row and column "
    "as two digits 0..8 or '-', and optionally a blank and who moves, 1 or 2";

bool is_digit_in(char c, char low, char high) {
  return c >= low && c <= high;
}

/// The sentence that its parts make, one after the other.
template <class... Parts>
absl::Status sentence(const Parts&... parts) {
  return absl::InvalidArgumentError(absl::StrCat(parts...));
}

}  // namespace

std::string Sudokill::Rules::name() const {
  return filled == kStandardFilled ? "sudokill" : "sudokill/fill=" + std::to_string(filled);
}

Sudokill::Sudokill(const Rules& rules)
    : empty_(SquareSet::all()),
      key_(0),
      last_(kNoSquare),
      next_(0),
      is_over_(false),
      rules_(rules) {
  fits_.fill(SquareSet::all());
  cells_.fill(0);
}

/// Puts a given; the caller calls find_end() after the last.
void Sudokill::place(int square, int digit) {
  for (SquareSet& fits : fits_) fits &= kSudokuLines.all_but[square];
  fits_[digit - 1] &= kSudokuLines.unbound[square];
  empty_ &= kSudokuLines.all_but[square];
  cells_[square] = static_cast<std::uint8_t>(digit);
  key_ ^= mix(Move(square, digit).bits() * 0x9e3779b97f4a7c15u);
}

Sudokill Sudokill::start(const Rules& rules, Rng& rng) {
  Sudokill state(rules);
  const Grid solution = random_solution(rng);
  const std::array<int, SquareSet::kSquares> order = random_order<SquareSet::kSquares>(rng);
  for (int i = 0; i < rules.givens(); ++i) state.place(order[i], solution[order[i]]);
  state.find_end();
  return state;
}

absl::Status Sudokill::read_board(std::string_view board) {
  if (board.size() != SquareSet::kSquares)
    return sentence("the board has ", counted(board.size(), "character"), "; ", kPositionForm);
  for (int s = 0; s < SquareSet::kSquares; ++s) {
    if (board[s] == '.') continue;
    if (!is_digit_in(board[s], '1', '9'))
      return sentence("'", printable(board.substr(s, 1)), "' at ", square_name(s),
                      " is neither a digit 1..9 nor '.'");
    const int digit = board[s] - '0';
    const std::string twice = holder(*this, s, digit);
    if (!twice.empty())
      return sentence("digit ", digit, " at ", square_name(s), " stands twice in ", twice,
                      "; a board must keep the rules of Sudoku");
    place(s, digit);
  }
  return absl::OkStatus();
}

absl::Status Sudokill::read_last(std::string_view last) {
  if (last == "-") return absl::OkStatus();
  if (last.size() != 2 || !is_digit_in(last[0], '0', '8') || !is_digit_in(last[1], '0', '8'))
    return sentence("'", printable(last),
                    "' is no last move; give its row and column as two digits 0..8, or '-'");
  const int square = (last[0] - '0') * sudokill::kSide + (last[1] - '0');
  if (cells_[square] == 0)
    return sentence("the last move's square ", square_name(square),
                    " is empty; it must hold the digit that was played");
  last_ = static_cast<std::uint8_t>(square);
  return absl::OkStatus();
}

absl::StatusOr<Sudokill> Sudokill::from_text(const Rules& rules, std::string_view text) {
  constexpr std::size_t kLongest = SquareSet::kSquares + 5;
  if (text.size() > kLongest)
    return sentence("'", printable(text), "' is longer than ", kLongest, " characters; ",
                    kPositionForm);
  const std::vector<std::string_view> parts = split(text, ' ');
  if (parts.size() < 2 || parts.size() > 3)
    return sentence("'", printable(text), "' has ", counted(parts.size() - 1, "blank"), "; ",
                    kPositionForm);
  Sudokill state(rules);
  if (const absl::Status status = state.read_board(parts[0]); !status.ok()) return status;
  if (const absl::Status status = state.read_last(parts[1]); !status.ok()) return status;
  if (parts.size() == 3) {
    if (parts[2] != "1" && parts[2] != "2")
      return sentence("'", printable(parts[2]), "' does not say who moves; give 1 or 2");
    state.next_ = static_cast<std::int8_t>(parts[2][0] - '1');
  }
  state.find_end();
  return state;
}

std::string Sudokill::to_text() const {
  std::string text;
  for (const std::uint8_t digit : cells_) text += digit ? static_cast<char>('0' + digit) : '.';
  text += ' ';
  if (last_ == kNoSquare) {
    text += '-';
  } else {
    text += static_cast<char>('0' + row_of(last_));
    text += static_cast<char>('0' + column_of(last_));
  }
  return text + (next_ == 0 ? " 1" : " 2");
}

std::string Sudokill::format(Move move) const {
  return square_name(move.square()) + "," + std::to_string(move.digit());
}

absl::StatusOr<Sudokill::Move> Sudokill::parse(std::string_view text) const {
  if (is_over_) return absl::InvalidArgumentError("the game is over; no move can be played");
  const auto is_number_at = [&](int i) { return is_digit_in(text[i], '0', '9'); };
  if (text.size() != 5 || text[1] != ',' || text[3] != ',' || !is_number_at(0) ||
      !is_number_at(2) || !is_number_at(4))
    return sentence("'", printable(text), "' is not a move; give row,column,digit as in 4,0,7");
  if (text[0] == '9' || text[2] == '9' || text[4] == '0')
    return sentence("'", printable(text),
                    "' is off the board; rows and columns are 0..8, digits 1..9");
  const Move move((text[0] - '0') * sudokill::kSide + (text[2] - '0'), text[4] - '0');
  const int square = move.square();
  if (cells_[square] != 0)
    return sentence("square ", square_name(square), " already holds ", int{cells_[square]},
                    "; play on an empty square");
  if (!region().has(square))
    return sentence("square ", square_name(square), " is out of reach; play in row ", row_of(last_),
                    " or column ", column_of(last_));
  if (!fits(move.digit()).has(square))
    return sentence("digit ", move.digit(), " does not fit at ", square_name(square), "; ",
                    holder(*this, square, move.digit()), " holds it already");
  return move;
}

std::string Sudokill::drawn() const {
  constexpr std::string_view kRule = "    +---------+---------+---------+\n";
  std::string text = "      0  1  2   3  4  5   6  7  8\n";
  const SquareSet open = alive();
  for (int s = 0; s < SquareSet::kSquares; ++s) {
    const int column = column_of(s);
    if (s % 27 == 0) text += kRule;
    if (column == 0) text += "  " + std::to_string(row_of(s)) + " ";
    if (column % 3 == 0) text += '|';
    const char mark = cells_[s] ? static_cast<char>('0' + cells_[s]) : open.has(s) ? '.' : 'x';
    text += s == last_ ? std::string{'[', mark, ']'} : std::string{' ', mark, ' '};
    if (column == 8) text += "|\n";
  }
  text += kRule;
  text += "player " + std::to_string(next_ + 1);
  if (is_over_) return text + " cannot move and loses\n";
  if (is_free()) return text + " moves anywhere\n";
  return text + " moves in row " + std::to_string(row_of(last_)) + " or column " +
         std::to_string(column_of(last_)) + "\n";
}

absl::StatusOr<AnyGame> make_sudokill(std::string_view arguments, std::string_view variants) {
  if (!arguments.empty())
    return absl::InvalidArgumentError(
        "sudokill takes nothing after ':'; its name is sudokill or sudokill/fill=P");
  Sudokill::Rules rules;
  if (!variants.empty()) {
    constexpr std::string_view kFill = "fill=";
    static constexpr std::string_view kWords[] = {kFill};
    const auto filled = variants.substr(0, kFill.size()) == kFill
                            ? parse_int(variants.substr(kFill.size()), 0, 100)
                            : std::nullopt;
    if (!filled)
      return sentence("unknown variant '", printable(variants), "' of sudokill",
                      did_you_mean(variants.substr(0, kFill.size()), kWords),
                      "; it has fill=P, P = 0..100 percent of squares given");
    rules.filled = static_cast<std::uint8_t>(*filled);
  }
  return AnyGame(std::make_shared<const GameOf<Sudokill>>(rules));
}

}  // namespace gauntlet::engine
