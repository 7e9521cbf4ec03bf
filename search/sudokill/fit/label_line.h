// Families as text.
#pragma once

#include <string>
#include <string_view>

#include "engine/expected.h"
#include "search/sudokill/siblings.h"

namespace gauntlet::search::sudokill {

/// Three fields with tabs between: the number of the game; the position as `gauntlet games
/// sudokill` tells; for each legal move, by digit and then by square, 1 if it wins and 0 if it
/// loses. No line end.
std::string label_line(const Siblings& family);

/// What label_line() writes, or a sentence about what is wrong with it.
engine::Expected<Siblings> read_label_line(std::string_view line);

}  // namespace gauntlet::search::sudokill
