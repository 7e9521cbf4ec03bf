// How many files and sockets this process may have open.
#pragma once

#include <cstddef>

namespace gauntlet::tools {

/// Makes room for so many connections beside what any program has open, as far as the system's hard
/// limit allows; usually only 1,024 are allowed until a program asks for more.
void allow_connections(std::size_t connections);

}  // namespace gauntlet::tools
