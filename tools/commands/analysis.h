// What a search has found about a position, told to people and programs.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "search/searcher.h"

namespace gauntlet::tools {

/// A result with what it takes to tell it. Refers to its arguments: for use on the spot.
struct Analysis {
  const engine::AnyState& view;  ///< What was searched.
  const search::Result& result;
  std::chrono::milliseconds elapsed;
};

/// {"depth", "score", "win", "nodes", "nps", "time_ms", "pv": [..]}.
boost::json::object to_json(const Analysis& analysis);

/// The names of to_line()'s columns, as a line.
std::string_view analysis_heading();

/// One line for people, ended by a newline.
std::string to_line(const Analysis& analysis);

/// "win", "draw", "loss" for the side to move, or "" when nothing is proven.
std::string_view proven_word(search::Proven proven);

}  // namespace gauntlet::tools
