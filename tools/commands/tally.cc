#include "tools/commands/tally.h"

#include "tools/commands/print.h"

namespace gauntlet::tools {

void Tally::add(float points) {
  ++(points == 1.0f ? wins : points == 0.0f ? losses : draws);
}

void Tally::put_into(boost::json::object& object) const {
  object["wins"] = wins;
  object["draws"] = draws;
  object["losses"] = losses;
}

void Tally::add_to(std::vector<Table::Column>& columns) {
  for (const char* heading : {"wins", "draws", "losses"}) columns.push_back(Table::counts(heading));
}

void Tally::add_to(Table::Cells& cells) const {
  for (const std::uint64_t count : {wins, draws, losses}) cells.emplace_back(grouped(count));
}

}  // namespace gauntlet::tools
