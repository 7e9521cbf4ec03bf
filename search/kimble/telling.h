// What is said of Kimble's choices.
#pragma once

#include "search/game_search.h"

namespace gauntlet::search {

/// Of each choice "error" (the standard error of "win"), "hit" (see kimble_danger()) and "exact"
/// (the chance by a KimbleDuel; nothing without one); with one, of them all, "exact_against" (whom
/// it is a best response to; nothing: best play).
extern const Telling kKimbleTelling;

}  // namespace gauntlet::search
