#include "tools/report/table_html.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <numeric>

#include "engine/utf8.h"
#include "engine/words.h"
#include "tools/report/html.h"

namespace gauntlet::tools {

using engine::grouped;

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

std::string table(const std::vector<const char*>& columns, const std::string& rows) {
  std::string html = "<div class=\"wide\"><table><thead><tr>";
  for (const char* const column : columns)
    absl::StrAppend(&html, "<th scope=\"col\">", column, "</th>");
  return html + "</tr></thead><tbody>" + rows + "</tbody></table></div>";
}

std::string section(const char* id, const char* title, const std::string& body) {
  return absl::StrCat("<section id=\"", id, "\"><h2>", title, "</h2>", body, "</section>\n");
}

std::string rest_html(std::size_t shown, std::size_t all, const char* what) {
  if (shown >= all) return "";
  return absl::StrCat("<p>The first ", grouped(shown), " of ", grouped(all), " ", what, "; ",
                      grouped(all - shown), " are left out here.</p>");
}

std::string short_name(const ReportContent& content, const std::string& name) {
  return engine::legible(name, content.limits.name_bytes);
}

std::string name_html(const ReportContent& content, std::size_t player) {
  const std::string& whole = content.facts.players[player];
  const std::string shown = short_name(content, whole);
  if (shown == whole || !content.limits.has_names_as_titles) return escaped(shown);
  return absl::StrCat("<span title=\"", escaped(engine::legible(whole, 4 * whole.size())), "\">",
                      escaped(shown), "</span>");
}

std::string name_head(const ReportContent& content, std::size_t player) {
  return head(name_html(content, player));
}

double score_of(const PlayerSums& player) {
  return player.games > 0 ? player.points / static_cast<double>(player.games) : 0;
}

const selfplay::PlayerRating* rating_of(const ReportContent& content, std::size_t player) {
  if (content.ratings.empty() || !content.ratings[player]) return nullptr;
  return &*content.ratings[player];
}

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

TablePlayers table_players(const ReportContent& content,
                           const std::function<bool(std::size_t player)>& has) {
  TablePlayers players{.shown = ranking_of(content), .rest = ""};
  std::erase_if(players.shown, [&](std::size_t player) { return !has(player); });
  const std::size_t all = players.shown.size();
  players.shown.resize(std::min(all, content.limits.rows));
  players.rest = rest_html(players.shown.size(), all, "players");
  return players;
}

}  // namespace gauntlet::tools
