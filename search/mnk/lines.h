// The lines of an m,n,k board as lists of squares: what playouts and evaluations look along.
#pragma once

#include <cstdint>
#include <vector>

#include "engine/mnk/mnk.h"

namespace gauntlet::search::mnk {

/// A maximal straight (or wrapped) line: any k consecutive squares of it win.
using Line = std::vector<std::uint16_t>;

/// All lines of at least k squares. A page line replaces the diagonal that it prolongs.
std::vector<Line> lines(const engine::mnk::Rules& rules);

}  // namespace gauntlet::search::mnk
