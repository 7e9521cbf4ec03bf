// What a Two-Doku referee has to say.
#pragma once

#include <string>

#include "selfplay/finished_game.h"
#include "tools/protocol/twodoku_line.h"

namespace gauntlet::tools {

/// Everything the referee has to say to a player in a game in which no clock was used, made of
/// nothing but that player's views.
inline std::string twodoku_script(const selfplay::FinishedGame& game, engine::Player seat) {
  const std::string clock = "clock 120000\n";
  std::string text = "twodoku 1\ngame " + game.game.name() + "\nseat " +
                     std::string(engine::twodoku::kSeats[seat]) + '\n' + clock;
  engine::AnyState state = game.start;
  for (std::size_t i = 0; i <= game.moves.size(); ++i) {
    const engine::AnyState view = state.redacted(seat);
    if (state.to_move() == seat)
      text += clock + std::string(prompt_of(view.as<engine::TwoDoku>())) + '\n';
    if (i == game.moves.size()) break;
    const engine::AnyMove seen = state.seen(game.moves[i], seat);
    state.apply(game.moves[i]);
    const engine::AnyState after = state.redacted(seat);
    text += told(view.as<engine::TwoDoku>(), engine::TwoDoku::Move::from_bits(seen.bits()),
                 after.as<engine::TwoDoku>());
  }
  return text;
}

}  // namespace gauntlet::tools
