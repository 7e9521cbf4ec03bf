// `gauntlet host kinarow`: the page for browsers.
#pragma once

#include <cstdint>
#include <stop_token>
#include <string>
#include <vector>

#include "selfplay/thinking/pacer.h"
#include "tools/commands/command.h"
#include "tools/commands/options.h"
#include "tools/protocol/kinarow_levels.h"
#include "tools/protocol/known_opponents.h"

namespace gauntlet::tools {

struct KinarowPageOptions {
  CommonOptions common;
  std::string listen;  ///< REQUIRES: is_ip_address(listen).
  std::uint16_t port;  ///< 0: any free one.
  std::size_t connections = kUsualConnections;
  std::string opponent;  ///< The spec of the bot beside the page; "" for the best we have.
  /// By whose names the server may be called, besides its addresses and localhost.
  std::vector<std::string> origins;
  selfplay::Pace pace = selfplay::Pace::kFast;  ///< Of the bot.
  KnownOpponents known;                         ///< What level:auto knows from earlier games.
  KinarowLevels::Ended ended;                   ///< Is told of its games.
  std::stop_token stop;
};

/// Why there can be no such bot beside the page; "" is the best we have.
absl::Status kinarow_opponent_objection(const std::string& opponent);

/// Serves until the stop is requested. REQUIRES: there is no objection to the opponent.
Exit host_kinarow(KinarowPageOptions options);

}  // namespace gauntlet::tools
