// Two-Doku once more, as plainly as possible: a grid of cells, hands as lists of digits, moves as
// text. Shares no code with the engine, and is compared with it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace gauntlet::engine {

/// The whole position. Hidden information does not matter here: it only plays.
class NaiveTwoDoku {
 public:
  explicit NaiveTwoDoku(bool java) : java_(java) {}
  /// On the small board, where the values of the face-down dominoes are drawn next.
  static NaiveTwoDoku small() {
    NaiveTwoDoku game(false);
    game.is_small_ = true;
    game.stage_ = "values";
    const std::array<std::string, 4> rows = {"r.b.", "?..r", "b..?", ".r.b"};
    for (int i = 0; i < 16; ++i) {
      Cell& cell = game.cells_[i / 4 + i / 8][i % 4 + i % 4 / 2];
      const char c = rows[i / 4][i % 4];
      cell.colour = {c == 'r', c == 'b'};
      cell.is_down = c == '?';
      cell.digit = c == '?' ? kNotDrawn : kNone;
      cell.is_on_board = true;
    }
    return game;
  }

  bool is_over() const { return stage_ == "over"; }
  bool is_chance() const {
    return stage_ == "values" || stage_ == "pot" || stage_ == "deal" || stage_ == "draw" ||
           stage_ == "judge";
  }
  bool is_deal() const { return stage_ == "deal"; }
  int mover() const { return mover_; }

  /// Player 0's result; a tie is 0.5.
  double red_result() const {
    if (idle_ < 2 && !hands_[0].empty() && !hands_[1].empty()) return 0.5;
    const int red = sum(hands_[1]) + sum(pot_);
    const int blue = sum(hands_[0]) + sum(pot_);
    return red > blue ? 1 : red < blue ? 0 : 0.5;
  }

