#include "tools/protocol/kinarow_call.h"

#include <absl/strings/charconv.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <optional>

#include "engine/blanks.h"
#include "engine/words.h"

namespace gauntlet::tools {

namespace {

constexpr int kFewest = 3;  // squares a side, and in a row
constexpr std::string_view kWhitespace = " \t\r\n\f\v";

std::string seconds_text(std::chrono::milliseconds time) {
  const std::chrono::duration<double> told = std::max(time, kLeastKinarowTime);
  return absl::StrFormat("%g", told.count());
}

/// As JavaScript's unary plus, but for hexadecimal and Infinity, which are no squares anyway.
std::optional<double> number_in(std::string_view body) {
  std::string_view text = engine::trimmed(body, kWhitespace);
  if (text.empty()) return 0;
  if (text.starts_with('+')) text.remove_prefix(1);
  if (text.find_first_not_of("0123456789.eE+-") != std::string_view::npos) return std::nullopt;
  double number = 0;
  const char* end = text.data() + text.size();
  const auto result = absl::from_chars(text.data(), end, number);
  if (result.ec == std::errc::invalid_argument || result.ptr != end) return std::nullopt;
  return number;
}

}  // namespace

absl::Status kinarow_objection(const engine::mnk::Rules& rules) {
  const int longer = std::max(rules.width, rules.height);
  if (!rules.exact && std::min(rules.width, rules.height) >= kFewest && rules.k >= kFewest &&
      rules.k <= longer)
    return absl::OkStatus();
  return absl::InvalidArgumentError(
      "bots of K-in-a-Row play on boards of 3 squares a side or more, with k from 3 to the longer "
      "side, k or more of which win, as on mnk:7x6x4, and not " +
      rules.name());
}

std::string kinarow_status_target(const engine::mnk::Rules& rules,
                                  std::chrono::milliseconds time_per_move) {
  return "/status?width=" + std::to_string(rules.width) +
         "&height=" + std::to_string(rules.height) + "&k=" + std::to_string(rules.k) +
         "&timePerMove=" + seconds_text(time_per_move);
}

std::string kinarow_move_body(const engine::AnyState& view,
                              std::chrono::milliseconds time_per_move) {
  const engine::mnk::Rules rules = *engine::mnk_rules(view);
  boost::json::array cells;
  for (const char c : view.to_text()) {
    if (c == '/') continue;
    cells.push_back(c == '.' ? boost::json::value() : boost::json::value(c == 'x' ? 0 : 1));
  }
  // The number is written by hand, for the library would write 2 s as 2E0.
  std::string body = boost::json::serialize(boost::json::object{{"width", rules.width},
                                                                {"height", rules.height},
                                                                {"cells", std::move(cells)},
                                                                {"k", rules.k},
                                                                {"turn", view.to_move()}});
  body.pop_back();
  return body + ",\"timePerMove\":" + seconds_text(time_per_move) + "}";
}

absl::StatusOr<engine::AnyMove> read_kinarow_move(const engine::AnyState& view,
                                                  std::string_view body) {
  const engine::mnk::Rules rules = *engine::mnk_rules(view);
  const auto number = number_in(body);
  if (!number)
    return absl::DataLossError("it answered " + engine::in_quotes(body, 40) +
                               ", which is no number");
  const std::string squares = "squares are 0 to " + std::to_string(rules.squares() - 1);
  if (!(*number >= 0) || *number >= rules.squares() || *number != std::floor(*number))
    return absl::InvalidArgumentError(engine::in_quotes(body, 40) +
                                      " is off the board: " + squares);
  const engine::AnyMove move(static_cast<std::uint32_t>(*number));
  if (view.is_playable(move)) return move;
  return absl::InvalidArgumentError("square " + std::to_string(move.bits()) + " (row,column " +
                                    view.format(move) + ") is occupied");
}

}  // namespace gauntlet::tools
