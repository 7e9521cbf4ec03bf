// The pages that are built into the program; web/embed.cmake makes them from the files below web/.
#pragma once

#include <span>
#include <string_view>

namespace gauntlet::tools {

struct WebFile {
  std::string_view name;  ///< "index.html".
  std::string_view content;
  std::string_view sha256;  ///< Of the content, in hexadecimal digits.
};

/// The K-in-a-Row page: index.html and what it loads.
std::span<const WebFile> kinarow_files();
/// What the page of a report is made of: report.css and report.js.
std::span<const WebFile> report_files();

}  // namespace gauntlet::tools
