// A Gomoku host without sockets, in virtual time, for tests.
#pragma once

#include <memory>
#include <string>

#include "tests/tools/host_table.h"
#include "tools/protocol/gomoku_host.h"

namespace gauntlet::tools {

/// What the host has to write: a status, the board's rows from the top with '.' for an empty
/// square, joined by '/', the last move, who moves.
inline std::string gomoku_message(const std::string& status, std::string board,
                                  const std::string& last, char mover) {
  for (char& square : board) square = square == '.' ? ' ' : square == '/' ? '\n' : square;
  return status + '\n' + board + '\n' + last + '\n' + mover + '\n';
}

class GomokuTable : public HostTable {
 public:
  explicit GomokuTable(const GomokuHost::Options& options)
      : HostTable(std::make_unique<GomokuHost>(options)) {}
};

}  // namespace gauntlet::tools
