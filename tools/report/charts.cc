#include "tools/report/charts.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <cmath>

#include "tools/report/html.h"
#include "tools/report/svg.h"

namespace gauntlet::tools {

namespace {

std::string begin_svg(const char* kind, double width, double height, const std::string& label) {
  return absl::StrCat("<svg class=\"", kind, "\" viewBox=\"0 0 ", svg_number(width), " ",
                      svg_number(height), "\" role=\"img\" aria-label=\"", escaped(label), "\">");
}

}  // namespace

ChartRange range_of(std::span<const ErrorBar> bars, double least_room) {
  double low = INFINITY, high = -INFINITY;
  for (const ErrorBar& bar : bars)
    for (const double end : {bar.low, bar.value.value_or(INFINITY), bar.high})
      if (std::isfinite(end)) {
        low = std::min(low, end);
        high = std::max(high, end);
      }
  if (low > high) return {-least_room, least_room};
  const double room = std::max(least_room, 0.05 * (high - low));
  return {low - room, high + room};
}

std::string error_bar_svg(const ErrorBar& bar, const ChartRange& range) {
  constexpr double kWidth = 200, kHeight = 20, kMiddle = kHeight / 2;
  const auto place = [&](double value) {
    if (!std::isfinite(value)) return value < 0 ? 0 : kWidth;
    return std::clamp((value - range.low) / (range.high - range.low), 0.0, 1.0) * kWidth;
  };
  std::string svg = begin_svg("interval", kWidth, kHeight, "interval");
  if (range.low < 0 && range.high > 0) svg += line_svg("axis", place(0), 0, place(0), kHeight);
  svg += line_svg("whisker", place(bar.low), kMiddle, place(bar.high), kMiddle);
  for (const double end : {bar.low, bar.high})
    if (std::isfinite(end)) svg += line_svg("whisker", place(end), 5, place(end), kHeight - 5);
  if (bar.value) svg += dot_svg(place(*bar.value), kMiddle, 4);
  return svg + "</svg>";
}

std::string columns_svg(std::span<const Bar> bars, const std::string& label) {
  constexpr double kHeight = 150, kFoot = 24, kTop = 10, kLeft = 4;
  const double step =
      std::clamp(460.0 / static_cast<double>(std::max<std::size_t>(1, bars.size())), 18.0, 60.0);
  const double width = kLeft * 2 + step * static_cast<double>(bars.size());
  double most = 0;
  for (const Bar& bar : bars) most = std::max(most, bar.value);
  std::string svg = begin_svg("columns", width, kHeight + kFoot, label);
  // Labels that would run into each other are left out.
  std::size_t longest = 1;
  for (const Bar& bar : bars) longest = std::max(longest, bar.label.size());
  const auto every = static_cast<std::size_t>(std::ceil(static_cast<double>(longest) * 7.0 / step));
  for (std::size_t i = 0; i < bars.size(); ++i) {
    const double height = most > 0 ? bars[i].value / most * (kHeight - kTop) : 0;
    const double x = kLeft + step * static_cast<double>(i);
    absl::StrAppend(&svg, "<rect class=\"column\" x=\"", svg_number(x + 1), "\" y=\"",
                    svg_number(kHeight - height), "\" width=\"", svg_number(step - 2),
                    "\" height=\"", svg_number(height), "\"><title>", escaped(bars[i].label), ": ",
                    absl::StrFormat("%g", bars[i].value), "</title></rect>");
    if (i % every == 0) svg += text_svg("middle", x + step / 2, kHeight + 16, bars[i].label);
  }
  return svg + line_svg("axis", 0, kHeight, width, kHeight) + "</svg>";
}

std::string path_svg(std::span<const double> values, double lower, double upper,
                     const std::string& label) {
  constexpr double kWidth = 640, kHeight = 200, kFoot = 20;
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  const double low = std::min(lower, *least), high = std::max(upper, *most);
  const auto y_of = [&](double value) {
    return 8 + (high - value) / (high - low) * (kHeight - 16);
  };
  const double step = kWidth / static_cast<double>(std::max<std::size_t>(1, values.size() - 1));
  // More points than pixels are no better.
  const std::size_t every = std::max<std::size_t>(1, values.size() / 1'000);
  std::string points;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (i % every == 0 || i + 1 == values.size())
      absl::StrAppend(&points, points.empty() ? "" : " ", svg_number(step * static_cast<double>(i)),
                      ",", svg_number(y_of(values[i])));
  std::string svg = begin_svg("path", kWidth, kHeight + kFoot, label);
  for (const double limit : {lower, upper}) {
    svg += line_svg("limit", 0, y_of(limit), kWidth, y_of(limit));
    svg += text_svg("start", 4, y_of(limit) - 4, absl::StrFormat("%.2f", limit));
  }
  if (low < 0 && high > 0) svg += line_svg("axis", 0, y_of(0), kWidth, y_of(0));
  absl::StrAppend(&svg, "<polyline class=\"curve\" points=\"", points, "\"/>");
  svg += text_svg("end", kWidth, kHeight + 14, absl::StrCat(values.size(), " pairs of games"));
  return svg + "</svg>";
}

}  // namespace gauntlet::tools
