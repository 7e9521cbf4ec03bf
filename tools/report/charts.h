// Small drawings for pages, as SVG. Colours come from the page's style sheet by their classes.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace gauntlet::tools {

/// A value and how far it is open; ends may be infinite.
struct ErrorBar {
  std::optional<double> value;
  double low, high;
};

/// The finite range that all of `bars` share, a little wider than they are: by `least_room` or more
/// at both ends.
struct ChartRange {
  double low, high;
};
ChartRange range_of(std::span<const ErrorBar> bars, double least_room);

/// A dot with a whisker to both sides; an arrow where an end is open.
std::string error_bar_svg(const ErrorBar& bar, const ChartRange& range);

struct Bar {
  std::string label;
  double value;
};
/// Columns with labels under them and the value at the top of each as a tooltip.
std::string columns_svg(std::span<const Bar> bars, const std::string& label);

/// A line over its index, with two limits. REQUIRES: `values` has at least one.
std::string path_svg(std::span<const double> values, double lower, double upper,
                     const std::string& label);

}  // namespace gauntlet::tools
