// The parts of a report that are tables and drawings, as HTML.
#pragma once

#include <string>

#include "tools/report/report_page.h"

namespace gauntlet::tools {

/// Each is "" where there is nothing to show.
std::string standings_html(const ReportContent& content);
std::string cross_table_html(const ReportContent& content);
std::string head_to_head_html(const ReportContent& content);
std::string test_html(const ReportContent& content);
std::string lengths_html(const ReportContent& content);
std::string times_html(const ReportContent& content);
std::string seats_html(const ReportContent& content);
std::string openings_html(const ReportContent& content);
std::string luck_html(const ReportContent& content);
std::string forfeits_html(const ReportContent& content);

/// The players, best first: by their ratings where all have one, else by their scores.
std::vector<std::size_t> ranking_of(const ReportContent& content);

}  // namespace gauntlet::tools
