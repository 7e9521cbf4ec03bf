// A Gomoku host without sockets, in virtual time, for tests.
#pragma once

#include <memory>
#include <string>

#include "tests/tools/gomoku_message.h"
#include "tests/tools/host_table.h"
#include "tools/protocol/gomoku_host.h"

namespace gauntlet::tools {

class GomokuTable : public HostTable {
 public:
  explicit GomokuTable(const GomokuHost::Options& options)
      : HostTable(std::make_unique<GomokuHost>(options)) {}
};

}  // namespace gauntlet::tools
