// The pieces of drawings.
#pragma once

#include <string>

namespace gauntlet::tools {

/// A coordinate, to a tenth.
std::string svg_number(double value);
/// A line of the class `kind`, and text; `anchor` is start, middle or end.
std::string line_svg(const std::string& kind, double x1, double y1, double x2, double y2);
std::string text_svg(const std::string& anchor, double x, double y, const std::string& text);
std::string dot_svg(double x, double y, double radius);

}  // namespace gauntlet::tools
