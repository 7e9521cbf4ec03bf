#include "tools/report/dial_chart.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "engine/words.h"
#include "tools/report/html.h"
#include "tools/report/svg.h"

namespace gauntlet::tools {

namespace {

using selfplay::LevelRatings;
using selfplay::RatedPlayer;

constexpr int kColumns = 2;
constexpr double kWidth = 460, kHeight = 320;  // of one game's chart, all around included
constexpr double kLeft = 48, kTop = 30, kFoot = 40, kStep = 27;
constexpr double kRight = kLeft + kStep * (search::kLevels + 0.5);  // names of marks stand beyond
constexpr double kLineOfText = 12;

constexpr char kStyle[] =
    "<style>text{font:12px system-ui,sans-serif;fill:#333}.title{font-weight:600;font-size:14px}"
    ".grid{stroke:#e4e4e4}.axis{stroke:#888}.mark{stroke:#b36b00;stroke-dasharray:3 3}"
    ".whisker{stroke:#1f5fa8;stroke-width:1.5}.dot{fill:#1f5fa8}</style>";

/// The number of a whole level; nothing for other players.
std::optional<int> level_of(const RatedPlayer& rated) {
  constexpr std::string_view kLevel = "level:";
  if (!rated.player.starts_with(kLevel)) return std::nullopt;
  return engine::parse_int(rated.player.substr(kLevel.size()), 1, search::kLevels);
}

/// Elo as a height.
class Scale {
 public:
  explicit Scale(const LevelRatings& ratings) {
    for (const RatedPlayer& rated : ratings.players) {
      least_ = std::min(least_, level_of(rated) ? rated.low : rated.elo);
      most_ = std::max(most_, rated.high);
    }
    most_ = std::ceil(most_ / tick()) * tick();
    least_ = std::floor(least_ / tick()) * tick();
  }

  double least() const { return least_; }
  double most() const { return most_; }
  double tick() const { return most_ > 1'200 ? 500 : 100; }
  double y_of(double elo) const {
    const double height = (std::max(elo, least_) - least_) / (most_ - least_);
    return kTop + (1 - height) * (kHeight - kTop - kFoot);
  }

 private:
  double least_ = 0, most_ = 100;
};

std::string axes(const Scale& scale) {
  std::string svg;
  for (double elo = scale.least(); elo <= scale.most(); elo += scale.tick()) {
    svg += line_svg(elo == 0 ? "axis" : "grid", kLeft, scale.y_of(elo), kRight, scale.y_of(elo));
    svg += text_svg("end", kLeft - 6, scale.y_of(elo) + 4,
                    (elo < 0 ? "-" : "") + engine::grouped(std::llround(std::abs(elo))));
  }
  for (int level = 1; level <= search::kLevels; ++level)
    svg += text_svg("middle", kLeft + kStep * level, kHeight - kFoot + 16, std::to_string(level));
  return svg + text_svg("middle", (kLeft + kRight) / 2, kHeight - kFoot + 32, "level");
}

std::string level_svg(const RatedPlayer& rated, int level, const Scale& scale) {
  const double x = kLeft + kStep * level;
  std::string svg = line_svg("whisker", x, scale.y_of(rated.low), x, scale.y_of(rated.high));
  for (const double end : {rated.low, rated.high})
    svg += line_svg("whisker", x - 4, scale.y_of(end), x + 4, scale.y_of(end));
  return svg + dot_svg(x, scale.y_of(rated.elo), 4);
}

/// Lines across, their names beside them and none over another.
std::string marks_svg(std::vector<RatedPlayer> marks, const Scale& scale) {
  std::stable_sort(marks.begin(), marks.end(),
                   [](const auto& a, const auto& b) { return a.elo < b.elo; });
  std::string svg;
  double free = kHeight - kFoot + 4;
  for (const RatedPlayer& mark : marks) {
    const double y = scale.y_of(mark.elo), text_y = std::min(y + 4, free);
    free = text_y - kLineOfText;
    svg += line_svg("mark", kLeft, y, kRight, y);
    svg += text_svg("start", kRight + 6, text_y, mark.player);
  }
  return svg;
}

std::string game_svg(const LevelRatings& ratings) {
  const Scale scale(ratings);
  std::string levels;
  std::vector<RatedPlayer> marks;
  for (const RatedPlayer& rated : ratings.players) {
    if (const auto level = level_of(rated))
      levels += level_svg(rated, *level, scale);
    else
      marks.push_back(rated);
  }
  return absl::StrCat("<text class=\"title\" x=\"", svg_number(kLeft), "\" y=\"16\">",
                      escaped(ratings.game), "</text>", axes(scale), marks_svg(marks, scale),
                      levels);
}

}  // namespace

std::string dial_chart_svg(std::span<const LevelRatings> games) {
  const int count = static_cast<int>(games.size());
  const int columns = std::min(kColumns, count), rows = (count + kColumns - 1) / kColumns;
  const double width = columns * kWidth, height = rows * kHeight;
  std::string svg = absl::StrCat("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 ",
                                 svg_number(width), " ", svg_number(height), "\" width=\"",
                                 svg_number(width), "\" role=\"img\" aria-label=\"Elo over ",
                                 "the levels of each game, with 95 % intervals\">", kStyle,
                                 "<rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>");
  for (int i = 0; i < count; ++i)
    absl::StrAppend(&svg, "\n<g transform=\"translate(", svg_number(i % kColumns * kWidth), " ",
                    svg_number(i / kColumns * kHeight), ")\">",
                    game_svg(games[static_cast<std::size_t>(i)]), "</g>");
  return svg + "\n</svg>\n";
}

}  // namespace gauntlet::tools
