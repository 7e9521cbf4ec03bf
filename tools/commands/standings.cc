#include "tools/commands/standings.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json/array.hpp>

#include "selfplay/game_key.h"
#include "tools/commands/print.h"

namespace gauntlet::tools {

namespace {

constexpr std::string_view kNameless = "connection ";

bool has_no_name(std::string_view player) {
  if (!player.starts_with(kNameless) || player.size() == kNameless.size()) return false;
  player.remove_prefix(kNameless.size());
  return player.find_first_not_of("0123456789") == player.npos;
}

/// Whether no other seat of the same name ended better, or as well and comes first. Two players of
/// one name who play each other are two.
bool is_best_of_name(const selfplay::FinishedGame& game, std::size_t seat) {
  if (game.players.size() <= 2) return true;
  for (std::size_t other = 0; other < game.players.size(); ++other) {
    if (other == seat || game.players[other] != game.players[seat]) continue;
    const float lead = game.returns[other] - game.returns[seat];
    if (lead > 0 || (lead == 0 && other < seat)) return false;
  }
  return true;
}

std::uint64_t key_of(const selfplay::FinishedGame& game) {
  std::uint64_t key = selfplay::with_text(selfplay::kNoWords, game.game.name());
  key = selfplay::with_word(key, game.start.hash());
  for (const std::string& player : game.players) key = selfplay::with_text(key, player);
  for (const engine::AnyMove move : game.moves) key = selfplay::with_move(key, move);
  return key;
}

}  // namespace

Standings::Line& Standings::line_of(const std::string& player) {
  if (has_no_name(player)) return lines_["connections"];
  if (lines_.size() >= kMostNames && !lines_.contains(player)) return lines_["(further names)"];
  return lines_[player];
}

void Standings::add(const selfplay::FinishedGame& game) {
  ++games_;
  distinct_.add(key_of(game));
  const bool was_decided_by_rules = ended_by_rules(game);
  for (std::size_t seat = 0; seat < game.players.size(); ++seat)
    if (is_best_of_name(game, seat)) add_seat(game, seat, was_decided_by_rules);
}

void Standings::add_seat(const selfplay::FinishedGame& game, std::size_t seat,
                         bool was_decided_by_rules) {
  const float points = game.returns[seat];
  Line& line = line_of(game.players[seat]);
  // Who is alone has won when it is through; its points tell how soon.
  line.tally.add(game.players.size() == 1 && points > 0 ? 1.0f : points);
  line.points += static_cast<double>(points);
  line.forfeits += !was_decided_by_rules && points == 0;
}

std::vector<const Standings::Entry*> Standings::best() const {
  std::vector<const Entry*> all;
  for (const Entry& entry : lines_) all.push_back(&entry);
  const std::size_t most = std::min(all.size(), kMostLines);
  std::partial_sort(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(most), all.end(),
                    [](const Entry* a, const Entry* b) {
                      if (a->second.points != b->second.points)
                        return a->second.points > b->second.points;
                      return a->first < b->first;
                    });
  all.resize(most);
  return all;
}

std::size_t Standings::others() const {
  return lines_.size() - std::min(lines_.size(), kMostLines);
}

std::string Standings::text(const Colours& colours) const {
  const auto entries = best();
  if (entries.empty()) return "";
  std::vector<Table::Column> columns = {Table::names(), Table::counts("games")};
  Tally::add_to(columns);
  columns.push_back(Table::counts("forfeits"));
  columns.push_back(Table::counts("points"));
  Table table(std::move(columns));
  for (const Entry* entry : entries) {
    const Line& line = entry->second;
    Table::Cells cells = {entry->first, grouped(line.tally.games())};
    line.tally.add_to(cells);
    cells.emplace_back(grouped(line.forfeits), line.forfeits > 0 ? Look::kBad : Look::kPlain);
    cells.emplace_back(absl::StrFormat("%.1f", line.points));
    table.add(std::move(cells), entry == entries.front() ? Look::kBold : Look::kPlain);
  }
  std::string text = table.text(colours);
  if (others() > 0) text += "and " + counted(others(), "other") + "\n";
  return text;
}

boost::json::object Standings::json() const {
  boost::json::array players;
  for (const Entry* entry : best()) {
    const Line& line = entry->second;
    boost::json::object player{{"player", entry->first}, {"games", line.tally.games()}};
    line.tally.put_into(player);
    player["forfeits"] = line.forfeits;
    player["points"] = line.points;
    players.push_back(std::move(player));
  }
  return {{"standings", std::move(players)},
          {"others", others()},
          {"games", games_},
          {"distinct_games", distinct_games()}};
}

}  // namespace gauntlet::tools
