// Sets of siblings as text.
#pragma once

#include <string>
#include <string_view>

#include "engine/status.h"
#include "search/sudokill/siblings.h"

namespace gauntlet::search::sudokill {

/// Three fields with tabs between: the number of the game; the position as `gauntlet games
/// sudokill` tells; for each legal move, by digit and then by square, 1 if it wins and 0 if it
/// loses. No line end.
std::string label_line(const Siblings& siblings);

/// What label_line() writes, or a sentence about what is wrong with it.
absl::StatusOr<Siblings> read_label_line(std::string_view line);

}  // namespace gauntlet::search::sudokill
