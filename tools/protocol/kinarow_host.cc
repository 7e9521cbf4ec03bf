#include "tools/protocol/kinarow_host.h"

#include <string_view>
#include <utility>

namespace gauntlet::tools {

namespace {

constexpr std::string_view kBot = "/bot";

/// Whether the target is /bot or lies below it.
bool is_for_bot(std::string_view target) {
  if (!target.starts_with(kBot)) return false;
  target.remove_prefix(kBot.size());
  return target.empty() || target.front() == '/' || target.front() == '?';
}

}  // namespace

KinarowHost::KinarowHost(std::string player, KinarowBot::Think think, KnownOpponents known,
                         KinarowLevels::Ended ended)
    : page_(kinarow_files()),
      bot_({.player = std::move(player), .page_rules = false}, std::move(think)),
      levels_(std::move(known), std::move(ended)) {}

HttpAnswer KinarowHost::answer(const HttpRequest& request) const {
  if (KinarowLevels::is_for(request.target)) return levels_.answer(request);
  if (!is_for_bot(request.target)) return page_.answer(request);
  HttpRequest inner = request;
  inner.target.erase(0, kBot.size());
  return bot_.answer(inner);
}

}  // namespace gauntlet::tools
