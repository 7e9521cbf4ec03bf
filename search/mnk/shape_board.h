// The classes of every empty square of an m,n,k board, kept from move to move.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/big_memory.h"
#include "search/mnk/line_class_table.h"
#include "search/mnk/line_table.h"
#include "search/mnk/lines.h"
#include "search/mnk/square_class.h"
#include "search/mnk/square_worth.h"

namespace gauntlet::search::mnk {

/// For both players and each empty square: what a stone there makes of each line, what the best two
/// lines make together (SquareClass), and for each Threat the squares that make it. A move looks
/// only at the empty squares that see it along a line; taking it back puts back what it changed.
/// Nothing is allocated after construction. For one thread at a time.
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
  SquareClass square_class(int player, int square) const { return classes_[square][player]; }
  Threat threat(int player, int square) const { return square_class(player, square).threat(); }
  /// The sum over all empty squares.
  const SquareWorth& worth(int player) const { return worth_[player]; }

 private:
  static constexpr int kLongest = engine::mnk::kMaxSide;

  struct Line {
    LineStones stones;
    std::array<std::uint16_t, kLongest> squares{};
    std::array<std::uint8_t, kLongest> slots{};  ///< Its place among the lines through each square.
  };
  struct Place {
    std::uint16_t line;
    std::uint16_t position;
  };
  using Classes = std::array<SquareClass, 2>;  ///< By player.
  /// What a move has changed on one square, as it was before.
  struct Change {
    SquareLinePairs lines;
    std::uint16_t square;
    Classes classes;
  };
  using Worths = std::array<SquareWorth, 2>;  ///< By player.
  struct Move {
    std::uint32_t first_change;
    Worths worth;
  };

  /// Of one move: to both sides on all lines.
  static std::size_t most_changes(int reach) {
    return std::size_t{2} * SquareLines::kAll * static_cast<std::size_t>(std::max(reach, 1));
  }
  template <bool kWrapped, class Pairs>
  void look_along_lines(int player, int square, const Pairs& pairs);
  template <bool kWrapped>
  void set_lines(int square, SquareLinePairs lines, Worths& worth);
  void list(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] |= std::uint64_t{1} << (square & 63);
  }
  void unlist(int player, int square, Threat threat) {
    squares_[player][static_cast<int>(threat)][square >> 6] &= ~(std::uint64_t{1} << (square & 63));
  }
  void relist(int player, int square, SquareClass from, SquareClass to) {
    if (from.threat() == to.threat()) return;
    unlist(player, square, from.threat());
    list(player, square, to.threat());
  }

  const LineClassTable& pairs_;
  const SquareClassTable& class_of_;
  bool wrapped_;
  int squares_on_board_;
  std::vector<Line> lines_;
  std::vector<Place> places_;         ///< All squares' places on lines, one after the other ..
  std::vector<std::uint32_t> first_;  ///< .. and where each starts.
  Worths worth_{};
  std::array<SquareLinePairs, State::kCapacity> lines_through_{};
  std::array<Classes, State::kCapacity> classes_{};
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
    : pairs_(LineClassTable::of(rules)),
      class_of_(SquareClassTable::get()),
      wrapped_(rules.page),
      squares_on_board_(rules.squares()),
      change_memory_(
          static_cast<std::size_t>(rules.squares()) * most_changes(pairs_.reach()) * sizeof(Change),
          Pages::kSmall),
      move_memory_(static_cast<std::size_t>(rules.squares()) * sizeof(Move), Pages::kSmall),
      changes_(reinterpret_cast<Change*>(change_memory_.data())),
      moves_(reinterpret_cast<Move*>(move_memory_.data())) {
  std::vector<std::vector<Place>> through(static_cast<std::size_t>(rules.squares()));
  for (const mnk::Line& squares : mnk::lines(rules)) {
    Line line;
    std::copy(squares.begin(), squares.end(), line.squares.begin());
    for (std::size_t i = 0; i < squares.size(); ++i) {
      auto& places = through[squares[i]];
      line.slots[i] = static_cast<std::uint8_t>(places.size());
      places.push_back({static_cast<std::uint16_t>(lines_.size()), static_cast<std::uint16_t>(i)});
    }
    line.stones = LineStones::empty(static_cast<int>(squares.size()));
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
  lines_through_ = {};
  classes_ = {};
  worth_ = {};
  for (int square = 0; square < squares_on_board_; ++square)
    for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i) {
      LineStones& stones = lines_[places_[i].line].stones;
      for (int player = 0; player < 2; ++player) {
        stones.of[player] &= ~LineStones::bit(places_[i].position);
        if (root.has_stone(static_cast<engine::Player>(player), square))
          stones.of[player] |= LineStones::bit(places_[i].position);
      }
    }
  for (int square = 0; square < squares_on_board_; ++square) {
    if (!root.is_empty(square)) continue;
    for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i)
      lines_through_[square].set(static_cast<int>(i - first_[square]),
                                 pairs_.at(lines_[places_[i].line].stones, places_[i].position));
    for (int player = 0; player < 2; ++player) {
      const SquareClass now = class_of_.template at<true>(lines_through_[square], player);
      classes_[square][player] = now;
      list(player, square, now.threat());
      worth_[player] += kSquareWorth[now.code()];
    }
  }
}

