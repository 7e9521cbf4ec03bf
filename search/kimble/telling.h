// What is said of Kimble's choices.
#pragma once

#include "search/game_search.h"

namespace gauntlet::search::kimble {

/// Of each choice "error" (the standard error of "win"), "hit" (see capture_risk()) and "exact"
/// (the chance by a Tablebase; nothing without one); with one, of them all, "exact_against" (whom
/// it is a best response to; nothing: best play).
extern const Telling kTelling;

}  // namespace gauntlet::search::kimble
