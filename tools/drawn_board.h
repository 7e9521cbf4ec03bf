// Boards at the terminal.
#pragma once

#include <string>

#include "engine/any_game.h"
#include "tools/colours.h"

namespace gauntlet::tools {

/// state.drawn(), in colour where colours are shown: each player's pieces in a colour of their own,
/// what is empty faint, and marked what stands in brackets and what differs from the board of
/// `before`, unless that is null. Knows no game, only how boards are drawn: what belongs to a
/// player has its seat's name or that name's first letter, and the board ends before a line that
/// begins with a small letter.
std::string drawn_board(const engine::AnyState& state, const engine::AnyState* before,
                        const Colours& colours);

}  // namespace gauntlet::tools
