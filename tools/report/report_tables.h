// The parts of a report that are tables, as HTML.
#pragma once

#include <string>

#include "tools/report/report_page.h"

namespace gauntlet::tools {

/// Each is "" where there is nothing to show.
std::string standings_html(const ReportContent& content);
std::string cross_table_html(const ReportContent& content);
std::string head_to_head_html(const ReportContent& content);
std::string endings_html(const ReportContent& content);
std::string forfeits_html(const ReportContent& content);

}  // namespace gauntlet::tools
