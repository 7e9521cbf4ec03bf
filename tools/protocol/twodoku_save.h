// The save files of Two-Doku's desktop program, two people at one screen. What is in them, and
// where the program's rules are not ours, is told in docs/interop.md.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "engine/game.h"
#include "engine/square_set.h"
#include "engine/status.h"
#include "engine/twodoku/move.h"

namespace gauntlet::tools {

/// What a save file says of the game. Counters that the program keeps for itself are read and
/// forgotten: they follow from the rest, where they are right.
struct TwoDokuSave {
  struct Tile {
    int colour = 0;  ///< 1 red, 2 blue, 3 both, 0 white.
    int digit = 0;   ///< Of the domino that lies here; 0 if none does.
    bool is_face_up = false;
  };

  /// As `gameStage` counts.
  enum class Stage { kColouring = 1, kHiding, kTurns, kOver };

  std::array<Tile, engine::SquareSet::kSquares> tiles{};  ///< By row * 9 + column.
  Stage stage = Stage::kColouring;
  bool is_locked = false;      ///< The turn is over but for the click that ends it.
  bool counts_a_pass = false;  ///< That click counts as a pass.
  bool may_take = false;       ///< No domino was taken in this turn.
  bool is_over = false;
  int passes = 0;  ///< One more for each pass, one less for other turns; the fourth ends the game.
  int pot = 0;     ///< How many dominoes it holds; which ones is not in the file.
  engine::Player mover = 0;
  std::array<engine::twodoku::DigitCounts, 2> hands{};
};

/// The longest file that is read; the program's own have less than 6,000 bytes.
inline constexpr std::size_t kLongestTwoDokuSave = 16'384;

/// Reads a whole file: all its lines in their order, LF or CR LF. The error names the line.
absl::StatusOr<TwoDokuSave> read_twodoku_save(std::string_view file);

/// The game whose positions these are.
inline constexpr std::string_view kTwoDokuSaveGame = "twodoku/java";

/// What the player knows who has the next turn, as a position of kTwoDokuSaveGame (a view, but for
/// the colouring, where all is known). Nothing that this player cannot see has a part in it.
absl::StatusOr<std::string> position_text(const TwoDokuSave& save);

}  // namespace gauntlet::tools
