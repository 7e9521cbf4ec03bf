#include "tools/report/report_charts.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "engine/guide.h"
#include "engine/words.h"
#include "selfplay/statistics/score_interval.h"
#include "tools/report/charts.h"
#include "tools/report/html.h"
#include "tools/report/table_html.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kMostOpeningsShown = 20;

/// How long each player thought.
std::string times_table(const ReportContent& content) {
  const std::vector<PlayerSums>& all = content.sums.players();
  const TablePlayers players =
      table_players(content, [&](std::size_t player) { return all[player].moves > 0; });
  std::string rows;
  for (const std::size_t number : players.shown) {
    const PlayerSums& player = all[number];
    const auto moves = static_cast<double>(player.moves);
    absl::StrAppend(
        &rows, "<tr>", name_head(content, number), count(player.moves),
        cell(absl::StrFormat("%.1f", static_cast<double>(player.milliseconds) / moves)),
        count(player.longest),
        cell(player.nodes > 0 ? absl::StrFormat("%.0f", static_cast<double>(player.nodes) / moves)
                              : std::string()),
        "</tr>\n");
  }
  return table({"Player", "Moves", "ms per move", "Longest, ms", "Nodes per move"}, rows) +
         players.rest;
}

ErrorBar luck_bar(const selfplay::BlockSums& sums) {
  const double mean = sums.score / sums.games;
  const auto interval = selfplay::mean_interval(sums);
  return {mean, interval ? interval->low : mean, interval ? interval->high : mean};
}

const selfplay::BlockSums* luck_of(const ReportContent& content, std::size_t player) {
  const auto found = content.without_luck.find(content.facts.players[player]);
  const bool has_games = found != content.without_luck.end() && found->second.games > 0;
  return has_games ? &found->second : nullptr;
}

}  // namespace

std::string test_html(const ReportContent& content) {
  if (!content.facts.test || content.test_path.empty()) return "";
  const selfplay::Sprt& test = *content.facts.test;
  const double last = content.test_path.back();
  const std::string verdict =
      last >= test.upper()   ? absl::StrFormat("H1 is accepted: %g Elo or more", test.elo1)
      : last <= test.lower() ? absl::StrFormat("H0 is accepted: %g Elo or less", test.elo0)
                             : std::string("not decided yet");
  return section(
      "test", "The test",
      path_svg(content.test_path, test.lower(), test.upper(),
               "log-likelihood ratio by pairs of games") +
          absl::StrFormat("<p>SPRT of %g against %g %s Elo, log-likelihood ratio %.2f: "
                          "%s.</p>",
                          test.elo0, test.elo1,
                          test.model == selfplay::EloModel::kNormalized ? "normalized" : "logistic",
                          last, verdict));
}

std::string lengths_html(const ReportContent& content) {
  const auto& lengths = content.sums.lengths();
  if (lengths.empty()) return "";
  constexpr std::uint32_t kColumns = 24;
  const std::uint32_t low = lengths.begin()->first, high = lengths.rbegin()->first;
  const std::uint32_t width = std::max(1u, (high - low + kColumns) / kColumns);
  std::vector<Bar> bars;
  for (std::uint32_t begin = low; begin <= high; begin += width)
    bars.push_back({absl::StrCat(begin), 0});
  for (const auto& [length, games] : lengths)
    bars[(length - low) / width].value += static_cast<double>(games);
  return section("lengths", "Length",
                 columns_svg(bars, "games by their plies") +
                     absl::StrFormat("<p>Games by their plies, moves of chance among them; %.1f on "
                                     "average.</p>",
                                     content.sums.plies_mean()));
}

std::string times_html(const ReportContent& content) {
  if (!content.sums.has_times()) return "";
  const TimeBins& times = content.sums.times();
  std::size_t last = times.size();
  while (last > 1 && times[last - 1] == 0) --last;
  std::vector<Bar> bars;
  for (std::size_t bin = 0; bin < last; ++bin)
    bars.push_back({bin == 0 ? "0" : absl::StrCat("<", std::uint64_t{1} << bin),
                    static_cast<double>(times[bin])});
  return section("times", "Thinking time",
                 columns_svg(bars, "moves by the milliseconds they took") +
                     "<p>Moves by the milliseconds that they took.</p>" + times_table(content));
}

std::string seats_html(const ReportContent& content) {
  const std::vector<std::string> names = engine::seat_names(content.facts.game);
  if (names.size() < 2 || content.sums.games() == 0) return "";
  std::vector<Bar> bars;
  std::string rows;
  for (std::size_t seat = 0; seat < names.size(); ++seat) {
    const double points = content.sums.seat_points()[seat];
    absl::StrAppend(&rows, "<tr>", head(escaped(names[seat])),
                    cell(absl::StrFormat("%.1f", points)),
                    cell(percent(points / static_cast<double>(content.sums.games()))), "</tr>\n");
    bars.push_back({names[seat], points});
  }
  return section("seats", "Seats",
                 columns_svg(bars, "points by seat") + table({"Seat", "Points", "Share"}, rows));
}

std::string openings_html(const ReportContent& content) {
  std::vector<std::pair<std::string, OpeningSums>> openings(content.sums.openings().begin(),
                                                            content.sums.openings().end());
  if (openings.size() < 2) return "";
  const auto share = [](const OpeningSums& sums) {
    return sums.points / static_cast<double>(sums.games);
  };
  const double fair = 1.0 / content.facts.game.players();
  std::sort(openings.begin(), openings.end(), [&](const auto& a, const auto& b) {
    const double left = std::abs(share(a.second) - fair), right = std::abs(share(b.second) - fair);
    return left != right ? left > right : a.second.number < b.second.number;
  });
  std::string rows;
  for (std::size_t i = 0; i < std::min(kMostOpeningsShown, openings.size()); ++i) {
    const auto& [position, sums] = openings[i];
    absl::StrAppend(&rows, "<tr>", cell(std::to_string(sums.number)), count(sums.games),
                    cell(percent(share(sums))), cell("<code>" + escaped(position) + "</code>"),
                    "</tr>\n");
  }
  return section("openings", "Openings",
                 "<details><summary>" + engine::counted(openings.size(), "opening") +
                     ", the most one-sided first</summary>" +
                     table({"", "Games", "First seat's share", "Position"}, rows) + "</details>");
}

std::string luck_html(const ReportContent& content) {
  if (content.without_luck.empty()) return "";
  const TablePlayers players = table_players(
      content, [&](std::size_t player) { return luck_of(content, player) != nullptr; });
  std::vector<ErrorBar> bars;
  for (const std::size_t player : players.shown)
    bars.push_back(luck_bar(*luck_of(content, player)));
  const ChartRange range = range_of(bars, 0.01);
  std::string rows;
  for (std::size_t i = 0; i < bars.size(); ++i)
    absl::StrAppend(&rows, "<tr>", name_head(content, players.shown[i]),
                    cell(percent(score_of(content.sums.players()[players.shown[i]]))),
                    cell(percent(*bars[i].value)),
                    cell(absl::StrFormat("%.1f .. %.1f", 100 * bars[i].low, 100 * bars[i].high)),
                    "<td class=\"drawn\">", error_bar_svg(bars[i], range), "</td></tr>\n");
  return section(
      "luck", "Without the luck of the dice",
      table({"Player", "Score", "Without luck", "95 % interval, %", ""}, rows) + players.rest +
          "<p>What the dice gave to each player is estimated and taken out, which leaves "
          "the same mean and less noise.</p>");
}

}  // namespace gauntlet::tools
