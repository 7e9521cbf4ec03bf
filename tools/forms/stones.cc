#include "tools/forms/stones.h"

namespace gauntlet::tools {

Stones stones_of(const engine::AnyState& state) {
  Stones stones{*engine::mnk_rules(state), {}};
  int square = 0;
  for (const char c : state.to_text()) {
    if (c == 'x') stones.squares[0].push_back(square);
    if (c == 'o') stones.squares[1].push_back(square);
    square += c != '/';
  }
  return stones;
}

}  // namespace gauntlet::tools
