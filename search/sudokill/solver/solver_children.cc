#include "search/sudokill/solver/solver_children.h"

#include <bit>
#include <cstring>

#include "engine/bits.h"
#include "engine/square_set.h"
#include "engine/sudokill/line_candidates.h"

namespace gauntlet::search::sudokill {

namespace {

using engine::kPeers;
using engine::kSudokuLines;
using engine::SquareSet;
using engine::Sudokill;

constexpr int kDigits = SolverPosition::kDigits;
constexpr unsigned kNine = 0x1ff;  // one bit a row, or a column

std::array<std::uint64_t, 2> words_of(const SquareSet& set) {
  std::array<std::uint64_t, 2> words;
  std::memcpy(words.data(), &set, sizeof words);
  return words;
}

/// Of where one digit fits. Sums of nine of them do not depend on the digits' names.
std::uint64_t hash_of(const SquareSet& fits) {
  const auto [low, high] = words_of(fits);
  const auto product =
      static_cast<unsigned __int128>(low ^ 0x9e3779b97f4a7c15u) * (high ^ 0xd1342543de82ef95u);
  return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

/// The lines in which the next move must be.
LineSet bound_by(int last) {
  return last == SolverPosition::kAnywhere ? 0 : lines_of(last);
}

/// The columns of a set's squares, row by row.
std::array<unsigned, 9> rows_of(const SquareSet& set) {
  const auto [low, high] = words_of(set);
  const auto all = static_cast<unsigned __int128>(high) << 64 | low;
  std::array<unsigned, 9> rows;
  for (int row = 0; row < 9; ++row) rows[row] = static_cast<unsigned>(all >> (9 * row)) & kNine;
  return rows;
}

}  // namespace

/// What can be reached along lines.
struct SolverChildren::Reach {
  SquareSet squares;
  LineSet lines = 0;  // with live squares in reach
  bool is_all = true;
};

bool SolverChildren::list(const SolverPosition& position) {
  moves_.clear();
  SquareSet any, several;
  candidates_ = 0;
  for (const SquareSet& fits : position.fits) {
    several |= any & fits;
    any |= fits;
    candidates_ += fits.size();
  }
  single_ = any.without(several);
  bool wins = false;
  position.region().for_each([&](int square) { wins = wins || list_square(position, square); });
  if (!wins) follow(position);
  return wins;
}

/// Appends the moves on one square; true when one of them wins at once.
bool SolverChildren::list_square(const SolverPosition& position, int square) {
  const engine::sudokill::LineCandidates around(position.fits, square);
  const SquareSet lines = kSudokuLines.both[square] & kSudokuLines.all_but[square];
  const bool stays_bound = (position.dead & lines_of(square)) != 0 || position.live.meets(lines);
  for (int i = 0; i < kDigits; ++i) {
    if (!position.fits[i].has(square)) continue;
    int replies = around.left_in_lines(i);
    const bool plays_anywhere = replies == 0 && !stays_bound;
    if (plays_anywhere) replies = around.left_anywhere(position.fits, square, i, candidates_);
    const Sudokill::Move move(square, i + 1);
    if (replies == 0) {
      winning_move_ = move;
      return true;
    }
    moves_.push_back({move, static_cast<std::int16_t>(replies), 0, 0, plays_anywhere, 0, {}, 0});
  }
  return false;
}

/// What can be reached from `last`, which may be kAnywhere.
SolverChildren::Reach SolverChildren::reach_of(const SquareSet& live, LineSet dead, int last) {
  const std::array<unsigned, 9> rows = rows_of(live);
  Reach all{live, 0, true};
  for (int row = 0; row < 9; ++row)
    all.lines |= rows[row] << 9 | static_cast<unsigned>(rows[row] != 0) << row;
  if (last == SolverPosition::kAnywhere) return all;

  const int start = engine::row_of(last);
  unsigned columns = rows[start] | 1u << engine::column_of(last);
  unsigned reached = 1u << start;
  bool grows = true;
  while (grows) {
    grows = false;
    for (unsigned left = all.lines & kNine & ~reached; left != 0;) {
      const int row = engine::pop_lowest(left);
      if ((rows[row] & columns) == 0) continue;
      grows |= (rows[row] & ~columns) != 0;
      columns |= rows[row];
      reached |= 1u << row;
    }
  }

  Reach reach{{}, 0, false};
  const unsigned clean_columns = kNine & ~(dead >> 9);
  for (unsigned left = all.lines & reached; left != 0;) {
    const int row = engine::pop_lowest(left);
    const bool is_clean = (dead >> row & 1) == 0;
    if (is_clean && (rows[row] & clean_columns) != 0) return all;  // both of its lines may fill up
    reach.squares |= live & kSudokuLines.row[row];
    reach.lines |= rows[row] << 9 | 1u << row;
  }
  reach.is_all = reach.lines == all.lines;
  return reach;
}

/// Of a position whose digits' boards have hashes that add up to `boards`: the lines with dead
/// squares, and which lines the next move is bound to, belong to it.
std::uint64_t SolverChildren::key_of(std::uint64_t boards, LineSet dead, LineSet bound) {
  const auto rest = static_cast<std::uint64_t>(dead) << 18 | bound;
  return engine::mix(boards + (rest + 1) * 0x9e3779b97f4a7c15u);
}

std::uint64_t SolverChildren::reduce(SolverPosition& position) {
  const Reach reach = reach_of(position.live, position.dead, position.last);
  position.live = reach.squares;
  position.dead &= reach.lines;
  std::uint64_t boards = 0;
  for (SquareSet& fits : position.fits) {
    fits &= reach.squares;
    boards += hash_of(fits);
  }
  return key_of(boards, position.dead, reach.lines & bound_by(position.last));
}

/// Completes the moves that list_square() has listed.
void SolverChildren::follow(const SolverPosition& position) {
  std::array<std::uint64_t, kDigits> hashes;
  std::uint64_t sum = 0;
  for (int i = 0; i < kDigits; ++i) sum += hashes[i] = hash_of(position.fits[i]);

  int square = -1;
  std::array<std::uint64_t, kDigits> without;  // as hashes, once `square` is filled
  std::uint64_t sum_without = 0;
  int left = 0;  // candidates elsewhere
  for (SolverChild& child : moves_) {
    if (child.move.square() != square) {
      square = child.move.square();
      without = hashes;
      sum_without = sum;
      left = candidates_;
      for (int i = 0; i < kDigits; ++i) {
        if (!position.fits[i].has(square)) continue;
        --left;
        without[i] = hash_of(position.fits[i] & kSudokuLines.all_but[square]);
        sum_without += without[i] - hashes[i];
      }
    }
    const int digit = child.move.digit() - 1;
    const SquareSet lost = position.fits[digit] & kPeers[square];
    const SquareSet died = single_ & lost;
    child.live = (position.live & kSudokuLines.all_but[square]).without(died);
    child.dead = position.dead;
    died.for_each([&](int dead) { child.dead |= lines_of(dead); });

    const Reach reach = reach_of(child.live, child.dead, child.last());
    child.live = reach.squares;
    child.dead &= reach.lines;
    const SquareSet after = position.fits[digit].without(lost) & kSudokuLines.all_but[square];
    std::uint64_t boards = sum_without - without[digit] + hash_of(after);
    int candidates = left - lost.size();
    if (!reach.is_all) {
      boards = 0;
      candidates = 0;
      for (int i = 0; i < kDigits; ++i) {
        const SquareSet fits = (i == digit ? after : position.fits[i]) & child.live;
        boards += hash_of(fits);
        candidates += fits.size();
      }
    }
    child.key = key_of(boards, child.dead, reach.lines & bound_by(child.last()));
    child.candidates = static_cast<std::int16_t>(candidates);
    child.cost = static_cast<std::int16_t>(child.replies + 2 * candidates);
  }
}

}  // namespace gauntlet::search::sudokill