template <int Words>
template <bool kWrapped>
inline void ShapeBoard<Words>::set_lines(int square, SquareLinePairs lines, Worths& worth) {
  lines_through_[square] = lines;
  Classes& classes = classes_[square];
  for (int player = 0; player < 2; ++player) {
    const SquareClass before = classes[player];
    const SquareClass now = class_of_.template at<kWrapped>(lines, player);
    if (now == before) continue;
    classes[player] = now;
    worth[player] -= kSquareWorth[before.code()];
    worth[player] += kSquareWorth[now.code()];
    relist(player, square, before, now);
  }
}

/// Puts the stone, and sees to the empty squares near it. What grows from square to square is kept
/// in registers.
template <int Words>
template <bool kWrapped, class Pairs>
inline void ShapeBoard<Words>::look_along_lines(int player, int square, const Pairs& pairs) {
  const int reach = pairs_.reach();
  Worths worth = worth_;
  Change* change = changes_ + changed_;
  for (std::uint32_t i = first_[square], end = first_[square + 1]; i < end; ++i) {
    Line& line = lines_[places_[i].line];
    const int position = places_[i].position;
    line.stones.of[player] |= LineStones::bit(position);
    const LineStones stones = line.stones;
    const int first = std::max(position - reach, 0);
    const int end_of_span = std::min(position + 1 + reach, engine::mnk::kMaxSide);
    const std::uint64_t span = LineStones::bit(end_of_span) - LineStones::bit(first);
    for (std::uint64_t left = stones.empties() & span; left != 0;) {
      const int here = engine::pop_lowest(left) - LineStones::kMargin;
      const LinePair pair = pairs.at(stones, here);
      const std::uint16_t there = line.squares[here];
      const int slot = line.slots[here];
      SquareLinePairs lines = lines_through_[there];
      if (pair == lines.of_line(slot)) continue;
      *change++ = {lines, there, classes_[there]};
      lines.set(slot, pair);
      set_lines<kWrapped>(there, lines, worth);
    }
  }
  worth_ = worth;
  changed_ = static_cast<std::uint32_t>(change - changes_);
}

template <int Words>
void ShapeBoard<Words>::put(int player, int square) {
  moves_[moved_++] = {changed_, worth_};
  for (int of = 0; of < 2; ++of) {
    unlist(of, square, threat(of, square));
    worth_[of] -= kSquareWorth[square_class(of, square).code()];
  }
  if (!pairs_.has_pairs()) return look_along_lines<true>(player, square, pairs_);
  const LineClassTable::Pairs pairs(pairs_);
  wrapped_ ? look_along_lines<true>(player, square, pairs)
           : look_along_lines<false>(player, square, pairs);
}

template <int Words>
void ShapeBoard<Words>::take_back(int player, int square) {
  const Move& move = moves_[--moved_];
  while (changed_ > move.first_change) {
    const Change& change = changes_[--changed_];
    lines_through_[change.square] = change.lines;
    Classes& classes = classes_[change.square];
    if (classes == change.classes) continue;
    for (int of = 0; of < 2; ++of) relist(of, change.square, classes[of], change.classes[of]);
    classes = change.classes;
  }
  for (std::uint32_t i = first_[square]; i < first_[square + 1]; ++i)
    lines_[places_[i].line].stones.of[player] &= ~LineStones::bit(places_[i].position);
  for (int of = 0; of < 2; ++of) list(of, square, threat(of, square));
  worth_ = move.worth;
}

}  // namespace gauntlet::search::mnk
