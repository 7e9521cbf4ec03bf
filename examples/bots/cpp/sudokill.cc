// A bot for `gauntlet host sudokill`: ./sudokill HOST PORT NAME
#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "server.h"

using Board = std::array<int, 81>;  // row by row; 0 is empty
using Move = std::pair<int, int>;   // a square and a digit

/// All moves after one to the square `last`; -1: there was none yet.
std::vector<Move> legal_moves(const Board& board, int last) {
  const auto box = [](int s) { return s / 27 * 3 + s % 9 / 3; };
  const auto may_go = [&](int s) { return last >= 0 && (s / 9 == last / 9 || s % 9 == last % 9); };
  bool is_full = true;  // row and column of the last move: then the next one may go anywhere
  for (int s = 0; s < 81; ++s) is_full = is_full && !(board[s] == 0 && may_go(s));
  std::vector<Move> moves;
  for (int square = 0; square < 81; ++square) {
    if (board[square] != 0 || !(is_full || may_go(square))) continue;
    int seen[10] = {};
    for (int s = 0; s < 81; ++s)
      if (s / 9 == square / 9 || s % 9 == square % 9 || box(s) == box(square)) ++seen[board[s]];
    for (int digit = 1; digit <= 9; ++digit)
      if (seen[digit] == 0) moves.emplace_back(square, digit);
  }
  return moves;
}

/// The move that leaves the opponent the fewest replies: none is a win.
Move choose(Board board, int last) {
  std::pair<std::size_t, Move> best(1'000, {0, 0});  // who has no legal move is asked all the same
  for (const auto& [square, digit] : legal_moves(board, last)) {
    board[square] = digit;
    best = std::min(best, {legal_moves(board, square).size(), {square, digit}});
    board[square] = 0;
  }
  return best.second;
}

int main(int argc, char** argv) {
  Server server(argc, argv);
  server.say(argv[3]);
  for (int last = -1;;) {
    const std::string line = server.read();
    Board board{};  // of a move the first two are its row and column
    int count = 0;
    for (const char c : line)
      if (c >= '0' && c <= '9' && count < 81) board[count++] = c - '0';
    if (line == "READY") server.say("PLAY");  // forgotten if we are the first of two
    if (line.size() == 5 && count == 3) last = 9 * board[0] + board[1];  // our move, or theirs
    if (line.starts_with("GAME OVER")) std::puts(line.c_str());
    if (!line.starts_with("ADD|")) continue;  // chat and the like need no answer
    const auto [square, digit] = choose(board, last);
    server.say(std::to_string(square / 9) + " " + std::to_string(square % 9) + " " +
               std::to_string(digit));
  }
}
