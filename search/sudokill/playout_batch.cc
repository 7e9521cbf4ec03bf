#include "search/sudokill/playout_batch.h"

#include <array>
#include <bit>

#include "engine/bits.h"
#include "engine/inplace_vector.h"
#include "search/sudokill/used_digits.h"
#include "search/sudokill/used_digits_avx2.h"
#include "search/sudokill/used_digits_avx512.h"

namespace gauntlet::search {

namespace {

using engine::Rng;
using engine::SquareSet;
using engine::Sudokill;
using engine::SudokillMove;

/// One of the games that are played in turns.
template <class Board>
struct Lane {
  Board board;
  int last;  ///< The square of the last move.
  std::uint64_t plies;

  void play(int square, int digit) {
    board.place(square, digit);
    last = square;
    ++plies;
  }
};

template <class Board>
Board board_of(const Sudokill& state) {
  Board board;
  for (int square = 0; square < SquareSet::kSquares; ++square)
    if (const int digit = state.digit_at(square); digit != 0) board.place(square, digit - 1);
  return board;
}

/// Plays one move of a player whose lines hold none: anywhere, if they are full. False when that is
/// not so, or there is none either: the game is over. One ply in thousands gets past the first
/// test.
template <class Board>
[[gnu::noinline]] bool step_anywhere(Lane<Board>& lane, Rng& rng) {
  if (!lane.board.lines_are_full(lane.last)) return false;
  Sudokill::Moves moves;
  moves.clear();
  for (int square = 0; square < SquareSet::kSquares; ++square)
    for (unsigned digits = lane.board.fitting(square); digits != 0;)
      moves.push_back(SudokillMove(square, engine::pop_lowest(digits) + 1));
  if (moves.empty()) return false;
  const SudokillMove move = moves[rng.below(static_cast<std::uint32_t>(moves.size()))];
  lane.play(move.square(), move.digit() - 1);
  return true;
}

/// Plays one move, each equally likely; false when there is none: the game is over. Nothing in it
/// branches on the move.
template <class Board>
inline bool step(Lane<Board>& lane, Rng& rng) {
  const InLines candidates = lane.board.in_lines(lane.last);
  std::array<int, 4> before;  // moves in the words before this one
  int moves = 0;
  for (int i = 0; i < 4; ++i) {
    before[i] = moves;
    moves += std::popcount(candidates.words[i]);
  }
  if (moves == 0) [[unlikely]]
    return step_anywhere(lane, rng);
  const int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(moves)));
  const int word = (choice >= before[1]) + (choice >= before[2]) + (choice >= before[3]);
  const int bit = engine::nth_set_bit(candidates.words[word], choice - before[word]);
  lane.play(kInLines[lane.last][4 * word + bit / 16], bit % 16);
  return true;
}

/// Plays games in turns, and starts another where one ends, so that lanes stay full.
template <class Board>
class Lanes {
 public:
  /// REQUIRES: start is not over.
  explicit Lanes(const Sudokill& start)
      : start_{board_of<Board>(start), 0, 0}, mover_(start.to_move()) {
    start.legal_moves(first_moves_);
  }

  inline PlayoutTotals run(std::uint64_t count, Rng& rng) {
    for (; running_ < kLanes && started_ < count; ++running_) begin(lanes_[running_], rng);
    while (running_ > 0)
      for (int i = 0; i < running_; ++i)
        if (!step(lanes_[i], rng)) [[unlikely]]
          end(i, count, rng);
    return totals_;
  }

 private:
  static constexpr int kLanes = 8;

  /// The first move may go anywhere, but is always one of the same.
  void begin(Lane<Board>& lane, Rng& rng) {
    lane = start_;
    const auto moves = static_cast<std::uint32_t>(first_moves_.size());
    const SudokillMove move = first_moves_[rng.below(moves)];
    lane.play(move.square(), move.digit() - 1);
    ++started_;
  }

  /// Counts the game of lane `i`, which the player of its last move has won, and fills the lane.
  void end(int i, std::uint64_t count, Rng& rng) {
    ++totals_.playouts;
    totals_.plies += lanes_[i].plies;
    totals_.returns[lanes_[i].plies % 2 == 1 ? mover_ : 1 - mover_] += 1;
    if (started_ < count)
      begin(lanes_[i], rng);
    else
      lanes_[i] = lanes_[--running_];
  }

  Lane<Board> start_;
  int mover_;
  Sudokill::Moves first_moves_;
  std::array<Lane<Board>, kLanes> lanes_;
  int running_ = 0;
  std::uint64_t started_ = 0;
  PlayoutTotals totals_;
};

template <class Board>
inline PlayoutTotals play(const Sudokill& start, std::uint64_t count, Rng& rng) {
  return Lanes<Board>(start).run(count, rng);
}

#ifdef __x86_64__
GAUNTLET_AVX2 [[gnu::flatten]] PlayoutTotals play_avx2(const Sudokill& start, std::uint64_t count,
                                                       Rng& rng) {
  return play<UsedDigitsAvx2>(start, count, rng);
}

GAUNTLET_AVX512 [[gnu::flatten]] PlayoutTotals play_avx512(const Sudokill& start,
                                                           std::uint64_t count, Rng& rng) {
  return play<UsedDigitsAvx512>(start, count, rng);
}
#endif

}  // namespace

PlayoutTotals PlayoutBatch<Sudokill>::operator()(const Sudokill& start, std::uint64_t count,
                                                 Rng& rng) const {
  if (engine::is_over(start)) {
    PlayoutTotals totals{count, 0, {}};
    for (int seat = 0; seat < start.players(); ++seat)
      totals.returns[seat] = static_cast<double>(count) * start.returns()[seat];
    return totals;
  }
  switch (set_) {
#ifdef __x86_64__
    case InstructionSet::kAvx512:
      return play_avx512(start, count, rng);
    case InstructionSet::kAvx2:
      return play_avx2(start, count, rng);
#endif
    default:
      return play<UsedDigits>(start, count, rng);
  }
}

}  // namespace gauntlet::search
