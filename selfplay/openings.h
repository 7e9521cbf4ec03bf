// Where the games of a batch begin, so that they differ although the players do not.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/any_game.h"
#include "engine/status.h"
#include "selfplay/players/player_spec.h"

namespace gauntlet::selfplay {

/// How a batch gets its start positions: one for each block, so that every seating of the players
/// meets it. Two programs that always choose the same moves play one game however often they meet;
/// openings make as many games as there are blocks. See Starts for how they are made.
struct Openings {
  enum class Kind : std::uint8_t {
    kNone,       ///< As the game starts.
    kBalanced,   ///< A few moves on, where a short search sees neither side far ahead.
    kPlies,      ///< So many moves on, drawn at random.
    kPositions,  ///< Those given, one after the other, and again from the first.
  };
  Kind kind = Kind::kNone;
  int plies = 0;                                 ///< Of kPlies: 1..kMostOpeningPlies.
  std::vector<engine::AnyState> positions = {};  ///< Of kPositions: at least one, whole, not over.

  bool operator==(const Openings&) const = default;
};

inline constexpr int kMostOpeningPlies = 100;
inline constexpr std::size_t kMostOpeningPositions = 10'000;
inline constexpr std::size_t kMostOpeningBytes = 1'000'000;  ///< Of a file; its reader looks.

/// Whether games of `game` differ by themselves: dice, or what is drawn before the first move.
bool has_luck(const engine::AnyGame& game);

/// What a batch has when nothing is asked for: balanced openings where the game has no luck of its
/// own and can be judged (two players who see everything), but for people, who expect the game that
/// they know, and where all players play at random.
Openings usual_openings(const engine::AnyGame& game, std::span<const PlayerSpec> players);

/// "none", "balanced", or a number of plies; a sentence for any other word, as if it named no file.
absl::StatusOr<Openings> parse_openings(std::string_view word, const engine::AnyGame& game);

/// Of a file's text: a position on each line, as the game writes them; what follows a # is a
/// comment, and lines with nothing else are skipped. An error names the line.
absl::StatusOr<Openings> read_openings(std::string_view text, const engine::AnyGame& game);

/// For stores: "none", "balanced", a number of plies, or the positions with a line each.
std::string to_text(const Openings& openings);
/// Reads that again.
absl::StatusOr<Openings> openings_from_text(std::string_view text, const engine::AnyGame& game);

/// For people: "balanced openings", "4 random plies", "12 openings of a file"; "" for none.
std::string told(const Openings& openings);

}  // namespace gauntlet::selfplay
