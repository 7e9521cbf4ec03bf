#include "selfplay/tournament/seating.h"

#include <algorithm>
#include <string>
#include <utility>

namespace gauntlet::selfplay {

namespace {

const std::string& name_of(const Tournament& tournament, int entrant) {
  return tournament.entrants[static_cast<std::size_t>(entrant)].name;
}

std::vector<int> by_name(const Tournament& tournament, std::vector<int> entrants) {
  std::sort(entrants.begin(), entrants.end(),
            [&](int a, int b) { return name_of(tournament, a) < name_of(tournament, b); });
  return entrants;
}

std::uint64_t seed_of(const Tournament& tournament, const std::vector<int>& table,
                      std::uint64_t meeting) {
  std::uint64_t words = kNoWords;
  for (const int entrant : table) words = with_text(words, name_of(tournament, entrant));
  return engine::Rng(tournament.seed, with_word(words, meeting)).next();
}

}  // namespace

Seating::Seating(const Tournament& tournament, const Encounter& encounter)
    : tournament_(tournament),
      table_(by_name(tournament, encounter.entrants)),
      schedule_(seed_of(tournament, table_, encounter.meeting), tournament.game.players()) {
  engine::Rng lot = schedule_.start_rng(0);
  for (std::size_t place = table_.size(); table_.size() > 2 && place > 1; --place)
    std::swap(table_[place - 1], table_[lot.below(static_cast<std::uint32_t>(place))]);
}

std::vector<int> Seating::seats(int rotation) const {
  std::vector<int> seats;
  for (int seat = 0; seat < static_cast<int>(table_.size()); ++seat)
    seats.push_back(table_[static_cast<std::size_t>(schedule_.player_at(seat, rotation))]);
  return seats;
}

std::uint64_t Seating::key(int rotation) const {
  std::uint64_t words = kNoWords;
  for (const int entrant : seats(rotation)) words = with_text(words, name_of(tournament_, entrant));
  return words;
}

}  // namespace gauntlet::selfplay
