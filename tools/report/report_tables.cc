#include "tools/report/report_tables.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <cmath>

#include "engine/guide.h"
#include "engine/utf8.h"
#include "engine/words.h"
#include "tools/report/charts.h"
#include "tools/report/html.h"
#include "tools/report/table_html.h"

namespace gauntlet::tools {

namespace {

constexpr std::size_t kLongestReason = 300;

// ---- standings ----

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

/// Whether not everybody can be compared with everybody.
bool has_groups(const ReportContent& content) {
  return std::any_of(content.ratings.begin(), content.ratings.end(),
                     [](const auto& rating) { return rating && rating->group > 0; });
}

std::string note_of_standings(const ReportContent& content) {
  if (content.facts.game.players() < 2)
    return "<p>Everybody plays alone, so nobody is rated. The score is the share of the allowed "
           "throws that was left.</p>";
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

/// A player's cells of Elo, of which there are none where nobody is rated.
std::string elo_cells(const ReportContent& content, std::size_t player, const ChartRange& range) {
  const bool grouped_elo = has_groups(content);
  if (content.ratings.empty()) return "";
  const auto* const rating = rating_of(content, player);
  if (!rating) return absl::StrCat(grouped_elo ? "<td></td>" : "", "<td></td><td></td><td></td>");
  return absl::StrCat(grouped_elo ? cell(std::to_string(rating->group + 1)) : "",
                      cell(elo_text(*rating)), "<td class=\"drawn\">",
                      error_bar_svg(bar_of(*rating), range), "</td>",
                      cell(bounds_text(rating->low, rating->high)));
}

std::vector<const char*> standings_columns(const ReportContent& content) {
  std::vector<const char*> columns = {"", "Player", "Games", "Won", "Drawn", "Lost", "Score"};
  if (content.sums.forfeits() > 0) columns.push_back("Forfeits");
  if (has_groups(content)) columns.push_back("Group");
  if (!content.ratings.empty()) columns.insert(columns.end(), {"Elo", "", "95 % interval"});
  return columns;
}

}  // namespace

std::string standings_html(const ReportContent& content) {
  std::vector<ErrorBar> bars;
  for (const auto& rating : content.ratings)
    if (rating) bars.push_back(bar_of(*rating));
  const ChartRange range = range_of(bars, 10);
  const bool has_forfeits = content.sums.forfeits() > 0;
  const std::vector<PlayerSums>& all = content.sums.players();
  const TablePlayers players =
      table_players(content, [&](std::size_t player) { return all[player].games > 0; });
  std::string rows;
  int place = 0;
  for (const std::size_t player : players.shown) {
    const PlayerSums& sums = all[player];
    absl::StrAppend(&rows, "<tr>", cell(std::to_string(++place)), name_head(content, player),
                    count(sums.games), count(sums.wins), count(sums.draws), count(sums.losses),
                    cell(percent(score_of(sums))), has_forfeits ? count(sums.forfeited) : "",
                    elo_cells(content, player, range), "</tr>\n");
  }
  return section(
      "standings", "Standings",
      table(standings_columns(content), rows) + players.rest + note_of_standings(content));
}

// ---- who met whom ----

namespace {

/// The step of the heat map's scale, 0 to 10, that a share of the points is.
int heat(double share) {
  return static_cast<int>(std::lround(10 * share));
}

std::string crossed_title(const ReportContent& content, std::size_t player, std::size_t other,
                          const PairSums& pair) {
  const std::string counts =
      absl::StrCat("won ", pair.wins, ", drew ", pair.draws, ", lost ", pair.losses);
  if (!content.limits.has_names_as_titles) return counts;
  return absl::StrCat(escaped(short_name(content, content.facts.players[player])), " against ",
                      escaped(short_name(content, content.facts.players[other])), ": ", counts);
}

std::string crossed_cell(const ReportContent& content, std::size_t player, std::size_t other) {
  const PairSums pair = content.sums.pair(player, other);
  if (pair.games() == 0) return "<td class=\"none\"></td>";
  const double share = pair.points() / static_cast<double>(pair.games());
  return absl::StrCat("<td class=\"h", heat(share), "\" title=\"",
                      crossed_title(content, player, other, pair), "\">",
                      absl::StrFormat("%.0f", 100 * share), "</td>");
}

/// Who has met, each pair once and the better one first, by their places in `ranking`.
std::vector<ReportSums::Pair> met_pairs(const ReportContent& content,
                                        const std::vector<std::size_t>& ranking) {
  std::vector<std::size_t> places(ranking.size());
  for (std::size_t i = 0; i < ranking.size(); ++i) places[ranking[i]] = i;
  std::vector<ReportSums::Pair> met;
  for (const auto& [pair, sums] : content.sums.pairs())
    if (places[pair.first] < places[pair.second])
      met.emplace_back(places[pair.first], places[pair.second]);
  std::sort(met.begin(), met.end());
  return met;
}

}  // namespace

std::string cross_table_html(const ReportContent& content) {
  const std::vector<std::size_t> players = ranking_of(content);
  if (players.size() < 2 || players.size() > content.limits.crossed_players) return "";
  std::string html = "<div class=\"wide\"><table class=\"heat\"><thead><tr><th></th>";
  for (std::size_t i = 0; i < players.size(); ++i)
    absl::StrAppend(&html, "<th scope=\"col\" title=\"",
                    escaped(short_name(content, content.facts.players[players[i]])), "\">", i + 1,
                    "</th>");
  html += "</tr></thead><tbody>";
  for (std::size_t i = 0; i < players.size(); ++i) {
    absl::StrAppend(&html, "<tr>", head(absl::StrCat(i + 1, " ", name_html(content, players[i]))));
    for (const std::size_t other : players) html += crossed_cell(content, players[i], other);
    html += "</tr>\n";
  }
  return section("cross-table", "Cross-table",
                 html +
                     "</tbody></table></div><p>The row's points against the column, in per "
                     "cent.</p>");
}

std::string head_to_head_html(const ReportContent& content) {
  const std::vector<std::size_t> ranking = ranking_of(content);
  const std::vector<ReportSums::Pair> met = met_pairs(content, ranking);
  if (met.empty()) return "";
  const std::size_t shown = std::min(met.size(), content.limits.pairs);
  std::string rows;
  for (std::size_t i = 0; i < shown; ++i) {
    const std::size_t player = ranking[met[i].first], other = ranking[met[i].second];
    const PairSums pair = content.sums.pair(player, other);
    absl::StrAppend(&rows, "<tr>", name_head(content, player), cell(name_html(content, other)),
                    count(pair.games()), count(pair.wins), count(pair.draws), count(pair.losses),
                    cell(percent(pair.points() / static_cast<double>(pair.games()))), "</tr>\n");
  }
  return section("head-to-head", "Head to head",
                 "<details><summary>" + engine::counted(met.size(), "pair") +
                     " of players</summary>" +
                     table({"Player", "Opponent", "Games", "Won", "Drawn", "Lost", "Score"}, rows) +
                     rest_html(shown, met.size(), "pairs") + "</details>");
}

// ---- forfeits ----

namespace {

/// "" where nobody forfeited.
std::string forfeits_table(const ReportContent& content) {
  std::string rows;
  std::size_t all = 0;
  for (const std::size_t player : ranking_of(content))
    for (const ForfeitSums& forfeit : content.sums.players()[player].forfeits) {
      if (++all > content.limits.rows) continue;
      absl::StrAppend(&rows, "<tr>", name_head(content, player), count(forfeit.games),
                      cell(std::string(word_of(forfeit.how))),
                      cell(escaped(engine::legible(forfeit.reason, kLongestReason))), "</tr>\n");
    }
  if (rows.empty()) return "";
  return table({"Player", "Games", "How", "Why"}, rows) +
         rest_html(std::min(all, content.limits.rows), all, "kinds");
}

std::string last_words_html(const ReportContent& content) {
  if (content.last_words.empty()) return "";
  std::string html = "<details><summary>Last words: what programs wrote on stderr</summary>";
  std::size_t shown = 0;
  for (const auto& [player, text] : content.last_words) {
    if (shown == content.limits.last_words) break;
    ++shown;
    absl::StrAppend(&html, "<h3>", escaped(short_name(content, player)), "</h3><pre>",
                    escaped(text), "</pre>\n");
  }
  return html + rest_html(shown, content.last_words.size(), "programs") + "</details>";
}

}  // namespace

std::string endings_html(const ReportContent& content) {
  const auto& endings = content.sums.endings();
  if (endings.empty()) return "";
  const std::string_view unit = engine::lead_unit(content.facts.game);
  const std::string lead = "Mean lead, " + std::string(unit);
  std::vector<const char*> columns = {"", "Games", "Share", "First seat's score",
                                      "Last mover's score"};
  if (!unit.empty()) columns.push_back(lead.c_str());
  std::string rows;
  for (const auto& [how, sums] : endings) {
    const auto games = static_cast<double>(sums.games);
    absl::StrAppend(&rows, "<tr>", head(escaped(how)), count(sums.games),
                    cell(percent(games / static_cast<double>(content.sums.games()))),
                    cell(percent(sums.first_seat / games)), cell(percent(sums.last_mover / games)),
                    unit.empty() ? "" : cell(absl::StrFormat("%.1f", sums.lead / games)),
                    "</tr>\n");
  }
  return section("endings", "Endings", table(columns, rows));
}

std::string forfeits_html(const ReportContent& content) {
  const std::string forfeits = forfeits_table(content), words = last_words_html(content);
  if (forfeits.empty() && words.empty()) return "";
  return section("forfeits", "Forfeits and crashes",
                 (forfeits.empty() ? "<p>Nobody forfeited a game.</p>" : forfeits) + words);
}

}  // namespace gauntlet::tools
