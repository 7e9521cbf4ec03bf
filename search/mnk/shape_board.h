// The shapes of every empty square of an m,n,k board, kept from move to move.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/big_memory.h"
#include "search/mnk/line_table.h"
#include "search/mnk/lines.h"
#include "search/mnk/shape.h"
#include "search/mnk/shape_worth.h"
#include "search/mnk/square_worth.h"
#include "search/mnk/threat.h"

namespace gauntlet::search::mnk {

/// For both players and each empty square: what shape a stone there makes on each line, what it
/// threatens in all, and for each Threat the squares that make it. A move looks only at the empty
/// squares that see it along a line; taking it back puts back what it changed. Nothing is allocated
/// after construction. For one thread at a time.
template <int Words>
class ShapeBoard {
 public:
  using State = engine::Mnk<Words>;
  using Squares = typename State::Board;  ///< Bit s % 64 of word s / 64 is square s.

  explicit ShapeBoard(const engine::mnk::Rules& rules);

  /// Starts from the stones of `root`.
  void reset(const State& root);
  /// REQUIRES: `square` is empty.
  void put(int player, int square);
  /// REQUIRES: this was the last put().
  void take_back(int player, int square);

  /// The empty squares where a stone of `player` is this threat and no better one.
  const Squares& squares(int player, Threat threat) const {
    return squares_[player][static_cast<int>(threat)];
  }
  Threat threat(int player, int square) const { return sums_[player][square].threat(); }
  const ShapeSum& sum(int player, int square) const { return sums_[player][square]; }
  /// The sum over all empty squares.
  const SquareWorth& worth(int player) const { return worth_[player]; }

 private:
  static constexpr int kLongest = engine::mnk::kMaxSide;

  /// A line and what stands on it; bit i is its i-th square.
  struct LineWords {
    std::array<std::uint64_t, 2> stones{};
    std::uint64_t all = 0;
    std::array<std::uint16_t, kLongest> squares{};
    std::array<std::array<Shape, kLongest>, 2> shapes{};  ///< Of its empty squares, by player.
  };
  struct Place {
    std::uint16_t line;
    std::uint16_t position;
  };
  /// What a move has changed for one player on one square of one line, as it was before.
  struct Change {
    std::uint16_t line;
    std::uint8_t position;
    std::uint8_t player_and_code;
    ShapeSum sum;
  };
  /// What is put back as a whole: most moves touch much of it.
  struct Move {
    std::uint32_t first_change;
    std::array<SquareWorth, 2> worth;
    std::array<std::array<Squares, kThreats>, 2> squares;
  };

  /// Of one move: for both players, to both sides, on all lines.
  static std::size_t most_changes(int reach) {
    return std::size_t{4} * SquareLines::kAll * static_cast<std::size_t>(std::max(reach, 1));
  }
  SeenLine seen(const LineWords& line, int player) const {
    return {line.stones[player], line.all & ~line.stones[1 - player]};
  }
  static std::uint64_t within_reach(const SeenLine& line, int position, int reach);
  template <class At>
  Change* look_again(LineWords& line, std::uint16_t number, int position, int player, const At& at,
                     Change* change);
  template <class At>
  void look_along_lines(int player, int square, const At& at);
  void set_shape(LineWords& line, int position, int player, Shape shape);
  void list(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] |= std::uint64_t{1} << (square & 63);
  }
  void unlist(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] &= ~(std::uint64_t{1} << (square & 63));
  }

  ShapeTable table_;
  int squares_on_board_;
  std::array<ShapeSum, Shape::kCodes> sum_of_;  ///< By a shape's code.
  std::vector<LineWords> lines_;
  std::vector<Place> places_;         ///< All squares' places on lines, one after the other ..
  std::vector<std::uint32_t> first_;  ///< .. and where each starts.
  std::array<SquareWorth, 2> worth_{};
  std::array<std::array<ShapeSum, State::kCapacity>, 2> sums_{};
  std::array<std::array<Squares, kThreats>, 2> squares_{};
  // Few moves are ever on the board at once, and room for the others costs nothing.
  BigMemory change_memory_, move_memory_;
  Change* changes_;  ///< What moves have changed: the first changed_ of them.
  Move* moves_;      ///< The first moved_ were put since reset().
  std::uint32_t changed_ = 0;
  std::uint32_t moved_ = 0;
};

template <int Words>
ShapeBoard<Words>::ShapeBoard(const engine::mnk::Rules& rules)
    : table_(rules),
      squares_on_board_(rules.squares()),
      change_memory_(
          static_cast<std::size_t>(rules.squares()) * most_changes(table_.reach()) * sizeof(Change),
          Pages::kSmall),
      move_memory_(static_cast<std::size_t>(rules.squares()) * sizeof(Move), Pages::kSmall),
      changes_(reinterpret_cast<Change*>(change_memory_.data())),
      moves_(reinterpret_cast<Move*>(move_memory_.data())) {
  const ShapeWorth worth;
  for (int code = 0; code < Shape::kCodes; ++code)
    sum_of_[static_cast<std::size_t>(code)] =
        ShapeSum::of(Shape::from_code(static_cast<std::uint8_t>(code)), rules.k, worth);
  std::vector<std::vector<Place>> through(static_cast<std::size_t>(rules.squares()));
  for (const Line& squares : lines(rules)) {
    LineWords line;
    line.all = (std::uint64_t{1} << squares.size()) - 1;
    for (std::size_t i = 0; i < squares.size(); ++i) {
      line.squares[i] = squares[i];
      through[squares[i]].push_back(
          {static_cast<std::uint16_t>(lines_.size()), static_cast<std::uint16_t>(i)});
    }
    lines_.push_back(line);
  }
  for (const auto& places : through) {
    first_.push_back(static_cast<std::uint32_t>(places_.size()));
    places_.insert(places_.end(), places.begin(), places.end());
  }
  first_.push_back(static_cast<std::uint32_t>(places_.size()));
  places_.push_back({});  // so that the last square's end points into the vector
}

