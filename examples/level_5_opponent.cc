// A level-5 opponent in a program of one's own: the first line of input names a game, as in
// "mnk:7x6x4", "sudokill" or "kimble:2"; each further line is a move of who sits in seat 0.
#include <iostream>
#include <string>

#include "gauntlet/engine/registry.h"
#include "gauntlet/selfplay/players/make_player.h"

using namespace gauntlet;

int main() {
  std::string line;
  std::getline(std::cin, line);
  const auto game = engine::find_game(line);
  if (!game.ok()) {
    std::cerr << game.status().message() << '\n';
    return 2;
  }
  const auto opponent = selfplay::make_player("level:5", *game);  // every game has levels
  (*opponent)->new_game(1, engine::kNobody);  // with this seed; it plays all other seats
  engine::Rng dice(1);                        // so too: another seed gives another game
  engine::AnyState state = game->start(dice);
  for (state.play_chance_moves(dice, nullptr); !state.is_over();
       state.play_chance_moves(dice, nullptr)) {
    const engine::AnyState view = state.redacted(state.to_move());  // what the mover may know
    if (state.to_move() != 0) {
      const engine::AnyMove move = (*opponent)->choose(view, {}).move;
      std::cout << "opponent: " << state.format(move) << '\n';
      state.apply(move);
    } else if (std::cout << view.drawn() << "your move: "; std::getline(std::cin, line)) {
      const auto move = state.parse(line);
      if (move.ok()) state.apply(*move);
      if (!move.ok()) std::cout << move.status().message() << '\n';
    } else {
      return 1;  // the input has ended before the game
    }
  }
  std::cout << state.drawn() << "your result: " << state.returns()[0] << '\n';  // 1 won, 0 lost
}
