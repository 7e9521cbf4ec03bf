// What `gauntlet tournament --json` says of one player.
#pragma once

#include <gtest/gtest.h>

#include <boost/json.hpp>
#include <string>

#include "engine/words.h"
#include "tests/tools/child_process.h"

namespace gauntlet::tools {

/// The object of `player` in the standings that the command wrote: player, games, wins, draws,
/// losses, score, forfeits and more (docs/tournament.md). Empty, and the test has failed, if there
/// is none.
inline boost::json::object standing_of(const Ended& ended, const std::string& player) {
  EXPECT_EQ(ended.code, 0) << ended.out << ended.err;
  const auto lines = engine::split(ended.out, '\n');
  boost::system::error_code error;
  const boost::json::value last =
      boost::json::parse(std::string(lines.size() < 2 ? "{}" : lines[lines.size() - 2]), error);
  const auto* const object = last.if_object();
  const auto* const standings = object ? object->if_contains("standings") : nullptr;
  if (standings && standings->is_array())
    for (const auto& line : standings->get_array())
      if (line.at("player") == boost::json::value(player)) return line.as_object();
  ADD_FAILURE() << "no standing of " << player << " in " << ended.out << ended.err;
  return {};
}

}  // namespace gauntlet::tools
