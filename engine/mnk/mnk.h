// m,n,k games: two players fill a board, k own stones in a line win. Gomoku is k = 5 on 15x15.
#pragma once

#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/bits.h"
#include "engine/game.h"

namespace gauntlet::engine {

namespace mnk {

inline constexpr int kMaxSide = 32;

/// Which board is played, and what counts as a line.
struct Rules {
  std::uint8_t width = 15;   ///< 1..32.
  std::uint8_t height = 15;  ///< 1..32.
  std::uint8_t k = 5;        ///< 1..32; above max(width, height) nobody can win.
  bool gomoku = true;        ///< Called gomoku:SIZE instead of mnk:WxHxK. REQUIRES: square, k = 5.
  bool exact = false;        ///< Exactly k in a row win; longer runs count for nothing.
  bool page = false;         ///< The K-in-a-Row page's wrapped diagonals win too (see PageLine).

  int squares() const { return width * height; }
  int players() const { return 2; }
  std::string name() const;
  bool operator==(const Rules&) const = default;
};

/// A square of the board: row * width + column, row 0 at the top. All 16 bits are the number.
struct Move {
  std::uint16_t square = 0;

  std::uint32_t bits() const { return square; }
  static Move from_bits(std::uint32_t bits) { return {static_cast<std::uint16_t>(bits)}; }
  bool operator==(const Move&) const = default;
};

/// A diagonal as the K-in-a-Row page draws it on boards with height >= width + 2: it starts at the
/// edge in row `offset` and runs width + 1 squares down, the last of which has wrapped round to the
/// edge it started from. Any k consecutive squares of it win.
struct PageLine {
  int start;
  int step;
  int length;  ///< In squares; those past the board's end are cut.

  int square(int index) const { return start + index * step; }

  /// The line that starts at the left edge (falling) or the right edge (rising).
  static PageLine make(const Rules& rules, int offset, bool falling);
  /// Offsets run from 1 to this; below 1 there are no such lines.
  static int max_offset(const Rules& rules) { return rules.height - rules.width - 1; }
};

}  // namespace mnk

/// A position on a board of at most 64 * Words squares.
///
///   stones_[p] word w, bit b: player p has a stone on square 64 * w + b
///
/// The last move is remembered for people and move ordering; it is not part of equality.
template <int Words>
class Mnk {
 public:
  using Rules = mnk::Rules;
  using Move = mnk::Move;
  static constexpr int kCapacity = 64 * Words;
  using Moves = InplaceVector<Move, kCapacity>;
  using Board = std::array<std::uint64_t, Words>;
  static constexpr std::uint16_t kNoSquare = 0xffff;

  static Mnk start(const Rules& rules, Rng&) { return Mnk(rules); }
  static absl::StatusOr<Mnk> from_text(const Rules& rules, std::string_view text);

  /// The empty board. REQUIRES: rules.squares() <= kCapacity.
  explicit Mnk(const Rules& rules) : rules_(rules) { assert(rules.squares() <= kCapacity); }

  const Rules& rules() const { return rules_; }
  int players() const { return 2; }
  Player to_move() const { return over_ ? kNobody : static_cast<Player>(plies_ & 1); }
  void legal_moves(Moves& out) const;
  Move random_move(Rng& rng) const;
  void apply(Move move);
  Returns returns() const;
  std::uint64_t hash() const { return hash_; }

  std::string to_text() const;
  std::string format(Move move) const;
  absl::StatusOr<Move> parse(std::string_view text) const;
  std::string drawn() const;

  /// Stones on the board.
  int plies() const { return plies_; }
  bool has_stone(Player player, int square) const {
    return stones_[player][square >> 6] >> (square & 63) & 1;
  }
  bool is_empty(int square) const { return !has_stone(0, square) && !has_stone(1, square); }
  const Board& stones(Player player) const { return stones_[player]; }
  /// The squares without a stone.
  Board empties() const;
  /// The square played last, or kNoSquare at the start and after from_text.
  std::uint16_t last() const { return last_; }

  bool operator==(const Mnk& other) const {
    return stones_ == other.stones_ && rules_ == other.rules_;
  }

 private:
  bool completes_line(Player player, int square) const;
  bool completes_straight(Player player, int square) const;
  bool completes_wrapped(Player player, int square) const;
  int run(Player player, int square, int step, int room) const;
  bool is_winning_run(int stones) const {
    return rules_.exact ? stones == rules_.k : stones >= rules_.k;
  }
  bool has_line(Player player) const;
  void place(Player player, int square);

