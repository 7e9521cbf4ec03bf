#include "tools/commands/tally.h"

#include <absl/strings/str_format.h>

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

std::string Tally::cells() const {
  return absl::StrFormat("%12s%12s%12s", grouped(wins), grouped(draws), grouped(losses));
}

std::string Tally::heading() {
  return absl::StrFormat("%12s%12s%12s", "wins", "draws", "losses");
}

}  // namespace gauntlet::tools
