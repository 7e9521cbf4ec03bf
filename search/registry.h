// What search offers for each game, chosen at run time.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/game_search.h"
#include "search/method.h"
#include "search/options.h"
#include "search/playout_totals.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// The row of `game`.
const GameSearch& search_of(const engine::AnyGame& game);
const GameSearch& search_of(const engine::AnyState& state);

/// The method called `word` if it fits `game`, else null.
const Method* find_method(std::string_view word, const engine::AnyGame& game);

/// Any method of any game called `word`, for telling what it is for; null if there is none.
const Method* any_method(std::string_view word);

/// Those that fit `game`, in the order in which they are listed.
std::vector<const Method*> methods_for(const engine::AnyGame& game);

/// The strongest method for `game`, by `knowledge` if any was given.
const Method& strongest(const engine::AnyGame& game, const Knowledge* knowledge = nullptr);

/// Null when there is no such method for the game.
std::unique_ptr<Searcher> make_searcher(std::string_view method, const engine::AnyGame& game,
                                        const SearcherOptions& options);

/// Plays `count` random games from `start` on this thread, at full speed.
PlayoutTotals run_playouts(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng);

}  // namespace gauntlet::search
