// The numbers that describe a K-in-a-Row game, as the page writes them.
#pragma once

#include <boost/json/object.hpp>
#include <boost/json/value.hpp>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"

namespace gauntlet::tools {

struct KinarowTerms {
  int width;
  int height;
  int k;
  double seconds;  ///< For each move.
};

/// Whether these terms can be played.
absl::Status kinarow_objection(const KinarowTerms& terms);

/// Of a query, "width=4&height=4&k=3&timePerMove=2": any numbers.
absl::StatusOr<KinarowTerms> read_kinarow_terms(std::string_view query);
/// Of a body: those that can be played.
absl::StatusOr<KinarowTerms> read_kinarow_terms(const boost::json::object& object);
/// Without a time: those that can be played.
absl::StatusOr<KinarowTerms> read_kinarow_board(std::string_view query);
absl::StatusOr<KinarowTerms> read_kinarow_board(const boost::json::object& object);

/// The one value of `key` in a query, or why there is none.
absl::StatusOr<std::string_view> query_value(std::string_view query, std::string_view key);
/// A whole number, clamped to a million; an error where there is none.
absl::StatusOr<int> kinarow_number(const boost::json::object& object, const char* key);
/// A body, if it is JSON and not too deep.
absl::StatusOr<boost::json::value> parse_kinarow_json(std::string_view body);

/// The game that is played on these terms. With `page_rules` lines count as on the page that the
/// protocol comes from. REQUIRES: they can be played.
engine::AnyGame kinarow_game(const KinarowTerms& terms, bool page_rules);

}  // namespace gauntlet::tools