template <int Words>
void ShapeBoard<Words>::reset(const State& root) {
  changed_ = 0;
  moved_ = 0;
  squares_ = {};
  sums_ = {};
  worth_ = {};
  for (LineWords& line : lines_) {
    line.stones = {};
    for (int i = 0; i < std::popcount(line.all); ++i)
      for (int player = 0; player < 2; ++player)
        if (root.has_stone(static_cast<engine::Player>(player), line.squares[i]))
          line.stones[player] |= std::uint64_t{1} << i;
  }
  for (LineWords& line : lines_)
    for (int i = 0; i < std::popcount(line.all); ++i)
      for (int player = 0; player < 2; ++player) {
        const bool empty = root.is_empty(line.squares[i]);
        line.shapes[player][i] = empty ? table_.at(seen(line, player), i) : Shape();
        sums_[player][line.squares[i]] += sum_of_[line.shapes[player][i].code()];
      }
  for (int square = 0; square < squares_on_board_; ++square)
    if (root.is_empty(square))
      for (int player = 0; player < 2; ++player) {
        list(player, square, threat(player, square));
        worth_[player] += kSquareWorth[sum(player, square).best_two()];
      }
}

/// The squares of `line` that a stone on `position` is within reach of, with nothing of the
/// opponent in between.
template <int Words>
inline std::uint64_t ShapeBoard<Words>::within_reach(const SeenLine& line, int position,
                                                     int reach) {
  const int behind = std::min(std::countr_one(line.open >> position >> 1), reach);
  const int before = std::min(std::countl_one(line.open << (63 - position) << 1), reach);
  const std::uint64_t span = (std::uint64_t{2} << (before + behind)) - 1;
  return (span << (position - before)) & ~(std::uint64_t{1} << position);
}

template <int Words>
inline void ShapeBoard<Words>::set_shape(LineWords& line, int position, int player, Shape shape) {
  const int square = line.squares[position];
  Shape& kept = line.shapes[player][position];
  const ShapeSum before = sums_[player][square];
  ShapeSum after = before;
  after -= sum_of_[kept.code()];
  after += sum_of_[shape.code()];
  kept = shape;
  sums_[player][square] = after;
  worth_[player] -= kSquareWorth[before.best_two()];
  worth_[player] += kSquareWorth[after.best_two()];
  if (after.has_same_threat_at_a_glance(before)) return;
  unlist(player, square, before.threat());
  list(player, square, after.threat());
}

/// Sees to the empty squares of one line that see `position`, where a stone was put. `at` tells
/// shapes; returns where the next change is to be written.
template <int Words>
template <class At>
inline auto ShapeBoard<Words>::look_again(LineWords& line, std::uint16_t number, int position,
                                          int player, const At& at, Change* change) -> Change* {
  const SeenLine now = seen(line, player);
  std::uint64_t left = within_reach(now, position, table_.reach()) & now.open & ~now.own;
  while (left != 0) {
    const int here = engine::pop_lowest(left);
    const Shape shape = at.at(now, here);
    const Shape old = line.shapes[player][here];
    if (shape == old) continue;
    *change++ = {number, static_cast<std::uint8_t>(here),
                 static_cast<std::uint8_t>(player << 7 | old.code()),
                 sums_[player][line.squares[here]]};
    set_shape(line, here, player, shape);
  }
  return change;
}

template <int Words>
template <class At>
inline void ShapeBoard<Words>::look_along_lines(int player, int square, const At& at) {
  Change* change = changes_ + changed_;
  for (std::uint32_t i = first_[square], end = first_[square + 1]; i < end; ++i) {
    const auto [number, position] = places_[i];
    LineWords& line = lines_[number];
    line.stones[player] |= std::uint64_t{1} << position;
    change = look_again(line, number, position, 0, at, change);
    change = look_again(line, number, position, 1, at, change);
  }
  changed_ = static_cast<std::uint32_t>(change - changes_);
}

template <int Words>
void ShapeBoard<Words>::put(int player, int square) {
  Move& move = moves_[moved_++];
  move.first_change = changed_;
  move.worth = worth_;
  move.squares = squares_;
  for (int of = 0; of < 2; ++of) {
    unlist(of, square, threat(of, square));
    worth_[of] -= kSquareWorth[sum(of, square).best_two()];
  }
  if (table_.has_lookup())
    look_along_lines(player, square, ShapeTable::Lookup(table_));
  else
    look_along_lines(player, square, table_);
}

template <int Words>
void ShapeBoard<Words>::take_back(int player, int square) {
  const Move& move = moves_[--moved_];
  while (changed_ > move.first_change) {
    const Change& change = changes_[--changed_];
    const int of = change.player_and_code >> 7;
    LineWords& line = lines_[change.line];
    line.shapes[of][change.position] = Shape::from_code(change.player_and_code & 127);
    sums_[of][line.squares[change.position]] = change.sum;
  }
  for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i)
    lines_[places_[i].line].stones[player] &= ~(std::uint64_t{1} << places_[i].position);
  worth_ = move.worth;
  squares_ = move.squares;
}

}  // namespace gauntlet::search::mnk
