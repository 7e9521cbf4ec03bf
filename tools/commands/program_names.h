// What programs are called that a host starts.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// A name for each command, printable and fit for a file's name: the base name of the program or,
/// behind an interpreter such as python3, of what that runs. One that is taken already, or is that
/// of `opponent`, is numbered: "bot.py", "bot.py#2".
std::vector<std::string> program_names(const std::vector<std::string>& commands,
                                       std::string_view opponent);

}  // namespace gauntlet::tools
