#include "tools/report/report_tables.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <numeric>

#include "engine/guide.h"
#include "engine/words.h"
#include "selfplay/statistics/score_interval.h"
#include "tools/report/charts.h"
#include "tools/report/html.h"

namespace gauntlet::tools {

namespace {

using engine::grouped;

constexpr std::size_t kMostPairs = 500;
constexpr std::size_t kMostOpeningsShown = 20;

std::string cell(const std::string& content) {
  return "<td>" + content + "</td>";
}

std::string head(const std::string& content) {
  return "<th scope=\"row\">" + content + "</th>";
}

std::string percent(double share) {
  return absl::StrFormat("%.1f %%", 100 * share);
}

std::string count(std::uint64_t number) {
  return cell(grouped(number));
}

/// `columns` are the headings; "" for one that needs none.
std::string table(const std::vector<const char*>& columns, const std::string& rows) {
  std::string html = "<div class=\"wide\"><table><thead><tr>";
  for (const char* const column : columns)
    absl::StrAppend(&html, "<th scope=\"col\">", column, "</th>");
  return html + "</tr></thead><tbody>" + rows + "</tbody></table></div>";
}

std::string section(const char* id, const char* title, const std::string& body) {
  return absl::StrCat("<section id=\"", id, "\"><h2>", title, "</h2>", body, "</section>\n");
}

const std::string& name_of(const ReportContent& content, std::size_t player) {
  return content.facts.players[player];
}

double score_of(const PlayerSums& player) {
  return player.games > 0 ? player.points / static_cast<double>(player.games) : 0;
}

const selfplay::PlayerRating* rating_of(const ReportContent& content, std::size_t player) {
  if (content.ratings.empty() || !content.ratings[player]) return nullptr;
  return &*content.ratings[player];
}

ErrorBar bar_of(const selfplay::PlayerRating& rating) {
  return {rating.elo, rating.low, rating.high};
}

/// To the nearest whole number, of which zero has no sign.
std::string rounded(double elo) {
  return absl::StrFormat("%.0f", std::nearbyint(elo) + 0.0);
}

std::string elo_text(const selfplay::PlayerRating& rating) {
  return rating.elo ? rounded(*rating.elo) : "open";
}

std::string bounds_text(double low, double high) {
  if (std::isinf(low) && std::isinf(high)) return "unknown";
  if (std::isinf(high)) return "above " + rounded(low);
  if (std::isinf(low)) return "below " + rounded(high);
  return rounded(low) + " .. " + rounded(high);
}

/// The step of the heat map's scale, 0 to 10, that a share of the points is.
int heat(double share) {
  return static_cast<int>(std::lround(10 * share));
}

}  // namespace

std::vector<std::size_t> ranking_of(const ReportContent& content) {
  std::vector<std::size_t> players(content.facts.players.size());
  std::iota(players.begin(), players.end(), std::size_t{0});
  const bool all_rated = std::all_of(players.begin(), players.end(), [&](std::size_t player) {
    const auto* const rating = rating_of(content, player);
    return rating && rating->elo && rating->group == 0;
  });
  const auto worth = [&](std::size_t player) {
    return all_rated ? *rating_of(content, player)->elo : score_of(content.sums.players()[player]);
  };
  std::stable_sort(players.begin(), players.end(),
                   [&](std::size_t a, std::size_t b) { return worth(a) > worth(b); });
  return players;
}

/// Whether not everybody can be compared with everybody.
bool has_groups(const ReportContent& content) {
  return std::any_of(content.ratings.begin(), content.ratings.end(),
                     [](const auto& rating) { return rating && rating->group > 0; });
}

std::string note_of_standings(const ReportContent& content) {
  if (content.ratings.empty())
    return "<p>Players of these games are not rated: a name on a server says little of who it "
           "is.</p>";
  const std::string note =
      "<p>Elo with its 95 % interval, by pairs of games (rounds of all seats) that differ from "
      "each other; the players' mean is 0. <em>Open</em>: all games went one way.";
  if (!has_groups(content)) return note + "</p>";
  return note +
         " <strong>Elo compares players of one group</strong>, each with a mean of its own, and "
         "not "
         "those of different ones: between them no game was played, or one side won all.</p>";
}

std::string standings_html(const ReportContent& content) {
  const bool grouped_elo = has_groups(content);
  std::vector<ErrorBar> bars;
  for (const auto& rating : content.ratings)
    if (rating) bars.push_back(bar_of(*rating));
  const ChartRange range = range_of(bars, 10);
  const bool has_forfeits = content.sums.forfeits() > 0;
  std::string rows;
  int place = 0;
  for (const std::size_t player : ranking_of(content)) {
    const PlayerSums& sums = content.sums.players()[player];
    if (sums.games == 0) continue;
    absl::StrAppend(&rows, "<tr>", cell(std::to_string(++place)),
                    head(escaped(name_of(content, player))), count(sums.games), count(sums.wins),
                    count(sums.draws), count(sums.losses), cell(percent(score_of(sums))));
    if (has_forfeits) rows += count(sums.forfeited);
    if (const auto* const rating = rating_of(content, player))
      absl::StrAppend(&rows, grouped_elo ? cell(std::to_string(rating->group + 1)) : "",
                      cell(elo_text(*rating)), "<td class=\"drawn\">",
                      error_bar_svg(bar_of(*rating), range), "</td>",
                      cell(bounds_text(rating->low, rating->high)));
    else
      absl::StrAppend(&rows, grouped_elo ? "<td></td>" : "", "<td></td><td></td><td></td>");
    rows += "</tr>\n";
  }
  std::vector<const char*> columns = {"", "Player", "Games", "Won", "Drawn", "Lost", "Score"};
  if (has_forfeits) columns.push_back("Forfeits");
  if (grouped_elo) columns.push_back("Group");
  columns.insert(columns.end(), {"Elo", "", "95 % interval"});
  return section("standings", "Standings", table(columns, rows) + note_of_standings(content));
}

std::string cross_table_html(const ReportContent& content) {
  const std::vector<std::size_t> players = ranking_of(content);
  if (players.size() < 2 || players.size() > 60) return "";
  std::string html = "<div class=\"wide\"><table class=\"heat\"><thead><tr><th></th>";
  for (std::size_t i = 0; i < players.size(); ++i)
    absl::StrAppend(&html, "<th scope=\"col\" title=\"", escaped(name_of(content, players[i])),
                    "\">", i + 1, "</th>");
  html += "</tr></thead><tbody>";
  for (std::size_t i = 0; i < players.size(); ++i) {
    absl::StrAppend(&html, "<tr>",
                    head(absl::StrCat(i + 1, " ", escaped(name_of(content, players[i])))));
    for (const std::size_t other : players) {
      const PairSums& pair = content.sums.pair(players[i], other);
      if (pair.games() == 0) {
        html += "<td class=\"none\"></td>";
        continue;
      }
      const double share = pair.points() / static_cast<double>(pair.games());
      absl::StrAppend(&html, "<td class=\"h", heat(share), "\" title=\"",
                      escaped(name_of(content, players[i])), " against ",
                      escaped(name_of(content, other)), ": won ", pair.wins, ", drew ", pair.draws,
                      ", lost ", pair.losses, "\">", absl::StrFormat("%.0f", 100 * share), "</td>");
    }
    html += "</tr>\n";
  }
  return section("cross-table", "Cross-table",
                 html +
                     "</tbody></table></div><p>The row's points against the column, in per "
                     "cent.</p>");
}

std::string head_to_head_html(const ReportContent& content) {
  const std::vector<std::size_t> players = ranking_of(content);
  std::string rows;
  std::size_t pairs = 0;
  for (std::size_t i = 0; i < players.size(); ++i)
    for (std::size_t j = i + 1; j < players.size(); ++j) {
      const PairSums& pair = content.sums.pair(players[i], players[j]);
      if (pair.games() == 0 || ++pairs > kMostPairs) continue;
      absl::StrAppend(&rows, "<tr>", head(escaped(name_of(content, players[i]))),
                      cell(escaped(name_of(content, players[j]))), count(pair.games()),
                      count(pair.wins), count(pair.draws), count(pair.losses),
                      cell(percent(pair.points() / static_cast<double>(pair.games()))), "</tr>\n");
    }
  if (rows.empty()) return "";
  const std::string rest =
      pairs > kMostPairs ? absl::StrCat("<p>The first ", kMostPairs, " of ", pairs, " pairs.</p>")
                         : "";
  return section("head-to-head", "Head to head",
                 "<details><summary>" + engine::counted(pairs, "pair") + " of players</summary>" +
                     table({"Player", "Opponent", "Games", "Won", "Drawn", "Lost", "Score"}, rows) +
                     rest + "</details>");
}

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
  double plies = 0;
  for (const auto& [length, games] : lengths) {
    bars[(length - low) / width].value += static_cast<double>(games);
    plies += static_cast<double>(length) * static_cast<double>(games);
  }
  return section("lengths", "Length",
                 columns_svg(bars, "games by their plies") +
                     absl::StrFormat("<p>Games by their plies, moves of chance among them; %.1f on "
                                     "average.</p>",
                                     plies / static_cast<double>(content.sums.games())));
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
  std::string rows;
  for (const std::size_t number : ranking_of(content)) {
    const PlayerSums& player = content.sums.players()[number];
    if (player.moves == 0) continue;
    const auto moves = static_cast<double>(player.moves);
    absl::StrAppend(
        &rows, "<tr>", head(escaped(name_of(content, number))), count(player.moves),
        cell(absl::StrFormat("%.1f", static_cast<double>(player.milliseconds) / moves)),
        count(player.longest),
        cell(player.nodes > 0 ? absl::StrFormat("%.0f", static_cast<double>(player.nodes) / moves)
                              : std::string()),
        "</tr>\n");
  }
  return section(
      "times", "Thinking time",
      columns_svg(bars, "moves by the milliseconds they took") +
          "<p>Moves by the milliseconds that they took.</p>" +
          table({"Player", "Moves", "ms per move", "Longest, ms", "Nodes per move"}, rows));
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
  std::vector<std::pair<std::size_t, ErrorBar>> bars;
  std::vector<ErrorBar> all;
  for (const std::size_t player : ranking_of(content)) {
    const auto found = content.without_luck.find(name_of(content, player));
    if (found == content.without_luck.end() || found->second.games == 0) continue;
    const selfplay::BlockSums& sums = found->second;
    const double mean = sums.score / sums.games;
    const auto interval = selfplay::mean_interval(sums);
    bars.push_back(
        {player, {mean, interval ? interval->low : mean, interval ? interval->high : mean}});
    all.push_back(bars.back().second);
  }
  const ChartRange range = range_of(all, 0.01);
  std::string rows;
  for (const auto& [player, bar] : bars)
    absl::StrAppend(&rows, "<tr>", head(escaped(name_of(content, player))),
                    cell(percent(score_of(content.sums.players()[player]))),
                    cell(percent(*bar.value)),
                    cell(absl::StrFormat("%.1f .. %.1f", 100 * bar.low, 100 * bar.high)),
                    "<td class=\"drawn\">", error_bar_svg(bar, range), "</td></tr>\n");
  return section(
      "luck", "Without the luck of the dice",
      table({"Player", "Score", "Without luck", "95 % interval, %", ""}, rows) +
          "<p>What the dice gave to each player is estimated and taken out, which leaves "
          "the same mean and less noise.</p>");
}

std::string forfeits_html(const ReportContent& content) {
  std::string rows;
  for (const std::size_t player : ranking_of(content)) {
    const PlayerSums& sums = content.sums.players()[player];
    for (const ForfeitSums& forfeit : sums.forfeits)
      absl::StrAppend(&rows, "<tr>", head(escaped(name_of(content, player))), count(forfeit.games),
                      cell(std::string(word_of(forfeit.how))), cell(escaped(forfeit.reason)),
                      "</tr>\n");
  }
  std::string words;
  for (const auto& [player, text] : content.last_words)
    absl::StrAppend(&words, "<h3>", escaped(player), "</h3><pre>", escaped(text), "</pre>\n");
  if (rows.empty() && words.empty()) return "";
  std::string body = rows.empty() ? "<p>Nobody forfeited a game.</p>"
                                  : table({"Player", "Games", "How", "Why"}, rows);
  if (!words.empty())
    absl::StrAppend(&body, "<details><summary>Last words: what programs wrote on stderr</summary>",
                    words, "</details>");
  return section("forfeits", "Forfeits and crashes", body);
}

}  // namespace gauntlet::tools
