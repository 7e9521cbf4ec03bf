// What a player is, in one word of the command line: "random", "ab:depth=6",
// "mcts:sims=1000:hash=64".
#pragma once

#include <absl/container/btree_map.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/status.h"
#include "search/level.h"
#include "search/limits.h"
#include "search/method.h"
#include "search/strategy.h"

namespace gauntlet::selfplay {

/// What a player may play by that does not stand in its spec; null where none is given.
using SharedKnowledge = std::shared_ptr<const search::Knowledge>;

/// A parsed player spec.
struct PlayerSpec {
  enum class Kind : std::uint8_t { kRandom, kSearcher, kLevel, kStrategy, kHuman };

  Kind kind = Kind::kRandom;
  /// The canonical form, for stores and tables: defaults that matter are written out, the options
  /// stand in a fixed order. parse_player() reads it to an equal spec.
  std::string text;
  const search::Method* method = nullptr;  ///< Of kSearcher; the next ones too.
  int depth = search::Limits::kNoDepth;
  std::uint64_t nodes = search::Limits::kNoNodes;  ///< Simulations for MCTS.
  std::optional<std::chrono::milliseconds> time;   ///< For each move.
  std::optional<std::chrono::milliseconds> clock;  ///< For all moves of a game.
  bool is_limited = false;             ///< It was told a limit; else `time` is the usual one.
  std::optional<std::size_t> hash_mb;  ///< If it was told.
  /// As in SearcherOptions.
  absl::btree_map<std::string, std::string> own;
  SharedKnowledge knowledge;
  search::LevelTenths level = 0;               ///< For kLevel.
  const search::Strategy* strategy = nullptr;  ///< For kStrategy.
};

/// Whether a clock ends its searches, so that its moves differ from run to run.
inline bool is_timed(const PlayerSpec& spec) {
  return spec.time || spec.clock;
}

/// What its searcher is built with, on one thread. REQUIRES: spec.method.
search::SearcherOptions searcher_options(const PlayerSpec& spec);

/// Bounds of the numbers in specs; the sentences of errors tell them.
inline constexpr std::uint64_t kMostNodes = 1'000'000'000'000;
inline constexpr int kMostDepth = 1'000;
inline constexpr int kMostHashMb = 65'536;
inline constexpr std::chrono::milliseconds kMostTime = std::chrono::hours(1);

/// Reads a level, "4" or "4.3"; "4.0" is "4".
std::optional<search::LevelTenths> parse_level_number(std::string_view text);
/// The level as it is written: "4" or "4.3".
std::string level_text(search::LevelTenths tenths);

/// Reads a spec for `game`; a bad one gets a sentence that says what would be right:
///   random | human | NAME (a classic strategy of the game)
///   level:1..10, also level:4.3; or level:elo=1200, which is the level that was measured to have
///   about that rating (see level_ratings.h), and is told as that level from then on
///   METHOD[:KEY=VALUE ..]   a method that fits the game, as in ab:time=100ms:depth=8
///   expert[:KEY=VALUE ..]   the strongest method for the game
/// A method takes time=T and clock=T, with their units (100ms, 0.5s, 5s); nodes=N, or sims=N where
/// it counts simulations; depth=D and hash=MB if they mean something to it; and what options it has
/// of its own. One without any limit gets 100 ms a move. `knowledge` is for methods that need it.
absl::StatusOr<PlayerSpec> parse_player(std::string_view text, const engine::AnyGame& game,
                                        const SharedKnowledge& knowledge = {});

/// The same for players whose clock somebody else keeps: one without any limit of its own may use
/// all that it is allowed, and clock= is refused, as is who needs a terminal.
absl::StatusOr<PlayerSpec> parse_deadline_player(std::string_view text, const engine::AnyGame& game,
                                                 const SharedKnowledge& knowledge = {});

/// How results call the player of `text`: "level:elo=1200" is called by the level that it stands
/// for today, whoever else as it was given.
std::string told_as(const std::string& text, const engine::AnyGame& game);

}  // namespace gauntlet::selfplay
