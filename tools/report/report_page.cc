#include "tools/report/report_page.h"

#include <absl/strings/escaping.h>
#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>

#include "engine/words.h"
#include "tools/report/html.h"
#include "tools/report/report_charts.h"
#include "tools/report/report_tables.h"
#include "tools/web_files.h"

namespace gauntlet::tools {

namespace {

const WebFile& file_called(std::string_view name) {
  const auto files = report_files();
  return *std::find_if(files.begin(), files.end(),
                       [&](const WebFile& file) { return file.name == name; });
}

/// What the policy calls a style or script that is part of the page (Content Security Policy,
/// level 2): nothing but these two is applied or run.
std::string source_of(const WebFile& file) {
  return "'sha256-" + absl::Base64Escape(absl::HexStringToBytes(std::string(file.sha256))) + "'";
}

std::string facts_html(const ReportContent& content) {
  const ReportFacts& facts = content.facts;
  std::string html = "<dl>";
  const auto add = [&](const std::string& what, const std::string& value) {
    if (!value.empty())
      absl::StrAppend(&html, "<div><dt>", escaped(what), "</dt><dd>", escaped(value),
                      "</dd></div>");
  };
  add("Game", facts.game.name());
  add("Players", std::to_string(facts.players.size()));
  add("Games", engine::grouped(content.sums.games()));
  for (const auto& [what, value] : facts.remarks) add(what, value);
  add("Forfeits", engine::grouped(content.sums.forfeits()));
  return html + "</dl>\n";
}

std::string games_html(const ReportContent& content) {
  if (content.games_shown == 0) return "";
  const std::string all = engine::grouped(content.sums.games());
  const std::string which =
      content.games_shown == content.sums.games()
          ? "All " + all + " games."
          : engine::grouped(content.games_shown) + " of " + all + " games, evenly chosen.";
  return absl::StrCat(
      "<section id=\"games\"><h2>Games</h2><p>", which,
      " Keys: left and right step through a game, up and down change it, Home and End go to its "
      "ends.</p><div id=\"viewer\"></div><noscript><p>Games are shown by the page's script, which "
      "is switched off.</p></noscript></section>\n",
      "<script type=\"application/octet-stream\" id=\"packed-games\">", content.games,
      "</script>\n");
}

/// Links to the sections that are there.
std::string contents_html(std::string_view body) {
  static constexpr std::pair<const char*, const char*> kSections[] = {
      {"standings", "Standings"},
      {"cross-table", "Cross-table"},
      {"head-to-head", "Head to head"},
      {"test", "Test"},
      {"lengths", "Length"},
      {"endings", "Endings"},
      {"times", "Thinking time"},
      {"seats", "Seats"},
      {"openings", "Openings"},
      {"luck", "Luck"},
      {"forfeits", "Forfeits"},
      {"games", "Games"}};
  std::string html = "<nav>";
  for (const auto& [id, title] : kSections)
    if (body.find(absl::StrCat("<section id=\"", id, "\"")) != body.npos)
      absl::StrAppend(&html, "<a href=\"#", id, "\">", title, "</a> ");
  return html + "</nav>\n";
}

/// From the widest to the narrowest, which always fits.
constexpr TableLimits kLimits[] = {{},
                                   {.has_names_as_titles = false},
                                   {.rows = 100,
                                    .pairs = 200,
                                    .crossed_players = 40,
                                    .last_words = 20,
                                    .name_bytes = 40,
                                    .has_names_as_titles = false},
                                   {.rows = 50,
                                    .pairs = 50,
                                    .crossed_players = 20,
                                    .last_words = 10,
                                    .name_bytes = 24,
                                    .has_names_as_titles = false}};
constexpr std::size_t kMostTableBytes = kMostPageBytes / 2;
constexpr std::size_t kAroundGames = 2'000;  // bytes of the section that holds them

}  // namespace

void fit_tables(ReportContent& content) {
  for (const TableLimits& limits : kLimits) {
    content.limits = limits;
    if (report_page(content).size() <= kMostTableBytes) return;
  }
}

std::size_t room_for_games(const ReportContent& content) {
  const std::size_t used = report_page(content).size() + kAroundGames;
  return kMostPageBytes - std::min(used, kMostPageBytes);
}

std::string report_page(const ReportContent& content) {
  const WebFile &style = file_called("report.css"), &script = file_called("report.js");
  const std::string title = escaped(content.facts.title + " of " + content.facts.game.name());
  std::string body;
  for (const auto part :
       {standings_html, cross_table_html, head_to_head_html, test_html, lengths_html, endings_html,
        times_html, seats_html, openings_html, luck_html, forfeits_html, games_html})
    body += part(content);
  return absl::StrCat(
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n",
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src ",
      source_of(style), "; script-src ", source_of(script),
      "; base-uri 'none'; form-action 'none'\">\n",
      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n",
      "<meta name=\"color-scheme\" content=\"light dark\">\n<title>", title, "</title>\n<style>",
      std::string(style.content), "</style>\n</head>\n<body>\n<header><h1>", title, "</h1>\n",
      facts_html(content), contents_html(body), "</header>\n<main>\n", body,
      "</main>\n<footer><p>Made by Gauntlet.</p></footer>\n<script>", std::string(script.content),
      "</script>\n</body>\n</html>\n");
}

}  // namespace gauntlet::tools
