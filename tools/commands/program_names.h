// What programs are called that a host starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "engine/status.h"

namespace gauntlet::tools {

/// Whether a `--run` names its program well: a first word that holds a '=' is a name and the
/// beginning of a command, unless it begins like a path.
absl::Status objection_to_name(std::string_view run);

/// A `--run` without the name before it: "ann=./bot {port}" is "./bot {port}", and "./bot" itself.
std::string_view command_of(std::string_view run);

/// A name for each `--run`, printable and fit for a file's name: the one that it gives, as in
/// "ann=./bot {port}", or the base name of the program. Behind launchers (python3, java -jar,
/// racket, env, timeout ..) that is what they start: the first file that is there, else the first
/// word that can be one. Two of one name are called by the folders that tell them apart,
/// alice/main.py and bob/main.py "alice" and "bob". A name that is taken all the same, or is that
/// of `opponent`, is numbered: "bot.py", "bot.py#2".
std::vector<std::string> program_names(const std::vector<std::string>& runs,
                                       std::string_view opponent);

}  // namespace gauntlet::tools
