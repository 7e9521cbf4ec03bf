#include "search/sudokill/playout/playout_batch.h"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "engine/bits.h"
#include "engine/inplace_vector.h"
#include "search/sudokill/playout/used_digits.h"
#include "search/sudokill/playout/used_digits_avx2.h"
#include "search/sudokill/playout/used_digits_avx512.h"

namespace gauntlet::search {

namespace {

using engine::Rng;
using engine::SquareSet;
using engine::Sudokill;

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

/// Every square, four a word: all rows without their first squares, the first column without its
/// own, and that (then it again, where nothing will fit).
constexpr auto kAnywhere = [] {
  std::array<std::uint8_t, 84> squares{};
  for (std::size_t row = 0; row < 9; ++row)
    for (std::size_t i = 0; i < 8; ++i) squares[8 * row + i] = sudokill::kInLines[9 * row][i];
  for (std::size_t i = 0; i < 8; ++i) squares[72 + i] = sudokill::kInLines[0][8 + i];
  return squares;
}();

template <class Board>
Board board_of(const Sudokill& state) {
  Board board;
  for (int square = 0; square < SquareSet::kSquares; ++square)
    if (const int digit = state.digit_at(square); digit != 0) board.place(square, digit - 1);
  return board;
}

/// A candidate: bit i of sixteen for digit i + 1.
struct Drawn {
  int index;  ///< Which sixteen bits of the words; -1 when none was set.
  int digit;  ///< 0..8.
};

/// One of the bits set in `words`, each equally likely. Nothing in it branches on which.
template <std::size_t Words>
inline Drawn draw(const std::array<std::uint64_t, Words>& words, Rng& rng) {
  std::array<int, Words> before;  // bits in the words before this one
  int bits = 0;
  for (std::size_t i = 0; i < Words; ++i) {
    before[i] = bits;
    bits += std::popcount(words[i]);
  }
  if (bits == 0) [[unlikely]]
    return {-1, 0};
  const int choice = static_cast<int>(rng.below(static_cast<std::uint32_t>(bits)));
  int word = 0;
  for (std::size_t i = 1; i < Words; ++i) word += choice >= before[i];
  const int bit = engine::nth_set_bit(words[word], choice - before[word]);
  return {4 * word + bit / 16, bit % 16};
}

/// Plays one move of a player whose lines hold none: anywhere, if they are full. False when that is
/// not so, or there is none either: the game is over. Of games on boards a third full, as usual,
/// one in a hundred gets past the first line.
template <class Board>
[[gnu::noinline]] bool step_anywhere(Lane<Board>& lane, Rng& rng) {
  if (!lane.board.lines_are_full(lane.last)) return false;
  std::array<std::uint64_t, kAnywhere.size() / 4> words;
  for (std::size_t row = 0; row < 9; ++row) {
    const sudokill::InLines lines = lane.board.in_lines(static_cast<int>(9 * row));
    words[2 * row] = lines.words[0];
    words[2 * row + 1] = lines.words[1];
  }
  const sudokill::InLines corner = lane.board.in_lines(0);
  words[18] = corner.words[2];
  words[19] = corner.words[3];
  words[20] = lane.board.fitting(0);
  const Drawn drawn = draw(words, rng);
  if (drawn.index < 0) return false;
  lane.play(kAnywhere[drawn.index], drawn.digit);
  return true;
}

/// Plays one move, each equally likely; false when there is none: the game is over.
template <class Board>
inline bool step(Lane<Board>& lane, Rng& rng) {
  const Drawn drawn = draw(lane.board.in_lines(lane.last).words, rng);
  if (drawn.index < 0) [[unlikely]]
    return step_anywhere(lane, rng);
  lane.play(sudokill::kInLines[lane.last][drawn.index], drawn.digit);
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
    const Sudokill::Move move = first_moves_[rng.below(moves)];
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
[[gnu::flatten]] GAUNTLET_AVX2 PlayoutTotals play_avx2(const Sudokill& start, std::uint64_t count,
                                                       Rng& rng) {
  return play<sudokill::UsedDigitsAvx2>(start, count, rng);
}

[[gnu::flatten]] GAUNTLET_AVX512 PlayoutTotals play_avx512(const Sudokill& start,
                                                           std::uint64_t count, Rng& rng) {
  return play<sudokill::UsedDigitsAvx512>(start, count, rng);
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
      return play<sudokill::UsedDigits>(start, count, rng);
  }
}

}  // namespace gauntlet::search
