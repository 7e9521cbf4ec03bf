// What a search has found about a position, told to people and programs.
#pragma once

#include <boost/json/object.hpp>
#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

#include "search/registry.h"
#include "search/searcher.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// A result with what it takes to tell it. Refers to its arguments: for use on the spot.
struct Analysis {
  const engine::AnyState& view;  ///< What was searched.
  const search::Result& result;
  std::chrono::milliseconds elapsed;
  const search::Knowledge* knowledge = nullptr;  ///< Exact values, where there are any.
};

/// {"depth", "score", "win", "nodes", "nps", "time_ms", "pv": [..]}.
boost::json::object to_json(const Analysis& analysis);

/// Adds "moves": [{"move", "proven", "win"}] if the searcher judges moves one by one, with what the
/// game notes of each and of all of them (search::Telling); where a game has no notes of its own,
/// "safe_moves" (those not proven to lose) and "hint" (see tools/hint.h). No move is judged in
/// games whose moves may fail.
void add_judged(const Analysis& analysis, boost::json::object& object);

/// The same for people: what the game says of its moves, else how many are safe, and the hint; ""
/// if nothing is known of them.
std::string judged_text(const Analysis& analysis);

/// Adds "moves": [{"move", "risk"}] where moves may fail, whoever thinks: the chance that this one
/// does, null if it cannot.
void add_risks(const engine::AnyState& view, boost::json::object& object);

/// The same for people; "" where none can fail.
std::string risks_text(const engine::AnyState& view);

/// What is found, for people: a line for each finished depth of alpha-beta, or each time mcts has
/// told of its simulations. All lines end with a newline.
class AnalysisTable {
 public:
  explicit AnalysisTable(search::Counts counts) : counts_(counts) {}
  /// The names of the columns.
  std::string heading(const Colours& colours = {}) const;
  /// A depth that is told again was followed by a part of the next one: "6+".
  std::string line(const Analysis& analysis);

 private:
  std::string first_columns(const Analysis& analysis);

  bool tells_depths() const { return counts_ != search::Counts::kSimulations; }

  search::Counts counts_;
  int told_depth_ = 0;
};

/// "win", "draw", "loss" for the side to move, or "" when nothing is proven.
std::string_view proven_word(search::Proven proven);

}  // namespace gauntlet::tools
