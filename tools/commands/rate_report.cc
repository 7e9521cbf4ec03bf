#include "tools/commands/rate_report.h"

#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json/array.hpp>
#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

#include "selfplay/statistics/student.h"
#include "tools/commands/elo_text.h"
#include "tools/commands/print.h"
#include "tools/commands/table.h"

namespace gauntlet::tools {

using selfplay::ComparisonGroup;
using selfplay::EloInterval;
using selfplay::PlayerRating;

namespace {

const PlayerRating& rating_of(const RateReport& report, int player) {
  return report.ratings.players()[static_cast<std::size_t>(player)];
}

const std::string& name_of(const RateReport& report, int player) {
  return report.games.players()[static_cast<std::size_t>(player)];
}

/// The players of a group: those above all, the rated from the strongest on, those below all, and
/// last of whom nothing is known.
std::vector<int> ordered(const RateReport& report, const ComparisonGroup& group) {
  std::vector<int> players;
  const auto append = [&](ComparisonGroup::Open::Side side) {
    for (const ComparisonGroup::Open& open : group.open)
      if (open.side == side) players.push_back(open.player);
  };
  append(ComparisonGroup::Open::Side::kAbove);
  std::vector<int> rated = group.rated;
  std::stable_sort(rated.begin(), rated.end(), [&](int a, int b) {
    return *rating_of(report, a).elo > *rating_of(report, b).elo;
  });
  players.insert(players.end(), rated.begin(), rated.end());
  append(ComparisonGroup::Open::Side::kBelow);
  append(ComparisonGroup::Open::Side::kUnknown);
  return players;
}

/// 0.2512 and 0.2301 .. 0.2723, or nothing where nothing was asked.
void add_luck(const RateReport& report, const std::string& name, Table::Cells& cells) {
  const auto found = report.without_luck.find(name);
  if (found == report.without_luck.end() || found->second.games == 0) return;
  const auto interval = selfplay::mean_interval(found->second);
  cells.emplace_back(absl::StrFormat("%.4f", found->second.score / found->second.games));
  cells.emplace_back(interval ? absl::StrFormat("%.4f .. %.4f", interval->low, interval->high)
                              : "too few games");
}

Table::Cells cells_of(const RateReport& report, int player, std::optional<int> next) {
  const PlayerRating& rating = rating_of(report, player);
  const auto superiority = next ? report.ratings.superiority(player, *next) : std::nullopt;
  Table::Cells cells = {name_of(report, player),
                        rating.elo ? elo_cell(*rating.elo) : "open",
                        rating.is_reference ? "reference" : interval_cell(rating.low, rating.high),
                        grouped(rating.games),
                        absl::StrFormat("%.4f", rating.score),
                        superiority ? absl::StrFormat("%.1f %%", 100 * *superiority) : ""};
  add_luck(report, name_of(report, player), cells);
  return cells;
}

/// As wide as all names need, so that the tables of several groups look alike.
Table::Column names_of(const RateReport& report) {
  Table::Column column = Table::names();
  for (const std::string& name : report.games.players())
    column.width = std::max(column.width, shortened(name, column.most).size());
  return column;
}

Table::Column wide_intervals() {
  Table::Column column = Table::intervals();
  column.width = 20;
  return column;
}

std::string table(const RateReport& report, const ComparisonGroup& group, const Colours& colours) {
  std::vector<Table::Column> columns = {names_of(report), {.heading = "elo", .width = 8},
                                        wide_intervals(), Table::counts("games"),
                                        Table::scores(),  {.heading = "stronger"}};
  if (!report.without_luck.empty()) {
    columns.push_back({.heading = "no luck", .gap = 3});
    columns.push_back(Table::intervals());
  }
  Table table(std::move(columns));
  const std::vector<int> players = ordered(report, group);
  for (std::size_t i = 0; i < players.size(); ++i)
    table.add(cells_of(report, players[i],
                       i + 1 < players.size() ? std::optional(players[i + 1]) : std::nullopt),
              i == 0 && players.size() > 1 ? Look::kBold : Look::kPlain);
  return table.text(colours);
}

/// "kimble:4, 4,000 games, 3 players", and how many games were no news.
std::string heading(const RateReport& report) {
  const std::uint64_t games = report.games.games(), distinct = report.games.distinct_games();
  const std::string differ = distinct < games ? " (" + grouped(distinct) + " distinct)" : "";
  return report.games.game() + ", " + counted(games, "game") + differ + ", " +
         counted(report.games.players().size(), "player");
}

/// A line, where some games do not count.
std::string repeated_line(const RateReport& report) {
  const std::uint64_t left_out = report.games.games() - report.games.outcomes().games();
  if (left_out == 0) return "";
  return counted(left_out, "game") +
         " of rounds that were played before, move for move, tell nothing new and do not count\n";
}

std::string open_seats_line(const selfplay::OpenEffect& open) {
  const std::string why = ": no likeliest value is finite, and the ratings leave the seats in\n";
  if (!open.bound) return "what a seat is worth is open" + why;
  return absl::StrFormat("the first seat is worth %s %s elo, how much is open%s",
                         open.is_high ? "more than" : "less than", elo_cell(*open.bound), why);
}

std::string seat_lines(const RateReport& report) {
  if (const auto& open = report.ratings.open_seats()) return open_seats_line(*open);
  if (const auto first = report.ratings.first_seat_advantage())
    return absl::StrFormat("the first seat is worth %s elo (%s)\n", elo_cell(first->elo),
                           interval_cell(first->low, first->high));
  std::string text;
  int number = 0;
  for (const EloInterval& seat : report.ratings.seats())
    absl::StrAppendFormat(&text, "seat %d is worth %s elo (%s)\n", ++number, elo_cell(seat.elo),
                          interval_cell(seat.low, seat.high));
  return text.empty() ? "what a seat is worth cannot be told from the players\n" : text;
}

std::string draw_line(const RateReport& report) {
  if (const auto draws = report.ratings.even_draws())
    return absl::StrFormat("equals draw %.1f %% of their games\n", 100 * *draws);
  const auto& open = report.ratings.open_draws();
  if (!open) return "";
  const std::string bound =
      open->bound ? absl::StrFormat(", %s %.1f %% of their games",
                                    open->is_high ? "more than" : "less than", 100 * *open->bound)
                  : "";
  return "how often equals draw is open" + bound +
         ": Davidson's model has no finite ratings of these games, so a draw counts half a win\n";
}

boost::json::value json_of(const std::optional<double>& value) {
  return value ? boost::json::value(*value) : boost::json::value();
}

boost::json::object player_json(const RateReport& report, int player, std::optional<int> next) {
  const PlayerRating& rating = rating_of(report, player);
  boost::json::object object{
      {"player", name_of(report, player)},
      {"elo", rating.elo ? boost::json::value(rounded_elo(*rating.elo)) : boost::json::value()},
      {"elo95", elo_bounds_json(rating.low, rating.high)},
      {"reference", rating.is_reference},
      {"games", rating.games},
      {"score", rating.score},
      {"group", rating.group}};
  object["superiority"] = json_of(next ? report.ratings.superiority(player, *next) : std::nullopt);
  const auto found = report.without_luck.find(name_of(report, player));
  if (found == report.without_luck.end() || found->second.games == 0) return object;
  object["score_without_luck"] = found->second.score / found->second.games;
  const auto interval = selfplay::mean_interval(found->second);
  object["ci95_without_luck"] =
      interval ? boost::json::value{interval->low, interval->high} : boost::json::value();
  return object;
}

}  // namespace

std::string rate_text(const RateReport& report, const Colours& colours) {
  const auto& groups = report.ratings.groups();
  std::string text = heading(report) + "\n" + repeated_line(report);
  if (groups.size() > 1)
    text += "\n" + counted(groups.size(), "group") +
            " that cannot be compared: they never met, or all games between them went one way\n";
  for (const ComparisonGroup& group : groups) text += "\n" + table(report, group, colours);
  return text + "\n" + seat_lines(report) + draw_line(report);
}

namespace {

/// How many games there were, and how many count.
void add_counts(const RateReport& report, boost::json::object& object) {
  object["games"] = report.games.games();
  object["distinct_games"] = report.games.distinct_games();
  object["counted_games"] = report.games.outcomes().games();
}

/// From `least` to `most`, or from or to the bound. REQUIRES: there is one.
boost::json::array ends_of(const selfplay::OpenEffect& open, const boost::json::value& least,
                           const boost::json::value& most) {
  const boost::json::value bound = rounded_elo(*open.bound);
  return open.is_high ? boost::json::array{bound, most} : boost::json::array{least, bound};
}

void add_seats(const RateReport& report, boost::json::object& object) {
  boost::json::array seats;
  for (const EloInterval& seat : report.ratings.seats())
    seats.push_back(
        {{"elo", rounded_elo(seat.elo)}, {"elo95", elo_bounds_json(seat.low, seat.high)}});
  const auto first = report.ratings.first_seat_advantage();
  const auto& open = report.ratings.open_seats();
  object["seat_advantage"] =
      first ? boost::json::value(rounded_elo(first->elo)) : boost::json::value();
  object["seat_advantage95"] =
      first ? boost::json::value(elo_bounds_json(first->low, first->high)) : boost::json::value();
  if (open && open->bound) object["seat_advantage95"] = ends_of(*open, nullptr, nullptr);
  object["seats"] = std::move(seats);
  object["seats_open"] = open.has_value();
}

void add_draws(const RateReport& report, boost::json::object& object) {
  if (const auto draws = report.ratings.even_draws()) object["even_draws"] = *draws;
  const auto& open = report.ratings.open_draws();
  if (!open) return;
  object["even_draws"] = boost::json::value();
  object["even_draws95"] = boost::json::array{0, 1};
  if (open->bound) object["even_draws95"] = ends_of(*open, 0, 1);
}

}  // namespace

boost::json::object rate_json(const RateReport& report) {
  boost::json::array players, groups;
  for (const ComparisonGroup& group : report.ratings.groups()) {
    boost::json::array names;
    const std::vector<int> order = ordered(report, group);
    for (std::size_t i = 0; i < order.size(); ++i) {
      names.emplace_back(name_of(report, order[i]));
      players.push_back(player_json(
          report, order[i], i + 1 < order.size() ? std::optional(order[i + 1]) : std::nullopt));
    }
    groups.push_back(std::move(names));
  }
  boost::json::object object{{"game", report.games.game()}};
  add_counts(report, object);
  object["players"] = std::move(players);
  add_seats(report, object);
  add_draws(report, object);
  object["groups"] = std::move(groups);
  return object;
}

namespace {

EloInterval interval_of(const selfplay::Glicko2Rating& rating) {
  const double half = selfplay::kNormal95 * rating.deviation;
  return {rating.rating, rating.rating - half, rating.rating + half};
}

std::vector<std::size_t> best_first(const std::vector<selfplay::Glicko2Rating>& ratings) {
  std::vector<std::size_t> order(ratings.size());
  for (std::size_t player = 0; player < order.size(); ++player) order[player] = player;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return ratings[a].rating > ratings[b].rating;
  });
  return order;
}

}  // namespace

