// A way to search for a move, as a value that describes itself.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "search/options.h"
#include "search/searcher.h"

namespace gauntlet::search {

/// What a search counts and Limits::nodes limits.
enum class Counts : std::uint8_t {
  kNothing,      ///< Moves are looked up; there is nothing to limit.
  kNodes,        ///< Positions of a tree.
  kSimulations,  ///< Games played to their ends, or to where something judges them.
};

/// An option that only some methods have: "against=vaikea".
struct MethodOption {
  std::string_view key;
  std::string_view example;  ///< A value that is right in every game that the method fits.
  /// What is wrong with `value`, in a sentence that says what would be right.
  absl::Status (*check)(std::string_view value, const engine::AnyGame& game);
};

/// All that players, analyses and command lines know of a method. Each game has its own values (see
/// GameSearch); methods of one word are one method to people.
struct Method {
  std::string_view word;   ///< "ab": what it is called on command lines and in stores.
  std::string_view plays;  ///< The games that fit, in words: "two players who see everything".
  bool (*fits)(const engine::AnyGame& game);
  /// Never null. REQUIRES: fits(game).
  std::unique_ptr<Searcher> (*make)(const engine::AnyGame& game, const SearcherOptions& options);
  Counts counts = Counts::kNodes;
  bool takes_depth = false;  ///< Whether it keeps to Limits::depth.
  /// Memory in MB if nothing is said; 0: it has none that could be limited.
  std::size_t hash_mb = 16;
  bool judges_all_moves = false;  ///< Whether it can fill Result::moves.
  std::span<const MethodOption> options = {};
  /// Why it cannot play `game` by `knowledge` (null: none was given), and what would be right. Null
  /// for methods that need none.
  absl::Status (*lacks)(const engine::AnyGame& game, const Knowledge* knowledge) = nullptr;
};

}  // namespace gauntlet::search