  std::array<Board, 2> stones_{};
  std::uint64_t hash_ = 0;
  Rules rules_;
  std::uint16_t plies_ = 0;
  std::uint16_t last_ = kNoSquare;
  bool over_ = false;
  bool won_ = false;  ///< By the player who moved last.
};

extern template class Mnk<1>;
extern template class Mnk<4>;
extern template class Mnk<8>;
extern template class Mnk<16>;

/// gomoku[:SIZE][/exact], SIZE 5..32.
absl::StatusOr<AnyGame> make_gomoku(std::string_view arguments, std::string_view variants);
/// mnk:WxHxK[/exact][/page].
absl::StatusOr<AnyGame> make_mnk(std::string_view arguments, std::string_view variants);
/// The game with these rules, in the smallest state that holds its board. REQUIRES: valid rules.
AnyGame make_mnk_game(const mnk::Rules& rules);
/// The rules of `state`; nothing when it is of another game.
std::optional<mnk::Rules> mnk_rules(const AnyState& state);

// ---- what must inline ----

template <int Words>
inline auto Mnk<Words>::empties() const -> Board {
  Board free{};
  int left = rules_.squares();
  for (int w = 0; w < Words && left > 0; ++w, left -= 64) {
    const std::uint64_t on_board = left >= 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << left) - 1;
    free[w] = on_board & ~(stones_[0][w] | stones_[1][w]);
  }
  return free;
}

template <int Words>
inline void Mnk<Words>::legal_moves(Moves& out) const {
  assert(!over_);
  out.clear();
  const Board free = empties();
  for (int w = 0; w < Words; ++w)
    for (std::uint64_t word = free[w]; word != 0;)
      out.push_back({static_cast<std::uint16_t>(64 * w + pop_lowest(word))});
}

template <int Words>
inline auto Mnk<Words>::random_move(Rng& rng) const -> Move {
  assert(!over_);
  const Board free = empties();
  int n = static_cast<int>(rng.below(static_cast<std::uint32_t>(rules_.squares() - plies_)));
  for (int w = 0;; ++w) {
    const int here = std::popcount(free[w]);
    if (n < here) return {static_cast<std::uint16_t>(64 * w + nth_set_bit(free[w], n))};
    n -= here;
  }
}

template <int Words>
inline void Mnk<Words>::place(Player player, int square) {
  stones_[player][square >> 6] |= std::uint64_t{1} << (square & 63);
  hash_ ^= mix(static_cast<std::uint64_t>(2 * square + player) + 0x6d6e6b0000000001u);
  ++plies_;
}

template <int Words>
inline void Mnk<Words>::apply(Move move) {
  assert(!over_ && move.square < rules_.squares() && is_empty(move.square));
  const auto player = static_cast<Player>(plies_ & 1);
  place(player, move.square);
  last_ = move.square;
  won_ = plies_ >= 2 * rules_.k - 1 && completes_line(player, move.square);
  over_ = won_ || plies_ == rules_.squares();
}

template <int Words>
inline Returns Mnk<Words>::returns() const {
  assert(over_);
  if (!won_) return {0.5f, 0.5f, 0, 0};
  return plies_ & 1 ? Returns{1, 0, 0, 0} : Returns{0, 1, 0, 0};
}

/// Own stones in a row beyond `square`, at most `room`, one every `step` squares.
template <int Words>
inline int Mnk<Words>::run(Player player, int square, int step, int room) const {
  int stones = 0;
  while (stones < room && has_stone(player, square += step)) ++stones;
  return stones;
}

template <int Words>
inline bool Mnk<Words>::completes_line(Player player, int square) const {
  return completes_straight(player, square) || (rules_.page && completes_wrapped(player, square));
}

template <int Words>
inline bool Mnk<Words>::completes_straight(Player player, int square) const {
  const int width = rules_.width;
  const int left = square % width, right = width - 1 - left;
  const int up = square / width, down = rules_.height - 1 - up;
  const auto through = [&](int step, int room_after, int room_before) {
    return is_winning_run(1 + run(player, square, step, room_after) +
                          run(player, square, -step, room_before));
  };
  return through(1, right, left) || through(width, down, up) ||
         through(width + 1, std::min(right, down), std::min(left, up)) ||
         through(width - 1, std::min(left, down), std::min(right, up));
}

}  // namespace gauntlet::engine
