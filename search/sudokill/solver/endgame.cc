#include "search/sudokill/solver/endgame.h"

#include <bit>

#include "engine/bits.h"
#include "engine/square_set.h"
#include "engine/sudoku_lines.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::column_of;
using engine::kPeers;
using engine::pop_lowest;
using engine::row_of;
using engine::SquareSet;

constexpr int kQuiet = 0;  // in place of a digit

constexpr CandidateSet bit(int candidate) {
  return CandidateSet{1} << candidate;
}
constexpr CandidateSet lowest(CandidateSet set) {
  return set & (~set + 1);
}
constexpr bool is_odd(EndgameSquares squares) {
  return std::popcount(squares) % 2 == 1;
}

/// Random numbers for what positions are made of. A position's key is the exclusive or of its own.
struct Keys {
  std::array<std::array<std::uint64_t, SolverPosition::kDigits + 1>, SquareSet::kSquares> candidate;
  std::array<std::uint64_t, SquareSet::kSquares> open;
  std::array<std::uint64_t, 9> row, column;  ///< The player to move is bound to it.
};

constexpr Keys kKeys = [] {
  Keys keys{};
  std::uint64_t drawn = 0;
  const auto draw = [&drawn] { return engine::mix(++drawn * 0x9e3779b97f4a7c15u); };
  for (auto& square : keys.candidate)
    for (std::uint64_t& key : square) key = draw();
  for (std::uint64_t& key : keys.open) key = draw();
  for (std::uint64_t& key : keys.row) key = draw();
  for (std::uint64_t& key : keys.column) key = draw();
  return keys;
}();

}  // namespace

Endgame::Endgame(const SolverPosition& position) {
  number(position);
  root_result_ = complete(root_, root_.candidates, bound_by(position.last));
}

/// Numbers the candidates; those of root_ are all but the quiet ones.
void Endgame::number(const SolverPosition& position) {
  int count = 0;
  std::array<std::uint8_t, kMost> digit_of;
  std::array<CandidateSet, SolverPosition::kDigits + 1> digits{};
  const auto add = [&](int square, int digit) {
    digit_of[count] = static_cast<std::uint8_t>(digit);
    candidates_[count].at = static_cast<std::uint8_t>(square);
    candidates_[count].hash = kKeys.candidate[square][digit];
    if (digit != kQuiet) digits[digit] |= bit(count);
    return bit(count++);
  };
  position.live.for_each([&](int square) {
    const CandidateSet quiet = add(square, kQuiet);
    CandidateSet fitting = 0;
    for (int i = 0; i < SolverPosition::kDigits; ++i) {
      if (position.fits[i].has(square)) fitting |= add(square, i + 1);
    }
    rows_[row_of(square)] |= quiet | fitting;
    columns_[column_of(square)] |= quiet | fitting;
    quiet_ |= quiet;
    root_.candidates |= fitting;
    if ((lines_of(square) & position.dead) == 0) root_.open |= quiet;
  });
  root_.live = quiet_;
  root_.danger = root_.candidates;
  for (int i = 0; i < count; ++i) {
    candidates_[i].digit = digits[digit_of[i]];
    relate(i);
    if (digit_of[i] != kQuiet) root_.hash ^= candidates_[i].hash;
  }
}

/// Finds out what a candidate sees, of which place and digit are known.
void Endgame::relate(int candidate) {
  Candidate& it = candidates_[candidate];
  const CandidateSet row = rows_[row_of(it.at)], column = columns_[column_of(it.at)];
  it.square = row & column;
  it.lines = row | column;
  it.sees = 0;
  for (CandidateSet left = it.digit; left != 0;) {
    const int other = pop_lowest(left);
    if (kPeers[it.at].has(candidates_[other].at)) it.sees |= bit(other);
  }
  it.leaves = ~(it.sees | it.square);
}

inline Endgame::Bound Endgame::bound_by(int last) const {
  if (last == SolverPosition::kAnywhere) return {~CandidateSet{0}, 0, 0, 0, true};
  const int row = row_of(last), column = column_of(last);
  return {rows_[row], columns_[column], kKeys.row[row], kKeys.column[column], false};
}

/// What can be reached from `start`, itself included, through `live`.
inline EndgameSquares Endgame::flood(EndgameSquares live, EndgameSquares start) const {
  EndgameSquares reached = start;
  for (EndgameSquares left = start; left != 0 && reached != live;) {
    CandidateSet seen = 0;
    while (left != 0) seen |= candidates_[pop_lowest(left)].lines;
    left = seen & live & ~reached;
    reached |= left;
  }
  return reached;
}

/// Takes candidates away; quieten() must hear of those that they saw.
inline void Endgame::remove(EndgamePosition& position, CandidateSet removed) const {
  position.candidates &= ~removed;
  while (removed != 0) position.hash ^= candidates_[pop_lowest(removed)].hash;
}

