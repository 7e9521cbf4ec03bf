#include "tools/commands/tally.h"

#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kWidth = 12;

}  // namespace

void Tally::add(float points) {
  ++(points == 1.0f ? wins : points == 0.0f ? losses : draws);
}

void Tally::put_into(boost::json::object& object) const {
  object["wins"] = wins;
  object["draws"] = draws;
  object["losses"] = losses;
}

std::string Tally::cells() const {
  return right_aligned(grouped(wins), kWidth) + right_aligned(grouped(draws), kWidth) +
         right_aligned(grouped(losses), kWidth);
}

std::string Tally::heading() {
  return right_aligned("wins", kWidth) + right_aligned("draws", kWidth) +
         right_aligned("losses", kWidth);
}

}  // namespace gauntlet::tools
