// Sudokill: two players fill one Sudoku board, each bound to the row and column of the last move;
// who cannot place a fitting digit loses.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/bits.h"
#include "engine/game.h"
#include "engine/inplace_vector.h"
#include "engine/rng.h"
#include "engine/status.h"
#include "engine/sudokill/line_candidates.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::engine {

namespace sudokill {

/// Rows, columns, boxes and digits: nine of each.
inline constexpr int kSide = 9;

/// A digit on a square, in 16 bits:
///
///     15      11 10      7 6           0
///     +---------+---------+-------------+
///     |    0    |  digit  |   square    |     digit 1..9, square 0..80 = 9 * row + column
///     +---------+---------+-------------+
class Move {
 public:
  Move() = default;
  /// REQUIRES: 0 <= square <= 80, 1 <= digit <= 9.
  constexpr Move(int square, int digit) : bits_(static_cast<std::uint16_t>(digit << 7 | square)) {}

  static constexpr Move from_bits(std::uint32_t bits) {
    Move move;
    move.bits_ = static_cast<std::uint16_t>(bits);
    return move;
  }
  constexpr std::uint32_t bits() const { return bits_; }
  constexpr int square() const { return bits_ & 127; }
  constexpr int digit() const { return bits_ >> 7; }
  constexpr bool operator==(const Move&) const = default;

 private:
  std::uint16_t bits_ = 0;
};

/// How full the board is at the start.
struct Rules {
  std::uint8_t filled = kStandardFilled;  ///< Percent of the squares that hold a given, 0..100.

  static constexpr int kStandardFilled = 33;

  int players() const { return 2; }
  /// Givens on the start board: 27 of the 81 squares by default.
  int givens() const { return (SquareSet::kSquares * filled + 50) / 100; }
  /// "sudokill", or "sudokill/fill=50".
  std::string name() const;
  bool operator==(const Rules&) const = default;
};

}  // namespace sudokill

/// A position, as on the server that players meet. A move puts a digit on an empty square where
/// neither row, column nor box holds it. The first move goes anywhere; later ones into the row or
/// the column of the last move while either has an empty square (even one where no digit fits), and
/// anywhere when both are full. A player who has no such move loses, on a full board too. Whether
/// the Sudoku can be solved never matters.
///
/// Nine boards say for each digit where it still fits, so that the rules are a few ANDs wide; the
/// end is found in apply(). Seat 0 makes the first move of a game.
class Sudokill {
 public:
  using Move = sudokill::Move;
  using Moves = InplaceVector<Move, SquareSet::kSquares * sudokill::kSide>;
  using Rules = sudokill::Rules;

  /// A solved grid, drawn by the symmetries of Sudoku from one pattern, of which all but
  /// rules.givens() squares are blanked at random. Already over when no square is empty.
  static Sudokill start(const Rules& rules, Rng& rng);

  /// 81 characters row by row, digits or `.`; a blank; the row and column of the last move as two
  /// digits 0..8, or `-` when play is free; optionally a blank and who moves, 1 (default) or 2.
  /// Givens may be unsolvable, but no digit may stand twice in a row, column or box, and the square
  /// of the last move must be filled.
  static absl::StatusOr<Sudokill> from_text(const Rules& rules, std::string_view text);
  std::string to_text() const;

  const Rules& rules() const { return rules_; }
  int players() const { return 2; }
  Player to_move() const { return is_over_ ? kNobody : next_; }
  void legal_moves(Moves& out) const;
  Move random_move(Rng& rng) const;
  void apply(Move move);
  Returns returns() const;
  /// Equal too for some positions that differ in the last move alone, when that binds nobody.
  std::uint64_t hash() const;
  std::string format(Move move) const;
  absl::StatusOr<Move> parse(std::string_view text) const;
  std::string drawn() const;

  /// Same digits on the board, same last move, same player to move, same rules.
  bool operator==(const Sudokill& other) const {
    return cells_ == other.cells_ && last_ == other.last_ && next_ == other.next_ &&
           rules_ == other.rules_;
  }

  /// The digit on a square, 0 when it is empty.
  int digit_at(int square) const { return cells_[square]; }
  /// The empty squares.
  SquareSet empty() const { return empty_; }
  /// The empty squares where `digit` (1..9) breaks no row, column or box.
  SquareSet fits(int digit) const { return fits_[digit - 1]; }
  /// The empty squares where some digit fits.
  SquareSet alive() const;
  /// The square of the last move, none before the first.
  std::optional<int> last_square() const;
  /// Where the player to move must play: a row and a column, or the whole board. May hold filled
  /// squares.
  SquareSet region() const;
  /// True when region() is the whole board.
  bool is_free() const { return region() == SquareSet::all(); }
  /// Number of legal moves; 0 exactly when the game is over.
  int mobility() const;
  /// The sum of the mobility after each legal move, as perft asks for it.
  std::uint64_t replies() const;

 private:
  static constexpr int kNoSquare = SquareSet::kSquares;

  /// The 128 bits of a set in one register. REQUIRES: the set is at a multiple of 16 bytes, for
  /// compilers take that for granted.
  using Lanes = std::uint64_t __attribute__((vector_size(16), may_alias));
  static Lanes& lanes(SquareSet& set) { return reinterpret_cast<Lanes&>(set); }
  static const Lanes& lanes(const SquareSet& set) { return reinterpret_cast<const Lanes&>(set); }

