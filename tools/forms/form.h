// The forms in which games are written.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "engine/status.h"
#include "tools/lab/stored_games.h"

namespace gauntlet::tools {

/// A way to write games as text.
struct Form {
  std::string_view name;     ///< "jsonl", as `--format` takes it; also how its files end.
  std::string_view summary;  ///< For help.
  std::string (*heading)();  ///< What stands before the first game.
  std::string (*text)(const StoredGame& game);
  bool is_of_stones = false;  ///< For m,n,k boards and gomoku alone.
  bool is_file_each = false;  ///< Each game is a file of its own.
};

/// All of them, the usual one first.
std::span<const Form> forms();
/// Null when there is none of that name.
const Form* find_form(std::string_view name);
/// Whether games called so can be written in it. REQUIRES: find_game() knows the name.
bool has_form(const Form& form, const std::string& game);
/// The forms of a game, as in "jsonl, csv, csv-moves, pgn".
std::string form_names(const std::string& game);

}  // namespace gauntlet::tools
