#include "tools/forms/sgf.h"

#include <absl/strings/str_cat.h>
#include <absl/strings/str_format.h>
#include <absl/strings/str_replace.h>

#include "tools/forms/stones.h"

namespace gauntlet::tools {

namespace {

using selfplay::Termination;

std::string sgf_point(int square, int width) {
  return {kSgfLetters[static_cast<std::size_t>(square % width)],
          kSgfLetters[static_cast<std::size_t>(square / width)]};
}

void add_sgf_property(std::string& text, std::string_view name, std::string_view value) {
  absl::StrAppend(&text, std::string(name), "[", sgf_escaped(value), "]");
}

/// How a game was lost, where it did not end on the board.
std::string_view sgf_manner(const StoredGame& game) {
  if (!game.tells_ending()) return "";
  switch (game.result.summary.termination) {
    case Termination::kPlayed:
      return "";
    case Termination::kOutOfTime:
      return "T";
    case Termination::kGaveUp:
      return "R";
    default:
      return "F";
  }
}

std::string sgf_result(const StoredGame& game) {
  const engine::Returns& returns = game.result.summary.returns;
  if (returns[0] > returns[1]) return "B+" + std::string(sgf_manner(game));
  if (returns[0] < returns[1]) return "W+" + std::string(sgf_manner(game));
  return selfplay::has_result(returns) ? "Draw" : "Void";
}

void add_setup(std::string& text, const StoredGame& game) {
  const Stones stones = stones_of(game.start);
  for (std::size_t player = 0; player < 2; ++player) {
    if (stones.squares[player].empty()) continue;
    text += player == 0 ? "AB" : "AW";
    for (const int square : stones.squares[player])
      absl::StrAppend(&text, "[", sgf_point(square, stones.rules.width), "]");
  }
  if (!stones.squares[0].empty()) text += game.start.to_move() == 1 ? "PL[W]" : "PL[B]";
}

std::string sgf_root(const StoredGame& game, const engine::mnk::Rules& rules) {
  std::string text = ";FF[4]GM[4]CA[UTF-8]AP[Gauntlet:" GAUNTLET_VERSION "]";
  absl::StrAppend(&text, "SZ[", int{rules.width});
  if (rules.width != rules.height) absl::StrAppend(&text, ":", int{rules.height});
  text += "]\n";
  add_sgf_property(text, "PB", game.players[0]);
  add_sgf_property(text, "PW", game.players[1]);
  add_sgf_property(text, "RE", sgf_result(game));
  add_sgf_property(text, "RU", game.game.name());
  if (game.ended.size() >= 10) add_sgf_property(text, "DT", game.ended.substr(0, 10));
  if (game.encounter) add_sgf_property(text, "RO", std::to_string(game.encounter->round + 1));
  if (!game.result.reason.empty()) add_sgf_property(text, "GC", game.result.reason);
  text += "\n";
  add_setup(text, game);
  return text;
}

std::string sgf_comment(const selfplay::MoveNote& note) {
  const bool has_win = note.win != selfplay::MoveNote::kNoWin;
  std::string text = has_win ? absl::StrFormat("win %.1f %%", note.win / 10.0) : "";
  if (note.milliseconds > 0) absl::StrAppend(&text, has_win ? ", " : "", note.milliseconds, " ms");
  return text;
}

}  // namespace

std::string sgf_escaped(std::string_view text) {
  return absl::StrReplaceAll(std::string(text), {{"\\", "\\\\"}, {"]", "\\]"}});
}

std::string to_sgf(const StoredGame& game) {
  constexpr std::size_t kMovesInLine = 8;
  const engine::mnk::Rules rules = *engine::mnk_rules(game.start);
  std::string text = "(" + sgf_root(game, rules);
  int player = game.start.to_move() == 1 ? 1 : 0;
  for (std::size_t ply = 0; ply < game.result.moves.size(); ++ply, player = 1 - player) {
    if (ply % kMovesInLine == 0) text += "\n";
    const int square = static_cast<int>(game.result.moves[ply].bits());
    absl::StrAppend(&text, player == 0 ? ";B[" : ";W[", sgf_point(square, rules.width), "]");
    if (ply >= game.result.notes.size()) continue;
    const std::string comment = sgf_comment(game.result.notes[ply]);
    if (!comment.empty()) add_sgf_property(text, "C", comment);
  }
  return text + ")\n\n";
}

}  // namespace gauntlet::tools
