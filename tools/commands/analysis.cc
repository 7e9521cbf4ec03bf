#include "tools/commands/analysis.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <algorithm>
#include <boost/json.hpp>
#include <utility>
#include <variant>
#include <vector>

#include "tools/commands/print.h"
#include "tools/hint.h"

namespace gauntlet::tools {

namespace {

std::uint64_t nodes_per_second(const Analysis& analysis) {
  const auto milliseconds = std::max<std::int64_t>(analysis.elapsed.count(), 1);
  return static_cast<std::uint64_t>(static_cast<double>(analysis.result.nodes) * 1000 /
                                    static_cast<double>(milliseconds));
}

/// The principal variation in words, as far as the position can follow it.
std::vector<std::string> variation(const Analysis& analysis) {
  std::vector<std::string> moves;
  engine::AnyState state = analysis.view;
  for (const engine::AnyMove move : analysis.result.pv) {
    if (!state.is_playable(move)) break;
    moves.push_back(state.format(move));
    state.apply(move);
  }
  return moves;
}

}  // namespace

boost::json::object to_json(const Analysis& analysis) {
  boost::json::value score;
  if (analysis.result.score) score = *analysis.result.score;
  boost::json::array pv;
  for (const std::string& move : variation(analysis)) pv.emplace_back(move);
  return {{"depth", analysis.result.depth},
          {"score", score},
          {"win", analysis.result.win},
          {"nodes", analysis.result.nodes},
          {"nps", nodes_per_second(analysis)},
          {"time_ms", analysis.elapsed.count()},
          {"pv", std::move(pv)}};
}

namespace {

std::size_t count(const Analysis& analysis, search::Proven proven) {
  const auto& moves = analysis.result.moves;
  return static_cast<std::size_t>(std::count_if(
      moves.begin(), moves.end(), [&](const auto& move) { return move.proven == proven; }));
}

boost::json::value json_word(search::Proven proven) {
  const std::string_view word = proven_word(proven);
  return word.empty() ? boost::json::value() : boost::json::value(word);
}

const search::Telling* telling(const Analysis& analysis) {
  return search::search_of(analysis.view).telling;
}

search::Judgement judgement(const Analysis& analysis) {
  return {analysis.view, analysis.result.moves, analysis.knowledge};
}

void add(const std::vector<search::Note>& notes, boost::json::object& object) {
  for (const auto& [name, value] : notes) {
    if (const auto* const number = std::get_if<double>(&value))
      object[name] = *number;
    else if (const auto* const text = std::get_if<std::string>(&value))
      object[name] = *text;
    else
      object[name] = nullptr;
  }
}

}  // namespace

void add_judged(const Analysis& analysis, boost::json::object& object) {
  const auto& moves = analysis.result.moves;
  if (moves.empty()) return;
  const search::Telling* const own = telling(analysis);
  boost::json::array judged;
  for (const search::JudgedMove& move : moves) {
    boost::json::object told = {{"move", analysis.view.format(move.move)},
                                {"proven", json_word(move.proven)},
                                {"win", move.win}};
    if (own) add(own->of_move(judgement(analysis), move), told);
    judged.push_back(std::move(told));
  }
  object["moves"] = std::move(judged);
  if (own) return add(own->of_all(judgement(analysis)), object);
  object["safe_moves"] = moves.size() - count(analysis, search::Proven::kLoss);
  if (const auto square = hinted_square(analysis.view, moves); !square.empty())
    object["hint"] = square;
}

std::string judged_text(const Analysis& analysis) {
  const std::size_t all = analysis.result.moves.size();
  if (all == 0) return "";
  if (const search::Telling* const own = telling(analysis)) return own->text(judgement(analysis));
  const std::size_t wins = count(analysis, search::Proven::kWin),
                    losses = count(analysis, search::Proven::kLoss);
  const std::string square = hinted_square(analysis.view, analysis.result.moves);
  return "safe moves " + std::to_string(all - losses) + " of " + std::to_string(all) + ": " +
         std::to_string(wins) + " proven to win, " + std::to_string(losses) + " proven to lose, " +
         std::to_string(all - wins - losses) + " open\n" +
         (square.empty() ? "" : "safest square " + square + "\n");
}

void add_risks(const engine::AnyState& view, boost::json::object& object) {
  const search::MoveRisks* const told = search::search_of(view).risks;
  if (!told) return;
  engine::AnyMoves moves;
  view.legal_moves(moves);
  const auto risks = told->of_moves(view, {moves.begin(), moves.end()});
  if (risks.empty()) return;
  boost::json::array listed;
  for (std::size_t i = 0; i < risks.size(); ++i) {
    const auto risk = risks[i] ? boost::json::value(*risks[i]) : boost::json::value();
    listed.push_back({{"move", view.format(moves[i])}, {"risk", risk}});
  }
  object["moves"] = std::move(listed);
}

std::string risks_text(const engine::AnyState& view) {
  const search::MoveRisks* const told = search::search_of(view).risks;
  return told ? told->text(view) : "";
}

namespace {

/// The columns that all tables have: how much was searched, how fast, for how long.
std::string cost_cells(const std::string& count, const std::string& rate,
                       const std::string& seconds) {
  return absl::StrFormat("%14s%13s%10s", count, rate, seconds);
}

}  // namespace

std::string AnalysisTable::heading(const Colours& colours) const {
  const std::string what = tells_depths() ? "nodes" : "simulations";
  const std::string line =
      absl::StrFormat("%s%8s%s  principal variation", tells_depths() ? "depth    score" : "",
                      "win %", cost_cells(what, "per second", "seconds"));
  return colours.faint(line) + "\n";
}

std::string AnalysisTable::first_columns(const Analysis& analysis) {
  if (!tells_depths()) return "";
  const search::Result& result = analysis.result;
  const bool is_again = result.depth == std::exchange(told_depth_, result.depth);
  return absl::StrFormat("%5s%9s", absl::StrCat(result.depth, is_again ? "+" : ""),
                         result.score ? absl::StrCat(*result.score) : "-");
}

std::string AnalysisTable::line(const Analysis& analysis) {
  constexpr std::size_t kShown = 12;
  const auto moves = variation(analysis);
  const double seconds = static_cast<double>(analysis.elapsed.count()) / 1000;
  std::string line = absl::StrFormat(
      "%s%8.1f%s ", first_columns(analysis), 100 * analysis.result.win,
      cost_cells(grouped(analysis.result.nodes), grouped(nodes_per_second(analysis)),
                 absl::StrFormat("%.3f", seconds)));
  for (std::size_t i = 0; i < std::min(moves.size(), kShown); ++i) line += " " + moves[i];
  return line + (moves.size() > kShown ? " ..\n" : "\n");
}

std::string_view proven_word(search::Proven proven) {
  switch (proven) {
    case search::Proven::kWin:
      return "win";
    case search::Proven::kDraw:
      return "draw";
    case search::Proven::kLoss:
      return "loss";
    case search::Proven::kNothing:
      break;
  }
  return "";
}

}  // namespace gauntlet::tools
