// What a player is, in one word of the command line: "random", "ab:depth=6",
// "mcts:sims=1000:hash=64".
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "engine/any_game.h"
#include "engine/expected.h"
#include "search/limits.h"
#include "search/method.h"
#include "search/registry.h"
#include "search/strategy.h"
#include "selfplay/player.h"

namespace gauntlet::selfplay {

/// Memory of a searcher when the spec does not say: the solver's table decides how far it sees.
constexpr std::size_t default_hash_mb(search::Method method) {
  return method == search::Method::kSolver ? 256 : 16;
}

/// What a player may need beside its spec.
struct PlayerMeans {
  std::shared_ptr<const search::KimbleDuel> table;  ///< Null where none is given.
};

/// A parsed player spec.
struct PlayerSpec {
  enum class Kind : std::uint8_t { kRandom, kSearcher, kLevel, kStrategy, kHuman };

  Kind kind = Kind::kRandom;
  search::Method method = search::Method::kAlphaBeta;  ///< Of kSearcher.
  /// The canonical form, for stores and tables: defaults that matter are written out, the options
  /// stand in a fixed order. parse_player() reads it to an equal spec.
  std::string text;
  int depth = search::Limits::kNoDepth;
  std::uint64_t nodes = search::Limits::kNoNodes;   ///< Simulations for MCTS.
  std::optional<std::chrono::milliseconds> time;    ///< For each move.
  std::optional<std::chrono::milliseconds> clock;   ///< For all moves of a game.
  std::size_t hash_mb = 0;                          ///< Of kSearcher.
  std::string against;                              ///< As SearcherOptions::against.
  std::shared_ptr<const search::KimbleDuel> table;  ///< Of Method::kTable.
  int level = 0;                                    ///< 1..10 for kLevel.
  const search::Strategy* strategy = nullptr;       ///< For kStrategy.
};

/// Bounds of the numbers in specs; the sentences of errors tell them.
inline constexpr std::uint64_t kMostNodes = 1'000'000'000'000;
inline constexpr int kMostDepth = 1'000;
inline constexpr int kMostHashMb = 65'536;
inline constexpr std::chrono::milliseconds kMostTime = std::chrono::hours(1);

/// Reads a spec for `game`; a bad one gets a sentence that says what would be right:
///   random | human | level:1..10 | NAME (a classic strategy of the game)
///   ab[:time=T][:clock=T][:nodes=N][:depth=D][:hash=MB]   T with its unit: 100ms, 0.5s, 5s
///   mcts[:time=T][:clock=T][:sims=N][:hash=MB]            nodes= is another word for sims=
///   solver[:time=T][:clock=T][:nodes=N][:depth=D][:hash=MB]   Sudokill; depth= is its horizon
///   rollouts[:time=T][:clock=T][:sims=N][:against=NAMES]  Kimble; see search::KimbleRivals
///   expectimax[:time=T][:clock=T][:nodes=N][:depth=D][:against=NAMES]  Kimble
///   table                                                 Kimble, by means.table
///   expert[:time=T][:clock=T]                             the strongest that fits
/// A searcher without any limit gets 100 ms a move.
engine::Expected<PlayerSpec> parse_player(std::string_view text, const engine::AnyGame& game,
                                          const PlayerMeans& means = {});

/// The player that `spec` describes. It fails only when the spec needs something that is not there:
/// a terminal, or a searcher that does not fit. REQUIRES: `spec` was parsed for `game`, which
/// outlives the player.
engine::Expected<std::unique_ptr<Player>> make_player(const PlayerSpec& spec,
                                                      const engine::AnyGame& game,
                                                      const PlayerSetup& setup);

}  // namespace gauntlet::selfplay
