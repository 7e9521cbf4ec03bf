// What a Gomoku server writes.
#pragma once

#include <algorithm>
#include <string>

namespace gauntlet::tools {

/// A status, the board, the last move as "row column", who moves. The board is a position text,
/// "x.o/.../..", of which only the rows count.
inline std::string gomoku_message(const std::string& status, const std::string& board,
                                  const std::string& last, char mover) {
  std::string rows = board.substr(0, board.find(' '));
  std::replace(rows.begin(), rows.end(), '/', '\n');
  std::replace(rows.begin(), rows.end(), '.', ' ');
  return status + '\n' + rows + '\n' + last + '\n' + mover + '\n';
}

}  // namespace gauntlet::tools