  explicit Sudokill(const Rules& rules);
  void place(int square, int digit);
  absl::Status read_board(std::string_view board);
  absl::Status read_last(std::string_view last);
  int replies_on(int square) const;
  void find_end() { is_over_ = !alive().meets(region()); }

  // 144 + 16 + 8 + 81 + 4 bytes. Everything but cells_, last_, next_ and rules_ is derived.
  alignas(16) std::array<SquareSet, sudokill::kSide> fits_;
  SquareSet empty_;
  std::uint64_t key_;  // of the digits on the board
  std::array<std::uint8_t, SquareSet::kSquares> cells_;
  std::uint8_t last_;
  std::int8_t next_;  // who moves, or who would have to when it is over
  bool is_over_;
  Rules rules_;
};

static_assert(sizeof(Sudokill) == 256);

inline SquareSet Sudokill::region() const {
  if (last_ == kNoSquare) return SquareSet::all();
  const SquareSet lines = kSudokuLines.both[last_];
  return lines.meets(empty_) ? lines : SquareSet::all();
}

inline SquareSet Sudokill::alive() const {
  SquareSet alive;
  for (const SquareSet fits : fits_) alive = alive | fits;
  return alive;
}

inline int Sudokill::mobility() const {
  const SquareSet where = region();
  int moves = 0;
  for (const SquareSet fits : fits_) moves += (fits & where).size();
  return moves;
}

/// The sum of the mobility after each move on `square`.
inline int Sudokill::replies_on(int square) const {
  const sudokill::LineCandidates around(fits_, square);
  const SquareSet others = kSudokuLines.all_but[square] & empty_;
  const bool is_bound = kSudokuLines.both[square].meets(others);
  int replies = 0;
  if (is_bound) [[likely]] {
    // No branch on which digits fit: it would often mispredict.
    for (int i = 0; i < sudokill::kSide; ++i)
      replies += fits_[i].has(square) * around.left_in_lines(i);
    return replies;
  }
  int all = 0;
  for (const SquareSet& fits : fits_) all += fits.size();
  for (int i = 0; i < sudokill::kSide; ++i)
    replies += fits_[i].has(square) * around.left_anywhere(fits_, square, i, all);
  return replies;
}

inline std::uint64_t Sudokill::replies() const {
  assert(!is_over_);
  std::uint64_t replies = 0;
  (alive() & region()).for_each([&](int square) {
    replies += static_cast<std::uint64_t>(replies_on(square));
  });
  return replies;
}

inline std::optional<int> Sudokill::last_square() const {
  return last_ == kNoSquare ? std::nullopt : std::optional<int>(last_);
}

inline void Sudokill::legal_moves(Moves& out) const {
  assert(!is_over_);
  out.clear();
  const SquareSet where = region();
  for (int digit = 1; digit <= sudokill::kSide; ++digit)
    (fits(digit) & where).for_each([&](int square) { out.push_back(Move(square, digit)); });
}

// Counts the moves of each digit, draws one number, and finds digit and square without a branch
// that depends on it.
inline Sudokill::Move Sudokill::random_move(Rng& rng) const {
  assert(!is_over_);
  const SquareSet where = region();
  std::array<int, sudokill::kSide> up_to;  // moves of this digit and those before
  int moves = 0;
  for (int i = 0; i < sudokill::kSide; ++i) up_to[i] = moves += (fits_[i] & where).size();
  const int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(moves)));
  int digits_before = 0;
  int moves_before = 0;
  for (int i = 0; i < sudokill::kSide; ++i) {
    digits_before += up_to[i] <= choice;
    moves_before = up_to[i] <= choice ? up_to[i] : moves_before;
  }
  const int square = (fits_[digits_before] & where).nth(choice - moves_before);
  return Move(square, digits_before + 1);
}

inline void Sudokill::apply(Move move) {
  assert(!is_over_ && (fits(move.digit()) & region()).has(move.square()));
  // One pass of 16-byte operations removes the square and collects what is left alive: wider
  // stores would be read back in parts, and parts as a whole, and both stall.
  const int square = move.square();
  const Lanes& all_but = lanes(kSudokuLines.all_but[square]);
  lanes(fits_[move.digit() - 1]) &= lanes(kSudokuLines.unbound[square]);
  Lanes alive = {0, 0};
  for (SquareSet& fits : fits_) alive |= lanes(fits) &= all_but;
  lanes(empty_) &= all_but;
  cells_[square] = static_cast<std::uint8_t>(move.digit());
  key_ ^= mix(move.bits() * 0x9e3779b97f4a7c15u);
  last_ = static_cast<std::uint8_t>(square);
  next_ ^= 1;
  alignas(Lanes) SquareSet left;
  lanes(left) = alive;
  is_over_ = !left.meets(region());
}

inline Returns Sudokill::returns() const {
  assert(is_over_);
  return next_ == 0 ? Returns{0, 1} : Returns{1, 0};
}

inline std::uint64_t Sudokill::hash() const {
  const unsigned bound_by = is_free() ? kNoSquare : last_;
  return mix(key_ + (bound_by * 2 + static_cast<unsigned>(next_) + 1) * 0xd1342543de82ef95u);
}

static_assert(Game<Sudokill>);

/// The game of the registry: no arguments; variants "fill=P" with P 0..100 percent of givens.
absl::StatusOr<AnyGame> make_sudokill(std::string_view arguments, std::string_view variants);

}  // namespace gauntlet::engine
