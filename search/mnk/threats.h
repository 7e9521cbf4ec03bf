// Victory by continuous threats: a win in which every move threatens to win by fours at once.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <limits>
#include <optional>
#include <vector>

#include "engine/bits.h"
#include "engine/mnk/mnk.h"
#include "search/big_memory.h"
#include "search/budget.h"
#include "search/mnk/fours.h"
#include "search/mnk/shape_board.h"
#include "search/mnk/squares.h"

namespace gauntlet::search::mnk {

/// Looks for a win by threes and fours with proof numbers (Nagai 2002, df-pn; thresholds a quarter
/// above the second best, Pawlewicz and Lew 2007). The attacker makes a four or an open three, or
/// answers a four while a threat stays; the defender has every move that could help him: his fours,
/// and all squares that break each of the attacker's ways to two fives. A position that was
/// searched for long without a proof counts as harder, so that one tempting move cannot hold the
/// search for ever. Every win that is reported is one; "not found" says only that these moves do
/// not win, or that nodes ran out. Nothing is allocated after construction. For one thread at a
/// time.
template <int Words>
class Threats {
 public:
  using Board = ShapeBoard<Words>;
  using Line = std::vector<std::uint16_t>;

  /// Both must outlive this; the board stands where it stood after each call.
  Threats(Board& board, Fours<Words>& fours);

  /// Whether `attacker`, who is to move, wins by threats from where the board stands. `key` tells
  /// this position from others (State::hash()). Nothing: `most_nodes` moves, or the time of
  /// `budget`, did not tell. No nodes are taken off the budget.
  std::optional<bool> find(int attacker, std::uint64_t key, std::uint64_t most_nodes,
                           Budget* budget = nullptr);

  /// After find() was true: the moves of both sides, the winning one last, with the answers that
  /// hold out long as far as the search has seen. Where time runs out it ends early.
  const Line& line() const { return line_; }
  /// Moves that the last call tried.
  std::uint64_t nodes() const { return nodes_; }

 private:
  using Squares = typename Board::Squares;
  using Number = std::uint32_t;
  static constexpr Number kInfinity = (1 << 25) - 1;
  static constexpr int kMaxPly = 100;
  static constexpr std::size_t kMostBuckets = 1 << 15;
  static constexpr std::uint64_t kCalls = 256;
  static constexpr std::size_t kSlots = 4;  ///< A bucket is a cache line.
  static constexpr std::uint32_t kFoursAtLeaves = 20;
  static constexpr std::uint64_t kNodesPerPoll = 128;  ///< Well below a millisecond.

  /// How far a position is from being proven a win of the attacker, and from being proven none.
  struct Numbers {
    Number proof = 1;
    Number disproof = 1;
    bool is_won() const { return proof == 0; }
    bool is_over() const { return proof == 0 || disproof == 0; }
  };
  static constexpr Numbers kWon{0, kInfinity};
  static constexpr Numbers kNotWon{kInfinity, 0};

  struct Entry {
    std::uint64_t key;
    std::uint64_t proof : 25, disproof : 25;
    std::uint64_t work : 6;  ///< The bits of the number of moves tried.
    std::uint64_t call : 8;  ///< Which call of find() wrote it, from 1; 0: none has.

    Numbers numbers() const { return {static_cast<Number>(proof), static_cast<Number>(disproof)}; }
  };
  static_assert(sizeof(Entry) == 16);
  struct Move {
    std::uint16_t square;
    std::uint16_t order;  ///< Proof and disproof number of a position not seen before are this + 1.
  };
  /// A position on the path. Its moves are in moves_ from `first` on.
  struct Node {
    bool attacks;  ///< The attacker is to move.
    std::uint64_t key;
    int ply;
    std::size_t first = 0, last = 0;
  };

  Numbers search(Node& node, Numbers limits);
  std::optional<Numbers> look(Node& node);
  std::optional<Numbers> look_as_attacker(Node& node);
  std::optional<Numbers> look_as_defender(Node& node);
  bool list_attacks(const Node& node);
  bool list_defences(const Node& node);
  Squares breaks_all_wins(const Node& node);
  Squares breaks_win(int square);
  void list(const Squares& squares, int order);
  Numbers sum_up(const Node& node, std::size_t& best, Number& second);
  static Numbers with_effort(Numbers numbers, std::uint64_t nodes);
  Numbers numbers_of(const Node& node, const Move& move) const;
  Numbers try_move(const Node& node, const Move& move, Numbers limits);
  void follow(Node node);
  void poll();

