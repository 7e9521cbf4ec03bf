#include "selfplay/tournament/rounds.h"

#include <algorithm>
#include <utility>

namespace gauntlet::selfplay {

namespace {

/// All sets of `size` players of `first` and those behind it.
void add_sets(int first, int entrants, int size, std::vector<int>& chosen, Rounds::Tables& sets) {
  if (static_cast<int>(chosen.size()) == size) {
    sets.push_back(chosen);
    return;
  }
  for (int player = first; player < entrants; ++player) {
    chosen.push_back(player);
    add_sets(player + 1, entrants, size, chosen, sets);
    chosen.pop_back();
  }
}

/// Whether there are at most two tables for each player.
bool are_few(int entrants, int seats) {
  std::uint64_t tables = 1;
  for (int i = 0; i < seats; ++i) {
    tables = tables * static_cast<std::uint64_t>(entrants - i) / static_cast<std::uint64_t>(i + 1);
    if (tables > 1'000'000) return false;
  }
  return tables <= 2 * static_cast<std::uint64_t>(entrants);
}

Rounds::Tables tables_to_choose_from(int entrants, int seats) {
  Rounds::Tables tables;
  std::vector<int> chosen;
  if (!are_few(entrants, seats)) chosen.push_back(0);
  add_sets(static_cast<int>(chosen.size()), entrants, seats, chosen, tables);
  return tables;
}

}  // namespace

std::optional<Encounter> Rounds::next() {
  if (open_.empty() && round_ < rounds_) {
    for (std::vector<int>& table : draw_(round_))
      open_.push_back(meetings_.next(std::move(table), round_, static_cast<int>(round_)));
    ++round_;
  }
  if (open_.empty()) return std::nullopt;
  Encounter encounter = std::move(open_.front());
  open_.pop_front();
  return encounter;
}

Rounds::Tables all_pairs(int entrants) {
  Rounds::Tables tables;
  const int places = entrants + entrants % 2;  // who meets the last place of an odd number rests
  for (int turn = 0; turn < places - 1; ++turn)
    for (int i = 0; i < places / 2; ++i) {
      const auto player_at = [&](int place) {
        return place == 0 ? 0 : 1 + (place - 1 + turn) % (places - 1);
      };
      const int a = player_at(i), b = player_at(places - 1 - i);
      if (std::max(a, b) < entrants) tables.push_back({a, b});
    }
  return tables;
}

Rounds::Tables pairs_of_first(int entrants) {
  Rounds::Tables tables;
  for (int other = 1; other < entrants; ++other) tables.push_back({0, other});
  return tables;
}

Rounds::Tables tables_of_neighbours(int entrants, int seats) {
  Rounds::Tables tables;
  for (int first = 0; first < entrants; ++first) {
    std::vector<int> chosen = {first};
    add_sets(first + 1, std::min(entrants, first + seats + 1), seats, chosen, tables);
  }
  return tables;
}

BalancedTables::BalancedTables(int entrants, int seats)
    : entrants_(entrants),
      seats_(seats),
      all_(tables_to_choose_from(entrants, seats)),
      meetings_(static_cast<std::size_t>(entrants) / 2 + 1) {}

std::uint64_t BalancedTables::of_round() const {
  return are_few(entrants_, seats_) ? all_.size() : static_cast<std::uint64_t>(entrants_);
}

Rounds::Tables BalancedTables::next() {
  if (are_few(entrants_, seats_)) return all_;
  const std::vector<int> table = most_even();
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int apart = table[i] - table[j];
      ++meetings_[static_cast<std::size_t>(std::min(apart, entrants_ - apart))];
    }
  return turned(table);
}

Rounds::Tables BalancedTables::turned(const std::vector<int>& table) const {
  Rounds::Tables tables;
  for (int turn = 0; turn < entrants_; ++turn) {
    std::vector<int> next;
    for (const int player : table) next.push_back((player + turn) % entrants_);
    tables.push_back(std::move(next));
  }
  return tables;
}

std::vector<int> BalancedTables::most_even() const {
  return *std::min_element(all_.begin(), all_.end(),
                           [this](const auto& a, const auto& b) { return cost(a) < cost(b); });
}

/// What the squares of all meetings would add up to. A pair that sits opposite each other round the
/// circle meets twice while the table is turned once.
double BalancedTables::cost(const std::vector<int>& table) const {
  std::vector<std::uint64_t> meetings = meetings_;
  for (std::size_t i = 0; i < table.size(); ++i)
    for (std::size_t j = 0; j < i; ++j) {
      const int apart = table[i] - table[j];
      ++meetings[static_cast<std::size_t>(std::min(apart, entrants_ - apart))];
    }
  double sum = 0;
  for (std::size_t apart = 1; apart < meetings.size(); ++apart) {
    const bool is_opposite = 2 * static_cast<int>(apart) == entrants_;
    const double times = static_cast<double>(meetings[apart]) * (is_opposite ? 2 : 1);
    sum += times * times * (is_opposite ? 0.5 : 1);
  }
  return sum;
}

}  // namespace gauntlet::selfplay
