// A bot for `gauntlet host twodoku`: ./twodoku HOST PORT NAME
#include <cstdio>
#include <string>
#include <utility>

#include "server.h"

// Squares count from 0 to 80, row by row. Their colour: -1 ours, 0 white, 1 theirs alone. On the
// board lies a digit, 0 for none, 10 for one face down; in the hand are so many of each.
int colour[81], board[81], hand[11];

/// The answer to "colour" and "hide", for which any white square will do, and to "turn".
std::string choose(const std::string& question) {
  const auto box = [](int s) { return s / 27 * 3 + s % 9 / 3; };
  int first = 1, best = -99;  // our colour is filled first, then white squares, then theirs
  for (int s = 0; s < 81; ++s)
    if (board[s] == 0 && colour[s] < first) first = colour[s];
  std::string answer = "pass";
  for (int square = 0; square < 81; ++square) {
    if (board[square] != 0) continue;
    const std::string place = " " + std::to_string(square / 9) + " " + std::to_string(square % 9);
    if (question != "turn" && colour[square] == 0) return question + place;
    int seen[11] = {};  // how many of each are in the row, the column and the box
    for (int s = 0; s < 81; ++s)
      if (s / 9 == square / 9 || s % 9 == square % 9 || box(s) == box(square)) ++seen[board[s]];
    for (int digit = 1; digit <= 9 && colour[square] == first; ++digit) {
      const int worth = 9 * digit - seen[10] * (digit + 3);  // one face down may refuse it
      if (hand[digit] == 0 || seen[digit] > 0 || worth <= best) continue;
      best = worth;
      answer = "play" + place + " " + std::to_string(digit);
    }
  }
  return answer;
}

int main(int argc, char** argv) {
  Server server(argc, argv);
  server.say(std::string("name ") + argv[3]);
  char me[8] = "", who[8] = "";
  for (int r = 0, c = 0, digit = 0, *h = hand;;) {
    const std::string text = server.read();
    const char* line = text.c_str();
    std::sscanf(line, "seat %7s", me);
    std::sscanf(line, "deal %d %d %d %d %d %d %d %d %d", h + 1, h + 2, h + 3, h + 4, h + 5, h + 6,
                h + 7, h + 8, h + 9);
    std::sscanf(line, "move %7s play %d %d %d", who, &r, &c, &digit);  // and then accepted or not
    const bool ours = who[0] == me[0];                                 // red or blue
    if (std::sscanf(line, "move %*s colour %d %d", &r, &c) == 2 && colour[9 * r + c] >= 0)
      colour[9 * r + c] = ours ? -1 : 1;
    if (std::sscanf(line, "move %*s hide %d %d", &r, &c) == 2) board[9 * r + c] = 10;
    if (std::sscanf(line, "move %*s take %d %d", &r, &c) == 2)
      hand[std::exchange(board[9 * r + c], 0)] += ours;
    if (text == "result accepted") board[9 * r + c] = digit;
    if (text == "result accepted") hand[digit] -= ours;
    if (std::sscanf(line, "reveal %d %d %d", &r, &c, &digit) == 3) board[9 * r + c] = digit;
    if (text.starts_with("over") || text.starts_with("error")) std::puts(line);
    if (text.ends_with("?") && text.find(' ') == text.npos)
      server.say(choose(text.substr(0, text.size() - 1)));
  }
}
