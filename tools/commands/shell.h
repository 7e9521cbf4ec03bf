// Command lines that can be copied from the terminal and run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace gauntlet::tools {

/// `word` as one word of a POSIX shell: as it is when no character is special, else in quotes.
std::string shell_quoted(std::string_view word);

/// The command that the words behind "--" are: one word alone is for the shell as it stands;
/// several stay words, but for {name}, {host} and {port} in them, which are filled in later.
std::string command_of(const std::vector<std::string>& words);

/// How this program was called: its first argument, quoted.
std::string invoked_as();

/// All words of this process's command line, quoted, and `more`: behind the others, but before a
/// "--", which would take their meaning away.
std::string invoked_with(const std::vector<std::string>& more);

}  // namespace gauntlet::tools
