// Wins, draws and losses, as all commands count and show them.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <string>

namespace gauntlet::tools {

struct Tally {
  std::uint64_t wins = 0;
  std::uint64_t draws = 0;
  std::uint64_t losses = 0;

  /// A game's return: the whole point, none, or a share.
  void add(float points);
  std::uint64_t games() const { return wins + draws + losses; }
  /// Adds "wins", "draws" and "losses".
  void put_into(boost::json::object& object) const;
  /// The three cells of a table's line, and those of its heading.
  std::string cells() const;
  static std::string heading();
};

}  // namespace gauntlet::tools
