// Where to play in Sudokill, without telling what.
#pragma once

#include <span>

#include "search/searcher.h"

namespace gauntlet::search::sudokill {

/// The square whose digits do best on the whole: the highest mean of their chances; of equal ones
/// that with more digits, then the first. REQUIRES: `moves` are those of a Sudokill position; not
/// empty.
int safest_square(std::span<const JudgedMove> moves);

}  // namespace gauntlet::search::sudokill
