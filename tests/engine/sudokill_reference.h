// Sudokill once more, slow and obvious, to check the real one against: a 9x9 array of digits, and
// every rule looked up on it each time. Shares nothing with engine/sudokill/sudokill.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace gauntlet::engine {

class SudokillReference {
 public:
  struct Placement {
    int row, column, digit;
    bool operator==(const Placement&) const = default;
  };

  /// Reads a position text that is known to be well formed.
  explicit SudokillReference(const std::string& text) {
    for (int i = 0; i < 81; ++i) board_[i / 9][i % 9] = text[i] == '.' ? 0 : text[i] - '0';
    if (text[82] != '-') {
      last_row_ = text[82] - '0';
      last_column_ = text[83] - '0';
    }
    second_moves_ = text.back() == '2' && text[text.size() - 2] == ' ';
  }

  bool fits(int row, int column, int digit) const {
    if (board_[row][column] != 0) return false;
    for (int i = 0; i < 9; ++i) {
      if (board_[row][i] == digit) return false;
      if (board_[i][column] == digit) return false;
      if (board_[row / 3 * 3 + i / 3][column / 3 * 3 + i % 3] == digit) return false;
    }
    return true;
  }

  bool may_play_at(int row, int column) const {
    if (last_row_ < 0) return true;
    bool both_full = true;
    for (int i = 0; i < 9; ++i)
      if (board_[last_row_][i] == 0 || board_[i][last_column_] == 0) both_full = false;
    return both_full || row == last_row_ || column == last_column_;
  }

  std::vector<Placement> moves() const {
    std::vector<Placement> found;
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column) {
        if (board_[row][column] != 0 || !may_play_at(row, column)) continue;
        for (int digit = 1; digit <= 9; ++digit)
          if (fits(row, column, digit)) found.push_back({row, column, digit});
      }
    return found;
  }

  void play(const Placement& placement) {
    board_[placement.row][placement.column] = placement.digit;
    last_row_ = placement.row;
    last_column_ = placement.column;
    second_moves_ = !second_moves_;
  }

  bool is_over() const { return moves().empty(); }
  /// 1 or 2. REQUIRES: is_over().
  int winner() const { return second_moves_ ? 1 : 2; }

  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    const std::vector<Placement> all = moves();
    if (depth == 1) return all.size();
    std::uint64_t leaves = 0;
    for (const Placement& placement : all) {
      SudokillReference next = *this;
      next.play(placement);
      leaves += next.perft(depth - 1);
    }
    return leaves;
  }

 private:
  int board_[9][9];
  int last_row_ = -1;
  int last_column_ = -1;
  bool second_moves_ = false;
};

}  // namespace gauntlet::engine
