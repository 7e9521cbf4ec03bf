// Wins, draws and losses, as all commands count and show them.
#pragma once

#include <boost/json/object.hpp>
#include <cstdint>
#include <vector>

#include "tools/commands/table.h"

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
  /// Adds the three columns of a table, and the cells of a row.
  static void add_to(std::vector<Table::Column>& columns);
  void add_to(Table::Cells& cells) const;
};

}  // namespace gauntlet::tools
