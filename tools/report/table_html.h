// What the tables of a report are made of.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "tools/report/report_page.h"

namespace gauntlet::tools {

/// `content` is HTML.
std::string cell(const std::string& content);
std::string head(const std::string& content);
/// A cell with a number.
std::string count(std::uint64_t number);
std::string percent(double share);
/// `columns` are the headings; "" for one that needs none.
std::string table(const std::vector<const char*>& columns, const std::string& rows);
/// `id` is what links to it say.
std::string section(const char* id, const char* title, const std::string& body);
/// "The first 50 of 70 players; 20 are left out here."; "" where none is.
std::string rest_html(std::size_t shown, std::size_t all, const char* what);

/// As the limits have it; text.
std::string short_name(const ReportContent& content, const std::string& name);
/// The same as HTML, with the whole name as its title.
std::string name_html(const ReportContent& content, std::size_t player);
std::string name_head(const ReportContent& content, std::size_t player);

double score_of(const PlayerSums& player);
/// Null where there is none.
const selfplay::PlayerRating* rating_of(const ReportContent& content, std::size_t player);
/// The players, best first: by their ratings where all have one, else by their scores.
std::vector<std::size_t> ranking_of(const ReportContent& content);

/// Those that a table has room for, best first, and a sentence about the others.
struct TablePlayers {
  std::vector<std::size_t> shown;
  std::string rest;
};
/// Among those of whom `has` is true.
TablePlayers table_players(const ReportContent& content,
                           const std::function<bool(std::size_t player)>& has);

}  // namespace gauntlet::tools