std::string glicko2_text(const RateReport& report,
                         const std::vector<selfplay::Glicko2Rating>& ratings,
                         const Colours& colours) {
  Table table({names_of(report),
               {.heading = "rating", .width = 8},
               wide_intervals(),
               Table::counts("volatility"),
               Table::counts("games"),
               Table::scores()});
  for (const std::size_t player : best_first(ratings)) {
    const EloInterval told = interval_of(ratings[player]);
    const PlayerRating& counts = report.ratings.players()[player];
    table.add(
        {report.games.players()[player], absl::StrFormat("%.1f", told.elo),
         interval_cell(told.low, told.high), absl::StrFormat("%.4f", ratings[player].volatility),
         grouped(counts.games), absl::StrFormat("%.4f", counts.score)},
        player == best_first(ratings).front() ? Look::kBold : Look::kPlain);
  }
  return heading(report) + ", Glicko-2 with " +
         counted(report.games.store_ends().size(), "period") + "\n" + repeated_line(report) + "\n" +
         table.text(colours);
}

boost::json::object glicko2_json(const RateReport& report,
                                 const std::vector<selfplay::Glicko2Rating>& ratings) {
  boost::json::array players;
  for (const std::size_t player : best_first(ratings)) {
    const EloInterval told = interval_of(ratings[player]);
    const PlayerRating& counts = report.ratings.players()[player];
    players.push_back({{"player", report.games.players()[player]},
                       {"elo", told.elo},
                       {"elo95", {told.low, told.high}},
                       {"deviation", ratings[player].deviation},
                       {"volatility", ratings[player].volatility},
                       {"games", counts.games},
                       {"score", counts.score}});
  }
  boost::json::object object{{"game", report.games.game()}};
  add_counts(report, object);
  object["periods"] = report.games.store_ends().size();
  object["players"] = std::move(players);
  return object;
}

}  // namespace gauntlet::tools
