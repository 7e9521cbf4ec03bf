#include "tools/protocol/kinarow_terms.h"

#include <absl/strings/charconv.h>

#include <algorithm>
#include <boost/json.hpp>
#include <cmath>
#include <optional>

#include "engine/mnk/mnk.h"
#include "engine/words.h"
#include "tools/protocol/kinarow_call.h"

namespace gauntlet::tools {

namespace {

using engine::in_quotes;
using engine::printable;
namespace json = boost::json;

constexpr int kSmallestSide = 3;
constexpr int kSmallestK = 3;
constexpr std::size_t kDeepestJson = 8;
constexpr double kShortestMove = std::chrono::duration<double>(kLeastKinarowTime).count();

absl::StatusOr<int> whole_in(std::string_view query, std::string_view key) {
  const auto text = query_value(query, key);
  if (!text.ok()) return text.status();
  const auto number = engine::parse_int(*text, -1'000'000, 1'000'000);
  if (!number)
    return absl::InvalidArgumentError(std::string(key) + " is a whole number, not " +
                                      in_quotes(*text, 30));
  return *number;
}

absl::StatusOr<double> seconds_in(std::string_view query) {
  const auto text = query_value(query, "timePerMove");
  if (!text.ok()) return text.status();
  double seconds = 0;
  const char* end = text->data() + text->size();
  const auto result = absl::from_chars(text->data(), end, seconds, absl::chars_format::fixed);
  if (result.ec != std::errc{} || result.ptr != end || !std::isfinite(seconds))
    return absl::InvalidArgumentError("timePerMove is a number of seconds, not " +
                                      in_quotes(*text, 30));
  return seconds;
}

absl::StatusOr<double> seconds_in(const json::object& object) {
  const json::value* value = object.if_contains("timePerMove");
  if (!value) return absl::InvalidArgumentError("timePerMove is missing");
  if (!value->is_number()) return absl::InvalidArgumentError("timePerMove is a number of seconds");
  return value->to_number<double>();
}

/// With the numbers that number("width") and so on find.
template <class Number>
absl::StatusOr<KinarowTerms> board_in(Number number) {
  const auto width = number("width");
  if (!width.ok()) return width.status();
  const auto height = number("height");
  if (!height.ok()) return height.status();
  const auto k = number("k");
  if (!k.ok()) return k.status();
  return KinarowTerms{*width, *height, *k, kShortestMove};
}

/// The same with a time.
absl::StatusOr<KinarowTerms> with_time(absl::StatusOr<KinarowTerms> terms,
                                       const absl::StatusOr<double>& seconds) {
  if (!terms.ok()) return terms;
  if (!seconds.ok()) return seconds.status();
  terms->seconds = *seconds;
  return terms;
}

absl::StatusOr<KinarowTerms> playable(absl::StatusOr<KinarowTerms> terms) {
  if (!terms.ok()) return terms;
  if (absl::Status status = kinarow_objection(*terms); !status.ok()) return status;
  return terms;
}

absl::StatusOr<KinarowTerms> any_board(std::string_view query) {
  return board_in([&](const char* key) { return whole_in(query, key); });
}

absl::StatusOr<KinarowTerms> any_board(const json::object& object) {
  return board_in([&](const char* key) { return kinarow_number(object, key); });
}

}  // namespace

/// Whether these terms can be played.
absl::Status kinarow_objection(const KinarowTerms& terms) {
  const auto side = [](const std::string& name, int value) {
    return name + " is 3 to " + std::to_string(engine::mnk::kMaxSide) + " here, not " +
           std::to_string(value);
  };
  const auto is_side = [](int n) { return n >= kSmallestSide && n <= engine::mnk::kMaxSide; };
  if (!is_side(terms.width)) return absl::InvalidArgumentError(side("width", terms.width));
  if (!is_side(terms.height)) return absl::InvalidArgumentError(side("height", terms.height));
  const int most = std::max(terms.width, terms.height);
  if (terms.k < kSmallestK || terms.k > most)
    return absl::InvalidArgumentError("k is 3 to " + std::to_string(most) + " on this board, not " +
                                      std::to_string(terms.k));
  if (!(terms.seconds >= kShortestMove))
    return absl::InvalidArgumentError("timePerMove is at least 0.1 seconds");
  return absl::OkStatus();
}

absl::StatusOr<std::string_view> query_value(std::string_view query, std::string_view key) {
  std::optional<std::string_view> value;
  for (const std::string_view piece : engine::split(query, '&')) {
    const std::size_t equals = std::min(piece.find('='), piece.size());
    if (piece.substr(0, equals) != key) continue;
    if (value) return absl::InvalidArgumentError(std::string(key) + " is given twice");
    value = piece.substr(std::min(equals + 1, piece.size()));
  }
  if (!value) return absl::InvalidArgumentError(std::string(key) + " is missing in the query");
  return *value;
}

absl::StatusOr<int> kinarow_number(const json::object& object, const char* key) {
  const json::value* value = object.if_contains(key);
  if (!value) return absl::InvalidArgumentError(std::string(key) + " is missing");
  const std::int64_t* number = value->if_int64();
  if (!number) return absl::InvalidArgumentError(std::string(key) + " is a whole number");
  return static_cast<int>(std::clamp<std::int64_t>(*number, -1'000'000, 1'000'000));
}

absl::StatusOr<KinarowTerms> read_kinarow_terms(std::string_view query) {
  return with_time(any_board(query), seconds_in(query));
}

absl::StatusOr<KinarowTerms> read_kinarow_terms(const json::object& object) {
  return playable(with_time(any_board(object), seconds_in(object)));
}

absl::StatusOr<KinarowTerms> read_kinarow_board(std::string_view query) {
  return playable(any_board(query));
}

absl::StatusOr<KinarowTerms> read_kinarow_board(const json::object& object) {
  return playable(any_board(object));
}

// On most boards the page counts as everybody does; the plain game is the faster one.
engine::AnyGame kinarow_game(const KinarowTerms& terms, bool page_rules) {
  engine::mnk::Rules rules;
  rules.width = static_cast<std::uint8_t>(terms.width);
  rules.height = static_cast<std::uint8_t>(terms.height);
  rules.k = static_cast<std::uint8_t>(terms.k);
  rules.gomoku = false;
  rules.page = page_rules && engine::mnk::PageLine::max_offset(rules) >= 1;
  return engine::make_mnk_game(rules);
}

absl::StatusOr<json::value> parse_kinarow_json(std::string_view body) {
  json::parse_options limits;
  limits.max_depth = kDeepestJson;
  json::error_code error;
  json::value value = json::parse({body.data(), body.size()}, error, {}, limits);
  if (error == json::error::too_deep)
    return absl::InvalidArgumentError("the body's JSON is nested deeper than " +
                                      std::to_string(kDeepestJson));
  if (error)
    return absl::InvalidArgumentError("the body is not JSON: " + printable(error.message(), 80));
  return value;
}

}  // namespace gauntlet::tools
