#include "tools/commands/analysis.h"

#include <algorithm>
#include <boost/json.hpp>
#include <vector>

#include "tools/commands/print.h"

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

std::string_view analysis_heading() {
  return "depth    score   win %         nodes      nodes/s   seconds  principal variation\n";
}

std::string to_line(const Analysis& analysis) {
  constexpr std::size_t kShown = 12;
  const auto moves = variation(analysis);
  std::string line =
      right_aligned(std::to_string(analysis.result.depth), 5) +
      right_aligned(analysis.result.score ? std::to_string(*analysis.result.score) : "-", 9) +
      right_aligned(fixed(100 * analysis.result.win, 1), 8) +
      right_aligned(grouped(analysis.result.nodes), 14) +
      right_aligned(grouped(nodes_per_second(analysis)), 13) +
      right_aligned(fixed(static_cast<double>(analysis.elapsed.count()) / 1000, 3), 10) + " ";
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
