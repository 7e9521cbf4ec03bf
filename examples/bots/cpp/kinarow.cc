// A bot that K-in-a-Row pages call, as that of `gauntlet host kinarow`: ./kinarow PORT
#include <cstdlib>
#include <utility>

#include "page.h"

/// How many stones of who's follow the square in that direction.
int run(const Position& p, int r, int c, int dr, int dc, int who) {
  const int y = r + dr, x = c + dc;
  if (y < 0 || y >= p.height || x < 0 || x >= p.width || p.cells[y * p.width + x] != who) return 0;
  return 1 + run(p, y, x, dr, dc, who);
}

/// Win, else stop a win, else go where stones are, rather near the centre.
int worth(const Position& p, int square) {
  const int r = square / p.width, c = square % p.width;
  int total = -std::abs(2 * r + 1 - p.height) - std::abs(2 * c + 1 - p.width);
  for (const int who : {0, 1})
    for (const auto& [dr, dc] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
      const int joined = run(p, r, c, dr, dc, who) + run(p, r, c, -dr, -dc, who);
      total += joined + 1 < p.k ? 100 * joined : who == p.turn ? 1'000'000 : 100'000;
    }
  return total;
}

/// The square to play.
int choose(const Position& p) {
  int best = -1;
  for (int s = 0; s < p.width * p.height; ++s)
    if (p.cells[s] < 0 && (best < 0 || worth(p, s) > worth(p, best))) best = s;
  return best;
}

int main(int argc, char** argv) {
  return serve(argc, argv, choose);
}
