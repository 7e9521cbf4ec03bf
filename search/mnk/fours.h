// Victory by continuous fours: a win in which every move but the last threatens to win at once.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/big_memory.h"
#include "search/mnk/shape_board.h"
#include "search/mnk/squares.h"

namespace gauntlet::search::mnk {

/// Which fours are tried.
enum class FoursTried : std::uint8_t {
  kAll,
  /// Those that make three on another line, from which the next four may come: for searches of few
  /// nodes, which find more with them. What comes of two fours together is not seen.
  kThatBuild,
};

/// Looks for a win by fours, depth first (Allis 1994, "threat-space search", with the smallest
/// threats only): the attacker makes a four, the defender takes the one square that stops it, until
/// the attacker makes two at once or five. A four of the defender must be answered, by a four of
/// the attacker's or the series ends. Every win that it reports is one; "not found" within enough
/// nodes means that fours alone do not win, if all were tried. Nothing is allocated after
/// construction.
template <int Words>
class Fours {
 public:
  using Board = ShapeBoard<Words>;

  /// `board` must outlive this, and stands where it stood after each call.
  explicit Fours(Board& board)
      : board_(board),
        memory_(kRefuted * sizeof(std::uint64_t), Pages::kSmall),
        refuted_(reinterpret_cast<std::uint64_t*>(memory_.data())) {
    line_.reserve(static_cast<std::size_t>(Board::State::kCapacity));
  }

  /// Whether `attacker`, who is to move, wins by fours from where the board stands. `key` tells
  /// this position from others (State::hash()). Gives up after `most_nodes` fours.
  bool find(int attacker, std::uint64_t key, std::uint32_t most_nodes,
            FoursTried tried = FoursTried::kAll);

  /// After find() was true: the moves of both sides, the winning one last. Every answer of the
  /// defender that is not on it loses at once.
  const std::vector<std::uint16_t>& line() const { return line_; }
  /// Fours that the last call tried.
  std::uint32_t nodes() const { return nodes_; }

 private:
  using Squares = typename Board::Squares;
  static constexpr std::size_t kRefuted = 1 << 12;
  static constexpr std::uint64_t kOdd = 0x9e3779b97f4a7c15;  // no two calls have the same number

  bool attack(std::uint64_t key);
  bool try_four(int square, std::uint64_t key);
  bool is_tried(int square) const {
    return least_second_ <= board_.square_class(attacker_, square).second();
  }
  bool has_four_besides(int answer) const;
  bool try_each(Squares squares, std::uint64_t key);
  bool finish_with_two(int square);
  std::uint64_t& refuted(std::uint64_t key) { return refuted_[key % kRefuted]; }
  std::uint64_t told(std::uint64_t key) const { return key ^ call_; }
  const Squares& ours(Threat threat) const { return board_.squares(attacker_, threat); }
  const Squares& theirs(Threat threat) const { return board_.squares(1 - attacker_, threat); }

  Board& board_;
  int attacker_ = 0;
  std::uint32_t nodes_ = 0;
  std::uint32_t most_nodes_ = 0;
  int least_second_ = 0;  ///< LineClass that the second best line through a four must have.
  std::uint64_t call_ = 0;
  std::vector<std::uint16_t> line_;  ///< Built from its end.
  /// Positions that fours do not win, each told by its whole key and the call that found it: what a
  /// call says does not hang on those before.
  BigMemory memory_;
  std::uint64_t* refuted_;  ///< kRefuted of them.
};

template <int Words>
bool Fours<Words>::find(int attacker, std::uint64_t key, std::uint32_t most_nodes,
                        FoursTried tried) {
  attacker_ = attacker;
  least_second_ = tried == FoursTried::kAll ? 0 : static_cast<int>(LineClass::kThree);
  nodes_ = 0;
  most_nodes_ = most_nodes;
  line_.clear();
  call_ += kOdd;
  if (!attack(attacker == 0 ? key : ~key)) return false;
  std::reverse(line_.begin(), line_.end());
  return true;
}

/// The attacker is to move. On success the rest of the line is in line_, the last move first.
template <int Words>
bool Fours<Words>::attack(std::uint64_t key) {
  if (const int five = lowest(ours(Threat::kFive)); five != kNoSquare) {
    line_.push_back(static_cast<std::uint16_t>(five));
    return true;
  }
  if (refuted(key) == told(key)) return false;
  const Squares& their_fives = theirs(Threat::kFive);
  bool won = false;
  if (const int must = lowest(their_fives); must != kNoSquare) {
    const Threat made = board_.threat(attacker_, must);
    if (count(their_fives) > 1 || made < Threat::kFour) return false;
    won = made == Threat::kOpenFour ? finish_with_two(must) : try_four(must, key);
  } else if (const int open = lowest(ours(Threat::kOpenFour)); open != kNoSquare) {
    return finish_with_two(open);
  } else {
    won = try_each(ours(Threat::kFourThree), key) || try_each(ours(Threat::kFour), key);
  }
  if (!won && nodes_ < most_nodes_) refuted(key) = told(key);
  return won;
}

template <int Words>
bool Fours<Words>::try_each(Squares squares, std::uint64_t key) {
  for (int w = 0; w < Words; ++w)
    while (squares[w] != 0)
      if (try_four(64 * w + engine::pop_lowest(squares[w]), key)) return true;
  return false;
}

/// Whether the attacker can go on once the defender has taken `answer`, which gives no new fours.
template <int Words>
bool Fours<Words>::has_four_besides(int answer) const {
  const std::uint64_t taken = std::uint64_t{1} << (answer & 63);
  std::uint64_t all = 0;
  for (int w = 0; w < Words; ++w)
    all |= (ours(Threat::kOpenFour)[w] | ours(Threat::kFourThree)[w] | ours(Threat::kFour)[w]) &
           ~(w == answer >> 6 ? taken : 0);
  return all != 0;
}

/// A four on `square`, its one answer, and on.
template <int Words>
bool Fours<Words>::try_four(int square, std::uint64_t key) {
  if (nodes_ >= most_nodes_ || !is_tried(square)) return false;
  ++nodes_;
  board_.put_unjudged(attacker_, square);
  const int answer = lowest(ours(Threat::kFive));
  bool won = false;
  if (has_four_besides(answer)) {
    board_.put_unjudged(1 - attacker_, answer);
    won = attack(key ^ stone_key(attacker_, square) ^ stone_key(1 - attacker_, answer));
    board_.take_back(1 - attacker_, answer);
  }
  board_.take_back(attacker_, square);
  if (!won) return false;
  line_.push_back(static_cast<std::uint16_t>(answer));
  line_.push_back(static_cast<std::uint16_t>(square));
  return true;
}

/// `square` leaves two squares to win on, and the defender has no five to make.
template <int Words>
bool Fours<Words>::finish_with_two(int square) {
  ++nodes_;
  board_.put_unjudged(attacker_, square);
  Squares wins = ours(Threat::kFive);
  board_.take_back(attacker_, square);
  const int answer = lowest(wins);
  wins[answer >> 6] &= wins[answer >> 6] - 1;
  line_.push_back(static_cast<std::uint16_t>(lowest(wins)));
  line_.push_back(static_cast<std::uint16_t>(answer));
  line_.push_back(static_cast<std::uint16_t>(square));
  return true;
}

}  // namespace gauntlet::search::mnk
