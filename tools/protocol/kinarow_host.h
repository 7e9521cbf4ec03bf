// A K-in-a-Row page with a bot beside it.
#pragma once

#include <string>

#include "tools/protocol/http.h"
#include "tools/protocol/kinarow_bot.h"
#include "tools/protocol/kinarow_levels.h"
#include "tools/protocol/static_files.h"

namespace gauntlet::tools {

/// A page on which people and bots play, and at /bot the bot of kinarow_bot.h, so that there is an
/// opponent: /bot/status, /bot/move, /bot/level/3/move. The page referees and keeps the time; this
/// server remembers only the games of its level:auto (kinarow_levels.h). Lines count
/// as everybody counts them: the wrapped diagonals of the page that this protocol comes from count
/// neither here nor for the bot.
class KinarowHost {
 public:
  /// `player` is the spec of who thinks at /bot itself. `known` and `ended` are those of
  /// KinarowLevels.
  KinarowHost(std::string player, KinarowBot::Think think, KnownOpponents known = {},
              KinarowLevels::Ended ended = nullptr);

  /// The task of a move refers to this host, which must outlive it.
  HttpAnswer answer(const HttpRequest& request) const;

 private:
  StaticFiles page_;
  KinarowBot bot_;
  mutable KinarowLevels levels_;  // thread-safe
};

}  // namespace gauntlet::tools
