// The parts of a report that are drawings with their tables, as HTML.
#pragma once

#include <string>

#include "tools/report/report_page.h"

namespace gauntlet::tools {

/// Each is "" where there is nothing to show.
std::string test_html(const ReportContent& content);
std::string lengths_html(const ReportContent& content);
std::string times_html(const ReportContent& content);
std::string seats_html(const ReportContent& content);
std::string openings_html(const ReportContent& content);
std::string luck_html(const ReportContent& content);

}  // namespace gauntlet::tools