  /// What the player to move may do.
  std::vector<std::string> moves() const {
    std::vector<std::string> moves;
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column) {
        const Cell& cell = cells_[row][column];
        if (stage_ == "colour" && !cell.colour[mover_]) moves.push_back(at("colour", row, column));
        if (stage_ == "hide" && !cell.colour[0] && !cell.colour[1] && cell.digit == kNone)
          moves.push_back(at("hide", row, column));
        if (stage_ == "turn" && cell.digit > 0 && !cell.is_down && !is_small_)
          moves.push_back(at("take", row, column));
      }
    if (stage_ == "colour" || stage_ == "hide") return moves;
    if (stage_ == "turn" && !pot_.empty() && !is_small_) moves.push_back("take pot");
    if (stage_ == "took-pot")
      for (int digit = 1; digit <= 9; ++digit)
        if (holds(digit)) moves.push_back("return " + std::to_string(digit));
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column)
        for (int digit = 1; digit <= 9; ++digit)
          if (may_place(row, column, digit)) moves.push_back(at("play", row, column, digit));
    moves.push_back("pass");
    return moves;
  }

  /// What chance may do, with probabilities; not for the deal.
  std::map<std::string, double> outcomes() const {
    std::map<std::string, double> outcomes;
    if (stage_ == "values") {
      const auto [row, column] = next_hidden();
      const std::vector<int> box = undrawn();
      for (const int digit : box) {
        NaiveTwoDoku next = *this;
        next.cells_[row][column].digit = digit;
        outcomes[at("value", row, column, digit)] +=
            is_small_ ? next.ways_to_go_on() / ways_to_go_on() : 1.0 / box.size();
      }
    }
    if (stage_ == "pot") {
      const std::vector<int> box = undrawn();
      std::vector<std::string> pairs;
      for (std::size_t i = 0; i < box.size(); ++i)
        for (std::size_t j = i + 1; j < box.size(); ++j)
          if ((sum(box) - box[i] - box[j]) % 2 == 0)
            pairs.insert(pairs.end(), is_small_ ? splits_without(box, i, j) : 1,
                         "pot " + std::to_string(std::min(box[i], box[j])) + "," +
                             std::to_string(std::max(box[i], box[j])));
      for (const std::string& pair : pairs) outcomes[pair] += 1.0 / pairs.size();
    }
    if (stage_ == "draw")
      for (const int digit : pot_) outcomes["drew " + std::to_string(digit)] += 1.0 / pot_.size();
    if (stage_ == "judge") {
      std::vector<std::string> conflicts;
      for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
          if (cells_[row][column].is_down && cells_[row][column].digit == judged_digit_ &&
              sees(row, column, judged_row_, judged_column_))
            conflicts.push_back(at("reveal", row, column, judged_digit_));
      if (conflicts.empty()) outcomes["accepted"] = 1;
      for (const std::string& conflict : conflicts) outcomes[conflict] = 1.0 / conflicts.size();
    }
    return outcomes;
  }

  /// How many different hands red may get: vectors of nine counts, by dynamic programming.
  std::uint64_t deals() const {
    const std::vector<int> box = undrawn();
    std::map<std::pair<int, int>, std::uint64_t> ways = {{{0, 0}, 1}};  // (dominoes, sum)
    for (int digit = 1; digit <= 9; ++digit) {
      std::map<std::pair<int, int>, std::uint64_t> next;
      const auto have = std::count(box.begin(), box.end(), digit);
      for (const auto& [key, count] : ways)
        for (int n = 0; n <= have; ++n) next[{key.first + n, key.second + n * digit}] += count;
      ways = next;
    }
    return ways[{is_small_ ? 3 : 40, sum(box) / 2}];
  }

  void play(const std::string& move) {
    int a = 0, b = 0, c = 0;
    if (std::sscanf(move.c_str(), "colour %d,%d", &a, &b) == 2) {
      cells_[a][b].colour[mover_] = true;
      ++coloured_[mover_];
      mover_ = java_ ? (coloured_[0] == 36 ? 1 : 0) : 1 - mover_;
      if (coloured_[0] + coloured_[1] == 72) {
        stage_ = "hide";
        mover_ = 0;
      }
    } else if (std::sscanf(move.c_str(), "hide %d,%d", &a, &b) == 2) {
      cells_[a][b].digit = kNotDrawn;
      cells_[a][b].is_down = true;
      mover_ = 1 - mover_;
      if (++hidden_ == 8) stage_ = "values";
    } else if (std::sscanf(move.c_str(), "value %d,%d,%d", &a, &b, &c) == 3) {
      cells_[a][b].digit = c;
      if (next_hidden().first == 9) stage_ = "pot";
    } else if (std::sscanf(move.c_str(), "pot %d,%d", &a, &b) == 2) {
      pot_ = {a, b};
      stage_ = "deal";
    } else if (move.rfind("deal ", 0) == 0) {
      deal(move);
    } else if (std::sscanf(move.c_str(), "take %d,%d", &a, &b) == 2) {
      hands_[mover_].push_back(cells_[a][b].digit);
      cells_[a][b].digit = kNone;
      stage_ = "took";
    } else if (move == "take pot") {
      stage_ = "draw";
    } else if (std::sscanf(move.c_str(), "drew %d", &a) == 1) {
      move_one(pot_, hands_[mover_], a);
      stage_ = "took-pot";
    } else if (std::sscanf(move.c_str(), "return %d", &a) == 1) {
      move_one(hands_[mover_], pot_, a);
      end_turn(false);
    } else if (std::sscanf(move.c_str(), "play %d,%d,%d", &a, &b, &c) == 3) {
      judged_row_ = a;
      judged_column_ = b;
      judged_digit_ = c;
      bool is_judged = false;
      for (int row = 0; row < 9; ++row)
        for (int column = 0; column < 9; ++column)
          is_judged |= cells_[row][column].is_down && sees(row, column, a, b);
      if (is_judged)
        stage_ = "judge";
      else
        place();
    } else if (move == "accepted") {
      place();
    } else if (std::sscanf(move.c_str(), "reveal %d,%d,%d", &a, &b, &c) == 3) {
      cells_[a][b].is_down = false;
      end_turn(false);
    } else {
      end_turn(false);
    }
  }

  /// Leaves as engine/perft.h counts them; a deal may only be the last ply.
  std::uint64_t perft(int depth) const {
    if (depth == 0) return 1;
    if (is_over()) return 0;
    if (stage_ == "deal") return deals();
    std::vector<std::string> all;
    if (is_chance())
      for (const auto& [move, probability] : outcomes()) all.push_back(move);
    else
      all = moves();
    if (depth == 1) return all.size();
    std::uint64_t leaves = 0;
    for (const std::string& move : all) {
      NaiveTwoDoku next = *this;
      next.play(move);
      leaves += next.perft(depth - 1);
    }
    return leaves;
  }

 private:
  static constexpr int kNone = 0;
  static constexpr int kNotDrawn = -1;

  struct Cell {
    std::array<bool, 2> colour{};
    int digit = kNone;
    bool is_down = false;
    bool is_on_board = false;  // of the small board
  };

  static std::string at(const char* word, int row, int column, int digit = 0) {
    std::string text = std::string(word) + " " + std::to_string(row) + "," + std::to_string(column);
    return digit > 0 ? text + "," + std::to_string(digit) : text;
  }
  static int sum(const std::vector<int>& digits) {
    int sum = 0;
    for (const int digit : digits) sum += digit;
    return sum;
  }
  static bool sees(int row, int column, int other_row, int other_column) {
    if (row == other_row && column == other_column) return false;
    return row == other_row || column == other_column ||
           (row / 3 == other_row / 3 && column / 3 == other_column / 3);
  }
  static void move_one(std::vector<int>& from, std::vector<int>& to, int digit) {
    from.erase(std::find(from.begin(), from.end(), digit));
    to.push_back(digit);
  }

  bool holds(int digit) const {
    const std::vector<int>& hand = hands_[mover_];
    return std::find(hand.begin(), hand.end(), digit) != hand.end();
  }

  /// 0: own colour, 1: white, 2: the other's only.
  int rank(const Cell& cell) const {
    if (cell.colour[mover_]) return 0;
    return cell.colour[1 - mover_] ? 2 : 1;
  }

  bool may_place(int row, int column, int digit) const {
    if (!holds(digit) || cells_[row][column].digit != kNone) return false;
    if (is_small_ && !cells_[row][column].is_on_board) return false;
    for (int r = 0; r < 9; ++r)
      for (int c = 0; c < 9; ++c) {
        const Cell& cell = cells_[r][c];
        if (is_small_ && !cell.is_on_board) continue;
        if (cell.digit == kNone && rank(cell) < rank(cells_[row][column])) return false;
        if (cell.digit == digit && !cell.is_down && sees(r, c, row, column)) return false;
      }
    return true;
  }

  /// The first face-down domino without a value, row by row; row 9 if there is none.
  std::pair<int, int> next_hidden() const {
    for (int row = 0; row < 9; ++row)
      for (int column = 0; column < 9; ++column)
        if (cells_[row][column].digit == kNotDrawn) return {row, column};
    return {9, 0};
  }

  /// Whoever draws two more dominoes than these (i-th and j-th) can deal the others in so many
  /// ways.
  static std::size_t splits_without(std::vector<int> box, std::size_t i, std::size_t j) {
    box.erase(box.begin() + static_cast<std::ptrdiff_t>(j));
    box.erase(box.begin() + static_cast<std::ptrdiff_t>(i));
    std::size_t splits = 0;
    for (std::size_t a = 0; a < box.size(); ++a)
      for (std::size_t b = a + 1; b < box.size(); ++b)
        for (std::size_t c = b + 1; c < box.size(); ++c)
          splits += 2 * (box[a] + box[b] + box[c]) == sum(box);
    return splits;
  }

  /// On the small board: in how many ways chance can draw until the hands are dealt.
  double ways_to_go_on() const {
    const auto [row, column] = next_hidden();
    const std::vector<int> box = undrawn();
    double ways = 0;
    if (row == 9) {
      for (std::size_t i = 0; i < box.size(); ++i)
        for (std::size_t j = i + 1; j < box.size(); ++j)
          ways += static_cast<double>(splits_without(box, i, j));
      return ways;
    }
    for (const int digit : box) {
      NaiveTwoDoku next = *this;
      next.cells_[row][column].digit = digit;
      ways += next.ways_to_go_on();
    }
    return ways;
  }

  /// All dominoes less what chance has drawn.
  std::vector<int> undrawn() const {
    std::vector<int> box;
    for (int digit = 1; digit <= 9; ++digit) box.insert(box.end(), 10, digit);
    if (is_small_) box = {1, 1, 2, 2, 2, 3, 3, 3, 4, 4};
    auto remove = [&](int digit) { box.erase(std::find(box.begin(), box.end(), digit)); };
    for (const auto& row : cells_)
      for (const Cell& cell : row)
        if (cell.digit > 0) remove(cell.digit);
    for (const int digit : pot_) remove(digit);
    return box;
  }

  void deal(const std::string& move) {
    std::vector<int> box = undrawn();
    std::array<int, 10> n{};
    std::sscanf(move.c_str(), "deal %d,%d,%d,%d,%d,%d,%d,%d,%d", &n[1], &n[2], &n[3], &n[4], &n[5],
                &n[6], &n[7], &n[8], &n[9]);
    for (int digit = 1; digit <= 9; ++digit)
      for (int i = 0; i < n[digit]; ++i) move_one(box, hands_[0], digit);
    hands_[1] = box;
    stage_ = "turn";
  }

  void place() {
    cells_[judged_row_][judged_column_].digit = judged_digit_;
    std::vector<int>& hand = hands_[mover_];
    hand.erase(std::find(hand.begin(), hand.end(), judged_digit_));
    end_turn(true);
  }

  void end_turn(bool placed) {
    idle_ = placed ? 0 : idle_ + 1;
    ++turns_;
    const bool over = idle_ == 2 || hands_[mover_].empty() || turns_ == (is_small_ ? 20 : 400);
    stage_ = over ? "over" : "turn";
    mover_ = 1 - mover_;
  }

  bool java_;
  bool is_small_ = false;
  std::array<std::array<Cell, 9>, 9> cells_{};
  std::array<std::vector<int>, 2> hands_;
  std::vector<int> pot_;
  std::string stage_ = "colour";
  int mover_ = 0;
  std::array<int, 2> coloured_{};
  int hidden_ = 0;
  int judged_row_ = 0, judged_column_ = 0, judged_digit_ = 0;
  int idle_ = 0;
  int turns_ = 0;
};

}  // namespace gauntlet::engine