/// Makes those of `suspects` quiet that see no other any more.
inline void Endgame::quieten(EndgamePosition& position, CandidateSet suspects) const {
  CandidateSet alone = 0;
  for (CandidateSet left = suspects & position.candidates & ~quiet_; left != 0;) {
    const int i = pop_lowest(left);
    if ((candidates_[i].sees & position.candidates) == 0) alone |= bit(i);
  }
  if (alone == 0) return;
  CandidateSet quiet = 0;
  for (CandidateSet left = alone; left != 0;) {
    const CandidateSet square = candidates_[pop_lowest(left)].square;
    quiet |= lowest(square);
    position.danger &= ~square;
  }
  remove(position, alone);
  quiet &= ~position.candidates;
  position.candidates |= quiet;
  while (quiet != 0) position.hash ^= candidates_[pop_lowest(quiet)].hash;
}

/// Of a position that play cannot leave `reached` in.
inline void Endgame::drop_unreached(EndgamePosition& position, EndgameSquares reached) const {
  CandidateSet removed = 0, suspects = 0;
  for (EndgameSquares left = position.live & ~reached; left != 0;)
    removed |= candidates_[pop_lowest(left)].square;
  removed &= position.candidates;
  for (CandidateSet left = removed; left != 0;) suspects |= candidates_[pop_lowest(left)].sees;
  remove(position, removed);
  position.live = reached;
  position.danger &= ~removed;
  quieten(position, suspects);
}

/// Leaves out the digits that fit on safe squares alone.
inline void Endgame::drop_idle_digits(EndgamePosition& position) const {
  const CandidateSet loud = position.candidates & ~quiet_;
  if (loud == position.danger) return;
  CandidateSet matters = 0;
  for (CandidateSet left = position.danger; left != 0; left &= ~matters)
    matters |= candidates_[std::countr_zero(left)].digit;
  remove(position, loud & ~matters);
}

inline bool Endgame::can_win_at_once(const EndgamePosition& position) const {
  for (CandidateSet left = position.replies; left != 0;)
    if (wins_at_once(position, pop_lowest(left))) return true;
  return false;
}

/// Of a position of which candidates, danger, live, open and hash are known; of its candidates
/// `suspects` may see no other any more.
inline Endgame::Result Endgame::complete(EndgamePosition& position, CandidateSet suspects,
                                         const Bound& bound) const {
  position.replies = position.candidates & (bound.row | bound.column);
  if (can_win_at_once(position)) return Result::kWin;
  quieten(position, suspects);
  bool is_closed = false;
  if (!bound.is_free) {
    const EndgameSquares reached = flood(position.live, (bound.row | bound.column) & position.live);
    is_closed = (reached & position.open) == 0;
    if (is_closed && reached != position.live) drop_unreached(position, reached);
  }
  position.open &= position.live;
  if (position.danger == 0) {
    if (position.open == position.live)  // all squares will be filled
      return is_odd(position.live) ? Result::kWin : Result::kLoss;
    if (is_closed) {
      const EndgameSquares part = flood(position.live, bound.row & position.live);
      return is_odd(part) || is_odd(position.live & ~part) ? Result::kWin : Result::kLoss;
    }
  }
  drop_idle_digits(position);
  position.replies = position.candidates & (bound.row | bound.column);
  position.key = position.hash;
  if ((bound.row & position.live) != 0) position.key ^= bound.row_key;
  if ((bound.column & position.live) != 0) position.key ^= bound.column_key;
  for (EndgameSquares left = position.open; left != 0;)
    position.key ^= kKeys.open[candidates_[pop_lowest(left)].at];
  return Result::kUnclear;
}

Endgame::Result Endgame::play(const EndgamePosition& position, int candidate,
                              EndgamePosition& next) const {
  const Candidate& played = candidates_[candidate];
  next.candidates = position.candidates & played.leaves;
  next.danger = position.danger & played.leaves;
  next.live = position.live & ~played.square;
  next.open = position.open & ~played.square;
  next.hash = position.hash;
  bool is_stuck = (position.open & played.square) == 0;  // who finds nothing in its lines
  CandidateSet suspects = 0;
  for (CandidateSet left = position.candidates & ~played.leaves; left != 0;) {
    const Candidate& removed = candidates_[pop_lowest(left)];
    next.hash ^= removed.hash;
    suspects |= removed.sees;
    if ((removed.square & next.candidates) != 0 || removed.square == played.square) continue;
    next.live &= ~removed.square;  // it has died
    next.open &= ~(removed.square | removed.lines);
    is_stuck |= (removed.lines & played.square) != 0;
  }
  const bool is_bound = (next.candidates & played.lines) != 0;
  if (!is_bound && (is_stuck || next.candidates == 0)) return Result::kLoss;
  return complete(next, suspects, bound_by(is_bound ? played.at : SolverPosition::kAnywhere));
}

}  // namespace gauntlet::search::sudokill
