#include "tools/protocol/kinarow_host.h"

#include <boost/json.hpp>
#include <cmath>
#include <string_view>
#include <utility>

#include "selfplay/players/level_ratings.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kBot = "/bot";

/// Whether the target is /bot or lies below it.
bool is_for_bot(std::string_view target) {
  if (!target.starts_with(kBot)) return false;
  target.remove_prefix(kBot.size());
  return target.empty() || target.front() == '/' || target.front() == '?';
}

/// Of all boards that were measured.
std::string levels_json() {
  boost::json::object boards;
  for (const selfplay::LevelRatings& ratings : selfplay::all_level_ratings()) {
    if (!ratings.game.starts_with("mnk:") && !ratings.game.starts_with("gomoku:")) continue;
    boost::json::array& levels = boards[ratings.game].emplace_array();
    for (int level = 1; level <= search::kLevels; ++level)
      levels.emplace_back(std::lround(selfplay::elo_of_level(ratings, 10 * level)));
  }
  return boost::json::serialize(boards);
}

std::vector<WebFile> with_levels(std::string_view levels) {
  const std::span<const WebFile> page = kinarow_files();
  std::vector<WebFile> files(page.begin(), page.end());
  files.push_back({.name = "levels.json", .content = levels, .sha256 = {}});
  return files;
}

}  // namespace

KinarowHost::KinarowHost(std::string player, KinarowBot::Think think)
    : levels_(levels_json()),
      files_(with_levels(levels_)),
      page_(files_),
      bot_({.player = std::move(player), .page_rules = false}, std::move(think)) {}

HttpAnswer KinarowHost::answer(const HttpRequest& request) const {
  if (!is_for_bot(request.target)) return page_.answer(request);
  HttpRequest inner = request;
  inner.target.erase(0, kBot.size());
  return bot_.answer(inner);
}

}  // namespace gauntlet::tools
