// What search offers for one game: a row that search/<game>/search.cc fills.
#pragma once

#include <array>
#include <chrono>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "engine/any_game.h"
#include "engine/rng.h"
#include "search/level.h"
#include "search/method.h"
#include "search/openings.h"
#include "search/playout_totals.h"
#include "search/searcher.h"
#include "search/strategy.h"

namespace gauntlet::search {

/// Moves that were judged one by one, and where. Refers to its arguments.
struct Judgement {
  const engine::AnyState& view;
  std::span<const JudgedMove> moves;  ///< Not empty.
  const Knowledge* knowledge;         ///< Exact values to stand beside, or null.
};

/// A fact for programs: its name and a number, a text or nothing.
using Note = std::pair<std::string_view, std::variant<std::monostate, double, std::string>>;

/// How a game tells what its moves are worth, where it has more to say of them than whether they
/// win.
struct Telling {
  /// Notes of one move beside "move", "proven" and "win".
  std::vector<Note> (*of_move)(const Judgement& judgement, const JudgedMove& move);
  /// Notes of them all.
  std::vector<Note> (*of_all)(const Judgement& judgement);
  /// The same for people: lines that end with a newline.
  std::string (*text)(const Judgement& judgement);
  /// What `knowledge` is, for people: "exact values of best play".
  std::string (*knowledge)(const Knowledge& knowledge);
};

/// How a game tells which of its moves may fail when they are made, whoever thinks.
struct MoveRisks {
  /// The chance that each of `view`'s legal moves fails, 0..1, in their order; nothing for moves
  /// that never can. Empty where none can. By what the player to move may know.
  std::vector<std::optional<double>> (*of_moves)(const engine::AnyState& view,
                                                 std::span<const engine::AnyMove> moves);
  /// The same for people: lines that end with a newline, or "".
  std::string (*text)(const engine::AnyState& view);
};

/// The row of one state type.
struct GameSearch {
  /// Those that fit some variant of the game, in the order in which they are listed.
  std::span<const Method> methods;
  /// The word of the strongest that fits `game` and can play by `knowledge` (null: none was given).
  std::string_view (*strongest)(const engine::AnyGame& game, const Knowledge* knowledge);
  std::span<const Strategy> strategies = {};
  std::span<const LevelStep, kLevels> (*levels)(const engine::AnyGame& game);
  /// How many moves were made in a position, of a game where no chance makes games differ; else
  /// null.
  int (*plies)(const engine::AnyState& view) = nullptr;
  /// See search::thinking_time(); null for the usual share of what is left.
  std::chrono::milliseconds (*thinking_time)(const engine::AnyState& view,
                                             std::chrono::milliseconds left) = nullptr;
  /// See search::run_playouts().
  PlayoutTotals (*playouts)(const engine::AnyState& start, std::uint64_t count, engine::Rng& rng);
  /// Where a hint is a square and not a move: "4,5". Null elsewhere.
  std::string (*hinted_square)(std::span<const JudgedMove> moves) = nullptr;
  const NumberedOpenings* openings = nullptr;  ///< Null: a few moves at random make one.
  const Telling* telling = nullptr;  ///< Null: how many moves are safe is all there is to say.
  const MoveRisks* risks = nullptr;  ///< Null: a move that is legal can be made.
};

}  // namespace gauntlet::search
