// A bot for `gauntlet host gomoku`, five in a row: ./gomoku HOST PORT NAME
#include <string>
#include <utility>
#include <vector>

#include "server.h"

constexpr int kLine = 5;  // so many in a row win

using Rows = std::vector<std::string>;  // rows[r][c] is 'x', 'o' or a blank

/// How many stones of who's follow the square in that direction.
int run(const Rows& rows, int r, int c, int dr, int dc, char who) {
  const int y = r + dr, x = c + dc, size = static_cast<int>(rows.size());
  if (y < 0 || y >= size || x < 0 || x >= size || rows[y][x] != who) return 0;
  return 1 + run(rows, y, x, dr, dc, who);
}

/// Win, else stop a win, else go where stones are, rather near the centre.
int worth(const Rows& rows, int r, int c, char me) {
  const int size = static_cast<int>(rows.size());
  int total = -std::abs(2 * r + 1 - size) - std::abs(2 * c + 1 - size);
  for (const char who : {'x', 'o'})
    for (const auto& [dr, dc] : {std::pair(0, 1), {1, 0}, {1, 1}, {1, -1}}) {
      const int joined = run(rows, r, c, dr, dc, who) + run(rows, r, c, -dr, -dc, who);
      total += joined + 1 < kLine ? 100 * joined : who == me ? 1'000'000 : 100'000;
    }
  return total;
}

/// The square to play: row and column. me is 'x' or 'o'.
std::pair<int, int> choose(const Rows& rows, char me) {
  std::pair best(-1, -1);
  for (int r = 0; r < static_cast<int>(rows.size()); ++r)
    for (int c = 0; c < static_cast<int>(rows.size()); ++c) {
      if (rows[r][c] != ' ') continue;
      if (best.first < 0 || worth(rows, r, c, me) > worth(rows, best.first, best.second, me))
        best = {r, c};
    }
  return best;
}

int main(int argc, char** argv) {
  Server server(argc, argv);  // this protocol has no names
  for (;;) {
    const std::string status = server.read();
    Rows rows = {server.read()};
    while (rows.size() < rows[0].size()) rows.push_back(server.read());  // as high as wide
    server.read();                                                       // the last move
    const char me = server.read()[0];
    if (status == "CONTINUING") {
      const auto [row, column] = choose(rows, me);
      server.say(std::to_string(row) + " " + std::to_string(column));
    } else {
      std::puts(status.c_str());  // WIN, LOSE, DRAW, FORFEIT-MOVE or FORFEIT-TIME
    }
  }
}
