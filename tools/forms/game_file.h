// Files of games in any form that can be read, told by what is in them.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "tools/forms/told_game.h"

namespace gauntlet::tools {

/// Reads games of one form.
struct GameReader {
  std::string_view name;                   ///< "pgn", as export's --format has it.
  bool (*is_such)(std::string_view text);  ///< By its first characters, without blanks before.
  absl::Status (*read)(std::string_view text, const std::string& game, const GameVisitor& visitor);
};

/// All of them.
std::span<const GameReader> game_readers();

/// Whose the text is: by its first kilobyte, whatever its file is called. Null: nobody's.
const GameReader* reader_of(std::string_view text);

/// Reads a text by its reader. `game` is played where the text does not say. An error is the
/// visitor's. REQUIRES: reader_of(text).
absl::Status read_games(std::string_view text, const std::string& game, const GameVisitor& visitor);

}  // namespace gauntlet::tools