  int mover(const Node& node) const { return node.attacks ? attacker_ : 1 - attacker_; }
  const Squares& ours(Threat threat) const { return board_.squares(attacker_, threat); }
  const Squares& theirs(Threat threat) const { return board_.squares(1 - attacker_, threat); }
  std::uint64_t after(const Node& node, int square) const {
    return node.key ^ stone_key(mover(node), square);
  }
  Entry* bucket(std::uint64_t key) const { return table_ + (key & (buckets_ - 1)) * kSlots; }
  const Entry* known(std::uint64_t key) const;
  void remember(std::uint64_t key, Numbers numbers, std::uint64_t nodes);

  Board& board_;
  Fours<Words>& fours_;
  int attacker_ = 0;
  std::uint64_t nodes_ = 0;
  std::uint64_t most_nodes_ = 0;
  Budget* budget_ = nullptr;  ///< Of the call under way; null: all the time there is.
  std::uint64_t next_poll_ = 0;
  std::uint64_t call_ = 0;
  Line line_;
  std::vector<Move> moves_;  ///< Of all positions on the path, one after the other.
  BigMemory memory_;
  Entry* table_;             ///< kMostBuckets * kSlots of them ..
  std::size_t buckets_ = 1;  ///< .. of which a call uses no more than it has moves to try.
};

template <int Words>
Threats<Words>::Threats(Board& board, Fours<Words>& fours)
    : board_(board),
      fours_(fours),
      memory_(kMostBuckets * kSlots * sizeof(Entry), Pages::kSmall),
      table_(reinterpret_cast<Entry*>(memory_.data())) {
  moves_.reserve(static_cast<std::size_t>(Board::State::kCapacity) * kMaxPly);
  line_.reserve(static_cast<std::size_t>(Board::State::kCapacity));
}

template <int Words>
std::optional<bool> Threats<Words>::find(int attacker, std::uint64_t key, std::uint64_t most_nodes,
                                         Budget* budget) {
  attacker_ = attacker;
  budget_ = budget;
  nodes_ = 0;
  next_poll_ = kNodesPerPoll;
  most_nodes_ = most_nodes;
  line_.clear();
  moves_.clear();
  buckets_ = std::bit_ceil(std::clamp<std::uint64_t>(most_nodes, 1, kMostBuckets));
  // No call finds what an earlier one has left: what it says depends on its arguments alone.
  if (++call_ == kCalls) {
    memory_.clear();
    call_ = 1;
  }
  Node root{true, key, 0};
  const Numbers numbers = search(root, {kInfinity, kInfinity});
  if (!numbers.is_over()) return std::nullopt;
  if (!numbers.is_won()) return false;
  follow({true, root.key, 0});
  if (line_.empty()) return std::nullopt;  // it is won, and there was no time to see how
  return true;
}

/// When time is up no more moves are tried.
template <int Words>
inline void Threats<Words>::poll() {
  if (!budget_ || nodes_ < next_poll_) return;
  next_poll_ = nodes_ + kNodesPerPoll;
  if (budget_->is_over()) most_nodes_ = 0;
}

template <int Words>
inline auto Threats<Words>::known(std::uint64_t key) const -> const Entry* {
  Entry* const slots = bucket(key);
  for (std::size_t i = 0; i < kSlots; ++i)
    if (slots[i].key == key && slots[i].call == call_) return &slots[i];
  return nullptr;
}

/// In the place of what took least work: with anything simpler two positions of one bucket could
/// push each other out for ever.
template <int Words>
inline void Threats<Words>::remember(std::uint64_t key, Numbers numbers, std::uint64_t nodes) {
  const auto bits = static_cast<std::uint64_t>(std::bit_width(nodes));
  Entry* const slots = bucket(key);
  Entry* place = nullptr;
  std::uint64_t least = kCalls;
  for (Entry* slot = slots; slot < slots + kSlots; ++slot) {
    const bool current = slot->call == call_;
    if (current && slot->key == key) {
      *slot = {key, numbers.proof, numbers.disproof, std::max<std::uint64_t>(slot->work, bits),
               call_};
      return;
    }
    const std::uint64_t work = current ? slot->work + 1 : 0;
    if (work < least) {
      least = work;
      place = slot;
    }
  }
  *place = {key, numbers.proof, numbers.disproof, bits, call_};
}

template <int Words>
inline void Threats<Words>::list(const Squares& squares, int order) {
  for (int w = 0; w < Words; ++w)
    for (std::uint64_t word = squares[w]; word != 0;)
      moves_.push_back({static_cast<std::uint16_t>(64 * w + engine::pop_lowest(word)),
                        static_cast<std::uint16_t>(order)});
}

/// What is certain where the attacker is to move; else his moves are listed.
template <int Words>
auto Threats<Words>::look_as_attacker(Node& node) -> std::optional<Numbers> {
  if (lowest(ours(Threat::kFive)) != kNoSquare) return kWon;
  const Squares& fives = theirs(Threat::kFive);
  const int must = lowest(fives);
  if (must == kNoSquare && lowest(ours(Threat::kOpenFour)) != kNoSquare) return kWon;
  if (must != kNoSquare && count(fives) > 1) return kNotWon;
  if (node.ply >= kMaxPly) return kNotWon;
  if (node.ply > 0 && fours_.find(attacker_, node.key, kFoursAtLeaves)) {
    nodes_ += fours_.nodes();
    return kWon;
  }
  nodes_ += node.ply > 0 ? fours_.nodes() : 0;
  if (must != kNoSquare) {
    moves_.push_back({static_cast<std::uint16_t>(must), 0});
    return std::nullopt;
  }
  list(ours(Threat::kFourThree), 0);
  list(ours(Threat::kFour), 0);
  list(ours(Threat::kDoubleThree), 0);
  list(ours(Threat::kOpenThree), 1);
  return moves_.size() == node.first ? std::optional(kNotWon) : std::nullopt;
}

/// The same where the defender is: nothing that does not threaten must be answered.
template <int Words>
auto Threats<Words>::look_as_defender(Node& node) -> std::optional<Numbers> {
  if (lowest(theirs(Threat::kFive)) != kNoSquare) return kNotWon;
  const Squares& fives = ours(Threat::kFive);
  if (const int must = lowest(fives); must != kNoSquare) {
    if (count(fives) > 1) return kWon;
    moves_.push_back({static_cast<std::uint16_t>(must), 0});
    return std::nullopt;
  }
  if (lowest(ours(Threat::kOpenFour)) == kNoSquare ||
      lowest(theirs(Threat::kOpenFour)) != kNoSquare)
    return kNotWon;
  Squares defences = breaks_all_wins(node);
  list(defences, 1);
  for (const Threat four : {Threat::kFourThree, Threat::kFour}) {
    Squares fours = theirs(four);
    for (int w = 0; w < Words; ++w) fours[w] &= ~defences[w];
    list(fours, 0);
  }
  return moves_.size() == node.first ? std::optional(kWon) : std::nullopt;
}

/// The squares that break each of the attacker's ways to make two fives at once.
template <int Words>
auto Threats<Words>::breaks_all_wins(const Node&) -> Squares {
  Squares all;
  all.fill(~std::uint64_t{0});
  Squares wins = ours(Threat::kOpenFour);
  for (int w = 0; w < Words; ++w)
    while (wins[w] != 0) {
      const Squares breaks = breaks_win(64 * w + engine::pop_lowest(wins[w]));
      for (int v = 0; v < Words; ++v) all[v] &= breaks[v];
    }
  return all;
}

/// The square itself, and where the fives would be made. REQUIRES: it makes two fives at least.
template <int Words>
auto Threats<Words>::breaks_win(int square) -> Squares {
  ++nodes_;
  board_.put_unjudged(attacker_, square);
  Squares breaks = ours(Threat::kFive);
  board_.take_back(attacker_, square);
  if (count(breaks) > 2) breaks = {};  // no one of them would be enough
  breaks[square >> 6] |= std::uint64_t{1} << (square & 63);
  return breaks;
}

template <int Words>
auto Threats<Words>::look(Node& node) -> std::optional<Numbers> {
  node.first = moves_.size();
  const auto numbers = node.attacks ? look_as_attacker(node) : look_as_defender(node);
  node.last = moves_.size();
  return numbers;
}

template <int Words>
inline auto Threats<Words>::numbers_of(const Node& node, const Move& move) const -> Numbers {
  if (const Entry* entry = known(after(node, move.square))) return entry->numbers();
  const auto number = static_cast<Number>(move.order + 1);
  return {number, number};
}

/// A position's numbers from those of its moves'; `best` is the move to look at next, `second` the
/// smallest of the others.
template <int Words>
auto Threats<Words>::sum_up(const Node& node, std::size_t& best, Number& second) -> Numbers {
  Number least = kInfinity + 1, sum = 0;
  bool is_over = false;
  second = kInfinity;
  for (std::size_t i = node.first; i < node.last; ++i) {
    const Numbers numbers = numbers_of(node, moves_[i]);
    const Number mine = node.attacks ? numbers.proof : numbers.disproof;
    const Number theirs = node.attacks ? numbers.disproof : numbers.proof;
    is_over |= theirs == kInfinity;
    sum = std::min(sum + theirs, kInfinity - 1);  // positions met on many ways count as often
    if (mine < least) {
      second = std::min(least, kInfinity);
      least = mine;
      best = i;
    } else {
      second = std::min(second, mine);
    }
  }
  if (least == 0 || is_over) sum = kInfinity;
  return node.attacks ? Numbers{least, sum} : Numbers{sum, least};
}

/// The same when so many moves were tried in vain: a win is no nearer than their number has bits.
template <int Words>
inline auto Threats<Words>::with_effort(Numbers numbers, std::uint64_t nodes) -> Numbers {
  if (numbers.is_over()) return numbers;
  return {std::max(numbers.proof, static_cast<Number>(std::bit_width(nodes))), numbers.disproof};
}

/// Plays a move and searches on while both numbers stay below `limits`.
template <int Words>
auto Threats<Words>::try_move(const Node& node, const Move& move, Numbers limits) -> Numbers {
  ++nodes_;
  poll();
  Node next{!node.attacks, after(node, move.square), node.ply + 1};
  board_.put_unjudged(mover(node), move.square);
  const Numbers numbers = search(next, limits);
  board_.take_back(mover(node), move.square);
  return numbers;
}

template <int Words>
auto Threats<Words>::search(Node& node, Numbers limits) -> Numbers {
  const std::uint64_t nodes_before = nodes_;
  if (const auto certain = look(node)) {
    moves_.resize(node.first);
    remember(node.key, *certain, nodes_ - nodes_before);
    return *certain;
  }
  Numbers numbers;
  while (true) {
    std::size_t best = node.first;
    Number second;
    numbers = with_effort(sum_up(node, best, second), nodes_ - nodes_before);
    if (numbers.is_over() || numbers.proof >= limits.proof || numbers.disproof >= limits.disproof ||
        nodes_ >= most_nodes_)
      break;
    const Move move = moves_[best];
    const Numbers child = numbers_of(node, move);
    const Number near = second + second / 4 + 1;
    const auto room = [](Number limit, Number all, Number of_child) {
      return limit >= kInfinity ? kInfinity : limit - all + of_child;
    };
    const Numbers below = node.attacks
                              ? Numbers{std::min(limits.proof, near),
                                        room(limits.disproof, numbers.disproof, child.disproof)}
                              : Numbers{room(limits.proof, numbers.proof, child.proof),
                                        std::min(limits.disproof, near)};
    try_move(node, move, below);
  }
  moves_.resize(node.first);
  remember(node.key, numbers, nodes_ - nodes_before);
  return numbers;
}

/// Writes down a line of the proof from a won position on; where the table has lost a part of it,
/// that is searched again, while there is time.
template <int Words>
void Threats<Words>::follow(Node node) {
  const auto certain = look(node);
  const std::size_t first = node.first, last = node.last;
  if (certain && node.attacks) {
    fours_.find(attacker_, node.key, std::numeric_limits<std::uint32_t>::max());
    line_.insert(line_.end(), fours_.line().begin(), fours_.line().end());
    return;
  }
  std::optional<std::uint16_t> square;
  if (certain) {  // there is no good answer
    const int five = lowest(ours(Threat::kFive));
    square = static_cast<std::uint16_t>(five != kNoSquare ? five : lowest(ours(Threat::kOpenFour)));
  }
  for (std::size_t i = first; i < last && !square; ++i)
    if (numbers_of(node, moves_[i]).is_won()) square = moves_[i].square;
  if (!budget_ || !budget_->stopped()) most_nodes_ = std::numeric_limits<std::uint64_t>::max();
  for (std::size_t i = first; i < last && !square; ++i)
    if (try_move(node, moves_[i], {kInfinity, kInfinity}).is_won()) square = moves_[i].square;
  moves_.resize(first);
  if (!square) return;
  line_.push_back(*square);
  const Node next{!node.attacks, after(node, *square), node.ply + 1};
  board_.put_unjudged(mover(node), *square);
  follow(next);
  board_.take_back(mover(node), *square);
}

}  // namespace gauntlet::search::mnk
