// What a search has found about a position, told to people and programs.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "search/registry.h"
#include "search/searcher.h"

namespace gauntlet::tools {

/// A result with what it takes to tell it. Refers to its arguments: for use on the spot.
struct Analysis {
  const engine::AnyState& view;  ///< What was searched.
  const search::Result& result;
  std::chrono::milliseconds elapsed;
  const search::KimbleDuel* table = nullptr;  ///< Exact values, where there are any.
};

/// {"depth", "score", "win", "nodes", "nps", "time_ms", "pv": [..]}.
boost::json::object to_json(const Analysis& analysis);

/// Adds "moves": [{"move", "proven", "win"}] if the searcher judges moves one by one. In Sudokill
/// also "safe_moves" (those not proven to lose) and "hint"; in Kimble each move's "error" (the
/// standard error of "win"), "hit" (see kimble_danger()) and "exact" (null without a table), and
/// with a table "exact_against" (see rival_of(); null: best play).
void add_judged(const Analysis& analysis, boost::json::object& object);

/// The same for people: how many moves are safe, and the hint, or in Kimble a line for each choice;
/// "" if nothing is known of them.
std::string judged_text(const Analysis& analysis);

/// What is found, for people: a line for each finished depth of alpha-beta, or each time mcts has
/// told of its simulations. All lines end with a newline.
class AnalysisTable {
 public:
  enum class Rows : std::uint8_t { kDepths, kSimulations };

  explicit AnalysisTable(Rows rows) : rows_(rows) {}
  /// The names of the columns.
  std::string heading() const;
  /// A depth that is told again was followed by a part of the next one: "6+".
  std::string line(const Analysis& analysis);

 private:
  std::string first_columns(const Analysis& analysis);

  Rows rows_;
  int told_depth_ = 0;
};

/// "win", "draw", "loss" for the side to move, or "" when nothing is proven.
std::string_view proven_word(search::Proven proven);

}  // namespace gauntlet::tools
