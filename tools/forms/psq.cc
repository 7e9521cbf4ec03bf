#include "tools/forms/psq.h"

#include <absl/strings/str_cat.h>

#include "engine/utf8.h"
#include "tools/forms/stones.h"

namespace gauntlet::tools {

namespace {

void add_psq_move(std::string& text, int square, int width, std::uint32_t milliseconds) {
  absl::StrAppend(&text, square % width + 1, ",", square / width + 1, ",", milliseconds, "\n");
}

/// In turns, so that they are whose they are.
void add_psq_opening(std::string& text, const Stones& stones) {
  const auto& [first, second] = stones.squares;
  for (std::size_t i = 0; i < first.size(); ++i) {
    add_psq_move(text, first[i], stones.rules.width, 0);
    if (i < second.size()) add_psq_move(text, second[i], stones.rules.width, 0);
  }
}

std::string psq_name(const std::string& name) {
  constexpr std::string_view kBeginsNumber = "0123456789+- ";
  const bool is_odd = name.empty() || kBeginsNumber.find(name[0]) != kBeginsNumber.npos ||
                      name.starts_with("homo-") || name.starts_with(kPsqPrefix);
  return absl::StrCat(is_odd ? std::string(kPsqPrefix) : "", engine::legible(name, 4 * name.size()),
                      "\n");
}

/// 1 or 2, or 0 where there is none.
int psq_winner(const engine::Returns& returns) {
  return returns[0] > returns[1] ? 1 : returns[0] < returns[1] ? 2 : 0;
}

bool is_played_out(const StoredGame& game) {
  engine::AnyState state = game.start;
  for (const engine::AnyMove move : game.result.moves) state.apply(move);
  return state.is_over();
}

}  // namespace

std::string to_psq(const StoredGame& game) {
  const Stones stones = stones_of(game.start);
  const int width = stones.rules.width, height = stones.rules.height;
  std::string text = absl::StrCat("Piskvorky ", width, "x", height, ", 11:11, 0\n");
  add_psq_opening(text, stones);
  for (std::size_t ply = 0; ply < game.result.moves.size(); ++ply)
    add_psq_move(text, static_cast<int>(game.result.moves[ply].bits()), width,
                 ply < game.result.notes.size() ? game.result.notes[ply].milliseconds : 0);
  for (const std::string& player : game.players) text += psq_name(player);
  absl::StrAppend(&text, is_played_out(game) ? "0\n" : "-1\n",
                  psq_winner(game.result.summary.returns), ",", game.game.name(), "\n");
  return text;
}

}  // namespace gauntlet::tools
