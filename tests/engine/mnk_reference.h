// An independent, slow and obvious m,n,k game to hold the fast one against: a board of characters,
// lines found by walking from every square. Shares no code with engine/mnk.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gauntlet::engine::reference {

struct MnkBoard {
  int width, height, k;
  bool exact = false, page = false;
  std::vector<std::string> rows = std::vector<std::string>(height, std::string(width, '.'));
  int moves = 0;

  char at(int row, int column) const {
    if (row < 0 || row >= height || column < 0 || column >= width) return '#';
    return rows[row][column];
  }

  char mover() const { return moves % 2 == 0 ? 'x' : 'o'; }

  /// A run of k (exactly, if so wanted) starts at (row, column).
  bool run_from(char who, int row, int column, int down, int right) const {
    for (int i = 0; i < k; ++i)
      if (at(row + i * down, column + i * right) != who) return false;
    if (!exact) return true;
    return at(row - down, column - right) != who && at(row + k * down, column + k * right) != who;
  }

  /// Whether `line` holds a run of k (or more, unless exactly k is wanted).
  bool has_run(const std::string& line, char who) const {
    int length = 0;
    for (std::size_t i = 0; i <= line.size(); ++i) {
      if (i < line.size() && line[i] == who) {
        ++length;
      } else {
        if (exact ? length == k : length >= k) return true;
        length = 0;
      }
    }
    return false;
  }

  /// The page's wrapped diagonals, literally as its squares are listed: o*w + x*(w+1) and
  /// (o+1)*w - 1 + x*(w-1) for x = 0..w.
  bool page_run(char who) const {
    for (int o = 1; o <= height - width - 1; ++o)
      for (int kind = 0; kind < 2; ++kind) {
        std::string line;
        for (int x = 0; x <= width; ++x) {
          const int square =
              kind == 0 ? o * width + x * (width + 1) : (o + 1) * width - 1 + x * (width - 1);
          if (square < width * height) line += rows[square / width][square % width];
        }
        if (has_run(line, who)) return true;
      }
    return false;
  }

  bool has_won(char who) const {
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column)
        if (run_from(who, row, column, 0, 1) || run_from(who, row, column, 1, 0) ||
            run_from(who, row, column, 1, 1) || run_from(who, row, column, 1, -1))
          return true;
    return page && page_run(who);
  }

  bool is_over() const {
    return moves == width * height || (moves > 0 && has_won(mover() == 'x' ? 'o' : 'x'));
  }

  void play(int row, int column) {
    rows[row][column] = mover();
    ++moves;
  }

  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    if (is_over()) return 0;
    std::uint64_t leaves = 0;
    for (int row = 0; row < height; ++row)
      for (int column = 0; column < width; ++column) {
        if (rows[row][column] != '.') continue;
        MnkBoard next = *this;
        next.play(row, column);
        leaves += next.perft(depth - 1);
      }
    return leaves;
  }
};

}  // namespace gauntlet::engine::reference
