#include "search/twodoku/telling.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>

#include <map>
#include <utility>

#include "engine/square_set.h"
#include "engine/sudoku_lines.h"
#include "engine/twodoku/twodoku.h"
#include "search/twodoku/belief.h"

namespace gauntlet::search::twodoku {

namespace {

using engine::TwoDoku;

std::vector<std::optional<double>> risks_of_moves(const engine::AnyState& state,
                                                  std::span<const engine::AnyMove> moves) {
  const auto& view = state.as<TwoDoku>();
  if (view.stage() < TwoDoku::Stage::kTurn) return {};
  const Belief belief(view);
  std::vector<std::optional<double>> risks;
  for (const engine::AnyMove any : moves) {
    const auto move = TwoDoku::Move::from_bits(any.bits());
    risks.emplace_back();
    if (move.kind() == TwoDoku::Kind::kPlay)
      risks.back() = belief.failure(move.square(), move.digit());
  }
  return risks;
}

/// Squares whose risk reads the same, in per cent.
std::map<std::string, std::string> squares_by_risk(const Belief& belief,
                                                   const engine::SquareSet& squares, int digit) {
  std::map<std::string, std::string> by_risk;  // equally long texts: in the order of the risks
  squares.for_each([&](int square) {
    const std::string risk = absl::StrFormat("%9.1f", 100 * belief.failure(square, digit));
    absl::StrAppend(&by_risk[risk], " ", engine::row_of(square), ",", engine::column_of(square));
  });
  return by_risk;
}

std::string risks_text(const engine::AnyState& state) {
  const auto& view = state.as<TwoDoku>();
  if (view.stage() < TwoDoku::Stage::kTurn) return "";
  const Belief belief(view);
  std::string lines;
  for (int digit = 9; digit >= 1; --digit) {
    if (view.hand(view.to_move())[digit] == 0) continue;
    const auto open = view.targets(view.to_move()).without(view.seen_by(digit));
    std::string name = std::to_string(digit);  // before the first of its lines
    for (const auto& [risk, squares] : squares_by_risk(belief, open, digit))
      absl::StrAppendFormat(&lines, "%5s%s %s\n", std::exchange(name, ""), risk, squares);
  }
  return lines.empty() ? "" : "digit   risk %  that it fails on these squares\n" + lines;
}

}  // namespace

const MoveRisks kRisks{risks_of_moves, risks_text};

}  // namespace gauntlet::search::twodoku
