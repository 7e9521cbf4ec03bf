// Command lines that can be copied from the terminal and run.
#pragma once

#include <string>
#include <string_view>

namespace gauntlet::tools {

/// `word` as one word of a POSIX shell: as it is when no character is special, else in quotes.
std::string shell_quoted(std::string_view word);

/// How this program was called: its first argument, quoted.
std::string invoked_as();

}  // namespace gauntlet::tools
