#include "tools/report/svg.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include "tools/report/html.h"

namespace gauntlet::tools {

std::string svg_number(double value) {
  return absl::StrFormat("%.1f", value);
}

std::string line_svg(const std::string& kind, double x1, double y1, double x2, double y2) {
  return absl::StrCat("<line class=\"", kind, "\" x1=\"", svg_number(x1), "\" y1=\"",
                      svg_number(y1), "\" x2=\"", svg_number(x2), "\" y2=\"", svg_number(y2),
                      "\"/>");
}

std::string text_svg(const std::string& anchor, double x, double y, const std::string& text) {
  return absl::StrCat("<text text-anchor=\"", anchor, "\" x=\"", svg_number(x), "\" y=\"",
                      svg_number(y), "\">", escaped(text), "</text>");
}

std::string dot_svg(double x, double y, double radius) {
  return absl::StrCat("<circle class=\"dot\" cx=\"", svg_number(x), "\" cy=\"", svg_number(y),
                      "\" r=\"", absl::StrFormat("%g", radius), "\"/>");
}

}  // namespace gauntlet::tools
